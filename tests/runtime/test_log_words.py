"""The words of the log: connections are called after their places, a bare number says what it is for."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter import Event
from interpreter.tools.play.new_events import told
from tests.support.frame import lay_out

RULES = """
places hamlet from "roads.yaml"
connections track from "roads.yaml"

procedure play
  player_turn(first(players))
  end game

procedure player_turn(player)
  player chooses opening_bid in 1 to 3
  player chooses amount in 1 to 3
"""
ROADS = """
source: stand-in
places:
  - {id: north_end, title: North End}
  - {id: mill}
connections:
  - {from: north_end, to: mill}
  - {id: old_lane, from: north_end, to: mill}
  - {id: ferry, title: The Ferry, from: mill, to: north_end}
"""


def test_connections_without_a_name_are_called_after_their_places(tmp_path: Path) -> None:
    game = interpreter.load(lay_out(tmp_path, {"rules/play.rules": RULES, "roads.yaml": ROADS}))
    assert game.code.KINDS["track"].titles == ("North End–mill", "old lane", "The Ferry")


def test_a_bare_number_says_what_it_is_for(tmp_path: Path) -> None:
    """Only `amount` stands alone: it says no more than the number."""
    state = interpreter.load(lay_out(tmp_path, {"rules/play.rules": RULES, "roads.yaml": ROADS})).start(
        players=2, seed=1
    )
    state.take(1)
    state.take(2)
    assert state.events_for(None)[-2:] == ["red chooses 2 (opening bid)", "red chooses 3"]


def test_a_line_with_all_that_was_chosen_replaces_the_choice() -> None:
    events = [
        Event("decision", "ann chooses mill and 2"), Event("announce", "ann moves the mill by 2"),
        Event("decision", "bob chooses 4 (bid)"), Event("announce", "bob bids 4"),
        Event("decision", "ann chooses mill and 3"), Event("announce", "ann moves the mill by 2 again"),
    ]  # fmt: skip
    assert list(told(events, 0)) == [
        "ann moves the mill by 2", "bob bids 4", "ann chooses mill and 3", "ann moves the mill by 2 again",
    ]  # fmt: skip

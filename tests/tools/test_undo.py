"""What may be taken back: nobody learns anything from what is their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import State
from interpreter.tools.play.undo import why_not

RULES = """\
keep purse(player): number, starts at 9, seen by owner
cards card from "cards/cards.yaml"
keep deck: pile of card, seen by nobody
keep hand(player): pile of card, seen by owner
keep cellar: pile of card, seen by nobody

procedure set_up
  move cards to deck
  each player
    draw 1 from deck to hand(player)

procedure play
  each player
    player chooses
      prompt "What do you do?"
      to spend "Pay 2"
        player pays 2 purse to bank
      to bury "Put your card away"
        move hand(player) to cellar
      to take "Take the next card"
        draw 1 from deck to hand(player)
      to share "Give away what you have"
        player pays player's purse purse to next_player(player)
  each player
    player chooses amount in 1 to 2
      prompt "And now?"
  end game
"""
CARDS = "source: rulebook\nrows:\n  - {id: fox}\n  - {id: owl}\n  - {id: hen}\n"


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rules").mkdir()
    (tmp_path / "cards").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "cards" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("title: Purses\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    return interpreter.load(tmp_path).start(names=["ann", "bob"], seed=1)


def taken_back(state: State, way: str) -> str | None:
    after = state.clone()
    after.choose(way)
    return why_not(state, after, [0, 1], 0)


@pytest.mark.parametrize("way", ["spend", "bury"])
def test_what_is_ones_own_teaches_nothing(state: State, way: str) -> None:
    assert taken_back(state, way) is None


def test_a_card_that_lay_hidden_does(state: State) -> None:
    assert (taken_back(state, "take") or "").startswith(
        "That cannot be taken back: something hidden was seen since (hen"
    )


def test_so_does_what_somebody_is_given(state: State) -> None:
    assert taken_back(state, "share") == "That cannot be taken back: somebody else saw something hidden since."

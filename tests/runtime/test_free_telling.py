"""A free action beside a question about hidden cards is told to everybody, wherever the cards lie."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter

RULES = """\
cards card from "cards/cards.yaml"
keep deck: pile of card, seen by nobody
keep hand(player): pile of card, seen by owner
keep coins(player): number

free action borrow "Borrow a coin"
  you gain 1 coin

procedure set_up
  move cards to deck
  shuffle deck
  each player
    draw 1 from deck to hand(player)

procedure play
  each player
    player chooses card in hand(player)
      prompt "Which card?"
  end game
"""


@pytest.fixture
def game(tmp_path: Path) -> interpreter.Game:
    (tmp_path / "rules").mkdir()
    (tmp_path / "cards").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    cards = "source: rulebook\nrows: [{id: fox}, {id: owl}, {id: hen}]\n"
    (tmp_path / "cards" / "cards.yaml").write_text(cards, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("title: Loans\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    return interpreter.load(tmp_path)


def test_what_is_told_does_not_depend_on_where_the_first_card_lies(game: interpreter.Game) -> None:
    held = set()
    for seed in range(12):
        state = game.start(names=["ann", "bob"], seed=seed)
        state.choose("borrow")
        held.add(str(state.view(0)["zones"]["ann's hand"]))
        assert state.events_for(1)[-2:] == ["ann: Borrow a coin", "ann gains 1 coin"]
    assert len(held) == 3

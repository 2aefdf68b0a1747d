"""Small games for what the hard passages stumbled over: each rule here once failed to load or went wrong in play."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.source import Problems
from tests.hard.table import cards, decide, offered, put, refused, value

CARDS = """\
source: stand-in
rows:
  - {id: ace, worth: 3, gain: 2 * this's worth, copies: 2}
  - {id: deuce, worth: 4, gain: (this's worth if this is in deck otherwise player's money)}
"""
THINGS = """\
cards card from "cards.yaml"
  worth: number
  gain(player): number
keep deck: pile of card
keep table: pile of card
keep money(player): number
"""


def game(folder: Path, rules: str) -> Game:
    (folder / "rules").mkdir()
    (folder / "game.yaml").write_text("title: Small\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    (folder / "cards.yaml").write_text(CARDS)
    (folder / "rules" / "play.rules").write_text(THINGS + rules)
    return load(folder)


def test_reasons_may_speak_of_what_stands_before_them(tmp_path: Path) -> None:
    rules = """
procedure play
  move cards to deck
  each player
    player may take one of buy

action buy "Buy the top card"
  let top = first(deck)
  needs top is not none because "no card is left"
  let price = 10 * top's worth
  needs your money is at least price because "{top} costs {price}"
  you pay price money to bank
  move top to table
"""
    state = game(tmp_path, rules).start(names=("ann", "bob"))
    assert refused(state) == {"buy": "ace costs 30"}
    put(state, "money", "bob", to=30)
    decide(state, "ann", "pass")
    decide(state, "bob", "buy")
    assert (cards(state, "table"), value(state, "money", "bob")) == (["ace"], 0)


def test_a_let_after_a_need_that_fails_is_not_worked_out(tmp_path: Path) -> None:
    rules = """
procedure play
  each player
    player may take one of buy

action buy "Buy the top card"
  let top = first(deck)
  needs top is not none because "no card is left"
  let price = 10 * top's worth
  needs your money is at least price because "it costs {price}"
  move top to table
"""
    state = game(tmp_path, rules).start(names=("ann", "bob"))
    assert (offered(state), refused(state)) == (["pass"], {"buy": "no card is left"})


def test_needs_with_a_yes_or_no_value(tmp_path: Path) -> None:
    rules = """
let dear(card) = card's worth is more than 3
procedure play
  move cards to deck
  each player
    player chooses card in deck
      needs card is not dear because "{card} is too dear"
    player gains card's gain(player) money
"""
    state = game(tmp_path, rules).start(names=("ann", "bob"))
    assert refused(state) == {"deuce": "deuce is too dear"}
    decide(state, "ann", "ace_2")
    assert value(state, "money", "ann") == 6


def test_this_in_a_formula_of_a_card(tmp_path: Path) -> None:
    rules = """
procedure play
  move cards to deck
  each player
    player chooses card in deck
    player gains card's gain(player) money
    move card to table
"""
    state = game(tmp_path, rules).start(names=("ann", "bob"))
    decide(state, "ann", "deuce")
    decide(state, "bob", "ace")
    assert (value(state, "money", "ann"), value(state, "money", "bob")) == (4, 6)


TURNS = """
procedure play
  move cards to deck
  repeat 3 times
    round

procedure round
  each player
    turn(player)

procedure turn(player mover)
  if number_of(mover) is 1 and table is empty
    move ace to table for 2 {unit} then to deck
  mover chooses card in deck
"""


def test_turns_are_counted_whatever_their_player_is_called(tmp_path: Path) -> None:
    state = game(tmp_path, TURNS.replace("{unit}", "turns of mover")).start(names=("ann", "bob"))
    lies = []
    for name in ("ann", "bob", "ann", "bob"):
        lies.append(cards(state, "table"))
        decide(state, name, "deuce")
    assert lies == [["ace"], ["ace"], ["ace"], []]


def test_rounds_are_nobodys(tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        game(tmp_path, TURNS.replace("{unit}", "rounds of mover"))
    assert [problem.code for problem in caught.value.diagnostics] == ["R0314"]


def test_a_range_with_needs_keeps_its_step(tmp_path: Path) -> None:
    rules = """
procedure play
  each player
    player chooses amount in 0 to 100 by 20
      needs amount is at most 60 because "60 is the most"
"""
    state = game(tmp_path, rules).start(names=("ann", "bob"))
    assert state.request is not None
    assert (state.request.low, state.request.high, state.request.step) == (0, 60, 20)

"""The empty list is a list of anything: what stands beside it says of what. A column may be called like a value."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from tests.support.frame import lay_out

CASES = (
    "[] if player's money is 9\n  list(card in hand(player)) otherwise",
    "list(card in hand(player)) if player's money is 3\n  [] otherwise",
)


@pytest.mark.parametrize("cases", CASES)
def test_a_value_with_an_empty_case(cases: str, tmp_path: Path) -> None:
    """Red holds a theatre: the first of what is free is that, and is printed with its worth 4."""
    rules = (
        f"let frees(player) =\n  {cases}\nkeep lot: industry or none\nprocedure act(player)\n"
        "  move theatre to hand(player)\n  set lot to first(frees(player))\n  let one = first(frees(player))\n"
        "  if one is not none\n    raise pot by one's worth\n"
    )
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules}))
    state = game.table(players=2, seed=1)
    game.begin(state, "act", [0])
    assert (state.view(0)["table"]["lot"], state.view(0)["table"]["pot"]) == ("theatre", 4)


def test_a_column_and_a_value_of_the_same_name(tmp_path: Path) -> None:
    """A player's worth is worked out from the worths printed on two theatres."""
    rules = (
        "let worth(player) = sum(card's worth over card in hand(player))\nprocedure act(player)\n"
        "  move [theatre, theatre_2] to hand(player)\n  raise pot by player's worth\n"
    )
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules}))
    state = game.table(players=2, seed=1)
    game.begin(state, "act", [0])
    assert state.view(0)["table"]["pot"] == 8

"""`look` at a calculated value for many things: what is the same is said once, so that it fits a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.view.looking import look

HOUSES = [f"house_{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
RULES = f"""\
kind house is {", ".join(HOUSES)}
keep owned(player, house): number, not shown
let price(player, house), looked up as "price" = 1 + 4 * owned(player, house)
let worth(player, house), looked up as "worth" = 3 * number_of(house) - 3
let debts(player), looked up as "debts" = sum(owned(player, house) over house where number_of(house) is 1)
keep purse(player): number, seen by owner

procedure play
  repeat
    each player
      player chooses house
      raise owned(player, house) by 1
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> interpreter.State:
    """Red bought the house c for 1: the next one there costs 5."""
    folder: Path = tmp_path_factory.mktemp("houses")
    (folder / "rules").mkdir()
    (folder / "game.yaml").write_text("title: Houses\nabout: For this test.\nplayers: {min: 2, max: 2}\n")
    (folder / "rules" / "play.rules").write_text(RULES)
    state = interpreter.load(folder).start(players=2, seed=1)
    state.choose("house_c")
    return state


def test_what_is_the_same_is_said_once(state: interpreter.State) -> None:
    assert look(state, 0, "price") == ["price", "  red: house c 5, all others 1", "  blue: all 1"]


def test_what_is_zero_is_said_to_be_zero(state: interpreter.State) -> None:
    assert look(state, 0, "debts") == ["debts", "  all 0"]
    assert look(state, 0, "purse") == ["purse", "  what you see of it: 0"]
    assert look(state, None, "purse") == ["purse", "  nothing you can see"]


def test_others_are_not_spoken_of_where_some_say_nothing(state: interpreter.State) -> None:
    """The first house is worth 0, of which nothing is said: the others are named one by one."""
    title, red, _ = look(state, 0, "worth")
    assert title == "worth"
    assert red.startswith("  red: house b 3, house c 6, ")
    assert "others" not in red

"""`instead of` and `proceed`: what is replaced happens when the law says so, where it says so, and is compiled once."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import State
from interpreter.finding import find_game, find_variants
from interpreter.load import written
from tests.support.frame import FRAME, lay_out

CHOICE = "player chooses\n      to go_on\n        proceed\n      to skip\n        raise pot by 10"


def after_income(folder: Path, law: str, pot: int, reply: str | None = None) -> tuple[int, int]:
    """What red has gained, and what lies in the pot, when the step `income` of a turn is over."""
    text = f"variant law\n  instead of income in turn{law}\n  change start of pot to {pot}\n"
    game = interpreter.load(lay_out(folder, {"variants/law.rules": text}), ["law"])
    state = game.table(players=2, seed=1)
    before = money(state)
    game.begin(state, "turn", [0])
    if reply is not None:
        state.choose(reply)
    assert state.request is not None
    assert state.request.name == "action"
    return money(state) - before, int(state.view(0)["table"]["pot"])


def money(state: State) -> int:
    return int(state.view(0)["table"]["money"]["red"])


@pytest.mark.parametrize(
    ("law", "pot", "reply", "expected"),
    [
        ("\n    proceed", 0, None, (1, 0)),
        ("\n    raise pot by 10", 0, None, (0, 10)),
        ("\n    raise pot by 10\n    proceed", 0, None, (1, 10)),
        ("\n    proceed\n    proceed", 0, None, (2, 0)),
        ("\n    proceed\n    raise pot by player's money", 0, None, (1, 4)),
        (" where pot is 5\n    raise pot by 10", 0, None, (1, 0)),
        (" where pot is 5\n    raise pot by 10", 5, None, (0, 15)),
        (" where pot is 5\n    raise pot by 10\n    proceed", 5, None, (1, 15)),
        (" where pot is 5\n    raise pot by 10\n    proceed", 4, None, (1, 4)),
        (
            " where pot is at least 5\n    if pot is 5\n      proceed\n    otherwise\n      raise pot by 10",
            0,
            None,
            (1, 0),
        ),
        (
            " where pot is at least 5\n    if pot is 5\n      proceed\n    otherwise\n      raise pot by 10",
            5,
            None,
            (1, 5),
        ),
        (
            " where pot is at least 5\n    if pot is 5\n      proceed\n    otherwise\n      raise pot by 10",
            6,
            None,
            (0, 16),
        ),
        (" where pot is at least 5\n    if pot is 5\n      proceed", 6, None, (0, 6)),
        (f" where pot is 5\n    {CHOICE}", 0, None, (1, 0)),
        (f" where pot is 5\n    {CHOICE}", 5, "go_on", (1, 5)),
        (f" where pot is 5\n    {CHOICE}", 5, "skip", (0, 15)),
        (f"\n    {CHOICE}", 0, "go_on", (1, 0)),
        (f"\n    {CHOICE}", 0, "skip", (0, 10)),
        (f" where pot is 5\n    {CHOICE}\n    raise pot by 100", 5, "go_on", (1, 105)),
        (f" where pot is 5\n    {CHOICE}\n    raise pot by 100", 0, None, (1, 0)),
        (" where pot is 5\n    repeat 3 times\n      proceed", 5, None, (3, 5)),
        (" where pot is 5\n    step inner\n      raise pot by 1\n      proceed", 5, None, (1, 6)),
    ],
)
def test_what_is_replaced(law: str, pot: int, reply: str | None, expected: tuple[int, int], tmp_path: Path) -> None:
    assert after_income(tmp_path, law, pot, reply) == expected


def after(number: int) -> str:
    """Each variant says that it stands behind the one before."""
    return f"  extends v{number - 1}\n" if number else ""


def test_many_laws_on_one_step_are_not_many_copies_of_it(tmp_path: Path) -> None:
    texts = {
        f"variants/v{number}.rules": f"variant v{number}\n{after(number)}"
        f"  instead of income in turn where pot is {number}\n    {CHOICE}\n"
        for number in range(25)
    }
    folder = lay_out(tmp_path, texts)
    names = [f"v{number}" for number in range(25)]
    plain = len(written(find_game(FRAME), [], {}).text)
    woven = len(written(folder, find_variants(folder, names), {}).text)
    assert woven < plain + 25 * 4000
    assert interpreter.load(folder, names).start(players=2, seed=1).request is not None

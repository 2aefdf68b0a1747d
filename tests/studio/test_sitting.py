"""A table whose rules change: it is played again under the new ones, up to the first answer that does not fit."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter.tools.studio.hall import Hall, Unfit
from interpreter.tools.studio.sitting import Refused
from interpreter.tools.studio.store import Store

GAMES = Path(__file__).parents[2] / "games"
SEATS = [{"name": "red", "who": "person"}, {"name": "blue", "who": "person"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(GAMES / "kuhn-poker", tmp_path / "kuhn-poker")
    return tmp_path


def nobody(words: Sequence[str], seed: int) -> list[None]:
    return [None] * len(words)


def hall(folder: Path) -> Hall:
    return Hall({"poker": folder / "kuhn-poker"}, Store(folder / "tables.sqlite"), nobody)


def bet(opened: Hall) -> str:
    table = opened.open_table({"game": "poker", "seats": SEATS, "seed": 3})
    sitting = opened.sitting(table)
    question = sitting.picture(0).rest["request"]["question"]
    sitting.decide(0, question, {"choice": 0})
    with pytest.raises(Refused):
        sitting.decide(0, question, {"choice": 0})
    return table


def test_the_same_rules_go_on(folder: Path) -> None:
    table = bet(hall(folder))
    again = hall(folder).sitting(table)
    assert (again.state.decisions, again.trouble) == (1, "")


def test_the_first_answer_that_does_not_fit_is_told_to_the_owner_alone(folder: Path) -> None:
    table = bet(hall(folder))
    rules = folder / "kuhn-poker" / "rules" / "play.rules"
    rules = rules if rules.is_file() else next((folder / "kuhn-poker" / "rules").glob("*.rules"))
    rules.write_text(rules.read_text(encoding="utf-8").replace("to bet ", "to double "), encoding="utf-8")
    changed = hall(folder)
    again = changed.sitting(table)
    assert again.state.decisions == 0
    assert "bet" in changed.links(table)["divergence"]
    for seat in (0, 1, None):
        told = again.picture(seat).rest["trouble"]
        assert told.startswith("The rules have changed")
        assert "bet" not in told


def test_a_table_that_is_gone(folder: Path) -> None:
    opened = hall(folder)
    table = bet(opened)
    opened.delete(table)
    with pytest.raises(Unfit, match="This table is gone"):
        opened.sitting(table)

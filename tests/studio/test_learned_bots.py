"""A learned bot at a table: offered where one has learned these rules, refused with a way out where none has."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.bots import seated
from interpreter.tools.learn import keeping
from interpreter.tools.learn.model import Model, Weights
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.store import Store
from interpreter.tools.studio.tables import TableRegistry

SEATS = [{"name": "red", "who": "learned"}, {"name": "blue", "who": "random"}]
WANTED = {"game": "pig", "seats": SEATS, "seed": 3}


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableRegistry:
    """A studio, and what is kept of bots in a dictionary instead of the user's cache."""
    files: dict[str, bytes] = {}
    monkeypatch.setattr(keeping, "keep", files.__setitem__)
    monkeypatch.setattr(keeping, "kept", files.get)
    monkeypatch.setattr(keeping, "_MIXTURES", {})
    shutil.copytree(interpreter.load("pig").path, tmp_path / "pig")
    return TableRegistry({"pig": tmp_path / "pig"}, Store(tmp_path / "tables.sqlite"), seated, tmp_path / "home", set())


def test_a_learned_bot_takes_a_seat(hall: TableRegistry) -> None:
    assert "learned" not in hall.offered.form("pig", ())["bots"]
    with pytest.raises(UnfitError, match="rulewright learn pig --players 2"):
        hall.open_table(WANTED)
    game = hall.offered.load("pig", (), {}).game
    inputs = keeping.inputs_for(game)
    facts = {"stands_for": "one decision ahead", "amount": 4}
    keeping.keep_model(game, 2, Model(inputs, Weights.empty(len(inputs.names)), facts=facts))
    assert "learned" in hall.offered.form("pig", ())["bots"]
    sitting = hall.sitting(hall.open_table(WANTED))
    assert sitting.next_bot == "learned"
    pending = sitting.bot_decides()
    assert pending is not None
    sitting.write(pending)
    assert (sitting.state.decisions, sitting.trouble) == (1, "")


def test_a_table_goes_on_when_what_was_learned_is_gone(hall: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.tools.studio.tables.is_learned", lambda *_: True)
    table = hall.open_table(WANTED)
    monkeypatch.undo()
    sitting = hall.sitting(table)
    pending = sitting.bot_decides()
    assert pending is not None
    assert sitting.trouble == ""

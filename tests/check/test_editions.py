"""Old games go on loading: real games of every edition of the language, as they were written then.

`tests/cases/editions` holds them by edition, from the history of this repository. A mechanic of the library that gets a new
blank gives it a usual value, since the games that use the mechanic do not fill it in.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import interpreter
from interpreter.source.bundled import grammars_dir
from tests.check.frame import findings

EDITIONS = Path(__file__).parents[1] / "cases" / "editions"
GAMES = sorted(file.parent for file in EDITIONS.glob("*/*/game.yaml"))
BLANK = re.compile(r"^  blank (?P<name>\w+)(?:\([^)]*\))?: (?P<type>[^\n]+)$", re.MULTILINE)
ALWAYS_FILLED = {  # since the first edition: no game is without them
    "auction": {"limit"}, "sealed_bid": {"limit"}, "debt": {"purse", "can_raise"}, "draft": {"dealt"},
    "ranking": {"result", "prizes"}, "walk": {"spaces", "space_of"},
}  # fmt: skip
DECISIONS = 30


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_game_of_an_old_edition_loads_and_plays(folder: Path) -> None:
    assert [one for one in findings(folder, []) if one.severity == "error"] == []
    state, chance = interpreter.load(folder).start(seed=1, events=False), random.Random(1)
    for _ in range(DECISIONS):
        if state.request is None:
            break
        state.take(chance.randrange(state.choice_count))
    assert state.decisions


def test_every_edition_is_there() -> None:
    assert {game.parent.name for game in GAMES} == {"first", "second"}


@pytest.mark.parametrize("file", sorted((grammars_dir() / "library").glob("*.rules")), ids=lambda file: file.stem)
def test_a_blank_that_was_not_always_there_has_a_usual_value(file: Path) -> None:
    blanks = BLANK.findall(file.read_text(encoding="utf-8"))
    open_ones = {name for name, type_ in blanks if type_ != "steps" and " usually " not in type_}
    assert open_ones <= ALWAYS_FILLED.get(file.stem, set())

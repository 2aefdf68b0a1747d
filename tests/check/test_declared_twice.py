"""Everything declared twice: messages with places, whatever is declared, and never an error of the checker itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.source.bundled import games_dir
from interpreter.tools.check.problems import problems
from tests.support.sampling import EVERYTHING

# Between them: a map with connections, a map by a rule, a grid, tiles with parts, cards by design, cards by a rule, mechanics.
SAMPLE = ("nine-parishes", "lanes-and-hamlets", "copper-lane", "hearts", "tide-islands", "iron-dales")
GAMES = sorted(path.parent.name for path in games_dir().glob("*/game.yaml")) if EVERYTHING else SAMPLE


@pytest.mark.parametrize("game", GAMES)
def test_a_game_whose_rules_are_all_there_twice(game: str, tmp_path: Path) -> None:
    folder = tmp_path / game
    shutil.copytree(games_dir() / game, folder, ignore=shutil.ignore_patterns("scenarios", "variants"))
    shutil.copytree(games_dir() / "mechanics", tmp_path / "mechanics")
    for file in folder.glob("rules/*.rules"):
        file.write_text(2 * (file.read_text(encoding="utf-8") + "\n"), encoding="utf-8")
    found = problems(folder, [])
    assert found
    assert {"R0202"} <= {one.code for one in found}
    assert all(one.span is not None for one in found)

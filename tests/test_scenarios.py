"""Every scenario of every game, collected without registration: one test each."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.scenario.asking import AskableGames
from interpreter.scenario.running import read_scenarios as read
from interpreter.scenario.running import run_scenario
from tests.support.bundled import core_games

askables = lru_cache(maxsize=None)(AskableGames)
read_scenarios = lru_cache(maxsize=None)(read)


def _all() -> list[Any]:
    found = []
    for info in core_games():
        for file in interpreter.scenario_files(info.path):
            for number, scenario in enumerate(read_scenarios(file)):
                found.append(pytest.param(info.path, file, number, id=f"{info.name}: {scenario.title}"))
    return found


@pytest.mark.parametrize(("game", "file", "number"), _all())
def test_scenario(game: Path, file: Path, number: int) -> None:
    result = run_scenario(read_scenarios(file)[number], askables(game))
    assert result.passed, "\n" + result.report

"""Small games that use every part of the language, and what is known of them from elsewhere.

Each is a folder of tests/cases/games with scenarios of its own. The numbers here are those of other programs, of formulas, or
of a few lines of Python that know nothing of this project.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import State

GAMES = Path(__file__).resolve().parent / "cases" / "games"
FOLDERS = sorted(folder for folder in GAMES.iterdir() if (folder / "game.yaml").is_file())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_scenarios_hold(folder: Path) -> None:
    assert interpreter.problems(folder) == []
    results = interpreter.run_scenarios(folder)
    assert results
    assert [result.report for result in results if not result.passed] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_random_games_come_to_an_end(folder: Path) -> None:
    game = interpreter.load(folder)
    for seed in range(3):
        state = game.start(seed=seed, events=False)
        state.play_out()
        assert state.result is not None


def ways_on(state: State, name: str, moves: int) -> int:
    """How many sequences of so many decisions called `name` there are; other decisions must have a single answer."""
    if state.request is None:
        return 1 if moves == 0 else 0
    choices = list(state.request.choices)
    if state.request.name == name:
        if moves == 0:
            return 1
        moves -= 1
    else:
        assert len(choices) == 1
    total = 0
    for choice in choices:
        copy = state.clone()
        copy.choose(choice)
        total += ways_on(copy, name, moves)
    return total


@pytest.mark.parametrize(("moves", "expected"), [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396)])
def test_othello_has_so_many_openings(moves: int, expected: int) -> None:
    """The numbers that every Othello program is tested with."""
    state = interpreter.load(GAMES / "othello").start(players=2, seed=1, events=False)
    assert ways_on(state, "square", moves) == expected

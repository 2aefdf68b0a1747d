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


def wins_of_hex(size: int) -> dict[int, int]:
    """How many of all games on a board of this size each player wins, counted without any of our code."""
    cells = [(x, y) for x in range(size) for y in range(size)]
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    won = {0: 0, 1: 0}

    def joined(stones: set[tuple[int, int]], axis: int) -> bool:
        edge = [cell for cell in stones if cell[axis] == 0]
        seen = set(edge)
        while edge:
            x, y = edge.pop()
            if (x, y)[axis] == size - 1:
                return True
            near = {(x + dx, y + dy) for dx, dy in steps} & stones - seen
            seen |= near
            edge += near
        return False

    def play(stones: tuple[set[tuple[int, int]], set[tuple[int, int]]], turn: int) -> None:
        for cell in cells:
            if cell not in stones[0] | stones[1]:
                mine = stones[turn] | {cell}
                if joined(mine, 1 - turn):
                    won[turn] += 1
                else:
                    play((mine, stones[1]) if turn == 0 else (stones[0], mine), 1 - turn)

    play((set(), set()), 0)
    return won


def test_hex_is_won_as_often_as_it_can_be() -> None:
    start = interpreter.load(GAMES / "hex", options={"size": 2}).start(players=2, seed=1, events=False)
    won = {0: 0, 1: 0}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state.result is not None:
            (winner,) = state.result.winners
            won[winner] += 1
            continue
        assert state.request is not None
        for choice in state.request.choices:
            copy = state.clone()
            copy.choose(choice)
            waiting.append(copy)
    assert won == wins_of_hex(2)


def test_an_open_number_may_be_as_large_as_a_position(tmp_path: Path) -> None:
    """3 to the power of 64 positions of 64 squares, and more: kept, saved and read back."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Large\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    rules = "keep large: number\nprocedure play\n  set large to 1\n  repeat 64 times\n    set large to 3 * large\n"
    rules += "  first(players) may nod\n    end game\n"
    (tmp_path / "rules" / "large.rules").write_text(rules, encoding="utf-8")
    game = interpreter.load(tmp_path)
    state = game.start(players=2, seed=1)
    assert state.view(0)["table"]["large"] == 3**64
    assert game.resume(state.save()).view(0)["table"]["large"] == 3**64

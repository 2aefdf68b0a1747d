"""The games of `benchmarks/natural` are what they are called: as natural rules and as quick ones they have the same openings.

Othello's are those that every Othello program is tested with. In breakthrough each of the eight pawns in front has three ways,
but for two at the rim: 22; the other player answers with as many, 22 * 22.
"""

from __future__ import annotations

import pytest

import interpreter
from benchmarks.natural import PAIRS
from tests.support.counting import OTHELLO, ways_on

BREAKTHROUGH = (22, 484)


@pytest.mark.parametrize(("name", "expected"), [("Othello", OTHELLO[:4]), ("Breakthrough", BREAKTHROUGH)])
def test_both_ways_to_write_it_are_the_same_game(name: str, expected: tuple[int, ...]) -> None:
    for folder in PAIRS[name]:
        state = interpreter.load(folder).start(players=2, seed=1, events=False)
        assert tuple(ways_on(state, moves) for moves in range(1, min(len(expected), 2) + 1)) == expected[:2]

"""C and the reference interpreter play in lockstep: the same questions, options, tables and results.

The two share nothing but the checked rules: one is printed as C, the other is a plain walk through them in `tests/reference`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import interpreter
from interpreter.reading import read_game
from tests.reference.playing import Reference
from tests.support.c_lockstep import HARD, OWN
from tests.support.judge_lockstep import DECISIONS, play_together, rulebook
from tests.support.sampling import SEED, sampled
from tests.support.tables import GAMES


@pytest.mark.parametrize("name", sampled(GAMES, 2, "C and the reference"))
def test_a_game_in_c_is_played_as_the_reference_does(name: str) -> None:
    seed = SEED % 1000
    game = interpreter.load(name)
    state = game.start(seed=seed, events=False, engine="native")
    judge = Reference(rulebook(name, ()), len(state.player_names), seed, state.automas)
    play_together(state, judge, random.Random(seed), DECISIONS)


@pytest.mark.parametrize("folder", [*OWN, *sampled(HARD, 1, "C and the reference")], ids=lambda folder: folder.name)
def test_a_small_case_in_c_is_played_as_the_reference_does(folder: Path) -> None:
    state = interpreter.load(folder).start(seed=SEED % 1000, events=False, engine="native")
    judge = Reference(read_game(folder, [], {})[0], len(state.player_names), SEED % 1000, state.automas)
    play_together(state, judge, random.Random(SEED), DECISIONS)

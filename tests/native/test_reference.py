"""C and the reference interpreter play in lockstep: the same questions, options, tables and results.

The two share nothing but the checked rules: one is printed as C, the other is a plain walk through them in `tests/reference`.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import pytest

import interpreter
from interpreter import State
from interpreter.reading import read_game
from interpreter.runtime.native_state import NativeState
from tests.conformance.playing import GAMES
from tests.native.test_lockstep import HARD, OWN
from tests.reference.playing import Reference
from tests.reference.test_lockstep import DECISIONS, play_together, rulebook
from tests.sampling import SEED, sampled


class Played:
    """A native state as the judge's own tests look at a state: what is looked at is what comes out of C."""

    def __init__(self, native: NativeState) -> None:
        self.native = native

    def __getattr__(self, name: str) -> Any:
        return getattr(self.native.python(), name)

    def choose(self, choice: Any) -> None:
        self.native.choose(choice)


def played(native: NativeState) -> State:
    return cast(State, Played(native))  # it has all that is looked at


@pytest.mark.parametrize("name", sampled(GAMES, 2, "C and the reference"))
def test_a_game_in_c_is_played_as_the_reference_does(name: str) -> None:
    seed = SEED % 1000
    game = interpreter.load(name)
    state = played(game.start(seed=seed, events=False, engine="native"))
    judge = Reference(rulebook(name, ()), len(state.player_names), seed, state.automas)
    play_together(state, judge, random.Random(seed), DECISIONS)


@pytest.mark.parametrize("folder", [*OWN, *sampled(HARD, 1, "C and the reference")], ids=lambda folder: folder.name)
def test_a_small_case_in_c_is_played_as_the_reference_does(folder: Path) -> None:
    state = played(interpreter.load(folder).start(seed=SEED % 1000, events=False, engine="native"))
    judge = Reference(read_game(folder, [], {})[0], len(state.player_names), SEED % 1000, state.automas)
    play_together(state, judge, random.Random(SEED), DECISIONS)

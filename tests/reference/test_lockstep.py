"""The engine and the reference interpreter play in lockstep, decision by decision, over every game, variant and count.

At every decision both ask the same player the same question with the same options in the same order, the generators are
equal, and so is every stored value, pile, row and grid; at the end the results are equal.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import interpreter
from interpreter.reading import read_game
from tests.reference.playing import Reference
from tests.support.judge_lockstep import DECISIONS, play_together, rulebook
from tests.support.sampling import EVERYTHING, SEED, sampled
from tests.support.tables import GAMES, ROOT, Table, tables

DEAR = {"chess": 30, "draughts": 6, "othello": 6}  # the judge tries out every way anew: so many times fewer decisions
SAMPLE = 2  # tables of each game


def chosen_tables() -> list[Table]:
    found = []
    for game in GAMES:
        found += sampled(list(tables(game)), SAMPLE, f"lockstep {game}")
    return found


def plays(folder: Path) -> bool:
    """Is this the folder of a whole game, and not one that is wrong on purpose or a frame for others?"""
    return "bad" not in folder.parts and any(
        "procedure play" in file.read_text(encoding="utf-8") for file in (folder / "rules").glob("*.rules")
    )


@pytest.mark.parametrize("table", chosen_tables(), ids=str)
def test_the_engine_plays_as_the_reference_does(table: Table) -> None:
    seed = SEED % 1000
    state = table.load().start(players=table.players, seed=seed, events=False)
    judge = Reference(rulebook(table.game, table.variants), table.seats, seed, state.automas)
    play_together(state, judge, random.Random(seed), DECISIONS)


CASES = sorted(path.parent for path in (ROOT / "tests" / "cases").glob("**/game.yaml") if plays(path.parent))


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_the_hard_cases_are_played_as_the_reference_does(folder: Path) -> None:
    game, rules = interpreter.load(folder), read_game(folder, [], {})[0]
    for seed in range(3 if EVERYTHING else 1):
        state = game.start(seed=seed, events=False)
        most = DECISIONS if folder.name not in DEAR or EVERYTHING else DECISIONS // DEAR[folder.name]
        play_together(
            state, Reference(rules, state.engine.position.count, seed, state.automas), random.Random(seed), most
        )

"""The engine and the reference interpreter play in lockstep, decision by decision, over every game, variant and count.

At every decision both ask the same player the same question with the same options in the same order, the generators are
equal, and so is every stored value, pile, row and grid; at the end the results are equal.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter import Fault, State
from interpreter.finding import find_variants
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, Zone
from interpreter.reading import read_game
from tests.conformance.playing import GAMES, ROOT, Table, tables
from tests.reference.playing import Reference
from tests.reference.table import Wrong
from tests.sampling import EVERYTHING, SEED, sampled

DECISIONS = 120  # compared in each game
MANY = 10_000
DEAR = {"chess": 30, "draughts": 6, "othello": 6}  # the judge tries out every way anew: so many times fewer decisions
SAMPLE = 2  # tables of each game


def chosen_tables() -> list[Table]:
    found = []
    for game in GAMES:
        found += sampled(list(tables(game)), SAMPLE, f"lockstep {game}")
    return found


@cache
def rulebook(game: str, variants: tuple[str, ...]) -> rb.Rulebook:
    path = ROOT / "games" / game
    return read_game(path, find_variants(path, variants), {})[0]


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
        play_together(state, Reference(rules, state.count, seed, state.automas), random.Random(seed), most)


def play_together(state: State, judge: Reference, chance: random.Random, most: int) -> None:
    for number in range(most):
        compare(state, judge, number)
        if state.request is None:
            return
        decided = [(option, False) for option in sample(state.options, chance)]
        option, is_free = chance.choice([*decided, *((free, True) for free in state.free)])
        faults = [attempt(choose, state, option, is_free), attempt(decide, judge, option, is_free)]
        if any(faults):
            assert all(faults), f"decision {number}: {faults}"
            return


def sample(options: Any, chance: random.Random) -> list[Any]:
    return list(options) if len(options) < 50 else [options[chance.randrange(len(options))] for _ in range(5)]


def choose(state: State, option: Any, is_free: bool) -> None:
    assert state.request is not None
    options = state.request.options
    number = state.free.index(option) + len(options) if is_free else options.index(option)
    state.choose(state.request.choices[number])


def decide(judge: Reference, option: Any, is_free: bool) -> None:
    if is_free:
        frees = [routine for routine in judge.rulebook.routines.values() if routine.word == "free action"]
        judge.choose_free(frees[option])
    else:
        judge.choose(option)


def attempt(step: Callable[..., None], *arguments: Any) -> str:
    try:
        step(*arguments)
    except (Fault, Wrong) as fault:
        return str(fault) or type(fault).__name__
    return ""


def compare(state: State, judge: Reference, number: int) -> None:
    here = f"decision {number}"
    assert (state.request is None) == judge.is_over, here
    if state.request is not None and judge.ask is not None:
        asked = (judge.actor, judge.ask.site.name, judge.ask.site.routine)
        assert (state.request.player, state.request.name, state.request.rule) == asked, here
        assert as_list(state.options) == as_list(judge.options), f"{here}: {asked}"
        names = [routine.name for routine in judge.free]
        assert [choice.name for choice in state.request.choices[len(state.request.options) :]] == names, here
    assert state.random == judge.table.random, here
    assert stored_by_engine(state, judge) == stored_by_judge(judge), here
    assert (state.winners, state.scores, state.out) == (judge.table.winners, judge.table.scores, judge.table.out), here
    assert state.sheet == judge.table.sheet, here


def as_list(options: Any) -> Any:
    """A long range stays one: nobody writes a million amounts out."""
    return options if isinstance(options, range) and len(options) > MANY else list(options)


def stored_by_judge(judge: Reference) -> dict[str, Any]:
    table = judge.table
    grids = {where: tuple(sorted(tiles.items())) for where, tiles in table.tiles.items()}
    zones = {where: tuple(items) for where, items in table.zones.items()}
    return {str(where): value for where, value in {**table.values, **zones, **grids}.items()}


def stored_by_engine(state: State, judge: Reference) -> dict[str, Any]:
    """Every stored value of the engine by its name and what it is stored for."""
    found = {}
    for keep in judge.rulebook.keeps.values():
        for keys in judge.table.keys(keep):
            if (keep.name, keys) not in judge.table.values and not isinstance(keep.type, Zone | Grid):
                continue
            place = place_in_engine(state, keep, keys)
            found[str((keep.name, keys))] = engine_value(state, keep, place)
    return found


def place_in_engine(state: State, keep: rb.Keep, keys: tuple[int, ...]) -> int:
    return state.code.keep_by_name[keep.name].at(keys)


def engine_value(state: State, keep: rb.Keep, place: int) -> Any:
    if isinstance(keep.type, Grid):
        return tuple((tile, spot) for tile, spot in enumerate(state.lists[place]) if spot is not None)
    return tuple(state.lists[place]) if isinstance(keep.type, Zone) else state.cells[place]

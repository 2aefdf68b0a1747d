"""The engine and the reference interpreter side by side, decision by decision.

Both ask the same player the same question with the same options in the same order, the generators are equal, and so is
every stored value, pile, row and grid; at the end the results are equal.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from interpreter import Fault, State
from interpreter.finding import find_variants
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, Zone
from interpreter.reading import read_game
from tests.reference.playing import Reference
from tests.reference.table import Wrong
from tests.support.tables import ROOT

DECISIONS = 120  # compared in each game
MANY = 10_000


@cache
def rulebook(game: str, variants: tuple[str, ...]) -> rb.Rulebook:
    path = ROOT / "games" / game
    return read_game(path, find_variants(path, variants), {})[0]


def play_together(state: State, judge: Reference, chance: random.Random, most: int) -> None:
    for number in range(most):
        compare(state, judge, number)
        if state.request is None:
            return
        decided = [(option, False) for option in sample(state.engine.position.options, chance)]
        option, is_free = chance.choice([*decided, *((free, True) for free in state.engine.position.free)])
        faults = [attempt(choose, state, option, is_free), attempt(decide, judge, option, is_free)]
        if any(faults):
            assert all(faults), f"decision {number}: {faults}"
            return


def sample(options: Any, chance: random.Random) -> list[Any]:
    return list(options) if len(options) < 50 else [options[chance.randrange(len(options))] for _ in range(5)]


def choose(state: State, option: Any, is_free: bool) -> None:
    assert state.request is not None
    options = state.request.options
    number = state.engine.position.free.index(option) + len(options) if is_free else options.index(option)
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
        assert as_list(state.engine.position.options) == as_list(judge.options), f"{here}: {asked}"
        names = [routine.name for routine in judge.free]
        assert [choice.name for choice in state.request.choices[len(state.request.options) :]] == names, here
    assert state.engine.position.random == judge.table.random, here
    assert stored_by_engine(state, judge) == stored_by_judge(judge), here
    assert (state.engine.position.winners, state.engine.position.scores, state.engine.position.out) == (
        judge.table.winners,
        judge.table.scores,
        judge.table.out,
    ), here
    assert state.engine.position.sheet == judge.table.sheet, here


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
    return state.engine.position.code.keep_by_name[keep.name].at(keys)


def engine_value(state: State, keep: rb.Keep, place: int) -> Any:
    if isinstance(keep.type, Grid):
        return tuple((tile, spot) for tile, spot in enumerate(state.engine.position.lists[place]) if spot is not None)
    return (
        tuple(state.engine.position.lists[place]) if isinstance(keep.type, Zone) else state.engine.position.cells[place]
    )

"""Saves, edited field by field: each edit gives a game that can be played on, or R0811.

In: a save. Out: every copy of it in which one field has another value, is missing, or is there twice.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from interpreter import Fault, Game
from interpreter.source import Problems
from tests.support.limits import time_limit

GONE, TWICE = object(), object()
VALUES: list[Any] = [
    None, True, -1, 0, 1, 7, 10**6, 10**12, 10**30, 2.5, float("inf"), "", "x", "\x1b[2J", [], [0], [[0]], {},
    {"range": [0, 10**12, 1]}, {"range": [0, 5, 0]}, GONE, TWICE,
]  # fmt: skip
OTHER_RULES = {"format": "R0811", "fingerprint": "R0812"}
Path = tuple[str | int, ...]


def fields(data: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every value inside a save, also to those that hold others."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from fields(value, (*path, key))


def edited(data: Any, path: Path, value: Any) -> Any:
    """A copy in which one field is another."""
    found = copy.deepcopy(data)
    holder = found
    for key in path[:-1]:
        holder = holder[key]
    last: Any = path[-1]
    if value is GONE:
        del holder[last]
    elif value is TWICE and isinstance(holder, list):
        holder.insert(last, copy.deepcopy(holder[last]))
    elif value is TWICE:
        holder[f"{last}_too"] = holder[last]
    else:
        holder[last] = value
    return found


def go_on_with(game: Game, data: Any, replay: bool = False) -> str:
    """Resumes and looks at everything; the code of what is said, or nothing. Whatever else is raised comes through."""
    with time_limit(20):
        try:
            state = game.resume(data, replay=replay)
        except Problems as problems:
            return problems.diagnostics[0].code
        except Fault as fault:
            if not replay:
                raise
            return fault.code
        for player in (None, *range(len(state.player_names))):
            state.view(player)
            state.events_for(player)
            json.dumps(state.save_for(player))
        json.dumps(state.save())
        hash(state.inspect.key())
        _ = (state.result, state.inspect.used, state.inspect.broken_rules())
        _play_on(state)
        return ""


def _play_on(state: Any) -> None:
    """Some decisions. A rule may go wrong with the values that somebody wrote: that is a fault, as in every game."""
    try:
        for number in range(6):
            request = state.request
            if request is None:
                return
            _ = (request.prompt, request.low, request.high, request.step, request.refused, request.optional)
            _ = [choice.label for choice in request.choices[:50]]
            state.choose(request.choices[number % len(request.choices)])
            json.dumps(state.save())
    except Fault:
        return


LARGE = ["dystopolis", "tycoon-india-1981", "expensive-investments", "chartered-by-the-crown", "discover-pune"]


def middle_of(game: Game, decisions: int, seed: int = 3) -> Any:
    """A save from the middle of a game, as it comes back from a file."""
    chance = random.Random(seed)
    state = game.start(seed=seed)
    for _ in range(decisions):
        if state.request is None:
            break
        state.choose(state.request.choices[chance.randrange(len(state.request.choices))])
    return json.loads(json.dumps(state.save()))


def check(game: Game, data: Any, path: tuple[str | int, ...], value: Any) -> None:
    code = go_on_with(game, edited(data, path, value))
    assert code in ("", OTHER_RULES.get(str(path[0]), "R0811")), (path, value, code)
    if path[0] in ("players", "seed", "decisions"):
        assert go_on_with(game, edited(data, path, value), replay=True) in ("", "R0811", "R0813")

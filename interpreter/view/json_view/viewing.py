"""Serialize a table as one seat may know it.

In: a State and a player (None: a spectator). Out: a ViewJson. Layer: view. There is a single gate: `Viewpoint` reads the state
as this player last could see it, and every entry is checked for visibility. Nothing here counts decisions: a player who may
not notice a decision must not be able to count it. For repeated views of a table pass a `ViewCache`: a value with unchanged
cells is not serialized again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from interpreter.runtime import State
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.tables import Keep, Keys, Value
from interpreter.runtime.views import decides_in_secret, waits_for
from interpreter.runtime.visibility import live_keys, sees
from interpreter.view.json_view.defining import named
from interpreter.view.json_view.forms import FORMAT, EntryJson, PlayerJson, ResultJson, SeenJson, TileJson, ViewJson
from interpreter.view.viewpoint import PLAYER, DerivedValues, Stored, Viewpoint


@dataclass
class ViewCache:
    """Cached views of one seat at one table: for each value its cells, their visibility, and the JSON. Only for one seat of
    one table. `worked`: derived values of the present state, shared by all seats until it changes."""

    worked: DerivedValues | None = None
    keys: dict[str, list[Keys]] = field(default_factory=dict)
    seen: dict[str, tuple[object, object, SeenJson]] = field(default_factory=dict)


def view_form(state: State, player: int | None, kept: ViewCache | None = None) -> ViewJson:
    """Serialize a view. `kept`: the cache of the same seat at the same table."""
    table = state.engine.position
    viewpoint = Viewpoint(table, player, None if kept is None else kept.worked)
    mine = state.request_for(player) is not None
    seen = viewpoint.state
    names, decider = state.player_names, player if mine else waits_for(seen, player)
    shown = [stored for stored in viewpoint.stored if stored.lives_with != ""]
    return {
        "format": FORMAT,
        "fingerprint": table.game.fingerprint,
        "you": None if player is None else names[player],
        "players": [_player(seen, seat) for seat in range(len(names))],
        "values": [
            _value(viewpoint, stored) if kept is None else _value_again(viewpoint, stored, kept) for stored in shown
        ],
        "waiting_for": None if decider is None else names[decider],
        "secret": decides_in_secret(seen),
        "over": seen.over,
        "result": _result(seen),
    }


def kept_form(state: State, player: int | None) -> list[SeenJson]:
    """Serialize only stored values, without derived ones, which are the most expensive: for programs that look very often.
    Includes the order of what is stacked, which people see in a picture."""
    viewpoint = Viewpoint(state.engine.position, player)
    kept = [stored for stored in viewpoint.stored if stored.shown is None and stored.lives_with != ""]
    return [*(_value(viewpoint, stored) for stored in kept), *_heights(viewpoint)]


def _heights(viewpoint: Viewpoint) -> Iterator[SeenJson]:
    """Serialize the stacking order, not the counter behind it."""
    state = viewpoint.state
    for keep in viewpoint.code.KEEPS:
        if keep.height_of is None:
            continue
        names = [_names(state, kind) for kind in keep.kinds]
        seen = [keys for keys in live_keys(state, keep.kinds) if sees(state, keep, keys, viewpoint.player)]
        order = sorted({int(state.cells[keep.at(keys)] or 0) for keys in seen})
        entries: list[EntryJson] = [
            {
                "keys": [words[key] for words, key in zip(names, keys, strict=True)],
                "value": order.index(int(state.cells[keep.at(keys)] or 0)),
            }
            for keys in seen
        ]
        yield {"name": keep.name, "entries": entries, "hidden": False}


def _value_again(viewpoint: Viewpoint, stored: Stored, kept: ViewCache) -> SeenJson:
    """Serialize a value through the cache; derived values are evaluated again and compared."""
    before = kept.seen.get(stored.name)
    who, cells = (
        (_who_sees(viewpoint, stored.of, kept), _cells(viewpoint.state, stored.of)) if isinstance(stored.of, Keep)
        else (None, viewpoint.worked(stored))
    )  # fmt: skip
    if before is not None and before[0] == who and before[1] == cells:
        return before[2]
    form = _value(viewpoint, stored)
    kept.seen[stored.name] = (who, cells, form)
    return form


def _who_sees(viewpoint: Viewpoint, keep: Keep, kept: ViewCache) -> tuple[bool, ...] | None:
    """Return the visibility of each entry; None if everybody sees all."""
    if isinstance(keep.sight, str):
        return None
    if keep.name not in kept.keys:
        kept.keys[keep.name] = live_keys(viewpoint.state, keep.kinds)
    return tuple(sees(viewpoint.state, keep, keys, viewpoint.player) for keys in kept.keys[keep.name])


def _cells(state: PythonEngine, keep: Keep) -> list[Value]:
    """Return all cells of a value, including those of empty seats; for zones their contents."""
    most = keep.base
    for kind, step in zip(keep.kinds, keep.steps, strict=True):
        most += (state.code.size(kind) - 1) * step
    if any(state.code.KINDS[kind].spare is not None for kind in keep.kinds):  # whether it is there is shown as well
        return [*state.cells[keep.base : most + 1], *live_keys(state, keep.kinds)]
    if keep.is_zone:
        return [tuple(cards) for cards in state.lists[keep.base : most + 1]]
    return list(state.cells[keep.base : most + 1])


def _player(state: PythonEngine, seat: int) -> PlayerJson:
    return {"name": state.player_names[seat], "out": seat in state.out, "automa": seat in state.automas}


def _result(state: PythonEngine) -> ResultJson | None:
    result = state.result
    if result is None:
        return None
    names = state.player_names
    return {
        "winners": [names[seat] for seat in result.winners],
        "scores": {names[seat]: score for seat, score in result.scores.items()},
        "sheet": {row: {names[seat]: score for seat, score in column.items()} for row, column in result.sheet.items()},
    }


def _value(viewpoint: Viewpoint, stored: Stored) -> SeenJson:
    entries, hidden = [], False
    names = [_names(viewpoint.state, kind) for kind in stored.kinds]
    write = _writer(viewpoint, stored)
    is_open = isinstance(stored.of, Keep) and isinstance(stored.of.sight, str)
    for keys in viewpoint.keys(stored):
        found: EntryJson = {"keys": [words[key] for words, key in zip(names, keys, strict=True)]}
        if is_open or viewpoint.sees(stored, keys):
            write(found, keys)
            entries.append(found)
        elif _unseen(viewpoint, stored, keys, found):
            entries.append(found)
            hidden = hidden or "count" in found
        else:
            hidden = True
    return {"name": stored.name, "entries": entries, "hidden": hidden}


def _names(state: PythonEngine, kind: str) -> tuple[str, ...]:
    return tuple(state.player_names) if kind == PLAYER else state.code.KINDS[kind].members


def _writer(viewpoint: Viewpoint, stored: Stored) -> Callable[[EntryJson, Keys], None]:
    """Make the function that writes a visible entry."""
    state = viewpoint.state
    if not stored.is_zone:
        code, type_, players = state.code, stored.type, state.player_names

        def write(found: EntryJson, keys: Keys) -> None:
            found["value"] = named(code, type_, viewpoint.value(stored, keys), players)
    elif stored.keep.is_grid:

        def write(found: EntryJson, keys: Keys) -> None:
            spots = enumerate(viewpoint.value(stored, keys))
            found["tiles"] = [_tile(viewpoint, stored, number, spot) for number, spot in spots if spot is not None]
    else:
        members = state.code.KINDS[stored.card].members

        def write(found: EntryJson, keys: Keys) -> None:
            found["cards"] = [None if card is None else members[card] for card in viewpoint.value(stored, keys)]

    return write


def _unseen(viewpoint: Viewpoint, stored: Stored, keys: Keys, found: EntryJson) -> bool:
    """Write the size of a hidden pile, if public; for a hidden value that it is none, if that is visible."""
    if not isinstance(stored.of, Keep):
        return False
    keep = stored.of
    if keep.is_zone:
        if keep.count_hidden or keep.is_grid:
            return False
        found["count"] = viewpoint.number(stored, keys)
        return True
    if keep.absence_seen and viewpoint.state.cells[keep.at(keys)] is None:
        found["value"] = None
        return True
    return False


def _tile(viewpoint: Viewpoint, stored: Stored, number: int, spot: int) -> TileJson:
    code, ground = viewpoint.code, viewpoint.code.GROUNDS[stored.name]
    column, row, turn = ground.position(spot)
    return {
        "tile": code.KINDS[stored.card].members[number],
        "column": column,
        "row": row,
        "turn": turn,
        "cells": [list(cell) for cell in ground.covered(number, spot)],
    }

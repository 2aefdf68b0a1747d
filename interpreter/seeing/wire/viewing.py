"""A table as data, as one seat may know it.

In: a State and a player (None: a spectator). Out: a ViewForm. Layer: seeing. There is one door: `Viewpoint` reads the state as
this player last could see it, and every entry is asked whether this player sees it. Nothing here counts decisions: who may not
notice a decision must not be able to count it. Whoever looks at the same table again and again gives `Kept`: a value whose
cells are as they were is not written again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.runtime import State
from interpreter.runtime.grids import covered, unpack
from interpreter.runtime.sight import live_keys, sees
from interpreter.runtime.tables import Keep, Keys, Value
from interpreter.seeing.viewpoint import PLAYER, Stored, Viewpoint, WorkedOut

from .defining import named
from .forms import FORMAT, EntryForm, PlayerForm, ResultForm, SeenForm, TileForm, ViewForm


@dataclass
class Kept:
    """What one seat saw of one table: for each value the cells that it was made from, who saw them, and the form. Only for one
    seat of one table. `worked`: what is worked out of the present state, for all seats that look at it before it changes."""

    worked: WorkedOut | None = None
    keys: dict[str, list[Keys]] = field(default_factory=dict)
    seen: dict[str, tuple[object, object, SeenForm]] = field(default_factory=dict)


def view_form(state: State, player: int | None, kept: Kept | None = None) -> ViewForm:
    """`kept`: of the same seat at the same table; it makes the next look cheap."""
    viewpoint = Viewpoint(state, player, None if kept is None else kept.worked)
    mine = state.request_for(player) is not None
    seen = viewpoint.state
    secret = seen.options is not None and seen.code.SITES[seen.site].private
    open_actor = None if secret or seen.options is None else seen.player_names[seen.actor]
    names = state.player_names
    shown = [stored for stored in viewpoint.stored if stored.lives_with != ""]
    return {
        "format": FORMAT,
        "fingerprint": state.game.fingerprint,
        "you": None if player is None else names[player],
        "players": [_player(seen, seat) for seat in range(len(names))],
        "values": [_value(viewpoint, stored) if kept is None else _value_again(viewpoint, stored, kept) for stored in shown],
        "waiting_for": names[player] if mine and player is not None else open_actor,
        "secret": secret,
        "over": seen.over,
        "result": _result(seen),
    }


def _value_again(viewpoint: Viewpoint, stored: Stored, kept: Kept) -> SeenForm:
    """As it was written before, if nothing of it is different; what is worked out is worked out again, and compared."""
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


def _who_sees(viewpoint: Viewpoint, keep: Keep, kept: Kept) -> tuple[bool, ...] | None:
    """Of each entry whether this player sees it; None: everybody sees all."""
    if isinstance(keep.sight, str):
        return None
    if keep.name not in kept.keys:
        kept.keys[keep.name] = live_keys(viewpoint.state, keep.kinds)
    return tuple(sees(viewpoint.state, keep, keys, viewpoint.player) for keys in kept.keys[keep.name])


def _cells(state: State, keep: Keep) -> list[Value]:
    """All cells of a value, also of seats that nobody sits on; of zones what lies in them."""
    most = keep.base
    for kind, step in zip(keep.kinds, keep.steps, strict=True):
        most += (state.code.size(kind) - 1) * step
    if keep.is_zone:
        return [tuple(cards) for cards in state.lists[keep.base : most + 1]]
    return list(state.cells[keep.base : most + 1])


def _player(state: State, seat: int) -> PlayerForm:
    return {"name": state.player_names[seat], "out": seat in state.out, "automa": seat in state.automas}


def _result(state: State) -> ResultForm | None:
    result = state.result
    if result is None:
        return None
    names = state.player_names
    return {
        "winners": [names[seat] for seat in result.winners],
        "scores": {names[seat]: score for seat, score in result.scores.items()},
        "sheet": {row: {names[seat]: score for seat, score in column.items()} for row, column in result.sheet.items()},
    }


def _value(viewpoint: Viewpoint, stored: Stored) -> SeenForm:
    entries, hidden = [], False
    names = [_names(viewpoint.state, kind) for kind in stored.kinds]
    write = _writer(viewpoint, stored)
    is_open = isinstance(stored.of, Keep) and isinstance(stored.of.sight, str)
    for keys in viewpoint.keys(stored):
        found: EntryForm = {"keys": [words[key] for words, key in zip(names, keys, strict=True)]}
        if is_open or viewpoint.sees(stored, keys):
            write(found, keys)
            entries.append(found)
        elif _unseen(viewpoint, stored, keys, found):
            entries.append(found)
            hidden = hidden or "count" in found
        else:
            hidden = True
    return {"name": stored.name, "entries": entries, "hidden": hidden}


def _names(state: State, kind: str) -> tuple[str, ...]:
    return tuple(state.player_names) if kind == PLAYER else state.code.KINDS[kind].members


def _writer(viewpoint: Viewpoint, stored: Stored) -> Callable[[EntryForm, Keys], None]:
    """What writes an entry that is seen."""
    state = viewpoint.state
    if not stored.is_zone:
        code, type_, players = state.code, stored.type, state.player_names

        def write(found: EntryForm, keys: Keys) -> None:
            found["value"] = named(code, type_, viewpoint.value(stored, keys), players)
    elif stored.keep.is_grid:

        def write(found: EntryForm, keys: Keys) -> None:
            spots = enumerate(viewpoint.value(stored, keys))
            found["tiles"] = [_tile(viewpoint, stored, number, spot) for number, spot in spots if spot is not None]
    else:
        members = state.code.KINDS[stored.card].members

        def write(found: EntryForm, keys: Keys) -> None:
            found["cards"] = [None if card is None else members[card] for card in viewpoint.value(stored, keys)]
    return write


def _unseen(viewpoint: Viewpoint, stored: Stored, keys: Keys, found: EntryForm) -> bool:
    """Of a hidden pile the number of its cards, if that may be known; of a hidden value that it is none, if that is seen."""
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


def _tile(viewpoint: Viewpoint, stored: Stored, number: int, spot: int) -> TileForm:
    column, row, turn = unpack(spot)
    code = viewpoint.code
    cells = covered(code.SHAPES[stored.card][number], spot) if code.SHAPES[stored.card] else [(column, row)]
    return {
        "tile": code.KINDS[stored.card].members[number],
        "column": column,
        "row": row,
        "turn": turn,
        "cells": [list(cell) for cell in cells],
    }

"""A table as data, as one seat may know it.

In: a State and a player (None: a spectator). Out: a ViewForm. Layer: seeing. There is one door: `Viewpoint` reads the state as
this player last could see it, and every entry is asked whether this player sees it. Nothing here counts decisions: who may not
notice a decision must not be able to count it.
"""

from __future__ import annotations

from interpreter.runtime import State
from interpreter.runtime.grids import covered, unpack
from interpreter.runtime.tables import Keys
from interpreter.seeing.viewpoint import Stored, Viewpoint

from .defining import named
from .forms import FORMAT, EntryForm, PlayerForm, ResultForm, SeenForm, TileForm, ViewForm


def view_form(state: State, player: int | None) -> ViewForm:
    viewpoint = Viewpoint(state, player)
    mine = state.request_for(player) is not None
    seen = viewpoint.state
    secret = seen.options is not None and seen.code.SITES[seen.site].private
    open_actor = None if secret or seen.options is None else seen.player_names[seen.actor]
    names = state.player_names
    return {
        "format": FORMAT,
        "fingerprint": state.game.fingerprint,
        "you": None if player is None else names[player],
        "players": [_player(seen, seat) for seat in range(len(names))],
        "values": [_value(viewpoint, stored) for stored in viewpoint.stored if stored.lives_with != ""],
        "waiting_for": names[player] if mine and player is not None else open_actor,
        "secret": secret,
        "over": seen.over,
        "result": _result(seen),
    }


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
    for keys in viewpoint.keys(stored):
        entry = _entry(viewpoint, stored, keys)
        if entry is not None:
            entries.append(entry)
        hidden = hidden or entry is None or "count" in entry
    return {"name": stored.name, "entries": entries, "hidden": hidden}


def _entry(viewpoint: Viewpoint, stored: Stored, keys: Keys) -> EntryForm | None:
    state = viewpoint.state
    found: EntryForm = {"keys": [state.member_name(kind, key) for kind, key in zip(stored.kinds, keys, strict=True)]}
    if not viewpoint.sees(stored, keys):
        return _unseen(viewpoint, stored, keys, found)
    if not stored.is_zone:
        found["value"] = named(state.code, stored.type, viewpoint.value(stored, keys), state.player_names)
    elif stored.keep.is_grid:
        spots = enumerate(viewpoint.value(stored, keys))
        found["tiles"] = [_tile(viewpoint, stored, number, spot) for number, spot in spots if spot is not None]
    else:
        members = state.code.KINDS[stored.card].members
        found["cards"] = [None if card is None else members[card] for card in viewpoint.value(stored, keys)]
    return found


def _unseen(viewpoint: Viewpoint, stored: Stored, keys: Keys, found: EntryForm) -> EntryForm | None:
    """Of a hidden pile the number of its cards, if that may be known; of a hidden value that it is none, if that is seen."""
    if stored.shown is not None:
        return None
    where = stored.keep.at(keys)
    if stored.is_zone:
        if stored.keep.count_hidden or stored.keep.is_grid:
            return None
        found["count"] = viewpoint.number(stored, keys)
        return found
    if stored.keep.absence_seen and viewpoint.state.cells[where] is None:
        found["value"] = None
        return found
    return None


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

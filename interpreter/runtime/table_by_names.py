"""Serialize the table by names: every stored value as people write it, and back.

In: a state; or a state and the values by names. Out: a dictionary of plain values; or the state with these values.
Layer: runtime. Values of empty seats are left out.
"""

from __future__ import annotations

from typing import Any

from interpreter.ir.types import LARGEST, Grid, ListOf, Maybe, Of, Type, YesNo, Zone
from interpreter.runtime.event_log import zone_title
from interpreter.runtime.grids import contacts
from interpreter.runtime.grounds import MIDDLE, cell_of, spot, spot_on, turn_of, unpack
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys, Value
from interpreter.runtime.views import key_name, named
from interpreter.runtime.visibility import live_keys


class MisnamedError(ValueError):
    """A value that the rules do not know."""


def table_by_names(state: Position) -> dict[str, Any]:
    return {_name(state, keep, keys): _told(state, keep, keys) for keep, keys in _entries(state)}


def lay_by_names(state: Position, table: dict[str, Any]) -> None:
    """Fill a fresh table from values by names."""
    known = set()
    for zones in (True, False):  # first where cards lie: what is written on one that is made in play is there if it is
        for keep, keys in _entries(state):
            if keep.is_zone is not zones:
                continue
            name = _name(state, keep, keys)
            known.add(name)
            if name not in table:
                raise MisnamedError(f"{name} is missing")
            _put(state, keep, keys, table[name])
    for name in table:
        if name not in known:
            raise MisnamedError(f"nothing is called {name}")


def _entries(state: Position) -> list[tuple[Keep, Keys]]:
    return [(keep, keys) for keep in state.code.KEEPS for keys in live_keys(state, keep.kinds)]


def _name(state: Position, keep: Keep, keys: Keys) -> str:
    return f"{keep.name}({key_name(state, keep.kinds, keys)})" if keys else keep.name


def _told(state: Position, keep: Keep, keys: Keys) -> Any:
    number = keep.at(keys)
    match keep.type:
        case Grid(kind):
            tiles = enumerate(state.lists[number])
            return {
                state.member_name(kind, tile): _spot_by_names(state, keep.type, value)
                for tile, value in tiles if value is not None
            }  # fmt: skip
        case Zone(kind):
            return [None if card is None else state.member_name(kind, card) for card in state.lists[number]]
        case _:
            return named(state, keep.type, state.cells[number])


def _put(state: Position, keep: Keep, keys: Keys, value: object) -> None:
    number = keep.at(keys)
    match keep.type:
        case Grid(kind):
            _put_tiles(state, keep.type, number, value)
        case Zone(kind):
            _put_cards(state, kind, number, value)
        case _:
            state.cells[number] = _value(state, keep.type, value)


def _put_cards(state: Position, kind: str, zone: int, names: object) -> None:
    is_row = state.code.is_row[zone]  # with slots, which may be empty
    if not isinstance(names, list) or (len(names) != len(state.lists[zone]) if is_row else None in names):
        raise MisnamedError(f"{names!r} are not the {kind} of {zone_title(state, zone)}")
    cards = [None if name is None else _member(state, kind, name) for name in names]
    for card in cards:
        if card is not None:
            _move(state, kind, card, zone)
    state.lists[zone] = cards


def _spot_by_names(state: Position, grid: Grid, value: int) -> list[int | str]:
    """A spot as column, row and turns.

    On the places of a board as the place and turns."""
    return list(unpack(value)) if grid.on is None else [state.member_name(grid.on, cell_of(value)), turn_of(value)]


def _put_tiles(state: Position, type_: Grid, grid: int, tiles: object) -> None:
    if not isinstance(tiles, dict):
        raise MisnamedError(f"{tiles!r} does not say where the {type_.kind} are")
    for name, where in tiles.items():
        tile = _member(state, type_.kind, name)
        _move(state, type_.kind, tile, grid)
        state.lists[grid][tile] = _spot(state, type_, grid, name, where)
    contacts(state, grid, state.code.ground(grid))


def _spot(state: Position, type_: Grid, grid: int, name: str, where: object) -> int:
    match where:
        case [str(place), int(turn)] if type_.on is not None and 0 <= turn < state.code.ground(grid).sides:
            return spot_on(_member(state, type_.on, place), turn)
        case [int(column), int(row), int(turn)] if type_.on is None and turn in range(4):
            if abs(column) <= MIDDLE and abs(row) <= MIDDLE:
                return spot(column, row, turn)
    raise MisnamedError(f"{name} cannot be at {where}")


def _move(state: Position, kind: str, card: int, zone: int) -> None:
    cell = state.code.base(kind) + card
    if state.cells[cell] is not None:
        raise MisnamedError(f"the same {kind} is in two places")
    state.cells[cell] = zone


def _value(state: Position, type_: Type, value: object) -> Value:
    match type_:
        case Maybe(inner):
            return None if value is None else _value(state, inner, value)
        case Of(kind):
            return None if value is None else _member(state, kind, value)  # none: its procedure is not running
        case ListOf(inner) if isinstance(value, list):
            return tuple(_value(state, inner, item) for item in value)
        case YesNo() if isinstance(value, bool):
            return value
        case _ if type(value) is int and not isinstance(type_, YesNo | ListOf) and abs(value) <= LARGEST:
            return value
    raise MisnamedError(f"{value!r} is not a value of the rules")


def _member(state: Position, kind: str, name: object) -> int:
    members = state.player_names if kind == "player" else state.code.KINDS[kind].members
    if not isinstance(name, str) or name not in members:
        raise MisnamedError(f"there is no {kind} called {name!r}")
    return members.index(name)

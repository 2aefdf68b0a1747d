"""The table by names: every stored value as people write it, and back.

In: a state; or a state and the values by names. Out: a dictionary of plain values; or the state with these values.
Layer: runtime. What is kept for seats that nobody sits on is left out.
"""

from __future__ import annotations

from typing import Any

from interpreter.runtime.grids import MIDDLE, contacts, spot, unpack
from interpreter.runtime.views import key_name, live_keys, named, place

LARGEST = 10**18  # a number that rules can make


class Misnamed(ValueError):
    """A value that the rules do not know."""


def table_by_names(state: Any) -> dict[str, Any]:
    return {_name(state, keep, keys): _told(state, keep, keys) for keep, keys in _places(state)}


def lay_by_names(state: Any, table: dict[str, Any]) -> None:
    """Puts everything on a fresh table where the names say."""
    known = set()
    for keep, keys in _places(state):
        name = _name(state, keep, keys)
        known.add(name)
        if name not in table:
            raise Misnamed(f"it does not say {name}")
        _put(state, keep, keys, table[name])
    for name in table:
        if name not in known:
            raise Misnamed(f"nothing is called {name}")


def _places(state: Any) -> list[tuple[Any, tuple[int, ...]]]:
    return [(keep, keys) for keep in state.code.KEEPS for keys in live_keys(state, keep[3])]


def _name(state: Any, keep: Any, keys: tuple[int, ...]) -> str:
    return f"{keep[0]}({key_name(state, keep[3], keys)})" if keys else str(keep[0])


def _told(state: Any, keep: Any, keys: tuple[int, ...]) -> Any:
    code, number = keep[4], place(keep, keys)
    head, _, rest = code.partition(":")
    if head == "grid":
        tiles = enumerate(state.lists[number])
        return {state.member_name(rest, tile): list(unpack(value)) for tile, value in tiles if value is not None}
    if head in ("pile", "row"):
        kind = rest.split(":")[0]
        return [None if card is None else state.member_name(kind, card) for card in state.lists[number]]
    return named(state, code, state.cells[number])


def _put(state: Any, keep: Any, keys: tuple[int, ...], value: Any) -> None:
    code, number = keep[4], place(keep, keys)
    head, _, rest = code.partition(":")
    if head == "grid":
        _put_tiles(state, rest, number, value)
    elif head in ("pile", "row"):
        _put_cards(state, rest.split(":")[0], number, value)
    else:
        state.cells[number] = _value(state, code, value)


def _put_cards(state: Any, kind: str, zone: int, names: Any) -> None:
    base = state.code.KINDS[kind][4]
    if not isinstance(names, list) or (state.code.is_row[zone] and len(names) != len(state.lists[zone])):
        raise Misnamed(f"{names!r} are not the {kind} of {state.zone_title(zone)}")
    cards = [None if name is None else _member(state, kind, name) for name in names]
    for card in cards:
        if card is not None:
            _move(state, kind, base + card, zone)
    state.lists[zone] = cards


def _put_tiles(state: Any, kind: str, grid: int, places: Any) -> None:
    base, shapes = state.code.KINDS[kind][4], state.code.names[f"{kind}_shapes"]
    for name, (column, row, turn) in dict(places).items():
        tile = _member(state, kind, name)
        if not all(type(number) is int and abs(number) <= MIDDLE for number in (column, row)) or turn not in range(4):
            raise Misnamed(f"{name} cannot lie at {column}, {row}, {turn}")
        _move(state, kind, base + tile, grid)
        state.lists[grid][tile] = spot(column, row, turn)
    contacts(state, grid, shapes)


def _move(state: Any, kind: str, cell: int, zone: int) -> None:
    if state.cells[cell] is not None:
        raise Misnamed(f"the same {kind} lies in two places")
    state.cells[cell] = zone


def _value(state: Any, code: str, value: Any) -> Any:
    head, _, rest = code.partition(":")
    if head == "maybe":
        return None if value is None else _value(state, rest, value)
    if head == "of":
        return None if value is None else _member(state, rest, value)  # kept by a procedure that does not run
    if head == "list":
        return tuple(_value(state, rest, item) for item in list(value))
    wanted = bool if head == "yes" else int
    if isinstance(value, bool) != (wanted is bool) or not isinstance(value, wanted) or abs(value) > LARGEST:
        raise Misnamed(f"{value!r} is not a value of the rules")
    return value


def _member(state: Any, kind: str, name: Any) -> int:
    members = state.player_names if kind == "player" else state.code.KINDS[kind][1]
    if name not in members:
        raise Misnamed(f"there is no {kind} called {name!r}")
    return int(members.index(name))

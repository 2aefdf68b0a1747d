"""Views: what one player may know.

In: a state and a player (None: a spectator). Out: a plain dictionary by names. Layer: runtime. What the player may not see is
absent; a hidden pile shows only its number of cards, unless that is hidden as well.
"""

from __future__ import annotations

from typing import Any

from interpreter.ir.types import ListOf, Maybe, Of, Type
from interpreter.runtime.faults import Fault
from interpreter.runtime.grids import drawn
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys, Shown, Value
from interpreter.runtime.visibility import live_keys, sees


def view(state: Position, player: int | None) -> dict[str, Any]:
    code = state.code
    table: dict[str, Any] = {}
    zones: dict[str, Any] = {}
    boards: dict[str, list[str]] = {}
    for keep in code.KEEPS:
        if keep.height_of is not None:
            _heights(state, keep, player, table)
        elif keep.is_grid:
            _grid(state, keep, player, zones, boards)
        elif keep.is_zone:
            _zone(state, keep, player, zones)
        else:
            _values(state, keep, player, table)
    _square_boards(state, table, boards)
    return {
        "you": player,
        "players": list(state.player_names),
        "out": [state.player_names[number] for number in state.out],
        "table": table,
        "zones": zones,
        "boards": boards,
        "shown": _worked_out(state, player),
        "waiting_for": waits_for(state, player),
    }


def seen_value(state: Position, player: int | None, name: str) -> Any:
    """One value of the table in a view; None if it is absent."""
    table: dict[str, Any] = {}
    for keep in state.code.KEEPS:
        if keep.name == name and keep.height_of is None and not keep.is_grid and not keep.is_zone:
            _values(state, keep, player, table)
    return table.get(name)


def _worked_out(state: Position, player: int | None) -> dict[str, Any]:
    """Derived values that the rules declare as shown, by name."""
    found: dict[str, Any] = {}
    for shown in state.code.SHOWN:
        seen = {
            key_name(state, shown.kinds, keys): named(state, shown.type, value)
            for keys, value in worked_out(state, shown, player)
        }
        found[shown.name] = seen if shown.kinds else seen.get("")
    return found


def worked_out(state: Position, shown: Shown, player: int | None) -> list[tuple[Keys, Value]]:
    """The entries of a derived value that a player sees.

    Entries that fail to evaluate now are left out."""
    found = []
    for keys in live_keys(state, shown.kinds):
        if shown.owner is None or keys[shown.owner] == player:
            try:
                found.append((keys, shown.work_out(state, *keys)))
            except (Fault, TypeError, LookupError, ArithmeticError, ValueError):
                continue
    return found


def waits_for(state: Position, player: int | None) -> int | None:
    """Whose decision it is, as far as this player may know.

    The only place that decides whether a player may be named. A secret decision is known only to the player who makes it. The
    state must be the one that the player sees (`State.as_seen`)."""
    if state.options is None or (decides_in_secret(state) and state.actor != player):
        return None
    return state.actor


def decides_in_secret(state: Position) -> bool:
    """Is the current decision known only to the player who makes it?"""
    return state.secret_turn_of is not None or (state.options is not None and state.code.SITES[state.site].private)


def key_name(state: Position, kinds: tuple[str, ...], keys: Keys) -> str:
    return ", ".join(state.member_name(kind, key) for kind, key in zip(kinds, keys, strict=True))


def zone_name(state: Position, keep: Keep, keys: Keys) -> str:
    return keep.name if not keys else f"{key_name(state, keep.kinds, keys)}'s {keep.name}"


def _values(state: Position, keep: Keep, player: int | None, table: dict[str, Any]) -> None:
    found = {
        key_name(state, keep.kinds, keys): named(state, keep.type, state.cells[keep.at(keys)])
        for keys in live_keys(state, keep.kinds)
        if sees(state, keep, keys, player) or (keep.absence_seen and state.cells[keep.at(keys)] is None)
    }
    if keep.kinds:
        table[keep.name] = found
    elif found:
        table[keep.name] = found[""]


def _heights(state: Position, keep: Keep, player: int | None, table: dict[str, Any]) -> None:
    """Show only the order in a stack, not the counter behind it."""
    stamps = {
        key_name(state, keep.kinds, keys): state.cells[keep.at(keys)]
        for keys in live_keys(state, keep.kinds) if sees(state, keep, keys, player)
    }  # fmt: skip
    order = sorted(set(stamps.values()))
    table[keep.name] = {name: order.index(stamp) for name, stamp in stamps.items()}


def _zone(state: Position, keep: Keep, player: int | None, zones: dict[str, Any]) -> None:
    for keys in live_keys(state, keep.kinds):
        cards = state.lists[keep.at(keys)]
        name = zone_name(state, keep, keys)
        if sees(state, keep, keys, player):
            zones[name] = [None if card is None else state.member_name(keep.card, card) for card in cards]
        elif not keep.count_hidden:
            zones[name] = {"count": sum(card is not None for card in cards)}


def _grid(state: Position, keep: Keep, player: int | None, zones: dict[str, Any], boards: dict[str, list[str]]) -> None:
    for keys in live_keys(state, keep.kinds):
        if not sees(state, keep, keys, player):
            continue
        name = zone_name(state, keep, keys)
        names = state.code.KINDS[keep.card].members
        places = state.lists[keep.at(keys)]
        zones[name] = {names[tile]: value for tile, value in enumerate(places) if value is not None}
        boards[name] = drawn(places, state.code.GROUNDS[keep.name], list(names))


def _square_boards(state: Position, table: dict[str, Any], boards: dict[str, list[str]]) -> None:
    """Render a grid of places by the one value that says what is on each."""
    for name, kind in state.code.KINDS.items():
        if kind.grid is None:
            continue
        for keep in state.code.KEEPS:
            if keep.kinds == (name,) and keep.name in table and len(table[keep.name]) == len(kind.members):
                boards.setdefault(keep.name, _drawn_squares(kind.members, kind.grid, table[keep.name]))


def _drawn_squares(members: tuple[str, ...], grid: tuple[int, int], values: dict[str, Any]) -> list[str]:
    width, height = grid
    signs = {name: "." if value in (None, 0, False, "none") else str(value) for name, value in values.items()}
    wide = max(len(sign) for sign in signs.values())
    lines = []
    for row in range(height - 1, -1, -1):
        cells = [signs[members[row * width + column]].ljust(wide) for column in range(width)]
        lines.append(f"{row + 1:>2}  {' '.join(cells)}".rstrip())
    lines.append("    " + " ".join(chr(ord("a") + column).ljust(wide) for column in range(width)).rstrip())
    return lines


def named(state: Position, type_: Type, value: Value) -> Any:
    """Convert a stored value to names.

    Members of kinds as their names, lists as lists."""
    match type_:
        case Maybe(inner) if value is not None:
            return named(state, inner, value)
        case Of(kind) if isinstance(value, int):
            return state.member_name(kind, value)
        case ListOf(inner) if isinstance(value, tuple):
            return [named(state, inner, item) for item in value]
        case _:
            return value

"""Views: what one player may know.

In: a state and a player (None: a spectator). Out: a plain dictionary by names. Layer: runtime. What the player may not
see is not there at all; of a hidden pile only the number of cards, unless that is hidden too.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from interpreter.runtime.code import keys_of
from interpreter.runtime.faults import Fault
from interpreter.runtime.grids import drawn


def view(state: Any, player: int | None) -> dict[str, Any]:
    code = state.code
    table: dict[str, Any] = {}
    zones: dict[str, Any] = {}
    boards: dict[str, list[str]] = {}
    for keep in code.KEEPS:
        if keep[0].endswith("_height") and keep[0][:-7] in code.keep_by_name:
            _heights(state, keep, player, table)
        elif keep[4].split(":")[0] in ("pile", "row"):
            _zone(state, keep, player, zones)
        elif keep[4].startswith("grid"):
            _grid(state, keep, player, zones, boards)
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
        "waiting_for": _waiting(state, player),
    }


def _worked_out(state: Any, player: int | None) -> dict[str, Any]:
    """What the rules work out and declare worth showing, by its titles' names."""
    found: dict[str, Any] = {}
    for shown in state.code.SHOWN:
        seen = {
            key_name(state, shown[2], keys): named(state, shown[3], value)
            for keys, value in worked_out(state, shown, player)
        }
        found[shown[0]] = seen if shown[2] else seen.get("")
    return found


def worked_out(state: Any, shown: Any, player: int | None) -> list[tuple[tuple[int, ...], Any]]:
    """The entries of a worked-out value that a player sees. One that cannot be worked out just now is left out."""
    _, _, kinds, _, work_out, owner = shown
    found = []
    for keys in live_keys(state, kinds):
        if owner is None or keys[owner] == player:
            with suppress(Fault, TypeError, LookupError, ArithmeticError, ValueError):
                found.append((keys, work_out(state, *keys)))
    return found


def _waiting(state: Any, player: int | None) -> int | None:
    """Whose decision it is; a hidden decision is known only to the one who makes it."""
    if state.options is None:
        return None
    if state.code.SITES[state.site][5] and state.actor != player:
        return None
    return int(state.actor)


def sees(state: Any, keep: Any, keys: tuple[int, ...], player: int | None) -> bool:
    if keep[5] == "everyone":
        return True
    return bool(keep[5](state, -1 if player is None else player, *keys))


def live_keys(state: Any, kinds: tuple[str, ...]) -> list[tuple[int, ...]]:
    """The keys of a value that is there for each member of these kinds, without seats that nobody sits on."""
    return [
        keys for keys in keys_of(state.code, kinds)
        if all(kind != "player" or key < state.count for kind, key in zip(kinds, keys, strict=True))
    ]  # fmt: skip


def place(keep: Any, keys: tuple[int, ...]) -> int:
    return int(keep[1] + sum(key * step for key, step in zip(keys, keep[2], strict=True)))


def key_name(state: Any, kinds: tuple[str, ...], keys: tuple[int, ...]) -> str:
    return ", ".join(state.member_name(kind, key) for kind, key in zip(kinds, keys, strict=True))


def _values(state: Any, keep: Any, player: int | None, table: dict[str, Any]) -> None:
    if not keep[3]:
        if sees(state, keep, (), player):
            table[keep[0]] = named(state, keep[4], state.cells[keep[1]])
        elif keep[11] and state.cells[keep[1]] is None:
            table[keep[0]] = None
        return
    found = {}
    for keys in live_keys(state, keep[3]):
        if sees(state, keep, keys, player):
            found[key_name(state, keep[3], keys)] = named(state, keep[4], state.cells[place(keep, keys)])
        elif keep[11] and state.cells[place(keep, keys)] is None:  # what is not there, everyone sees
            found[key_name(state, keep[3], keys)] = None
    table[keep[0]] = found


def _heights(state: Any, keep: Any, player: int | None, table: dict[str, Any]) -> None:
    """Only the order in a stack is known, not the counter behind it."""
    stamps = {
        key_name(state, keep[3], keys): state.cells[place(keep, keys)]
        for keys in live_keys(state, keep[3]) if sees(state, keep, keys, player)
    }  # fmt: skip
    order = sorted(set(stamps.values()))
    table[keep[0]] = {name: order.index(stamp) for name, stamp in stamps.items()}


def _zone(state: Any, keep: Any, player: int | None, zones: dict[str, Any]) -> None:
    kind = keep[4].split(":")[1]
    for keys in live_keys(state, keep[3]):
        cards = state.lists[place(keep, keys)]
        name = keep[0] if not keys else f"{key_name(state, keep[3], keys)}'s {keep[0]}"
        if sees(state, keep, keys, player):
            zones[name] = [None if card is None else state.member_name(kind, card) for card in cards]
        elif not keep[6]:
            zones[name] = {"count": sum(card is not None for card in cards)}


def _grid(state: Any, keep: Any, player: int | None, zones: dict[str, Any], boards: dict[str, list[str]]) -> None:
    kind = keep[4].split(":")[1]
    for keys in live_keys(state, keep[3]):
        if not sees(state, keep, keys, player):
            continue
        name = keep[0] if not keys else f"{key_name(state, keep[3], keys)}'s {keep[0]}"
        places = state.lists[place(keep, keys)]
        zones[name] = {state.member_name(kind, tile): value for tile, value in enumerate(places) if value is not None}
        shapes = state.code.names.get(f"{kind}_shapes", ())
        if shapes:
            boards[name] = drawn(places, shapes, [state.member_name(kind, tile) for tile in range(len(places))])


def _square_boards(state: Any, table: dict[str, Any], boards: dict[str, list[str]]) -> None:
    """A grid of places is drawn by the one value that says who or what is on each."""
    for kind, (_, members, _, grid, _, _) in state.code.KINDS.items():
        if grid is None:
            continue
        for keep in state.code.KEEPS:
            if keep[3] == (kind,) and keep[0] in table and len(table[keep[0]]) == len(members):
                boards.setdefault(keep[0], _drawn_squares(members, grid, table[keep[0]]))


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


def named(state: Any, code: str, value: Any) -> Any:
    """A stored value by names: members of kinds as their names, lists as lists."""
    head, _, rest = code.partition(":")
    if value is None:
        return None
    if head == "maybe":
        return named(state, rest, value)
    if head == "of":
        return state.member_name(rest, value)
    if head == "list":
        return [named(state, rest, item) for item in value]
    return value

"""A linked game module: generated code with the names it may use.

In: a code object of generated Python. Out: its tables and functions as attributes. Layer: runtime.
`EXPORTED` is the one list of names that generated code may use besides Python's own simple functions.
"""

from __future__ import annotations

from bisect import bisect_right
from types import CodeType
from typing import Any

from interpreter.runtime import chance, events, faults, grids, lists, machine, zones

EXPORTED: dict[str, Any] = {
    "Ended": faults.Ended, "Rejected": faults.Rejected, "beyond": faults.beyond, "too_poor": faults.too_poor,
    "endless": faults.endless, "roll": chance.roll, "roll_one": chance.roll_one, "pick": chance.pick,
    "shuffle": chance.shuffle, "rotated": lists.rotated, "position": lists.position, "first_of": lists.first_of,
    "last_of": lists.last_of, "only": lists.only, "tied": lists.tied, "sole": lists.sole, "sole_of": lists.sole_of,
    "leaving_out": lists.leaving_out, "shared_by": lists.shared_by, "nearest": lists.nearest,
    "next_player": lists.next_player, "previous_player": lists.previous_player, "other_end": lists.other_end,
    "connected": lists.connected, "square_at": lists.square_at, "lines_on": lists.lines_on,
    "shown_yes_no": lists.shown_yes_no, "move_card": zones.move_card, "move_all": zones.move_all, "draw": zones.draw,
    "refill": zones.refill, "held": zones.held, "clear_zone": zones.clear_zone, "tick": zones.tick,
    "placements": grids.placements, "opening_spot": grids.opening_spot, "laid": grids.laid, "lay": grids.lay,
    "spot_at": grids.spot, "touched_at": grids.touched_at, "nth": lists.nth, "item_of": lists.item_of,
    "few": lists.few, "counted": lists.counted, "often": lists.often, "spend": lists.spend, "times": lists.times,
    "shown_spot": grids.shown_spot, "asked": machine.asked, "start_steps": machine.start_steps,
    "eliminate": machine.eliminate, "tell": events.tell, "tell_gain": events.tell_gain, "tell_pay": events.tell_pay,
    "tell_shown": events.tell_shown,
}  # fmt: skip
SIMPLE = (
    abs, all, any, dict, frozenset, len, list, max, min, next, range, reversed, sorted, str, sum, tuple,
)  # fmt: skip


TABLES = (
    "ROUTINES", "SLOTS", "BLOCK_ROUTINE", "CALLED_AT", "PLAIN", "SITES",
    "NEEDS", "NONE_LEFT", "FREE", "ACTIONS", "ALWAYS", "WATCHED", "REQUIRED", "KEEPS", "SHOWN", "RESETS",
    "KINDS", "OPTIONS", "MAPS", "GRIDS", "LINES", "CELLS", "LISTS", "PLAYERS", "OWNERS", "FORCE", "CARD_TEXTS",
    "USABLE", "COLUMNS", "ENDS",
)  # fmt: skip


class Code:
    """The tables of a game: kinds, stored values, sites of decisions, routines. Shared by all states of the game."""

    def __init__(self, compiled: CodeType, filename: str) -> None:
        names: dict[str, Any] = {**EXPORTED, "__builtins__": {one.__name__: one for one in SIMPLE}}
        exec(compiled, names)
        self.names = names
        self.filename = filename
        self.trials = 0
        self.work = 0  # done since the last decision
        for table in TABLES:
            setattr(self, table, names[table])
        self.BLOCKS: tuple[Any, ...] = (*names["BLOCKS"], _idle)
        self._number_lists()

    @property
    def idle(self) -> int:
        return len(self.BLOCKS) - 1

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def _number_lists(self) -> None:
        """For each list: the stored value it belongs to and its keys; whether it is a row or a grid."""
        self.is_row = [False] * self.LISTS
        self.is_grid = [False] * self.LISTS
        self.zone_of: list[tuple[Any, tuple[int, ...]] | None] = [None] * self.LISTS
        self.card_kind = {word[4]: kind for kind, word in self.KINDS.items() if word[4] is not None}
        self.keep_by_name = {keep[0]: keep for keep in self.KEEPS}
        for keep in self.KEEPS:
            if keep[4].split(":")[0] in ("pile", "row", "grid"):
                for keys in keys_of(self, keep[3]):
                    number = keep[1] + sum(key * step for key, step in zip(keys, keep[2], strict=True))
                    self.zone_of[number] = (keep, keys)
                    self.is_row[number] = keep[4].startswith("row")
                    self.is_grid[number] = keep[4].startswith("grid")

    def lift(self, s: Any, zone: int, tile: int) -> None:
        found = self.zone_of[zone]
        assert found is not None
        kind = found[0][4].split(":")[1]
        grids.lift(s, zone, self.names[f"{kind}_shapes"], tile)

    def place(self, line: int) -> str:
        """The rule that a line of generated code comes from."""
        index = bisect_right(self.LINES, (line, "\uffff", 0)) - 1
        return f"{self.LINES[index][1]}:{self.LINES[index][2]}" if index >= 0 else ""


def _idle(s: Any, f: list[Any]) -> bool:
    """The block of a table on which nothing runs: the machine stops and the game goes on when something is begun."""
    return True


def keys_of(code: Any, kinds: tuple[str, ...]) -> list[tuple[int, ...]]:
    """All combinations of keys of a stored value."""
    found: list[tuple[int, ...]] = [()]
    for kind in kinds:
        size = code.PLAYERS if kind == "player" else len(code.KINDS[kind][1])
        found = [(*keys, number) for keys in found for number in range(size)]
    return found

"""The table of the reference interpreter: what is stored, where cards and tiles lie, and the dice.

In: a Rulebook, a number of players, a seed. Out: a Table that is read and changed by names, not by numbers of cells.
Written from the language reference alone, as plainly as possible: it is the judge of the engines, not their colleague.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, Of, Zone

Where = tuple[str, tuple[int, ...]]  # a stored value: its name and what it is stored for
Cells = tuple[tuple[int, int], ...]
MASK = (1 << 64) - 1
LARGEST = 10**300


class Wrong(Exception):
    """The rules do what they may not: the engines report a fault here."""


class Unmet(Exception):
    """A `must leave` does not hold, or nothing is left to choose: this way is not open."""


class Over(Exception):
    """The game ends here."""


@dataclass(frozen=True)
class Timer:
    """A card that goes on by itself after so many more ends of a unit."""

    unit: str
    of: int | None
    left: int
    kind: str
    card: int
    to: Where
    position: str | None


class Table:
    def __init__(self, rulebook: rb.Rulebook, players: int, seed: int, automas: tuple[int, ...] = ()) -> None:
        self.rulebook, self.count, self.automas = rulebook, players, automas
        self.values: dict[Where, Any] = {}
        self.zones: dict[Where, list[int | None]] = {}
        self.tiles: dict[Where, dict[int, int]] = {}  # grids: where each tile lies
        self.lies: dict[tuple[str, int], Where | None] = {}
        self.seats = tuple(range(players))
        self.random = seeded(seed)
        self.timers: tuple[Timer, ...] = ()
        self.winners: tuple[int, ...] = ()
        self.scores: dict[int, int] = {}
        self.sheet: dict[str, dict[int, int]] = {}
        self.out: tuple[int, ...] = ()
        self.stamp = 0
        for kind in rulebook.kinds.values():
            for card in range(len(kind.members) if kind.word == "cards" else 0):
                self.lies[kind.name, card] = None

    def copy(self) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.values, other.lies, other.scores = dict(self.values), dict(self.lies), dict(self.scores)
        other.sheet = {row: dict(column) for row, column in self.sheet.items()}
        other.zones = {where: list(items) for where, items in self.zones.items()}
        other.tiles = {where: dict(tiles) for where, tiles in self.tiles.items()}
        return other

    # ---- chance
    def below(self, n: int) -> int:
        """A number from 0 to n - 1: xorshift64*, as `runtime/chance.py` specifies it."""
        x = self.random
        x ^= x >> 12
        x = (x ^ (x << 25)) & MASK
        x ^= x >> 27
        self.random = x
        return (((x * 2685821657736338717) & MASK) >> 32) * n >> 32

    # ---- stored values
    def members(self, kind: str) -> tuple[int, ...]:
        return self.seats if kind == "player" else tuple(range(len(self.rulebook.kinds[kind].members)))

    def keys(self, keep: rb.Keep) -> Iterator[tuple[int, ...]]:
        kinds = [parameter.type.kind for parameter in keep.parameters if isinstance(parameter.type, Of)]
        return product(*(range(self.count) if kind == "player" else self.members(kind) for kind in kinds))

    def clear(self, keep: rb.Keep, keys: tuple[int, ...]) -> None:
        """A zone or a grid with nothing in it."""
        where = (keep.name, keys)
        if isinstance(keep.type, Grid):
            self.tiles[where] = {}
            return
        assert isinstance(keep.type, Zone)
        for card in self.zones.get(where, ()):
            if card is not None:
                self.lies[keep.type.kind, card] = None
        self.zones[where] = [None] * keep.type.size if keep.type.size is not None else []

    def store(self, keep: rb.Keep, keys: tuple[int, ...], value: Any) -> None:
        where = (keep.name, keys)
        if keep.height is not None and self.values[where] != value:
            self.stamp += 1
            self.values[keep.height.name, keys] = self.stamp
        self.values[where] = value

    # ---- cards
    def keep_of(self, where: Where) -> rb.Keep:
        return self.rulebook.keeps[where[0]]

    def held(self, where: Where) -> tuple[int, ...]:
        """The cards of a pile or row, the tiles of a grid."""
        if where in self.tiles:
            return tuple(sorted(self.tiles[where]))
        return tuple(card for card in self.zones[where] if card is not None)

    def move(self, kind: str, card: int, to: Where, position: str | None) -> None:
        self._take_out(kind, card)
        items = self.zones[to]
        zone = self.keep_of(to).type
        assert isinstance(zone, Zone)
        if zone.size is not None:
            if None not in items:
                raise Wrong("R0814")
            items[items.index(None)] = card
        elif position == "top":
            items.insert(0, card)
        elif position in (None, "bottom"):
            items.append(card)
        else:
            items.insert(self.below(len(items) + 1), card)
        self.lies[kind, card] = to
        self.timers = tuple(timer for timer in self.timers if (timer.kind, timer.card) != (kind, card))

    def _take_out(self, kind: str, card: int) -> None:
        old = self.lies[kind, card]
        if old is None:
            return
        if old in self.tiles:
            del self.tiles[old][card]
            return
        zone = self.keep_of(old).type
        assert isinstance(zone, Zone)
        if zone.size is None:
            self.zones[old].remove(card)
        else:
            self.zones[old][self.zones[old].index(card)] = None

    def draw(
        self, kind: str, count: int, pile: Where, to: Where, position: str | None, discard: Where | None
    ) -> list[int]:
        found: list[int] = []
        for _ in range(count):
            if not self.zones[pile] and discard is not None:
                for card in self.held(discard):
                    self.move(kind, card, pile, None)
                if self.zones[pile]:
                    self.shuffle(pile)
            if not self.held(pile):
                break
            card = self.held(pile)[0]
            self.move(kind, card, to, position)
            found.append(card)
        return found

    def refill(self, kind: str, row: Where, pile: Where, discard: Where | None) -> None:
        for _ in range(self.zones[row].count(None)):
            if not self.draw(kind, 1, pile, row, None, discard):
                return

    def shuffle(self, where: Where) -> None:
        items = self.zones[where]
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def tick(self, unit: str, player: int | None) -> None:
        """One unit of time is over: cards that lay somewhere for so long go on."""
        left, due = [], []
        for timer in self.timers:
            if timer.unit != unit or (timer.of is not None and timer.of != player):
                left.append(timer)
            elif timer.left > 1:
                left.append(Timer(unit, timer.of, timer.left - 1, timer.kind, timer.card, timer.to, timer.position))
            else:
                due.append(timer)
        self.timers = tuple(left)
        for timer in due:
            self.move(timer.kind, timer.card, timer.to, timer.position)

    # ---- tiles
    def lay(self, kind: str, tile: int, spot: int, grid: Where) -> None:
        """On the places of a board there is one tile on each; spots for those have numbers of their own."""
        type_ = self.keep_of(grid).type
        on_places = isinstance(type_, Grid) and type_.on is not None
        others = [at for other, at in self.tiles[grid].items() if other != tile]
        if on_places != (spot >= 4 * 2001 * 2001) or (on_places and any(at // 8 == spot // 8 for at in others)):
            raise Wrong("R0807")
        if self.lies[kind, tile] not in (None, grid):
            self._take_out(kind, tile)
        self.tiles[grid][tile] = spot
        self.lies[kind, tile] = grid


def packed(column: int, row: int, turn: int) -> int:
    """A spot as one number, as `runtime/grids.py` specifies it."""
    return turn + 4 * (column + 1000 + 2001 * (row + 1000))


def turned(shape: Cells, turn: int) -> Cells:
    cells = list(shape)
    for _ in range(turn):
        cells = [(-y, x) for x, y in cells]
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - low) for x, y in cells))


def seeded(seed: int) -> int:
    """The generator's first number for a seed: splitmix64, never 0."""
    x = (seed + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return (x ^ (x >> 31)) or 1

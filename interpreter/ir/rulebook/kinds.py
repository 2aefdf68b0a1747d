"""What a game is made of, before any rule: kinds with their members and columns, options, seats.

In: nothing. Out: the records that the checker fills; terms occur only in the cells of a column. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.ir.boards import Board
from interpreter.ir.types import Number, Of, OptionShape, Type, YesNo, bare
from interpreter.source import Span

MAX_PLAYERS = 99


@dataclass(eq=False, slots=True)
class Variable:
    """A parameter, a `let`, a chosen or counted thing.

    Lives as long as its procedure runs."""

    name: str
    type: Type


@dataclass(eq=False, slots=True)
class Column:
    kind: str
    name: str
    parameters: tuple[Variable, ...]
    type: Type | None  # None: steps
    span: Span
    cells: list[Any] = field(default_factory=list)  # per member: a plain value; a Term (formula); a Routine (steps)


@dataclass(eq=False, slots=True)
class Kind:
    """A sort of thing.

    word: names, table, cards, places, connections, grid, player, option."""

    name: str
    plural: str
    word: str
    span: Span | None
    members: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    prints: list[int] = field(default_factory=list)  # cards: which row of the table each card is a copy of
    columns: dict[str, Column] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    grid: tuple[int, int] | None = None
    file: str | None = None
    board: Board | None = None  # places on a board
    parts_of: str | None = None  # corners and edges: the kind of the cells they belong to
    tiles: str | None = None  # parts: the kind of the tiles that they are printed on
    tile_of: list[int] = field(default_factory=list)  # parts: the tile that each is on
    slots: list[tuple[int, ...]] = field(
        default_factory=list
    )  # parts: of each the slots of its tile (ir/tiles), unturned
    ends: list[tuple[int, int, bool]] = field(default_factory=list)  # connections: from, to, one-way
    joins: str | None = None  # connections: the kind of places they join
    row_spans: list[Span] = field(default_factory=list)
    parts: tuple[str, ...] = ()  # made by a rule: the columns that its members are made of
    written: dict[str, str] = field(default_factory=dict)  # made in play: what is kept for each column
    must_write: frozenset[str] = frozenset()  # made in play: the columns that must be written
    spare: str = ""  # made in play: the pile of those that were removed
    first_copy: Column | None = None  # designs: of each the first card; what is printed is read there


@dataclass(eq=False, slots=True)
class Option:
    name: str
    title: str
    shape: OptionShape
    values: tuple[str, ...]
    low: int | None
    high: int | None
    default: int | bool
    value: int | bool
    type: Type
    span: Span
    fixed: bool = False  # does anything built so far depend on its value?


@dataclass(frozen=True, slots=True)
class Seating:
    """How many people can play, and which seats the rules play.

    Automas have fixed seats, or fill the table up to `fill`."""

    people_min: int
    people_max: int
    usually: int
    automas: tuple[int, ...] = ()  # from 1
    fill: int = 0

    @property
    def most_seats(self) -> int:
        return max(self.people_max + len(self.automas), self.fill)


@dataclass(frozen=True, slots=True)
class Part:
    """One thing of a combined decision.

    Its kind (None: a number), its lowest value, how many values it has."""

    kind: str | None
    low: int
    size: int


def values_of(type_: Type, kinds: Mapping[str, Kind]) -> tuple[int, int] | None:
    """Return the lowest value of a type and how many there are, counting none.

    None if unbounded."""
    match bare(type_):
        case Number(low, high) if low is not None and high is not None:
            return low, high - low + 2
        case YesNo():
            return 0, 3
        case Of(kind):
            return 0, (MAX_PLAYERS if kind == "player" else len(kinds[kind].members)) + 1
        case _:
            return None

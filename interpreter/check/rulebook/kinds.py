"""What a game is made of, before any rule: kinds with their members and columns, options, how many people.

In: nothing. Out: the records that the checker fills; no term is in them but in the cells of a column. Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.check.boards import Board
from interpreter.source import Span
from interpreter.types import OptionShape, Type


@dataclass(eq=False, slots=True)
class Variable:
    """A parameter, a `let`, a chosen or counted thing; lives as long as its procedure runs."""

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
    """A sort of thing. word: names, table, cards, places, connections, grid, player, option."""

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
    board: Board | None = None  # places that lie on a board
    parts_of: str | None = None  # corners and edges: the kind of the cells they belong to
    ends: list[tuple[int, int, bool]] = field(default_factory=list)  # connections: from, to, one-way
    joins: str | None = None  # connections: the kind of places they join
    row_spans: list[Span] = field(default_factory=list)


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
    fixed: bool = False  # has anything been made that would be different with another value?


@dataclass(frozen=True, slots=True)
class Seating:
    """For how many people a game is, and the seats that the rules play: fixed ones, or what is left of so many."""

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
    """One of several things that are chosen as one decision: its kind (None: a number), its lowest value, how many there are."""

    kind: str | None
    low: int
    size: int

"""One C file in the making: the struct of the state, tables, and how things of the rules are called in C.

In: a Program and its Layout. Out: `Unit`, which the printers of terms and acts share. Layer: backend.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.check import rulebook as rb
from interpreter.program import Layout, Program
from interpreter.program import blocks as pb
from interpreter.types import Absent, Grid, ListOf, Maybe, Number, Of, Shape, Spot, Type, YesNo, Zone, bare

FAR = 10**18  # the largest number of a game
INT16, INT32 = 32_000, 2_000_000_000
MOST_STORED = 64  # items of a stored list of numbers
MOST_FLAT = 512  # words of a stored list of lists


class Unsupported(Exception):
    """These rules have something that is not written in C yet; its text says what."""


def c_type(type_: Type) -> str:
    """I: a number; L: a list of numbers; LL: a list of lists."""
    match type_:
        case Zone() | Grid():
            return "L"
        case ListOf(inner):
            inside = c_type(inner)
            if inside == "LL":
                raise Unsupported("lists of lists of lists")
            return {"I": "L", "L": "LL"}[inside]
        case Maybe(inner):
            if c_type(inner) != "I":
                raise Unsupported("a list that may be none")
            return "I"
        case Number() | YesNo() | Of() | Spot() | Absent():
            return "I"
        case _:
            return "L" if not isinstance(type_, Shape) and type(type_).__name__ == "Unknown" else "I"


def number(value: int | bool | None) -> str:
    if value is None:
        return "NONE"
    return str(int(value)) if abs(value) <= INT32 else f"{int(value)}LL"


@dataclass
class Place:
    """How a stored value lies in the struct: its field, and the C type of a cell (a list has a room of its own)."""

    field: str
    cell: str
    room: int = 0  # items that fit, of lists

    @property
    def none(self) -> str:
        return {"int16_t": "INT16_MIN", "int32_t": "INT32_MIN", "I": "NONE"}[self.cell]


@dataclass
class Unit:
    program: Program
    layout: Layout
    tables: dict[str, str] = field(default_factory=dict)  # name -> definition
    places: dict[str, Place] = field(default_factory=dict)
    units_of_time: dict[str, int] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)  # of the score sheet
    asked_about: set[str] = field(default_factory=set)  # stored values of which it matters who sees them
    counter: int = 0

    def __post_init__(self) -> None:
        self.rulebook = self.program.rulebook
        self.careful = _careful(self.rulebook)
        self.is_quiet = any(isinstance(act, pb.EnterQuiet) for block in self.program.blocks for act in block.acts)
        self.cards = {name: number for number, name in enumerate(self.layout.whereabouts)}
        self.grids = [keep for keep in self.rulebook.keeps.values() if isinstance(keep.type, Grid)]
        for number, keep in enumerate(self.rulebook.keeps.values()):
            if not isinstance(keep.type, Zone | Grid):
                self.places[keep.name] = self._place(number, keep)

    def _place(self, number: int, keep: rb.Keep) -> Place:
        name = f"k{number}_{plain(keep.name)}"
        if isinstance(keep.type, ListOf):
            if c_type(keep.type) == "LL":
                return Place(name, "I", MOST_FLAT)
            kind = keep.type.inner.kind if isinstance(keep.type.inner, Of) else None
            return Place(name, "I", MOST_STORED if kind is None else max(16, 2 * self.size(kind)))
        if c_type(keep.type) != "I":
            raise Unsupported(f"what {keep.name} keeps")
        unchecked = isinstance(keep.type, Maybe) and isinstance(keep.type.inner, Number)
        return Place(name, "I" if unchecked else self._cell(bare(keep.type)))

    def _cell(self, type_: Type) -> str:
        match type_:
            case YesNo():
                return "int16_t"
            case Of(kind) if self.size(kind) < INT16:
                return "int16_t"
            case Number(low, high) if low is not None and high is not None and max(-low, high) <= INT16:
                return "int16_t"
            case Number(low, high) if low is not None and high is not None and max(-low, high) <= INT32:
                return "int32_t"
            case _:
                return "I"

    def size(self, kind: str) -> int:
        return self.rulebook.player_limit if kind == "player" else len(self.rulebook.kinds[kind].members)

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    def rule_bit(self, rule: str) -> int:
        return self.layout.cells + self.program.rules[rule]

    def row(self, name: str) -> int:
        return self.rows.setdefault(name, len(self.rows))

    def time(self, unit: str) -> int:
        return self.units_of_time.setdefault(unit, len(self.units_of_time))

    # ---- tables that never change
    def table(self, name: str, values: list[int | bool | None]) -> str:
        self.tables[name] = f"static const I {name}[] = {{{', '.join(map(numbered, values)) or '0'}}};"
        return name

    def lists(self, name: str, rows: Sequence[tuple[int | None, ...]]) -> str:
        """A table of lists."""
        flat = [numbered(item) for row in rows for item in row]
        entries, at = [], 0
        for row in rows:
            entries.append(f"{{{len(row)}, {name}_items + {at}}}")
            at += len(row)
        self.tables[name] = (
            f"static const I {name}_items[] = {{{', '.join(flat) or '0'}}};\n"
            f"static const L {name}[] = {{{', '.join(entries) or '{0, 0}'}}};"
        )
        return name


def _careful(rulebook: rb.Rulebook) -> bool:
    """Must every question be looked at again: for free actions, what is tried out first, automas, or who is out?"""
    routines = rulebook.routines.values()
    return (
        rulebook.has_automas
        or any(routine.word == "free action" or routine.tried for routine in routines)
        or any(isinstance(act, rb.Check | rb.Eliminate) for routine in routines for act in rb.walk_acts(routine.body))
    )


def numbered(value: object) -> str:
    if not isinstance(value, int | None):
        raise Unsupported("a table of other things than numbers and names")
    return number(value)


def plain(name: str) -> str:
    """A name of the rules as part of a name in C."""
    return re.sub(r"[^A-Za-z0-9_]", "_", name)

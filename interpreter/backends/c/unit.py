"""State shared while one C file is emitted: cell layout, constant tables and C identifiers.

In: a Program. Out: `Unit`, shared by the printers of terms and acts. Layer: backends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.backends.c.nesting import Nest, nested
from interpreter.backends.c.purity import Unchanged
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.types import Absent, Grid, ListOf, Maybe, Number, Of, Spot, Type, Unknown, YesNo, Zone
from interpreter.lower.evaluate import Evaluator

WORD_BITS = 64  # one bit per way of a menu, or per free action
FAR = 10**18  # the largest number a game may use
LIMITS = {
    "int8_t": 120,
    "int16_t": 32_000,
    "int32_t": 2_000_000_000,
    "I": FAR,
}  # largest value per cell type, none excluded
FEW_BITS = {"int8_t": 8, "int16_t": 16}  # cell types narrow enough to compare many at a time
MAX_WORK = 200_000  # evaluation budget for constant tests


class UnsupportedError(Exception):
    """The rules use a feature that the C back end does not support; the text names it."""


def c_type(type_: Type) -> str:
    """Map a type to C. I: a number; L: a list of numbers; LL: a list of lists."""
    match type_:
        case Zone() | Grid():
            return "L"
        case ListOf(inner):
            inside = c_type(inner)
            if inside == "LL":
                raise UnsupportedError("lists of lists of lists")
            if inside == "L" and isinstance(inner, Maybe):
                raise UnsupportedError("a list of lists that may be none")
            return {"I": "L", "L": "LL"}[inside]
        case Maybe(inner):
            return c_type(inner)
        case Number() | YesNo() | Of() | Spot() | Absent():
            return "I"
        case _:
            return "L" if isinstance(type_, Unknown) else "I"


def none_of(kind: str) -> str:
    """Print none for a C type; for a list that is length -1."""
    return {"I": "NONE", "L": "(L){-1, 0}", "LL": "(LL){-1, 0}"}[kind]


def number(value: int | bool | None) -> str:
    if value is None:
        return "NONE"
    text = str(int(value)) if abs(value) <= LIMITS["int32_t"] else f"{int(value)}LL"
    return f"({text})" if value < 0 else text  # a minus in front of `-2` would be the operator `--`


@dataclass
class StoredCells:
    """The storage of a keep in the struct: its field and the C type of a cell."""

    field: str
    cell: str
    is_list: bool = False  # its items are in the variable part of the state

    @property
    def none(self) -> str:
        return {"int8_t": "INT8_MIN", "int16_t": "INT16_MIN", "int32_t": "INT32_MIN", "I": "NONE"}[self.cell]

    @property
    def limit(self) -> int:
        return LIMITS[self.cell]


@dataclass
class Unit:
    program: Program
    tables: dict[str, str] = field(default_factory=dict)  # name -> definition
    cells: dict[str, StoredCells] = field(default_factory=dict)
    moves: set[tuple[int, int]] = field(default_factory=set)  # moves of one card: its kind, and where it goes in a pile
    asked_about: set[str] = field(default_factory=set)  # keeps whose visibility decides who may notice something
    unchanged: Unchanged = field(init=False)
    nest: Nest = field(init=False)
    counter: int = 0
    walks: bool = False  # is there a walk through a network?
    _words: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rulebook, self.layout = self.program.rulebook, self.program.layout
        self.unchanged = Unchanged(self.program, frozenset())
        self.nest = nested(self.program)
        self.working = Evaluator(self.rulebook, self.program.values, MAX_WORK)
        self.tested: dict[tuple[rb.Term, rb.Variable], list[int] | None] = {}  # constant tests as tables of bitsets
        self.cards = {name: number for number, name in enumerate(self.layout.whereabouts)}
        self.grids = [keep for keep in self.rulebook.keeps.values() if isinstance(keep.type, Grid)]
        for number, keep in enumerate(self.rulebook.keeps.values()):
            if not isinstance(keep.type, Zone | Grid):
                self.cells[keep.name] = self._cells(number, keep)

    def _cells(self, number: int, keep: rb.Keep) -> StoredCells:
        name = f"k{number}_{plain(keep.name)}"
        if isinstance(keep.type, ListOf):
            return StoredCells(name, "I", is_list=True)
        if c_type(keep.type) != "I":
            raise UnsupportedError(f"what {keep.name} keeps")
        return StoredCells(name, _cell(self.layout.keeps[keep.name].ends))

    def size(self, kind: str) -> int:
        return self.layout.sizes[kind]

    def zones_of(self, kind: str) -> list[tuple[int, int]]:
        """List the piles and rows that hold a kind of card.

        (list number, slots; 0 for a pile)."""
        found = []
        for keep in self.rulebook.keeps.values():
            if isinstance(keep.type, Zone) and keep.type.kind == kind:
                spot = self.layout.keeps[keep.name]
                found += [(spot.base + i, keep.type.size or 0) for i in range(spot.count)]
        return found

    def zone_starts(self, keep: rb.Keep) -> tuple[int, int]:
        """Find the offset index of a keep's first zone, and of its cards in `zones`."""
        assert isinstance(keep.type, Zone)
        offsets = cards = 0
        for kind in self.cards:
            zones = self.zones_of(kind)
            if kind == keep.type.kind:
                first = [number for number, _ in zones].index(self.layout.keeps[keep.name].base)
                return offsets + first, cards
            offsets += len(zones) + 1
            cards += self.size(kind) + sum(size for _, size in zones)
        raise AssertionError("every zone is of a kind of card")

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    # ---- constant tables
    def table(self, name: str, values: list[int | bool | None]) -> str:
        self.tables[name] = f"static const I {name}[] = {{{', '.join(map(numbered, values)) or '0'}}};"
        return name

    def narrow_table(self, name: str, values: list[int | bool | None]) -> str:
        """Emit a table with the narrowest cell type that holds all values.

        It saves processor cache."""
        known = [value for value in values if isinstance(value, int)]
        ends = (min(known), max(known)) if known and len(known) == len(values) else None
        self.tables[name] = self.tables[self.table(name, values)].replace("const I ", f"const {_cell(ends)} ", 1)
        return name

    def words(self, words: Sequence[int], wide: bool = False) -> str:
        """Emit a table of bitsets; equal tables are shared."""
        text = ", ".join(word(one, wide) for one in words)
        name = self._words.setdefault(text, f"sets_{len(self._words)}")
        self.tables[name] = f"static const {'Wide' if wide else 'uint64_t'} {name}[] = {{{text}}};"
        return name

    def lists(self, name: str, rows: Sequence[tuple[int | None, ...] | None]) -> str:
        """Emit a table of lists; a row None becomes none."""
        flat = [numbered(item) for row in rows for item in row or ()]
        entries, at = [], 0
        for row in rows:
            if row is None:
                entries.append("{-1, 0}")
                continue
            entries.append(f"{{{len(row)}, {name}_items + {at}}}")
            at += len(row)
        self.tables[name] = (
            f"static const I {name}_items[] = {{{', '.join(flat) or '0'}}};\n"
            f"static const L {name}[] = {{{', '.join(entries) or '{0, 0}'}}};"
        )
        return name


def word(set_: int, wide: bool = False) -> str:
    """Print a bitset as a 64-bit constant, or as a 128-bit one."""
    return f"((Wide){set_ >> WORD_BITS}ULL << {WORD_BITS} | {set_ % (1 << WORD_BITS)}ULL)" if wide else f"{set_}ULL"


def _cell(ends: tuple[int, int] | None) -> str:
    """Choose the narrowest cell type for a range and none."""
    if ends is None:
        return "I"
    largest = max(-ends[0], ends[1])
    return next((cell for cell, limit in LIMITS.items() if largest <= limit), "I")


def numbered(value: object) -> str:
    if not isinstance(value, int | None):
        raise UnsupportedError("a table of other things than numbers and names")
    return number(value)


def texts(some: Sequence[str]) -> str:
    """Print texts of the rules as one C string literal.

    JSON escapes everything that C could misread except quotes and backslashes, and the outer `dumps` escapes those the way C
    does. The only way for a text into C."""
    return json.dumps(json.dumps(list(some)))


def plain(name: str) -> str:
    """Turn a name of the rules into part of a C identifier."""
    return re.sub(r"[^A-Za-z0-9_]", "_", name)

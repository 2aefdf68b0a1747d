"""What variants print instead of a table's cells: plain values, lists, formulas; always, or while a condition holds.

In: `change ROW's COLUMN` laws and the columns they name. Out: helpers that decide which changes are printed in the cell and
which override the column in play. Layer: check. A constant, unconditional change is printed; any other is evaluated in play,
with the printed value as `normal`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.check.declarations.kinds import Rows
from interpreter.check.laws.sources import SourcedLaw
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Maybe, Of, Shape, Type, Words, YesNo
from interpreter.syntax import nodes as n

CellValue = int | str | tuple["CellValue", ...] | None  # a constant printed in a cell; members by their number
UNKNOWN = object()


@dataclass(frozen=True)
class Reprint:
    """A change evaluated in play, of these members of the kind (None: of all)."""

    said: SourcedLaw[n.ChangeCell]
    members: tuple[int, ...] | None


def always_the_same(law: n.ChangeCell) -> bool:
    """Could it be printed: one unconditional value that does not read `normal`?"""
    if law.when is not None or len(law.cases) != 1:
        return False
    return not any(isinstance(node, n.Name) and node.name == "normal" for node in n.walk(law.value))


def constant_of(term: rb.Term) -> Any:
    """Return the value of a constant term; UNKNOWN for any other."""
    match term:
        case rb.Constant(value=value):
            return value
        case rb.Listing(items=items):
            found = tuple(constant_of(item) for item in items)
            return UNKNOWN if UNKNOWN in found else found
        case _:
            return UNKNOWN


def written_text(node: n.Expression, type_: Type | None) -> Any:
    """Convert a text to a cell of texts or shapes.

    UNKNOWN for other columns, and for a text with values in it."""
    if isinstance(type_, Words) and isinstance(node, n.Text):
        return (
            "".join(str(part) for part in node.parts) if all(isinstance(part, str) for part in node.parts) else UNKNOWN
        )
    if isinstance(type_, Shape):
        lines = node.items if isinstance(node, n.ListOf) else (node,)
        texts = ["".join(str(part) for part in line.parts) for line in lines if isinstance(line, n.Text)]
        cells = tuple((x, y) for y, line in enumerate(texts) for x, sign in enumerate(line) if sign == "X")
        return cells if cells and len(texts) == len(lines) else UNKNOWN
    return UNKNOWN


def members_of_row(rows: Rows, row: str) -> tuple[int, ...]:
    """Return the members that come from one row: a card and its copies."""
    return tuple(number for number, found in enumerate(rows.rows) if found.id == row)


def shown_cell(value: CellValue, type_: Type | None, kinds: Mapping[str, rb.Kind]) -> str:
    """Return a cell value in the words of the rules."""
    match type_, value:
        case Maybe(), None:
            return "none"
        case Maybe(inner), _:
            return shown_cell(value, inner, kinds)
        case YesNo(), _:
            return "yes" if value else "no"
        case Of(kind), int(number):
            return str(kinds[kind].members[number])
        case ListOf(inner), tuple(items):
            return "[" + ", ".join(shown_cell(item, inner, kinds) for item in items) + "]"
        case Words(), _:
            return f'"{value}"'
        case _:
            return str(value)

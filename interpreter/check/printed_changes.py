"""What variants print instead of what a table says: plain values, lists, formulas; always, or while a condition holds.

In: `change ROW's COLUMN` laws and the columns they name. Out: cells that are printed anew, and worked-out values that stand
between a column and those who read it. Layer: check. What is known before the game and always holds is printed; the rest
is worked out with `normal`, what is printed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.kinds import Rows
from interpreter.check.laws import Said
from interpreter.syntax import nodes as n
from interpreter.types import ListOf, Maybe, Of, Shape, Type, Words, YesNo

UNKNOWN = object()


@dataclass(frozen=True)
class Reprint:
    """A change that the game makes while it is played: of these members (None: of all) of the kind."""

    said: Said
    members: tuple[int, ...] | None


def always_the_same(law: n.ChangeCell) -> bool:
    """Could it be printed: one value, whatever happens, that does not speak of what was printed before?"""
    if law.when is not None or len(law.cases) != 1:
        return False
    return not any(isinstance(node, n.Name) and node.name == "normal" for node in n.walk(law.value))


def constant_of(term: rb.Term) -> Any:
    """The value of a term that is known before the game; UNKNOWN otherwise."""
    match term:
        case rb.Constant(value=value):
            return value
        case rb.Listing(items=items):
            found = tuple(constant_of(item) for item in items)
            return UNKNOWN if UNKNOWN in found else found
        case _:
            return UNKNOWN


def written_text(node: Any, type_: Type | None) -> Any:
    """What a text stands for in a column of texts or shapes; UNKNOWN in others, and for a text with values in it."""
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
    """The members that come from one row: a card and its copies."""
    return tuple(number for number, found in enumerate(rows.rows) if found.id == row)


def shown_cell(value: Any, type_: Type | None, kinds: dict[str, rb.Kind]) -> str:
    """What is printed, in the words of the rules."""
    match type_:
        case Maybe(inner):
            return "none" if value is None else shown_cell(value, inner, kinds)
        case YesNo():
            return "yes" if value else "no"
        case Of(kind):
            return str(kinds[kind].members[value])
        case ListOf(inner):
            return "[" + ", ".join(shown_cell(item, inner, kinds) for item in value) + "]"
        case Words():
            return f'"{value}"'
        case _:
            return str(value)

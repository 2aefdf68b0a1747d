"""Changes of variants to whole rows: remove them, or print another title, text or number of copies.

In: the laws of the chosen variants. Out: RowChanges, which the reader of kinds consults for each row. Layer: check.
They are applied first: how many cards there are decides what else can be said about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from interpreter.check.laws.sources import SourcedLaw
from interpreter.data import Row
from interpreter.ir import rulebook as rb
from interpreter.source import Reporter
from interpreter.source.fixes import leave_out, to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

PRINTED = ("title", "text", "copies")
MAX_COPIES = 10_000  # as in schemas/card_table.schema.json


@dataclass
class RowChanges:
    removed: dict[str, set[str]] = field(default_factory=dict)  # row -> the variants that remove it
    printed: dict[tuple[str, str], n.ChangeCell] = field(default_factory=dict)  # by row and column

    def is_removed(self, row: Row, added_by: str | None) -> bool:
        """Is the row removed by a variant other than the one that adds it?

        Removing and adding the same name replaces it."""
        return bool(self.removed.get(row.id, set()) - {added_by})

    def text(self, row: Row, column: str) -> str:
        law = self.printed.get((row.id, column))
        return written_text(law.value) if law is not None else str(row.value(column) or "")

    def copies(self, row: Row) -> int:
        law = self.printed.get((row.id, "copies"))
        return law.value.value if law is not None and isinstance(law.value, n.Number) else row.copies


def row_changes(laws: Iterable[SourcedLaw[n.Law]]) -> RowChanges:
    """Collect the well-formed changes; `printable` reports the others."""
    changes = RowChanges()
    for said in laws:
        match said.law:
            case n.Removal(target=target) if not target.inside:
                changes.removed.setdefault(target.name, set()).add(said.origin.variant)
            case n.ChangeCell() as law if law.column in PRINTED and _wanted(law) is None and law.when is None:
                changes.printed[law.row, law.column] = law
    return changes


def printable(law: n.ChangeCell, kind: rb.Kind, reporter: Reporter) -> bool:
    wanted = _wanted(law)
    if law.when is not None:
        message = f"the {law.column} is printed before the game begins: it cannot depend on what happens in it"
        reporter.error("R0602", law.when.span, message, leave_out("when ..."))
        return False
    if wanted is None and law.column == "copies" and kind.word != "cards":
        reporter.error("R0602", law.span.word("copies"), f"only cards have copies, and {law.row} is none", None)
        return False
    if wanted is not None:
        example = "3" if law.column == "copies" else '"..."'
        help = to_write(f"change {law.row}'s {law.column} to {example}")
        reporter.error("R0602", law.value.span, f"{wanted} is needed here", help)
    return wanted is None


def _wanted(law: n.ChangeCell) -> str | None:
    """Return a description of what is expected; None if the value fits."""
    value = law.value
    if law.column == "copies":
        fine = isinstance(value, n.Number) and 1 <= value.value <= MAX_COPIES
        return None if fine else f"a number from 1 to {MAX_COPIES}"
    fine = isinstance(value, n.Text) and (law.column == "text" or all(isinstance(part, str) for part in value.parts))
    return None if fine else "a text in quotes"


def written_text(text: n.Expression) -> str:
    """Return the text with its blanks as written."""
    parts = text.parts if isinstance(text, n.Text) else ()
    return "".join(part if isinstance(part, str) else f"{{{write(part)}}}" for part in parts)


def plain_text(text: n.Expression) -> str:
    return "".join(part for part in text.parts if isinstance(part, str)) if isinstance(text, n.Text) else ""

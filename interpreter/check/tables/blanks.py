"""Fill the blanks in card texts: `Pay {amount} to the bank` takes its amount from the card's own columns.

In: the texts of a kind, its filled columns, the constants. Out: the texts as printed; a blank that cannot be filled is
reported at its place. Layer: check. A blank holds a constant known before the game begins: a column, a let, an option, or
a calculation with them; a trailing `in words` spells a number out, and an initial capital in the blank capitalizes the
printed value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from interpreter.check.declarations.kinds import Rows
from interpreter.check.names.constants import Known
from interpreter.check.tables.printed_changes import CellValue
from interpreter.check.wording.numbers import in_number, in_words, printed
from interpreter.data import Cell, Row
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Maybe, Number, Of, Type, Words, YesNo
from interpreter.source import Problems, Reporter, Span, did_you_mean
from interpreter.source.fixes import leave_out, one_of
from interpreter.syntax import Parser, TextOrigin
from interpreter.syntax import nodes as n

HOLE = re.compile(r"\{([^{}]*)\}")
WORDS = re.compile(r"\s+in\s+words\s*$")
CAPITAL = re.compile(r"(?:^|(?<=, ))[a-z]")
NOTHING = object()


class Blanks:
    def __init__(self, kinds: Mapping[str, rb.Kind], known: Known, parser: Parser, reporter: Reporter) -> None:
        self.kinds, self.known, self.parser, self.reporter = kinds, known, parser, reporter
        self.members = {name: kind.titles[i] for kind in kinds.values() for i, name in enumerate(kind.members)}

    def fill(self, kind: rb.Kind, rows: Rows, spans: Mapping[str, Span]) -> None:
        """Fill the texts of a kind.

        `spans`: where variants print another text, by the id of the row."""
        done: dict[int, str] = {}
        for number, text in enumerate(kind.texts):
            if "{" not in text and "}" not in text:
                continue
            row = rows.rows[number]
            if id(row) not in done:
                done[id(row)] = _Filling(self, kind, row, number, spans.get(row.id)).filled(text)
            kind.texts[number] = done[id(row)]
            if "text" in kind.columns:  # rules read the filled text as well
                kind.columns["text"].cells[number] = done[id(row)]


class _Filling:
    """Fills one text of one row."""

    def __init__(self, blanks: Blanks, kind: rb.Kind, row: Row, number: int, said_at: Span | None) -> None:
        self.blanks, self.kind, self.row, self.number = blanks, kind, row, number
        self.said_at = said_at
        self.cell: Cell | None = row.cells.get("text")
        self.searched = 0  # offset up to which the source text has been searched

    def filled(self, text: str) -> str:
        parts, end = [], 0
        for hole in HOLE.finditer(text):
            parts += [self._plain(text[end : hole.start()]), self._blank(hole)]
            end = hole.end()
        return in_number("".join([*parts, self._plain(text[end:])]))

    def _plain(self, text: str) -> str:
        lonely = re.search(r"[{}]", text)
        if lonely is not None:
            help = "a blank goes between { and }, as in: Pay {amount} to the bank"
            self.blanks.reporter.error(
                "R0428", self._where(lonely.group()), f"this {lonely.group()} has no partner", help
            )
        return text

    def _where(self, written: str) -> Span:
        """Return the span of a part of the text; the whole text if it is wrapped."""
        span = self.said_at or (self.cell.span if self.cell is not None else self.row.span)
        at = span.text.find(written, self.searched)
        if at < 0:
            return span
        self.searched = at + len(written)
        return span.source.span(span.start + at, span.start + at + len(written))

    def _blank(self, hole: re.Match[str]) -> str:
        span = self._where(hole.group())
        found = self._read(hole.group(1), span)
        if found is None:
            return hole.group()
        node, as_words = found
        value = self._value(node, span)
        if value is NOTHING:
            return hole.group()
        if as_words and not is_number(value):
            self._wrong(span, "only numbers are written in words", leave_out("in words"))
        words = in_words(value) if as_words and is_number(value) else _shown(value)
        return CAPITAL.sub(lambda found: found.group().upper(), words) if hole.group(1)[:1].isupper() else words

    def _read(self, written: str, span: Span) -> tuple[n.Expression, bool] | None:
        """Parse the expression of a blank.

        Return it, and whether its number is spelled out."""
        words = WORDS.search(written)
        text = written[: words.start()] if words else written
        text = text[:1].lower() + text[1:]
        try:
            inside = TextOrigin(span.source, span.line, span.column + 1, span.column)
            return self.blanks.parser.hole(text, inside), words is not None
        except Problems as problems:
            self.blanks.reporter.extend(problems)
            return None

    def _value(self, node: n.Expression, span: Span) -> Any:
        """Evaluate a blank; NOTHING after reporting an error."""
        if isinstance(node, n.Name) and node.name in self.kind.columns:
            return self._column(self.kind.columns[node.name], span)
        if isinstance(node, n.Name) and node.name == "title":
            return self.kind.titles[self.number]
        unknown = next((name for name in n.walk(node) if isinstance(name, n.Name) and not self._is_known(name)), None)
        if unknown is not None:
            return self._unknown(unknown.name, span)
        value = self.blanks.known.knowing(self._numbers()).value(n.rewrite(node, self._picked))
        if value is None:
            message = "this depends on what happens in the game, so it cannot be printed"
            return self._wrong(span, message, "a blank holds what is known before: a column, a let, an option")
        return self.blanks.members.get(value, value) if isinstance(value, str) else value

    def _picked(self, node: n.Node) -> n.Node:
        """Replace `item(prizes, 2)` by that number of the list."""
        match node:
            case n.Call(name="item", arguments=(n.Name(name=name), n.Number(value=number))) if (
                name in self.kind.columns
            ):
                items = self._cell(self.kind.columns[name])
                if isinstance(items, tuple) and 1 <= number <= len(items) and is_number(items[number - 1]):
                    return n.Number(node.span, items[number - 1])
        return node

    def _is_known(self, name: n.Name) -> bool:
        known = self.blanks.known
        return (
            name.name in self.kind.columns or name.name in known.lets or name.name in known.options
            or name.name in self.blanks.members or name.name == "copies" or name.name in known.counts
        )  # fmt: skip

    def _unknown(self, name: str, span: Span) -> Any:
        columns = [column.name for column in self.kind.columns.values() if column.type is not None]
        near = did_you_mean(name, [*columns, *self.blanks.known.lets, *self.blanks.known.options])
        listed = (
            one_of("the columns are ", columns, name) if columns else f"declare it below the line of {self.kind.name}"
        )
        return self._wrong(span, f'"{self.kind.name}" has no column "{name}" for this blank', near or listed)

    def _numbers(self) -> dict[str, int | bool | str]:
        """Return the columns with which a blank can calculate."""
        found: dict[str, int | bool | str] = {"copies": self.row.copies}
        for column in self.kind.columns.values():
            value = self._cell(column)
            if isinstance(value, int):
                found[column.name] = value
        return found

    def _cell(self, column: rb.Column) -> Any:
        """Return the cell of a column in this row.

        NOTHING for steps and for formulas that are not constant."""
        if column.type is None or self.number >= len(column.cells):
            return NOTHING
        value = column.cells[self.number]
        if not column.parameters:
            return value
        return value.value if isinstance(value, rb.Constant) else NOTHING

    def _column(self, column: rb.Column, span: Span) -> Any:
        value = self._cell(column)
        if value is NOTHING or column.type is None:
            what = "holds steps" if column.type is None else "depends on what happens in the game"
            help = "write it in words, or put the number that is printed into a column of its own"
            return self._wrong(span, f'"{column.name}" {what}, so it cannot be printed', help)
        return self._titled(value, column.type)

    def _titled(self, value: CellValue, type_: Type) -> int | str:
        """Convert a value to what people read: members by their titles."""
        match type_, value:
            case Maybe(), None:
                return "none"
            case Maybe(inner), _:
                return self._titled(value, inner)
            case Of(kind), int(number):
                return self.blanks.kinds[kind].titles[number]
            case ListOf(inner), tuple(items):
                return ", ".join(_shown(self._titled(item, inner)) for item in items)
            case Number() | YesNo() | Words(), int() | str():
                return value
            case _:
                return ""

    def _wrong(self, span: Span, message: str, help: str) -> Any:
        self.blanks.reporter.error("R0428", span, message, help)
        return NOTHING


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printed(value) if isinstance(value, int) else str(value)

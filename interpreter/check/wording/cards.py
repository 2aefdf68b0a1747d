"""One card as those read it who compare its text with its rules: what is printed, and its cells as they are written.

In: a row of a table with its declared columns. Out: a Card, and the Facts of its cells. Layer: check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.check.wording.card_text_generator import Teller
from interpreter.check.wording.facts import (
    FactReader,
    Facts,
    read_formula,
    read_laws,
    read_moment,
    read_steps,
    read_value,
)
from interpreter.check.wording.numbers import printed
from interpreter.check.wording.people import YOU, person
from interpreter.check.wording.vocabulary import Thing, Vocabulary
from interpreter.data import Cell, plain
from interpreter.source import Span
from interpreter.syntax import Parser, TextOrigin
from interpreter.syntax import nodes as n

STEPS, FORMULA, VALUE = "steps", "formula", "value"
HOLE = re.compile(r"\{[^{}]*\}|\(s\)")


@dataclass(frozen=True)
class Column:
    name: str
    sort: str  # steps, formula, value


@dataclass(frozen=True)
class Excuse:
    """An intended difference between text and rules.

    The piece of the text or of the rules that it is about, and the reason."""

    piece: str
    because: str
    span: Span

    def fits(self, words: str, rule: Span | None) -> bool:
        piece = self.piece.lower()
        said = words.lower()
        if said and (piece in said or said in piece):
            return True
        return rule is not None and piece in " ".join(rule.text.lower().split())


@dataclass(frozen=True)
class Card:
    """One card: `text` as printed, `written` with its blanks.

    `cells` are the plain values of its row."""

    kind: str
    id: str
    title: str
    text: str
    written: str
    cells: Mapping[str, object]
    columns: tuple[Column, ...]
    written_in: Mapping[str, Cell] = field(default_factory=dict)
    span: Span | None = None

    @property
    def name(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def executable(self) -> bool:
        """Does it have steps or laws, or only values in its columns?"""
        return "rules" in self.cells or any(
            column.sort != VALUE and isinstance(self.cells.get(column.name), str) for column in self.columns
        )

    def place_of(self, words: str, at: int | None = None) -> Span | None:
        """Return the span of these words of the text in its cell, or of the whole cell.

        `at`: where they begin in the printed text, which may say them several times, also by a blank."""
        cell = self.written_in.get("text")
        if cell is None:
            return self.span
        pattern = re.compile(re.escape(words).replace("\\ ", r"\s+"))  # in a cell they may go on in the next line
        written = [found.span() for found in pattern.finditer(cell.span.text)] if words else []
        number = self._number_of(pattern, at) if words and at is not None else 0
        if number is None or number >= len(written):
            return cell.span
        start, end = written[number]
        return cell.span.source.span(cell.span.start + start, cell.span.start + end)

    def _number_of(self, words: re.Pattern[str], at: int) -> int | None:
        """Count how often these words are written before this place of the text.

        None if a blank has printed them here."""
        blanks = self.blanks()
        found = [one.span() for one in words.finditer(self.text)]
        printed = [(start, end) for start, end in found if any(low < end and start < high for low, high in blanks)]
        if any(start <= at < end for start, end in printed):
            return None
        return sum(end <= at for start, end in found if (start, end) not in printed)

    def excuses(self) -> list[Excuse]:
        cell = self.written_in.get("excused")
        entries = cell.value if cell is not None and isinstance(cell.value, list) else []
        found = [(entry.value, entry.span) for entry in entries if isinstance(entry.value, dict)]
        return [
            Excuse(str(plain(one["piece"])), str(plain(one["because"])), span) for one, span in found if "piece" in one
        ]

    def blanks(self) -> list[tuple[int, int]]:
        """Return which parts of the printed text come from blanks."""
        found, at, last = [], 0, 0
        for hole in HOLE.finditer(self.written):
            literal = " ".join(self.written[last : hole.start()].split())
            at = self.text.find(literal, at) + len(literal) if literal else at
            after = " ".join(self.written[hole.end() :].split())[:8].split("{")[0].split("(s)")[0]
            end = self.text.find(after, at) if after else len(self.text)
            if hole.group() != "(s)":
                found.append((at, end if end >= at else at))
            at, last = max(at, end), hole.end()
        return found


def row_card(
    kind: str, title: str, text: str, row_id: str, cells: Mapping[str, Cell], columns: tuple[Column, ...], span: Span
) -> Card:
    values = {name: plain(cell) for name, cell in cells.items()}
    written = " ".join(str(values.get("text") or "").split())
    return Card(kind, row_id, title, " ".join(text.split()), written, values, columns, cells, span)


class CardReader:
    """Reads the facts of cards, with the words of one game."""

    def __init__(self, vocabulary: Vocabulary, parser: Parser) -> None:
        self.vocabulary, self.parser = vocabulary, parser

    def facts(self, card: Card) -> Facts:
        reader = FactReader(self.vocabulary)
        for column in card.columns:
            if column.name in card.cells and column.name != "text":
                self._column(reader, card, column)
        read_laws(reader, self._laws(card))
        return reader.facts

    def made_text(self, card: Card) -> str | None:
        """Generate a text from the rules of the card; None if it would not be good."""
        moments: list[str] = []
        steps: list[n.Statement] = []
        player = YOU
        for column in card.columns:
            thing = self.vocabulary.find(f"{card.kind}'s {column.name}")
            value = card.cells.get(column.name)
            if value is None or (thing is not None and thing.silent):
                continue
            if column.sort == VALUE:
                moments += self._told(value, thing)
            elif not isinstance(value, str) or column.sort == FORMULA:
                return None
            else:
                player = (person(thing.worded("", {})) if thing is not None and thing.has_words else None) or player
                steps += self.parser.steps(value, self._origin(card, column.name))
        return Teller(self.vocabulary, player).text(moments, steps, self._laws(card))

    def _laws(self, card: Card) -> Sequence[n.Declaration]:
        if not isinstance(card.cells.get("rules"), str):
            return ()
        return self.parser.laws(str(card.cells["rules"]), self._origin(card, "rules")).declarations

    def _told(self, value: object, column: Thing | None) -> list[str]:
        """Return what a plain cell prints.

        Members by their words, a number by those of its column."""
        if isinstance(value, int) and value and column is not None and column.has_words:
            return [column.worded(printed(value * column.scale), {})]
        things = [self.vocabulary.member(name) for name in _names(value)]
        return [one.worded("", {}) for one in things if one is not None and one.declared and one.phrases]

    def _column(self, reader: FactReader, card: Card, column: Column) -> None:
        value = card.cells[column.name]
        thing = self.vocabulary.find(f"{card.kind}'s {column.name}")
        if thing is not None and thing.silent:
            reader.facts.silent += 1
        elif column.sort == STEPS and isinstance(value, str):
            player = person(thing.worded("", {})) if thing is not None and thing.has_words else None
            if player is None and thing is not None and thing.has_words:
                read_moment(reader, thing, self._span(card, column.name), column.name)
            read_steps(reader, self.parser.steps(value, self._origin(card, column.name)), column.name, player)
        elif column.sort == FORMULA and isinstance(value, str):
            worded = thing if thing is not None and thing.has_words else None
            if worded is None:
                reader.facts.nameless[f"{card.kind}'s {column.name}"] = 1
            else:
                read_formula(reader, self.parser.formula(value, self._origin(card, column.name)), column.name, worded)
        else:
            by_blank = re.search(rf"\{{[^{{}}]*\b{column.name}\b", card.written, re.IGNORECASE) is not None
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if is_number and not by_blank and (thing is None or not thing.has_words):
                reader.facts.wordless[f"{card.kind}'s {column.name}"] = 1
            read_value(reader, value, thing, self._span(card, column.name), column.name, by_blank)

    def _origin(self, card: Card, column: str) -> TextOrigin:
        cell = card.written_in[column]
        if cell.embedded is None:
            return TextOrigin(cell.span.source, cell.span.line, cell.span.column, 0)
        return TextOrigin(cell.span.source, cell.embedded.line, cell.embedded.column, cell.embedded.indent)

    def _span(self, card: Card, column: str) -> Span:
        return card.written_in[column].span


def _names(value: object) -> list[str]:
    return [str(one) for one in value if isinstance(one, str)] if isinstance(value, list) else [str(value)]

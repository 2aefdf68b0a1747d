"""Sources, spans and diagnostics.

In: the path of a file, or a text. Out: a Source (text by lines), Spans (ranges in a Source), and
Diagnostics about a Span, raised together as Problems. Layer: source. They share one module because a
Source that cannot be read is itself a Problem.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from .codes import CODES
from .reading import UnreadableError, read_text

Severity = Literal["error", "warning"]


class Source:
    """One text with the path under which the designer knows it.

    Line ends are always a single newline."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")

    def __repr__(self) -> str:
        return f"Source({self.path!r})"

    @staticmethod
    def read(path: Path, shown: str | None = None) -> Source:
        """Read a file.

        Raises Problems (R0001, R0002) if it is missing, too large or not text."""
        name = shown if shown is not None else str(path)
        try:
            return Source(name, read_text(path))
        except UnreadableError as reason:
            raise _problem(name, reason) from None

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their line ends.

        Only a newline ends a line (unlike str.splitlines)."""
        return tuple(self.text.split("\n"))

    def line_text(self, number: int) -> str:
        """Return the line with this number, counted from 1.

        Empty if there is no such line."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both counted from 1, of a character counted from 0."""
        within = max(0, min(offset, len(self.text)))
        line = bisect_right(self._line_starts, within)
        return line, within - self._line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Invert `position`; locations outside the text are moved to its nearest end."""
        if line < 1:
            return 0
        if line > len(self._line_starts):
            return len(self.text)
        return min(self._line_starts[line - 1] + max(column, 1) - 1, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """Return the span between two character offsets."""
        return Span(self, *self.position(start), *self.position(max(start, end)))

    def whole(self) -> Span:
        """Return the span of the whole text."""
        return self.span(0, len(self.text))

    def at(self, line: int, column: int, width: int = 1) -> Span:
        """Return a span of some characters within one line."""
        return Span(self, line, column, line, column + width)

    @cached_property
    def _line_starts(self) -> tuple[int, ...]:
        starts = [0]
        for line in self.lines[:-1]:
            starts.append(starts[-1] + len(line) + 1)
        return tuple(starts)


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range in a source. Lines and columns are counted from 1."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"

    @property
    def start(self) -> int:
        """The offset where it begins, in characters from 0."""
        return self.source.offset(self.line, self.column)

    @property
    def end(self) -> int:
        return self.source.offset(self.end_line, self.end_column)

    @property
    def text(self) -> str:
        """The text in this range."""
        return self.source.text[self.start : self.end]

    def word(self, name: str) -> Span:
        """Return the span of a word's first occurrence in this one, or all of it."""
        found = re.search(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", self.text)
        if found is None:
            return self
        return self.source.span(self.start + found.start(), self.start + found.end())


@dataclass(frozen=True, slots=True)
class Note:
    """An additional sentence, often about a second location ("the first one is here")."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """Another text in the place of a span."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way out of a mistake.

    Whoever applies it takes the first of its edits with which the text can be read.

    `is_safe`: it says what was meant, and may be applied without asking for each."""

    edits: tuple[Edit, ...]
    is_safe: bool = False


class Help(str):
    """The words of a help line, with the fixes that they name.

    `ways` make each fix from the place of the mistake. Mistakes are explained before it is known where they will be told,
    and a help without fixes is a plain text: so this is a text as well."""

    ways: tuple[Callable[[Span], Fix], ...]

    def __new__(cls, words: str, *ways: Callable[[Span], Fix]) -> Help:
        found = super().__new__(cls, words)
        found.ways = ways
        return found


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error or warning, in the designer's words, at a location in their files."""

    code: str
    message: str
    span: Span | None = None
    help: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = "error"

    def __post_init__(self) -> None:
        # Every code has a page that explains it: a code without one is a bug of ours, found by any test.
        assert self.code in CODES, f"{self.code} has no page in docs/codes/"

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """The ways out that the help names, as edits."""
        if self.span is None or not isinstance(self.help, Help):
            return ()
        return tuple(way(self.span) for way in self.help.ways)


class Problems(Exception):
    """The errors of one stage, all at once and sorted by location."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = in_order(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(headline(diagnostic) for diagnostic in self.diagnostics)


def headline(diagnostic: Diagnostic) -> str:
    """Format the first line of a report: `path:line:column: error[R0203]: sentence`."""
    place = f"{diagnostic.span}: " if diagnostic.span else ""
    return f"{place}{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by path, line and column, without duplicates."""
    once = {(_location(found), found.code, found.message): found for found in reversed(list(diagnostics))}
    return tuple(once[key] for key in sorted(once))


def _location(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.source.path, span.line, span.column) if span else ("", 0, 0)


def _problem(name: str, reason: UnreadableError) -> Problems:
    """Make the diagnostic for an unreadable file, at the invalid byte if there is one."""
    before = Source(name, reason.before)
    place = Source(name, reason.whole).at(*before.position(len(before.text)))
    return Problems([Diagnostic(reason.code, reason.message, place, reason.help)])

"""The text that a designer wrote, and places in it.

In: the path of a file, or a text. Out: a Source (text by lines) and Spans (from here to there in a Source).
Layer: source, the lowest one. Everything that can be wrong with a file as such is said here (R00xx).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .diagnostic import Diagnostic, Problems

LARGEST_FILE = 5_000_000  # bytes; a rulebook is never near this, a file named by mistake often is


class Source:
    """One text with the path under which the designer knows it. Line ends are always a single newline."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")

    def __repr__(self) -> str:
        return f"Source({self.path!r})"

    @staticmethod
    def read(path: Path, shown: str | None = None) -> Source:
        """Read a file. Problems (R0001, R0002) when it is missing, too large or not text."""
        name = shown if shown is not None else str(path)
        return Source(name, _decode(_read_bytes(path, name), name).removeprefix("\ufeff"))

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their line ends; only a newline ends a line (unlike str.splitlines)."""
        return tuple(self.text.split("\n"))

    def line_text(self, number: int) -> str:
        """The line with this number, counted from 1; empty when there is no such line."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1, of a character counted from 0."""
        within = max(0, min(offset, len(self.text)))
        line = bisect_right(self._line_starts, within)
        return line, within - self._line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The reverse of `position`; places outside the text are moved to its nearest end."""
        if line < 1:
            return 0
        if line > len(self._line_starts):
            return len(self.text)
        return min(self._line_starts[line - 1] + max(column, 1) - 1, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """The span between two character offsets."""
        return Span(self, *self.position(start), *self.position(max(start, end)))

    def whole(self) -> Span:
        """The span of the whole text."""
        return self.span(0, len(self.text))

    def at(self, line: int, column: int, width: int = 1) -> Span:
        """A span of some characters within one line."""
        return Span(self, line, column, line, column + width)

    @cached_property
    def _line_starts(self) -> tuple[int, ...]:
        starts = [0]
        for line in self.lines[:-1]:
            starts.append(starts[-1] + len(line) + 1)
        return tuple(starts)


@dataclass(frozen=True, slots=True)
class Span:
    """From one place in a source up to, not including, another. Lines and columns are counted from 1."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"

    @property
    def text(self) -> str:
        """What the designer wrote here."""
        start = self.source.offset(self.line, self.column)
        return self.source.text[start : self.source.offset(self.end_line, self.end_column)]


def _read_bytes(path: Path, name: str) -> bytes:
    """The bytes of a plain file: a folder, a device or a pipe is refused before it is opened."""
    try:
        if path.exists() and not path.is_file():
            raise _unreadable(name, "this is not a file")
        if path.stat().st_size > LARGEST_FILE:
            raise _too_large(name)
        return path.read_bytes()
    except FileNotFoundError:
        raise _unreadable(name, "there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "the path cannot be used"
        raise _unreadable(name, f"the file cannot be read ({reason.lower()})") from None


def _decode(data: bytes, name: str) -> str:
    """The text of the bytes, or the place of the first byte that is no text."""
    if b"\0" in data:
        raise _not_text(data, data.index(b"\0"), name, "this is a binary file, not a text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8 text"
        raise _not_text(data, error.start, name, message) from None


def _not_text(data: bytes, bad: int, name: str, message: str) -> Problems:
    source = Source(name, data.decode("utf-8", errors="replace").removeprefix("\ufeff"))
    before = data[:bad].decode("utf-8", errors="replace").removeprefix("\ufeff")
    line, column = Source(name, before).position(len(before))
    return _file_problem("R0001", message, source.at(line, column), "save the file as UTF-8 text")


def _unreadable(name: str, message: str) -> Problems:
    return _file_problem("R0001", message, Source(name, "").whole())


def _too_large(name: str) -> Problems:
    message = f"the file is larger than {LARGEST_FILE // 1_000_000} MB"
    return _file_problem("R0002", message, Source(name, "").whole(), "is this the file that you meant?")


def _file_problem(code: str, message: str, span: Span, help: str | None = None) -> Problems:
    return Problems([Diagnostic(code, message, span, help)])

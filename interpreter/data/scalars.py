"""Parse the scalars of a YAML file.

In: the text of a scalar and how it was quoted. Out: a text, number, boolean or None (YAML 1.2 core schema),
and for texts the location of their characters. Layer: data.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from interpreter.source import Span

Scalar = str | int | float | bool | None

MAX_DIGITS = 18  # so that every whole number fits into 64 bits, in any back end

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE = re.compile(r"[-+]?[0-9]+")
_DECIMAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Embedded:
    """Map the characters of a text to their positions in its YAML file.

    So an embedded language can report errors there. Line 1 column 1 of `text` is at (`line`, `column`); each later line begins
    right of `indent` characters. A quoted text with escapes in it is placed by its beginning, so later columns can be a little
    too small."""

    text: str
    line: int
    column: int
    indent: int

    def point(self, line: int, column: int) -> tuple[int, int]:
        """Convert a line and column in the text to those in the file, all counted from 1."""
        if line <= 1:
            return self.line, self.column + column - 1
        return self.line + line - 1, self.indent + column


class UnusableError(Exception):
    """A value that is well-formed but cannot be stored; the message says why."""


def read_scalar(text: str, style: str | None) -> Scalar:
    """Return the value of a scalar: quoted and block scalars are always texts.

    UnusableError if it cannot be stored."""
    if _UNWRITABLE.search(text):
        raise UnusableError("this text holds a character that cannot be written to a file")
    if style is not None:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return _number(text)


def embedded_text(span: Span, text: str, style: str | None) -> Embedded | None:
    """Locate the characters of a text; None if line ends were folded."""
    if style == "|":
        return _embedded_block(span, text)
    if style == ">" or span.line != span.end_line or "\n" in text:
        return None
    column = span.column + (1 if style in ("'", '"') else 0)
    return Embedded(text, span.line, column, span.column - 1)


def _number(text: str) -> str | int | float:
    if text[0].isalpha():
        return text
    if _WHOLE.fullmatch(text):
        return _whole(text)
    if _OTHER_BASE.fullmatch(text):
        return _whole(text, 8 if text[1] == "o" else 16)
    if _DECIMAL.fullmatch(text):
        return _finite(text)
    if _NOT_FINITE.fullmatch(text):
        raise UnusableError(f"{text} is not a number that a game can use")
    return text


def _whole(text: str, base: int = 10) -> int:
    if len(text.lstrip("-+")) > MAX_DIGITS:
        raise UnusableError(f"this number has more than {MAX_DIGITS} digits")
    return int(text.replace("0o", "", 1) if base == 8 else text, base)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise UnusableError("this number is too large")
    return number


def _embedded_block(span: Span, text: str) -> Embedded | None:
    """Locate a block scalar: its first line follows the `|`.

    The indentation is what YAML removed from each line."""
    lines = text.split("\n")
    first = span.line + 1
    indent = 0
    for number, line in enumerate(lines, start=first):
        if line.strip():
            indent = len(span.source.line_text(number)) - len(line)
            break
    embedded = Embedded(text, first, indent + 1, indent)
    return embedded if _is_faithful(embedded, span, lines) else None


def _is_faithful(embedded: Embedded, span: Span, lines: list[str]) -> bool:
    """Verify the position of every line, because error locations depend on it."""
    return embedded.indent >= 0 and all(
        span.source.line_text(number)[embedded.indent :] == line
        for number, line in enumerate(lines, start=embedded.line)
        if line
    )

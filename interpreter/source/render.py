"""Render a diagnostic for people and programs.

In: a Diagnostic. Out: text with an excerpt and carets for a terminal, or a dict for JSON. Layer: source.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from .text import Diagnostic, Note, Severity, Span, headline

WIDEST = 100  # columns of an excerpt; longer lines are clipped around the caret
BEFORE_CARET = 40  # of those, how many are shown left of the caret
TAB = 4

_RESET, _BOLD, _RED, _YELLOW, _BLUE, _GREEN = (
    "\033[0m",
    "\033[1m",
    "\033[31m",
    "\033[33m",
    "\033[34m",
    "\033[32m",
)


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """Render the whole report: headline, excerpt with carets, help, notes."""
    gutter = _gutter(diagnostic)
    ink = _ink(diagnostic.severity)
    lines = [_paint(visible(headline(diagnostic)), _BOLD + ink, colour)]
    lines += _excerpt(diagnostic.span, gutter, ink, colour)
    if diagnostic.help:
        lines.append(f"{' ' * gutter} {_paint('help:', _GREEN, colour)} {visible(diagnostic.help)}")
    for note in diagnostic.notes:
        lines += _note(note, gutter, colour)
    return "\n".join(lines)


def to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Serialize the diagnostic as plain values, for editors and other programs."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_location(diagnostic.span),
        "help": diagnostic.help,
        "fixes": [
            {"is_safe": fix.is_safe, "edits": [{**_location(edit.span), "text": edit.text} for edit in fix.edits]}
            for fix in diagnostic.fixes
        ],
        "notes": [{"message": note.message, **_location(note.span)} for note in diagnostic.notes],
    }


def _location(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"path": None, "line": None, "column": None, "end_line": None, "end_column": None}
    return {
        "path": span.source.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _note(note: Note, gutter: int, colour: bool) -> list[str]:
    place = f" ({note.span})" if note.span else ""
    line = f"{' ' * gutter} {_paint('note:', _BLUE, colour)} {visible(note.message + place)}"
    return [line, *_excerpt(note.span, gutter, _BLUE, colour)]


def _excerpt(span: Span | None, gutter: int, ink: str, colour: bool) -> list[str]:
    """Render the line in question with carets under it; nothing for an empty line."""
    if span is None or not span.source.line_text(span.line).strip():
        return []
    text, first, width = _shown(span)
    bar = _paint("|", _BLUE, colour)
    carets = _paint("^" * width, ink, colour)
    return [f"{span.line:>{gutter}} {bar} {text}", f"{' ' * gutter} {bar} {' ' * first}{carets}"]


def _shown(span: Span) -> tuple[str, int, int]:
    """Return the clipped line, where the carets begin, and how many there are."""
    line = span.source.line_text(span.line)
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    before, marked = visible(line[: span.column - 1]), visible(line[span.column - 1 : end])
    after = visible(line[max(end, span.column - 1) :]).rstrip()
    left = _clip_left(before)
    room = WIDEST - _width(left)
    text = left + _clip_right(marked + after, room)
    return text, _width(left), max(1, min(_width(marked), room))


def _clip_left(text: str) -> str:
    if _width(text) <= WIDEST - BEFORE_CARET:
        return text
    return "…" + _last(text, BEFORE_CARET - 1)


def _last(text: str, columns: int) -> str:
    """Return the end of a text that fits into some columns."""
    start, used = len(text), 0
    while start > 0 and used + _width(text[start - 1]) <= columns:
        start -= 1
        used += _width(text[start])
    return text[start:]


def _clip_right(text: str, room: int) -> str:
    if _width(text) <= room:
        return text
    end, used = 0, 0
    while used + _width(text[end]) < room:
        used += _width(text[end])
        end += 1
    return text[:end] + "…"


def visible(text: str) -> str:
    """Replace tabs with spaces, and characters that could control the terminal."""
    return "".join(_visible_character(character) for character in text)


def _visible_character(character: str) -> str:
    if character == "\t":
        return " " * TAB
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return "\N{REPLACEMENT CHARACTER}"
    return character


def _width(text: str) -> int:
    """Return the width on a terminal.

    Wide Asian characters take two columns, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def _gutter(diagnostic: Diagnostic) -> int:
    """Return the width of the longest line number, so that bars are aligned."""
    spans = [diagnostic.span, *(note.span for note in diagnostic.notes)]
    return 1 + max((len(str(span.line)) for span in spans if span), default=1)


def _ink(severity: Severity) -> str:
    return _RED if severity == "error" else _YELLOW


def _paint(text: str, ink: str, colour: bool) -> str:
    return f"{ink}{text}{_RESET}" if colour else text

"""Print lines, tables, JSON and diagnostics.

In: lines, values and Diagnostics. Out: text on standard output or standard error. Layer: tools.
Colours only on a terminal and without NO_COLOR; no character from a file can control the terminal.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from interpreter.source import Diagnostic, Problems, render

if TYPE_CHECKING:
    from rich.console import Console

LONGEST_NAME = 60  # characters of the user's input that a message repeats
PLAIN_WIDTH = 100  # width of a table that is not written to a terminal


def say(line: str = "") -> None:
    """Print one line on standard output."""
    print(visible(line))


def say_json(value: object) -> None:
    """Print one JSON value on standard output, and nothing else."""
    print(as_json(value), end="")


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n"


def wrong(code: str, message: str, help: str | None = None) -> Problems:
    """Make the exception to raise if a command cannot be carried out as given."""
    return Problems([Diagnostic(code, message, help=help)])


def misused(problems: Problems) -> bool:
    """Whether the command line itself was wrong.

    An error in a game has a position in a file."""
    return all(found.span is None for found in problems.diagnostics)


_noted: set[str] = set()


def note(line: str) -> None:
    """Print a note on standard error, once per command."""
    if line not in _noted:
        _noted.add(line)
        print(visible(line), file=sys.stderr)


def forget_notes() -> None:
    """Reset the notes for a new command."""
    _noted.clear()


def complain(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics on standard error."""
    report(diagnostics, sys.stderr)


def report(diagnostics: Iterable[Diagnostic], stream: TextIO) -> None:
    colour = coloured(stream)
    for diagnostic in diagnostics:
        print(render(diagnostic, colour), file=stream)


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Format a count: `1 error`, `2 errors`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def coloured(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def console(stream: TextIO | None = None) -> Console:
    """Make a Rich console that prints every text literally."""
    from rich.console import Console

    file = stream or sys.stdout
    width = None if file.isatty() else PLAIN_WIDTH
    return Console(file=file, width=width, no_color=not coloured(file), highlight=False, markup=False, emoji=False)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table without borders; only the last column is wrapped.

    Importing Rich would take a tenth of a second."""
    cells = [[visible(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    indent = sum(widths[:-1]) + 2 * len(widths[:-1])
    room = max(20, (shutil.get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH) - indent)
    for *first, last in cells:
        lines = textwrap.wrap(last, room) or [""]
        start = "".join(cell.ljust(width + 2) for cell, width in zip(first, widths, strict=False))
        print("\n".join([(start + lines[0]).rstrip(), *(" " * indent + line for line in lines[1:])]))


def clip(text: str) -> str:
    """Shorten the user's input for a message."""
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def visible(text: str) -> str:
    """Replace characters that could control the terminal; newlines and tabs stay."""
    if text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if _steers(character) else character for character in text)


def _steers(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in {"Cc", "Cf", "Cs"}


def lenient_streams() -> None:
    """Make the streams replace characters that cannot be encoded or decoded."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]

"""How commands speak: plain lines, tables, JSON, and what is wrong.

In: lines, values and Diagnostics. Out: text on standard output or standard error. Layer: tools.
Colours only on a terminal and without NO_COLOR; no character from a file can steer the terminal.
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

LONGEST_NAME = 60  # letters of what was typed that a message repeats
PLAIN_WIDTH = 100  # columns of a table that is not written to a terminal


def say(line: str = "") -> None:
    """One line on standard output."""
    print(visible(line))


def say_json(value: object) -> None:
    """One JSON value on standard output, and nothing else."""
    print(as_json(value), end="")


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n"


def wrong(code: str, message: str, help: str | None = None) -> Problems:
    """To be raised: the command cannot be carried out as it was given."""
    return Problems([Diagnostic(code, message, help=help)])


def misused(problems: Problems) -> bool:
    """Whether the command itself was wrong: what is wrong with a game has a place in it."""
    return all(found.span is None for found in problems.diagnostics)


def complain(diagnostics: Iterable[Diagnostic]) -> None:
    """What is wrong, on standard error."""
    report(diagnostics, sys.stderr)


def report(diagnostics: Iterable[Diagnostic], stream: TextIO) -> None:
    colour = coloured(stream)
    for diagnostic in diagnostics:
        print(render(diagnostic, colour), file=stream)


def count(number: int, noun: str, plural: str | None = None) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def coloured(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def console(stream: TextIO | None = None) -> Console:
    """A Rich console that takes every text as it is."""
    from rich.console import Console

    file = stream or sys.stdout
    width = None if file.isatty() else PLAIN_WIDTH
    return Console(file=file, width=width, no_color=not coloured(file), highlight=False, markup=False, emoji=False)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table without lines; only its last column is long enough to be folded. Rich would cost a tenth of a second."""
    cells = [[visible(cell) for cell in row] for row in (headings, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    indent = sum(widths[:-1]) + 2 * len(widths[:-1])
    room = max(20, (shutil.get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH) - indent)
    for *first, last in cells:
        lines = textwrap.wrap(last, room) or [""]
        start = "".join(cell.ljust(width + 2) for cell, width in zip(first, widths, strict=False))
        print("\n".join([(start + lines[0]).rstrip(), *(" " * indent + line for line in lines[1:])]))


def clip(text: str) -> str:
    """What was typed, short enough to be repeated in a message."""
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def visible(text: str) -> str:
    """The text without characters that could steer the terminal; line ends and tabs stay."""
    if text.isprintable():
        return text
    return "".join("\N{REPLACEMENT CHARACTER}" if _steers(character) else character for character in text)


def _steers(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in {"Cc", "Cf", "Cs"}


def lenient_streams() -> None:
    """A terminal that lacks a letter shows a sign instead; a byte that is no letter is read as one."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]

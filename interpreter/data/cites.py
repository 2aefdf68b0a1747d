"""Citations of a rulebook's numbered passages.

In: the cell under `cites`. Out: the passages one by one ("DYS-230..231" is two of them). Layer: data.
"""

from __future__ import annotations

import re

from interpreter.source import Reporter, Span

from .yaml_tree import Cell

LONGEST_RANGE = 1000

_CITE = re.compile(r"([A-Z][A-Z0-9]*)-([A-Z]?)([0-9]{1,6})(\.[0-9]{1,3})?(?:\.\.([A-Z]?)([0-9]{1,6}))?")
_PIECE = re.compile(r"[^,\s][^,]*")


def read_cites(cell: Cell, reporter: Reporter) -> tuple[str, ...]:
    """Return all passages that the cell cites.

    Report malformed ones at their own location."""
    if isinstance(cell.value, list):
        return tuple(name for entry in cell.value for name in read_cites(entry, reporter))
    if not isinstance(cell.value, str):
        return ()  # reported by the schema check
    return tuple(
        name
        for match in _PIECE.finditer(cell.value)
        for name in _passages(match.group().rstrip(), _span_of(cell, match), reporter)
    )


def _passages(piece: str, span: Span, reporter: Reporter) -> list[str]:
    match = _CITE.fullmatch(piece)
    if match is None:
        _refuse(piece, span, reporter, "a citation looks like DYS-225 or DYS-230..232")
        return []
    book, letter, first, part, last_letter, last = match.groups()
    if last is None:
        return [f"{book}-{letter}{first}{part or ''}"]
    if last_letter not in ("", letter) or not int(first) < int(last) <= int(first) + LONGEST_RANGE:
        _refuse(piece, span, reporter, "a range goes upwards from one number to another")
        return []
    return [f"{book}-{letter}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)]


def _refuse(piece: str, span: Span, reporter: Reporter, help: str) -> None:
    reporter.error("R0422", span, f'the citation "{piece}" cannot be read', help)


def _span_of(cell: Cell, match: re.Match[str]) -> Span:
    """Return the location of one citation among several, if the text is on one line."""
    if cell.embedded is None:
        return cell.span
    lines_before = cell.embedded.text[: match.start()].split("\n")
    line, column = cell.embedded.point(len(lines_before), len(lines_before[-1]) + 1)
    return cell.span.source.at(line, column, len(match.group().rstrip()))

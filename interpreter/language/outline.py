"""Outline of a file: its declarations, and its foldable ranges.

In: a workspace and a path. Out: Entries (a tree) and ranges of lines. Layer: language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.check.names.recorder import first_word
from interpreter.data import Cell, read_yaml
from interpreter.language.parts import Extent, Part, extent_of
from interpreter.language.workspace import Workspace
from interpreter.source import Problems, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.recovery import indentation
from interpreter.syntax.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Entry:
    """`sort`: what it is, as in a Meaning; `detail`: the keyword that declares it."""

    name: str
    sort: str
    detail: str
    whole: Extent
    extent: Extent
    inside: tuple[Entry, ...] = field(default=())


def outline(workspace: Workspace, path: Path) -> list[Entry]:
    """List the declarations of a file in order.

    The rows of a table, the titles of scenarios."""
    if path.suffix in (".rules", ".scenario"):
        return _parts(workspace.files.parts(path))
    try:
        return list(_rows(read_yaml(workspace.files.source(path))))
    except Problems:
        return []


def _parts(parts: list[Part]) -> list[Entry]:
    found: list[Entry] = []
    for part in parts:
        entries = [entry for node in (*part.declarations, *part.scenarios) for entry in _declared(node)]
        if part.inside and found and found[-1].sort == "variant":
            last = found[-1]
            whole = Extent(last.whole.path, last.whole.line, last.whole.column, _last_line(part), 1000)
            found[-1] = Entry(last.name, last.sort, last.detail, whole, last.extent, (*last.inside, *entries))
        else:
            found.extend(entries)
    return found


def _last_line(part: Part) -> int:
    return part.first + len(part.lines) - 2


def _entry(name: str, sort: str, detail: str, span: Span, place: Span, inside: tuple[Entry, ...] = ()) -> Entry:
    return Entry(name, sort, detail, extent_of(span), extent_of(place), inside)


def _declared(node: object) -> Iterator[Entry]:
    match node:
        case n.Let() | n.Keep():
            word = "let" if isinstance(node, n.Let) else "keep"
            yield _entry(
                node.head.name, "value" if word == "let" else "keep", word, node.span, first_word(node.head.span)
            )
        case n.Procedure() | n.Action():
            word = node.word if isinstance(node, n.Procedure) else "action"
            yield _entry(node.head.name, "routine", word, node.span, first_word(node.head.span), tuple(_steps(node)))
        case n.Kind():
            columns = tuple(
                _entry(column.head.name, "column", "", column.span, first_word(column.head.span))
                for column in node.columns
            )
            yield _entry(node.name, "kind", node.word, node.span, node.name_span, columns)
        case n.Option() | n.Always() | n.Variant():
            sort = type(node).__name__.lower()
            yield _entry(node.name, sort, sort, node.span, node.span.word(node.name))
        case n.Mechanic():
            yield _entry(node.head.name, "mechanic", "mechanic", node.span, first_word(node.head.span))
        case n.Instance():
            yield _entry(node.head.name, "routine", node.mechanic, node.span, first_word(node.head.span))
        case Scenario():
            yield _entry(node.title or "scenario", "scenario", "scenario", node.span, node.span)
        case node if isinstance(node, n.Law):
            head = node.span.text.split("\n")[0].split("  cites ")[0].strip()
            yield _entry(
                head, "law", "law", node.span, node.span.source.at(node.span.line, node.span.column, len(head))
            )


def _steps(node: object) -> Iterator[Entry]:
    for inner in n.walk(node):
        if isinstance(inner, n.Step | n.Branch):
            sort = "step" if isinstance(inner, n.Step) else "way"
            yield _entry(inner.name, sort, sort, inner.span, inner.span.word(inner.name))


def _rows(root: Cell) -> Iterator[Entry]:
    """Yield the rows of a table by id, under the key that contains them.

    Of a manifest its keys."""
    if isinstance(root.value, list):
        yield from (entry for row in root.value for entry in _row(row))
        return
    for key, cell in (root.value if isinstance(root.value, dict) else {}).items():
        inside = tuple(entry for row in cell.value for entry in _row(row)) if isinstance(cell.value, list) else ()
        place = cell.key_span or cell.span
        yield _entry(key, "key", "", Span(place.source, place.line, place.column, *_end(cell)), place, inside)


def _row(row: Cell) -> Iterator[Entry]:
    if isinstance(row.value, dict) and "id" in row.value:
        cell = row.value["id"]
        yield _entry(str(cell.value), "member", "", row.span, cell.span)


def _end(cell: Cell) -> tuple[int, int]:
    return cell.span.end_line, cell.span.end_column


def folds(text: str) -> list[tuple[int, int, bool]]:
    """List foldable ranges: first and last line (from 0), and if it is a comment."""
    lines = text.split("\n")
    return [*_blocks(lines), *_remarks(lines)]


def _blocks(lines: list[str]) -> Iterator[tuple[int, int, bool]]:
    """Find lines followed by lines that are indented further."""
    waiting: list[tuple[int, int]] = []  # line and indentation of the open blocks
    last = 0
    for number, line in enumerate([*lines, "end"]):
        if not line.strip():
            continue
        while waiting and waiting[-1][1] >= indentation(line):
            first, _ = waiting.pop()
            if last > first:
                yield first, last, False
        if number < len(lines):
            waiting.append((number, indentation(line)))
        last = number


def _remarks(lines: list[str]) -> Iterator[tuple[int, int, bool]]:
    first: int | None = None
    for number, line in enumerate([*lines, ""]):
        if line.lstrip().startswith("#"):
            first = number if first is None else first
        elif first is not None:
            if number - 1 > first:
                yield first, number - 1, True
            first = None

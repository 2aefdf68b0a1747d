"""Find the names in a look.yaml: kinds, their members and columns, and values.

In: the text of a look.yaml and the checked rules. Out: words. Layer: language.
The look is not part of the rules, but it refers to them by name: a rename must include it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.check import Checker
from interpreter.check.names.recorder import Meaning, Word
from interpreter.data import Cell, read_yaml
from interpreter.language.words import text_span
from interpreter.source import Problems, Source

BY_MEMBER = ("places", "colours", "short", "marks")
OF_COLUMNS = ("groups", "faces", "corner", "titles")
BY_VALUE = ("pieces", "units", "abbr")
OF_VALUES = ("hidden", "order", "strip")


def look_words(text: Source, checker: Checker) -> Iterator[Word]:
    """Yield the words of a look.

    None if the text cannot be parsed, and none for unknown names."""
    try:
        root = _map(read_yaml(text, allow_empty=True))
    except Problems:
        return
    board = _map(root.get("board"))
    if "kind" in board:
        yield from _kind(board["kind"], checker)
    for part in (*BY_MEMBER, *OF_COLUMNS):
        for name, found in _map(root.get(part)).items():
            yield from _kind(_key(name, found), checker)
            members = part in BY_MEMBER
            keyed = members or part == "titles"
            inner = [_key(*item) for item in _map(found).items()] if keyed else _list(found)
            for cell in inner:
                yield from _of_kind(cell, name, "member" if members else "column", checker)
    for part in BY_VALUE:
        for item in _map(root.get(part)).items():
            yield from _value(_key(*item), checker)
    for part in OF_VALUES:
        for cell in _list(root.get(part)):
            yield from _value(cell, checker)
    paper = _map(root.get("print"))
    for part in ("cards", "markers"):
        for item in _map(paper.get(part)).items():
            yield from _kind(_key(*item), checker)
            yield from _value(_key(*item), checker)


def _kind(cell: Cell, checker: Checker) -> Iterator[Word]:
    if isinstance(cell.value, str) and cell.value in checker.kinds:
        yield Word(text_span(cell), Meaning("kind", cell.value))


def _of_kind(cell: Cell, kind: str, sort: str, checker: Checker) -> Iterator[Word]:
    if kind not in checker.kinds or not isinstance(cell.value, str):
        return
    known = checker.kinds[kind].members if sort == "member" else checker.kinds[kind].columns
    if cell.value in known:
        yield Word(text_span(cell), Meaning(sort, cell.value, kind))


def _value(cell: Cell, checker: Checker) -> Iterator[Word]:
    for sort, known in (("keep", checker.keeps), ("value", checker.values)):
        if isinstance(cell.value, str) and cell.value in known:
            yield Word(text_span(cell), Meaning(sort, cell.value))


def _key(name: str, found: Cell) -> Cell:
    return Cell(name, found.key_span or found.span)


def _map(cell: Cell | None) -> Mapping[str, Cell]:
    return cell.value if cell is not None and isinstance(cell.value, dict) else {}


def _list(cell: Cell | None) -> list[Cell]:
    """Return a list, wrapping a single value."""
    if cell is None:
        return []
    return cell.value if isinstance(cell.value, list) else [cell]

"""A YAML card table as a spreadsheet: its rows and cells, and one change of them written into the text.

In: the text of a table, a change. Out: rows with the texts of their cells, or the new text. Layer: tools. Only the lines of the
change are touched: comments, order and style of all others stay as a person wrote them. What a change wrote is read again and
compared, so a text that cannot take it is refused and never damaged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from interpreter.data.yaml_tree import Cell, plain, read_yaml
from interpreter.source import Problems, Source

WIDTH = 130  # of a line in a table
ROWS = "rows"  # of a table; a map has places and connections
NUMBER = re.compile(r"[+-]?\d+")
LISTS = ("list",)
CODE = ("formula", "steps")
_PLAIN = re.compile(r"[^\W_][^\n:#{}\[\],&*?|<>=!%@`\"']*(?:[:,'][^\n:#{}\[\],&*?|<>=!%@`\"']+)*", re.UNICODE)
_READ_OTHERWISE = re.compile(r"(true|false|null|~|[-+.\d][-+.\de_xo]*)", re.IGNORECASE)
TOO_CLEVER = "This table is written in a way that cannot be changed here. Change it in the text."


class UnwritableError(Exception):
    """A change that the table cannot take; the message says why."""


@dataclass(frozen=True)
class _Row:
    cells: Mapping[str, Cell]
    first: int  # its lines, counted from 0, with the comments directly above it
    head: int  # the line with the dash
    end: int  # the line after its last
    indent: int  # columns before the dash
    flow: bool  # written in braces


def rows(text: str, part: str = ROWS) -> list[dict[str, Any]]:
    """The rows with their lines and the plain texts of their cells. Raises Problems."""
    return [
        {"line": row.head + 1, "cells": {name: shown(cell) for name, cell in row.cells.items()}}
        for row in _rows(text, part)
    ]


def shown(cell: Cell) -> str:
    """Print a cell as people type it: lists with commas, steps line by line."""
    value = plain(cell)
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, list | dict) for item in value)):
        return cell.span.text
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value).rstrip("\n")


def cell_at(text: str, line: int, column: int) -> tuple[int, str] | None:
    """The row and the column of the cell at a place, or the row alone."""
    for number, row in enumerate(_rows(text)):
        if row.first < line <= row.end:
            for name, cell in row.cells.items():
                start = cell.key_span or cell.span
                if (start.line, start.column) <= (line, column) <= (cell.span.end_line, cell.span.end_column):
                    return number, name
            return number, ""
    return None


def _rows(text: str, part: str = ROWS) -> list[_Row]:
    source = Source("table", text)
    root = read_yaml(source)
    inner = root.value.get(part) if isinstance(root.value, dict) else root
    entries = inner.value if inner is not None and isinstance(inner.value, list) else []
    return [_row(source, entry) for entry in entries if isinstance(entry.value, dict)]


def _row(source: Source, entry: Cell) -> _Row:
    assert isinstance(entry.value, dict)
    head = entry.span.line - 1
    line = source.lines[head]
    before = line[: entry.span.column - 1]
    if before.strip() != "-":
        raise UnwritableError(TOO_CLEVER)
    indent = before.index("-")
    first = head
    while first and source.lines[first - 1].strip().startswith("#") and _width(source.lines[first - 1]) == indent:
        first -= 1
    end = max([entry.span.end_line, *(cell.span.end_line for cell in entry.value.values())])
    return _Row(entry.value, first, head, end, indent, entry.span.text.startswith("{"))


# ---- changes


def set_cell(
    text: str, number: int, column: str, typed: str, type_: str, order: tuple[str, ...] = (), part: str = ROWS
) -> str:
    """Write a cell; an empty one is left out.

    `order`: the columns, for the place of a new cell."""
    found = _rows(text, part)
    row, typed = found[number], typed.strip("\n")
    value = "" if not typed.strip() else written(typed, type_, row, column)
    if row.flow and "\n" in value:
        text = _as_block(text, row)
        row = _rows(text, part)[number]
        value = written(typed, type_, row, column)
    if column in row.cells:
        new = _without(text, row, column) if not value else _replaced(text, row.cells[column], value)
    else:
        new = text if not value else _with(text, row, column, value, order)
    _check(found, new, number, column, part)
    return new


def add_row(text: str, after: int, name: str) -> str:
    """Copy a row below itself under another id; in an empty table, begin one."""
    found = _rows(text)
    title = name.replace("_", " ").capitalize()
    if not found:
        return _first_row(text, name, title)
    row = found[min(after, len(found) - 1)]
    lines = text.split("\n")
    copied = "\n".join(lines[row.head : row.end])
    new = "\n".join([*lines[: row.end], copied, *lines[row.end :]])
    number = min(after, len(found) - 1) + 1
    for column, value in (("id", name), ("title", title)):
        if column in row.cells:
            new = _replaced(new, _rows(new)[number].cells[column], value)
    return new


def _first_row(text: str, name: str, title: str) -> str:
    row = f"  - {{id: {name}, title: {title}}}"
    new, count = re.subn(r"^rows:[ ]*(\[\])?[ ]*$", f"rows:\n{row}", text.rstrip("\n"), count=1, flags=re.MULTILINE)
    return (new if count else f"{text.rstrip()}\nrows:\n{row}".lstrip("\n")) + "\n"


def delete_row(text: str, number: int, part: str = ROWS) -> str:
    found = _rows(text, part)
    row = found[number]
    lines = text.split("\n")
    new = "\n".join(lines[: row.first] + lines[row.end :])
    return re.sub(rf"^{part}:[ ]*$", f"{part}: []", new, count=1, flags=re.MULTILINE) if len(found) == 1 else new


def append_row(text: str, part: str, cells: Mapping[str, str]) -> str:
    """Write a new row behind the last.

    As its neighbours are written: in braces or on lines of its own."""
    found = _rows(text, part)
    pairs = [f"{name}: {_scalar(value, '', True)}" for name, value in cells.items()]
    if not found:
        line = f"  - {{{', '.join(pairs)}}}"
        new, count = re.subn(rf"^{part}:[ ]*(\[\])?[ ]*$", f"{part}:\n{line}", text, count=1, flags=re.MULTILINE)
        return new if count else f"{text.rstrip()}\n{part}:\n{line}\n".lstrip("\n")
    last = found[-1]
    dash, space = f"{' ' * last.indent}- ", " " * (last.indent + 2)
    lines = (
        [f"{dash}{{{', '.join(pairs)}}}"] if last.flow else [f"{dash}{pairs[0]}", *(space + one for one in pairs[1:])]
    )
    before = text.split("\n")
    new = "\n".join([*before[: last.end], *lines, *before[last.end :]])
    old = [{name: plain(cell) for name, cell in row.cells.items()} for row in found]
    now = [{name: plain(cell) for name, cell in row.cells.items()} for row in _rows(new, part)]
    if now != [*old, dict(cells)]:
        raise UnwritableError(TOO_CLEVER)
    return new


def move_row(text: str, number: int, to: int) -> str:
    """Move a row, with the comments directly above it, to another place."""
    found = _rows(text)
    row, target = found[number], found[to]
    if number == to:
        return text
    lines = text.split("\n")
    block = lines[row.first : row.end]
    if to > number:
        new = lines[: row.first] + lines[row.end : target.end] + block + lines[target.end :]
    else:
        new = lines[: target.first] + block + lines[target.first : row.first] + lines[row.end :]
    return "\n".join(new)


def free_id(text: str, wish: str = "new_card", part: str = ROWS) -> str:
    taken = {shown(row.cells["id"]) for row in _rows(text, part) if "id" in row.cells}
    return next(
        name
        for number in range(1, len(taken) + 2)
        if (name := wish if number == 1 else f"{wish}_{number}") not in taken
    )


# ---- writing


def written(typed: str, type_: str, row: _Row, column: str) -> str:
    """A value as a person would write it in this row.

    Steps and long texts on lines of their own."""
    space = " " * (row.indent + 4)
    if type_ == "yes_no":
        if typed.lower() not in ("yes", "no", "true", "false"):
            raise UnwritableError(f"{column} is yes or no.")
        yes, old = typed.lower() in ("yes", "true"), row.cells.get(column)
        by_word = old is None or old.span.text not in ("true", "false")
        return ("yes" if yes else "no") if by_word else ("true" if yes else "false")
    if type_ == "number" and not NUMBER.fullmatch(typed):
        raise UnwritableError(f"{column} is a whole number.")
    if type_ in LISTS:
        return _list(typed)
    if type_ == "steps" or "\n" in typed:
        return "|" + "".join(f"\n{space}{line}".rstrip(" ") for line in typed.split("\n"))
    folded = not row.flow and type_ not in CODE and row.indent + len(column) + len(typed) + 6 > WIDTH
    if folded:
        lines = wrap(" ".join(typed.split()), WIDTH - len(space), break_long_words=False, break_on_hyphens=False)
        return ">-" + "".join(f"\n{space}{line}" for line in lines)
    return _scalar(" ".join(typed.split()) if type_ not in CODE else typed, type_, row.flow)


def _list(typed: str) -> str:
    """A list, typed with commas; one in brackets is taken as it is."""
    if typed.startswith("[") and typed.endswith("]"):
        return typed
    items = [item.strip() for item in typed.split(",") if item.strip()]
    return f"[{', '.join(item if NUMBER.fullmatch(item) else _scalar(item, '', True) for item in items)}]"


def _scalar(text: str, type_: str, flow: bool) -> str:
    if type_ == "number":
        return text.lstrip("+")
    comma = flow and "," in text
    if (
        _PLAIN.fullmatch(text)
        and not comma
        and not _READ_OTHERWISE.fullmatch(text)
        and ": " not in text
        and text[-1] not in ":,"
    ):
        return text
    return text if _whole_formula(text, type_) else json.dumps(text, ensure_ascii=False)


def _whole_formula(text: str, type_: str) -> bool:
    """Whether a formula can stay without quotation marks.

    It is read back as the same words."""
    if type_ not in CODE or not text:
        return False
    try:
        read = plain(read_yaml(Source("cell", f"- {{a: {text}, b: 1}}\n")))
    except Problems:
        return False
    return bool(read == [{"a": text, "b": 1}])


def _replaced(text: str, cell: Cell, value: str) -> str:
    return text[: cell.span.start] + value + text[cell.span.end :]


def _with(text: str, row: _Row, column: str, value: str, order: tuple[str, ...]) -> str:
    """Insert a new cell behind the last of those that come before it."""
    earlier = [name for name in order[: order.index(column)] if name in row.cells] if column in order else []
    names = list(row.cells)
    behind = row.cells[max(earlier, key=names.index) if earlier else names[-1]]
    if row.flow:
        at = behind.span.end
        return f"{text[:at]}, {column}: {value}{text[at:]}"
    lines = text.split("\n")
    lines[behind.span.end_line : behind.span.end_line] = [f"{' ' * (row.indent + 2)}{column}: {value}"]
    return "\n".join(lines)


def _without(text: str, row: _Row, column: str) -> str:
    cell = row.cells[column]
    assert cell.key_span is not None
    if column == "id":
        raise UnwritableError("Every row needs an id.")
    if row.flow:
        before = text[: cell.key_span.start].rstrip()
        if before.endswith(","):
            return before[:-1] + text[cell.span.end :]
        return text[: cell.key_span.start] + re.sub(r"^\s*,\s*", "", text[cell.span.end :])
    lines = text.split("\n")
    first = cell.key_span.line - 1
    if first == row.head:
        raise UnwritableError(f"{column} is on the line of the dash. Empty it in the text.")
    return "\n".join(lines[:first] + lines[cell.span.end_line :])


def _as_block(text: str, row: _Row) -> str:
    """Write a row in braces on lines of its own, for cells of several lines."""
    lines = text.split("\n")
    space = " " * (row.indent + 2)
    cells = [f"{name}: {cell.span.text}" for name, cell in row.cells.items()]
    dash = f"{' ' * row.indent}- "
    after = lines[row.end - 1].rpartition("}")[2]  # a comment
    block = [f"{dash}{cells[0]}{after}", *(f"{space}{cell}" for cell in cells[1:])]
    return "\n".join([*lines[: row.head], *block, *lines[row.end :]])


def _check(before: list[_Row], new: str, number: int, column: str, part: str = ROWS) -> None:
    """Whether all other cells are what they were."""
    try:
        after = _rows(new, part)
    except Problems:
        raise UnwritableError(TOO_CLEVER) from None
    old = [{name: plain(cell) for name, cell in row.cells.items()} for row in before]
    now = [{name: plain(cell) for name, cell in row.cells.items()} for row in after]
    if len(now) == len(old):
        old[number].pop(column, None)
        now[number].pop(column, None)
    if old != now:
        raise UnwritableError(TOO_CLEVER)


def _width(line: str) -> int:
    return len(line) - len(line.lstrip(" "))

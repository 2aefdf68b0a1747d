"""Spreadsheets as card tables: a CSV file becomes a YAML table and the rules that declare its columns.

In: the text of a CSV file, a name for the cards. Out: texts by path. Layer: tools. The first line names the columns: numbers,
yes or no, names of which there are few (they become a kind), texts.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence

from interpreter.check.names.plurals import plural_of
from interpreter.source import Diagnostic, Problems
from interpreter.tools.new.scaffolding import Texts, as_name

PRINTED = ("id", "title", "text", "copies", "cites", "source")  # what every table has
NUMBER, YES_NO, TEXT = "number", "yes or no", "text"
YES, NO = frozenset({"yes", "true", "y"}), frozenset({"no", "false", "n"})
FEW = 12  # different words that still make a kind
LINE = 110  # a longer row is written on several lines
_WHOLE = re.compile(r"[+-]?\d{1,15}")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_PLAIN = re.compile(r"[^\W\d_][^\n:#{}\[\],&*?|<>=!%@`\"']*")
_READ_OTHERWISE = frozenset({"true", "false", "null", "yes", "no", "on", "off"})
Row = Mapping[str, str]


def card_table(text: str, name: str) -> Texts:
    """Return the table and its declaration. Raises Problems if this is no table."""
    kind = as_name(name)
    if not _NAME.fullmatch(kind):
        raise _no_table(f"{name[:60]!r} gives no name for cards. Rename the file: letters, digits and underscores.")
    columns, rows = _read(text)
    rows = [{**row, "id": id_} for row, id_ in zip(rows, _ids(rows, kind), strict=True)]
    types = {column: _type(column, [row[column] for row in rows]) for column in columns if column not in PRINTED}
    order = ["id", *(column for column in columns if column != "id")]
    table = [f"# The {kind} cards, from a spreadsheet.", "source: stand-in", "rows:"]
    table += [_written({column: _cell(row.get(column, ""), types.get(column, "")) for column in order}) for row in rows]
    return {f"cards/{kind}.yaml": "\n".join(table) + "\n", f"rules/{kind}.rules": _declared(kind, types, rows)}


def _read(text: str) -> tuple[list[str], list[dict[str, str]]]:
    head = text.lstrip("\ufeff").split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    try:
        lines = [line for line in csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator) if any(line)]
    except csv.Error as error:
        raise _no_table(f"This is not a table: {error}.") from None
    if len(lines) < 2:
        raise _no_table("A table needs a first line with the names of its columns, and a line for each card.")
    columns = [as_name(word) for word in lines[0]]
    wrong = next((word for word, column in zip(lines[0], columns, strict=True) if not _NAME.fullmatch(column)), None)
    if wrong is not None or len(set(columns)) < len(columns):
        what = "two columns have the same name" if wrong is None else f"{wrong!r} is not a name for a column"
        raise _no_table(f"In the first line, {what}. Name each column differently, with letters.")
    filled = ([*(cell.strip() for cell in line), *[""] * len(columns)] for line in lines[1:])
    return columns, [dict(zip(columns, line, strict=False)) for line in filled]


def _no_table(why: str) -> Problems:
    return Problems([Diagnostic("R0901", why, None, None)])


def _ids(rows: Sequence[Row], kind: str) -> list[str]:
    """A name for each row, from its id or its title; each different."""
    found: list[str] = []
    for number, row in enumerate(rows, 1):
        wanted = as_name(row.get("id", "")) or as_name(row.get("title", ""))
        wanted = wanted if _NAME.fullmatch(wanted) else f"{kind}_{number}"
        taken = (wanted, *(f"{wanted}_{again}" for again in range(2, len(rows) + 2)))
        found.append(next(one for one in taken if one not in found))
    return found


def _type(column: str, cells: Iterable[str]) -> str:
    """number, yes or no, text, or a list of names."""
    filled = [cell for cell in cells if cell]
    if filled and all(map(_WHOLE.fullmatch, filled)):
        return NUMBER
    if filled and all(cell.lower() in YES | NO for cell in filled):
        return YES_NO
    names = dict.fromkeys(map(as_name, filled))
    few = 0 < len(names) <= FEW and len(names) < len(filled) and column not in names
    return ", ".join(names) if few and all(map(_NAME.fullmatch, names)) else TEXT


def _cell(text: str, type_: str) -> str:
    """A value as YAML; empty if the cell is."""
    if not text or type_ == NUMBER:
        return text.lstrip("+")
    if type_ == YES_NO:
        return "yes" if text.lower() in YES else "no"
    return as_name(text) if _is_kind(type_) else _quoted(text)


def _quoted(text: str) -> str:
    words = " ".join(text.split())
    plain = _PLAIN.fullmatch(words) and words.lower() not in _READ_OTHERWISE
    return words if plain or _WHOLE.fullmatch(words) else json.dumps(words, ensure_ascii=False)


def _written(cells: Mapping[str, str]) -> str:
    filled = [f"{name}: {value}" for name, value in cells.items() if value]
    line = f"  - {{{', '.join(filled)}}}"
    return line if len(line) <= LINE else "  - " + "\n    ".join(filled)


def _declared(kind: str, types: Mapping[str, str], rows: Sequence[Row]) -> str:
    lines = [f"# The {kind} cards. Say here where they are, and use them in your rules.", ""]
    lines += [f"kind {column} is {type_}" for column, type_ in types.items() if _is_kind(type_)]
    lines += [f'cards {kind} from "cards/{kind}.yaml"']
    for column, type_ in types.items():
        sort = column if _is_kind(type_) else type_
        gaps = type_ not in (YES_NO, TEXT) and not all(row[column] for row in rows)
        lines.append(f"  {column}: {sort}{' or none' if gaps else ''}")
    lines += [f"keep {kind}_deck: pile of {kind}, seen by nobody", "", "before play"]
    lines += [f"  move {plural_of(kind)} to {kind}_deck", f"  shuffle {kind}_deck"]
    return "\n".join(lines) + "\n"


def _is_kind(type_: str) -> bool:
    return type_ not in ("", NUMBER, YES_NO, TEXT)

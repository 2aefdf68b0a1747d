"""The faces of a game's cards: what is printed on each.

In: a game, optionally with variants. Out: a Face for each row of each table of cards. Layer: tools.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.check import Checker
from interpreter.check.names.calling import words_of
from interpreter.check.tables.printed_changes import shown_cell
from interpreter.check.wording.numbers import printed
from interpreter.finding import find_game, find_variants
from interpreter.ir.lookup_tables import amounts_in
from interpreter.ir.rulebook import Column, Kind
from interpreter.ir.types import ListOf, Maybe, Number, Of, Type, Words, YesNo
from interpreter.reading import read_game
from interpreter.tools.cards.text_rules import own_variants


@dataclass(frozen=True)
class Face:
    """One printed card: its source, what is printed, and the number of copies."""

    table: str
    id: str
    title: str
    text: str
    copies: int
    columns: tuple[tuple[str, str], ...]  # name and value of what the text does not say
    values: tuple[tuple[str, str], ...] = ()  # the same, including what the text says: for other programs


def faces(game: str | Path, variants: Sequence[str | Path] = (), own_only: bool = False) -> list[Face]:
    """List the faces of the game, and of each variant that adds tables.

    Not of variants if some are chosen or with `own_only`."""
    path = find_game(game)
    chosen = find_variants(path, variants)
    found: dict[tuple[str, str], Face] = {}
    for extra in [(), *(() if variants or own_only else ((name,) for name in own_variants(path)))]:
        _, _, checker = read_game(path, [*chosen, *find_variants(path, extra)], {})
        for kind in checker.kinds.values():
            if kind.word == "cards" and kind.name in checker.rows:
                for face in _faces(checker, kind):
                    found.setdefault((face.table, face.id), face)
    return list(found.values())


def _faces(checker: Checker, kind: Kind) -> Iterator[Face]:
    silent = {name for name, thing in words_of(checker).things.items() if thing.silent}
    rows = checker.rows[kind.name].rows
    for number, row in enumerate(rows):
        if number and rows[number - 1].id == row.id:
            continue  # a copy
        text = str(row.value("text") or "").lower()
        shown = [
            (column.name, value)
            for column in kind.columns.values()
            if f"{kind.name}'s {column.name}" not in silent and column.name != "text"
            and (value := _shown(column, number, checker) or _amounts(column, number, checker))
        ]  # fmt: skip
        values = tuple((name.replace("_", " "), value) for name, value in shown)
        columns = tuple((name.replace("_", " "), value) for name, value in shown if f"{{{name}" not in text)
        copies = sum(1 for other in rows if other.id == row.id)
        printed = " ".join(kind.texts[number].split())
        yield Face(kind.name, row.id, kind.titles[number], printed, copies, columns, values)


def _shown(column: Column, number: int, checker: Checker) -> str:
    """Format the value of a plain column; empty for rules, none, no and empty lists."""
    if column.type is None or column.parameters or number >= len(column.cells):
        return ""
    value = column.cells[number]
    nothing = value is None or value is False or value in ((), "")
    return "" if nothing else _words(value, column.type, checker)


def _amounts(column: Column, number: int, checker: Checker) -> str:
    """Format the numbers of a column such as `cost(stock)`: 2 ore, 1 gear."""
    found = amounts_in(column, checker.kinds) if number < len(column.cells) else None
    line = found[1][number] if found is not None else None
    titles = checker.kinds[found[0]].titles if found is not None else []
    return ", ".join(f"{printed(value)} {titles[one]}" for one, value in enumerate(line or ()) if value)


def _words(value: Any, type_: Type, checker: Checker) -> str:
    match type_:
        case Maybe(inner):
            return _words(value, inner, checker)
        case Of(kind):
            return str(checker.kinds[kind].titles[value])
        case ListOf(inner):
            return ", ".join(_words(item, inner, checker) for item in value)
        case Number():
            return printed(value)
        case YesNo():
            return "yes"
        case Words():
            return str(value)
        case _:
            return shown_cell(value, type_, checker.kinds) if not isinstance(value, tuple) else ""


RISKY = ("=", "+", "-", "@")  # first characters that make a spreadsheet cell a formula


def csv_text(faces: Sequence[Face]) -> str:
    """Write one row per card with its number of copies.

    The columns of all tables side by side."""
    names = list(dict.fromkeys(name for face in faces for name, _ in face.values))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "id", "title", "text", "copies", *names])
    for face in faces:
        values = dict(face.values)
        row = [face.table, face.id, face.title, face.text, str(face.copies), *(values.get(name, "") for name in names)]
        writer.writerow([f"'{cell}" if cell.startswith(RISKY) else cell for cell in row])
    return out.getvalue()

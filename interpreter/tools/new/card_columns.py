"""What the columns of a card table are: their types, and what may be written in a cell.

In: a game's folder, the name of a table. Out: its columns in the order of their declarations. Layer: tools.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interpreter.ir.rulebook import Column, Kind
from interpreter.ir.types import ListOf, Maybe, Number, Of, Type, YesNo
from interpreter.reading import read_game

PRINTED = (("id", "name"), ("title", "text"), ("text", "text"), ("copies", "number"))


@dataclass(frozen=True)
class SheetColumn:
    name: str
    type: str  # name, text, number, yes_no, thing, list, formula, steps, other
    choices: tuple[str, ...] = ()
    required: bool = False


def columns_of(folder: Path, file: str) -> list[SheetColumn]:
    """The columns of a table; those that every table has if no kind is read from it.

    Raises Problems."""
    _, _, checker = read_game(folder, (), {})
    kind = next((kind for kind in checker.kinds.values() if kind.file == file), None)
    printed = [SheetColumn(name, type_, (), name == "id") for name, type_ in PRINTED]
    if kind is None:
        return printed
    printed = printed if kind.word == "cards" else printed[:-1]
    return printed + [_column(column, checker.kinds) for column in kind.columns.values() if column.name != "text"]


def _column(column: Column, kinds: dict[str, Kind]) -> SheetColumn:
    if column.type is None:
        return SheetColumn(column.name, "steps")
    if column.parameters:
        return SheetColumn(column.name, "formula", (), True)
    type_, choices, required = _type(column.type, kinds)
    return SheetColumn(column.name, type_, choices, required)


def _type(type_: Type, kinds: dict[str, Kind]) -> tuple[str, tuple[str, ...], bool]:
    match type_:
        case Maybe(inner):
            name, choices, _ = _type(inner, kinds)
            return name, choices, False
        case Number():
            return "number", (), True
        case YesNo():
            return "yes_no", (), False
        case Of(kind):
            return "thing", _members(kinds[kind]), True
        case ListOf(Of(kind)):
            return "list", _members(kinds[kind]), False
        case ListOf(Number()):
            return "list", (), False
        case _:
            return "other", (), False


def _members(kind: Kind) -> tuple[str, ...]:
    """Names as they are written; of cards with copies each once."""
    return tuple(kind.members[number] for number in dict.fromkeys(kind.prints or range(len(kind.members))))

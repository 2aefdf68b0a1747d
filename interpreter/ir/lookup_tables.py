"""Precomputed tables that both back ends emit.

In: kinds and builtins of a Rulebook. Out: plain tuples. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Number, Of
from interpreter.ir.types import Shape as ShapeType

Line = tuple[int, ...]


def lines_of(term: rb.Builtin, rulebook: rb.Rulebook) -> tuple[Line, ...] | None:
    """Return the lines of `all_lines` or `lines_through`.

    None if the arguments are not constant."""
    match term.arguments[1], rulebook.kinds[term.kind or ""].grid:
        case rb.Constant(value=int() as length), (width, height):
            lines = grid_lines(width, height, length)
        case _:
            return None
    match term.arguments[0]:
        case _ if term.name == "all_lines":
            return lines
        case rb.Constant(value=int() as square):
            return tuple(line for line in lines if square in line)
        case _:
            return None


def members_by_parts(kind: rb.Kind) -> dict[tuple[int | bool | None, ...], int]:
    """Return the members by their parts.

    Columns of a kind made by a rule, column and row on a board; of copies the first."""
    found: dict[tuple[int | bool | None, ...], int] = {}
    if kind.board is not None:
        return {(column + 1, row + 1): number for number, (column, row) in enumerate(kind.board.cells)}
    for number, parts in enumerate(zip(*(kind.columns[name].cells for name in kind.parts), strict=True)):
        found.setdefault(parts, number)
    return found


def grid_lines(width: int, height: int, length: int) -> tuple[Line, ...]:
    """Return all straight lines of this length: horizontal, vertical and diagonal."""
    found = []
    for row in range(height):
        for column in range(width):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + right * i, row + up * i) for i in range(length)]
                if all(0 <= x < width and 0 <= y < height for x, y in line):
                    found.append(tuple(y * width + x for x, y in line))
    return tuple(found)


def lines_through(width: int, height: int, length: int) -> tuple[tuple[Line, ...], ...]:
    """Return the lines through each square."""
    lines = grid_lines(width, height, length)
    return tuple(tuple(line for line in lines if square in line) for square in range(width * height))


def shapes_of(kind: rb.Kind) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the shapes of the members; without a column of shapes each is one square."""
    shape = next((column for column in kind.columns.values() if isinstance(column.type, ShapeType)), None)
    return tuple(shape.cells) if shape is not None else (((0, 0),),) * len(kind.members)


def amounts_in(column: rb.Column, kinds: Mapping[str, rb.Kind]) -> tuple[str, tuple[Line | None, ...]] | None:
    """Return the numbers of a column such as `cost(stock)`, and the kind they are for.

    One line of numbers per member; none where a formula stands, and None altogether if it is another sort of column."""
    by = column.parameters[0].type if len(column.parameters) == 1 else None
    if not isinstance(column.type, Number) or not isinstance(by, Of) or by.kind == "player":
        return None
    lines = tuple(_amounts(cell, column, len(kinds[by.kind].members)) for cell in column.cells)
    return (by.kind, lines) if any(lines) else None


def _amounts(cell: rb.Term, column: rb.Column, size: int) -> Line | None:
    match cell:
        case rb.Constant(value=int() as value):
            return (value,) * size
        case rb.Printed(column=table, member=rb.Local(variable=variable)) if variable is column.parameters[0]:
            return tuple(table.cells)
        case _:
            return None


def parts_on(tiles: str, kinds: Mapping[str, rb.Kind]) -> rb.Kind | None:
    """Return the kind of the parts of these tiles."""
    return next((kind for kind in kinds.values() if kind.tiles == tiles), None)

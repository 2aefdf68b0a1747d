"""Where the edges of tiles are: which part of a tile takes which slots of it.

In: the grids on which the tiles lie, and the rows of their parts. Out: the slots of each part. Layer: check.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from interpreter.check.check_state import Checker
from interpreter.check.declarations.tile_parts import EDGES
from interpreter.data import Cell, Row
from interpreter.ir import rulebook as rb
from interpreter.ir.tiles import SIDES, Placed, edge_named, edge_names, slots_of
from interpreter.ir.types import Grid, Shape
from interpreter.source import Help, Note, Reporter, did_you_mean
from interpreter.source.fixes import word_instead


def place_edges(checker: Checker) -> None:
    """Find which sort of tile each part is on, and read its edges.

    The grids on which the tiles are laid decide the sort."""
    for kind in checker.kinds.values():
        if kind.tiles is not None:
            sides = _sides(checker, kind, kind.tiles)
            kind.slots = _slots(checker, kind, sides)


def sides_of(grid: Grid, kinds: dict[str, rb.Kind]) -> int:
    """How many edges the tiles on a grid have."""
    board = kinds[grid.on].board if grid.on is not None else None
    return 6 if board is not None and board.hexes else 4


def _sides(checker: Checker, kind: rb.Kind, tiles: str) -> int:
    grids = [keep for keep in checker.keeps.values() if isinstance(keep.type, Grid) and keep.type.kind == tiles]
    found = {sides_of(keep.type, checker.kinds): keep for keep in reversed(grids) if isinstance(keep.type, Grid)}
    if len(found) > 1:
        message = f"{checker.kinds[tiles].plural} cannot be squares in one grid and hexagons in another, because of their parts"
        notes = (Note("here they are hexagons", found[6].span),)
        checker.reporter.error("R0212", found[4].span, message, "let them lie on boards of one sort", notes)
    shape = next((one for one in checker.kinds[tiles].columns.values() if isinstance(one.type, Shape)), None)
    if shape is not None:
        for row in checker.rows[tiles].rows:
            cell = row.cells.get(shape.name)
            drawing = (
                str([item.value for item in cell.value] if isinstance(cell.value, list) else cell.value) if cell else ""
            )
            if cell is not None and drawing.count("X") > 1:
                message = f"a tile with {kind.plural} is one square, and this one has several"
                checker.reporter.error("R0425", cell.span, message, "draw one X, or leave the shapes out", ())
                break
    if found:
        return min(found)
    names = [str(cell.value) for row in checker.rows[kind.name].rows for cell in _edges(row)]
    return max(SIDES, key=lambda sides: sum(edge_named(name, sides) is not None for name in names))


def _edges(row: Row) -> list[Cell]:
    cell = row.cells.get(EDGES)
    if cell is None or cell.value is None:
        return []
    return cell.value if isinstance(cell.value, list) else [cell]


def _slots(checker: Checker, kind: rb.Kind, sides: int) -> list[tuple[int, ...]]:
    """Return the slots of each part, in the order of the members.

    Each mistake is reported once, not for each copy."""
    slots: list[tuple[int, ...]] = []
    reported: set[int] = set()
    relation = checker.relations[kind.tiles or "", kind.plural]
    for parts in relation.cells:
        rows = [checker.rows[kind.name].rows[part] for part in parts]
        slots += slots_of(_placed(checker, kind, rows, sides, reported))
    return slots


def _placed(checker: Checker, kind: rb.Kind, rows: Sequence[Row], sides: int, reported: set[int]) -> list[Placed]:
    taken: dict[tuple[int, int], Cell] = {}
    found: list[Placed] = []
    for row in rows:
        placed: Placed = []
        for cell in _edges(row):
            edge = edge_named(str(cell.value), sides)
            if edge is not None and edge not in taken:
                taken[edge] = cell
                placed.append((str(cell.value), *edge))
            elif cell.span.start not in reported:
                reported.add(cell.span.start)
                _report_edge(checker.reporter, kind, cell, sides, taken.get(edge) if edge is not None else None)
        found.append(placed)
    return found


def _report_edge(reporter: Reporter, kind: rb.Kind, cell: Cell, sides: int, other: Cell | None) -> None:
    if other is not None:
        message = f'the edge "{cell.value}" belongs to two {kind.plural} of this tile, or to one of them twice'
        help = "leave it out at one of them; an edge between two parts is halved: north_left, north_right"
        reporter.error("R0425", cell.span, message, help, (Note("it is named here first", other.span),))
        return
    known = edge_names(sides)
    few = ", ".join(SIDES[sides])
    help_: str | Help = did_you_mean(str(cell.value), known) or Help(
        f"the edges are {few}, and their halves such as {SIDES[sides][0]}_left",
        *(partial(word_instead, None, name) for name in SIDES[sides]),
    )
    sort = "square" if sides == 4 else "hexagonal"
    reporter.error("R0426", cell.span, f'a {sort} tile has no edge "{cell.value}"', help_)

"""Tiles of several cells on an unbounded grid.

In: shapes of tiles, and the list with the spot of each tile. Out: legal spots, contacts. Layer: runtime.
A spot is one number: turn + 4 * (column + 1000 + 2001 * (row + 1000)). Tiles touch by edge; corners do not count.
"""

from __future__ import annotations

from functools import lru_cache

from interpreter.runtime.event_log import tell_move
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Cells

SPAN, MIDDLE = 2001, 1000
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def spot(column: int, row: int, turn: int) -> int:
    return turn + 4 * (column + MIDDLE + SPAN * (row + MIDDLE))


def unpack(value: int) -> tuple[int, int, int]:
    place, turn = value // 4, value % 4
    return place % SPAN - MIDDLE, place // SPAN - MIDDLE, turn


@lru_cache(maxsize=4096)
def turned(shape: Cells, turn: int) -> Cells:
    """Rotate a shape by quarter turns and move it back to its corner."""
    cells = shape
    for _ in range(turn):
        cells = tuple((-y, x) for x, y in cells)
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - low) for x, y in cells))


@lru_cache(maxsize=4096)
def turns(shape: Cells) -> tuple[int, ...]:
    """The quarter turns that give distinct shapes."""
    seen: dict[Cells, int] = {}
    for turn in range(4):
        seen.setdefault(turned(shape, turn), turn)
    return tuple(seen.values())


def covered(shape: Cells, value: int) -> list[tuple[int, int]]:
    column, row, turn = unpack(value)
    return [(x + column, y + row) for x, y in turned(shape, turn)]


def occupied(places: list[int | None], shapes: tuple[Cells, ...]) -> dict[tuple[int, int], int]:
    """Map each covered cell to its tile."""
    return {
        cell: tile for tile, value in enumerate(places) if value is not None for cell in covered(shapes[tile], value)
    }


def placements(places: list[int | None], shapes: tuple[Cells, ...], tile: int) -> list[int]:
    """List the spots where the tile covers free cells only and touches another tile (on an empty grid: its opening spot)."""
    taken = occupied([None if i == tile else value for i, value in enumerate(places)], shapes)
    if not taken:
        return [spot(0, 0, turn) for turn in turns(shapes[tile])]
    border = {(x + dx, y + dy) for x, y in taken for dx, dy in SIDES} - taken.keys()
    found: dict[int, None] = {}
    for turn in turns(shapes[tile]):
        drawing = turned(shapes[tile], turn)
        for bx, by in sorted(border):
            for x, y in drawing:
                column, row = bx - x, by - y
                if all((column + i, row + j) not in taken for i, j in drawing):
                    found[spot(column, row, turn)] = None
    own = places[tile]
    return sorted(value for value in found if value != own)


def touched_at(places: list[int | None], shapes: tuple[Cells, ...], tile: int, value: int) -> tuple[int, ...]:
    """The other tiles that this one would share an edge with at that spot."""
    taken = occupied([None if i == tile else place for i, place in enumerate(places)], shapes)
    cells = covered(shapes[tile], value)
    return tuple(sorted({taken[cell] for x, y in cells for dx, dy in SIDES if (cell := (x + dx, y + dy)) in taken}))


def opening_spot(_shapes: tuple[Cells, ...], _tile: int) -> int:
    return spot(0, 0, 0)


def laid(places: list[int | None]) -> list[int]:
    return [tile for tile, value in enumerate(places) if value is not None]


def lay(s: Position, base: int, grid: int, shapes: tuple[Cells, ...], tile: int, value: int) -> None:
    """Put a tile at a spot, or move it there; recompute contacts."""
    old = s.cells[base + tile]
    if old is not None and old != grid:
        _leave(s, old, tile)
    s.lists[grid][tile] = value
    s.cells[base + tile] = grid
    contacts(s, grid, shapes)
    if s.log is not None:
        tell_move(s, base, (tile,), old, grid)


def _leave(s: Position, old: int, tile: int) -> None:
    """Remove a tile from its old place: a slot of a row becomes empty, a place on a grid free."""
    if s.code.is_grid[old]:
        lift(s, old, s.code.shapes(old), tile)
    elif s.code.is_row[old]:
        s.lists[old][s.lists[old].index(tile)] = None
    else:
        s.lists[old].remove(tile)


def lift(s: Position, grid: int, shapes: tuple[Cells, ...], tile: int) -> None:
    s.lists[grid][tile] = None
    contacts(s, grid, shapes)


def contacts(s: Position, grid: int, shapes: tuple[Cells, ...]) -> None:
    """Recompute which tiles share an edge."""
    taken = occupied(s.lists[grid], shapes)
    touching: list[set[int]] = [set() for _ in shapes]
    for (x, y), tile in taken.items():
        for dx, dy in SIDES:
            other = taken.get((x + dx, y + dy))
            if other is not None and other != tile:
                touching[tile].add(other)
    s.lists[grid + 1] = [tuple(sorted(found)) for found in touching]


def shown_spot(value: int) -> str:
    column, row, turn = unpack(value)
    way = {0: "", 1: ", turned", 2: ", upside down", 3: ", turned back"}[turn]
    return f"column {column}, row {row}{way}"


def drawn(places: list[int | None], shapes: tuple[Cells, ...], signs: list[str]) -> list[str]:
    """Render the grid as lines of text, each tile by its sign, with the numbers of rows and columns that name a spot."""
    taken = occupied(places, shapes)
    if not taken:
        return []
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    width = max(len(signs[tile]) for tile in taken.values())
    lines = []
    columns = range(min(xs), max(xs) + 1)
    for y in range(max(ys), min(ys) - 1, -1):
        row = [signs[taken[x, y]] if (x, y) in taken else "." for x in columns]
        lines.append(f"{y:>3}  " + " ".join(sign.ljust(width) for sign in row).rstrip())
    return [*lines, "     " + " ".join(str(x).ljust(width) for x in columns).rstrip()]

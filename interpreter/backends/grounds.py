"""Make the Ground of a grid from what is declared.

In: the type of a grid and the kinds. Out: a Ground. Layer: backends.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.ir import rulebook as rb
from interpreter.ir.lookup_tables import parts_on, shapes_of
from interpreter.ir.types import Grid
from interpreter.runtime.grounds import Ground


def ground_of(grid: Grid, kinds: Mapping[str, rb.Kind]) -> Ground:
    board = kinds[grid.on].board if grid.on is not None else None
    parts, shapes = parts_on(grid.kind, kinds), shapes_of(kinds[grid.kind])
    slots, tile_of = (tuple(parts.slots), tuple(parts.tile_of)) if parts is not None else ((), ())
    if board is None:
        return Ground(4, shapes, slots, tile_of, (), ())
    return Ground(6 if board.hexes else 4, shapes, slots, tile_of, board.beside, board.cells)

"""The board of a game as it is before anything lies on it, and how large it is printed.

In: a Table. Out: an SVG, a length in millimetres. Layer: tools.
"""

from __future__ import annotations

import math

from interpreter.view.drawing import board_svg
from interpreter.view.drawing.parts import NOBODY
from interpreter.view.drawing.table import Table

CELL = 30.0  # the side of one cell
TILE = 24.0  # of one tile in a ring
PLACE = 70.0  # around one place of a map, on average
SMALLEST, LARGEST = 180.0, 820.0


def board_to_print(table: Table) -> str:
    """The empty board; nothing if the game has none, or players lay it from tiles."""
    shape, _ = table.board
    if shape in ("none", "tiles") or table.look.paper.board == 0:
        return ""
    return board_svg(table.definition, NOBODY, None, table.look)


def poster_size(table: Table) -> float:
    """The longer side: what the look says, else so that pieces have room on each part."""
    if table.look.paper.board:
        return table.look.paper.board
    shape, name = table.board
    parts = len(table.kinds[name]["members"])
    root = math.sqrt(parts)
    wanted = {"cells": CELL * root * 1.15, "map": PLACE * root}.get(shape, TILE * (parts / 4 + 2))
    return min(LARGEST, max(SMALLEST, wanted))

"""Boards: squares and hexagons in several outlines, their corners and edges.

In: an outline with its sizes. Out: a Board: cells with their names and neighbours, lines in each direction, the sides of the
outline, corners and edges. Layer: ir. A cell is (column, row), both from 0; rows go up, and on hexagons each row is
shifted by half a cell to the right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

Cell = tuple[int, int]
DIRECTIONS = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
SQUARE_STEPS: dict[str, Cell] = {
    "north": (0, 1), "north_east": (1, 1), "east": (1, 0), "south_east": (1, -1), "south": (0, -1),
    "south_west": (-1, -1), "west": (-1, 0), "north_west": (-1, 1),
}  # fmt: skip
HEX_STEPS: dict[str, Cell] = {
    "north_east": (0, 1), "east": (1, 0), "south_east": (1, -1), "south_west": (0, -1), "west": (-1, 0),
    "north_west": (-1, 1),
}  # fmt: skip
# Each corner with the two neighbours that meet the cell there, clockwise from the top.
HEX_CORNERS = {
    "north": ("north_west", "north_east"), "north_east": ("north_east", "east"), "south_east": ("east", "south_east"),
    "south": ("south_east", "south_west"), "south_west": ("south_west", "west"), "north_west": ("west", "north_west"),
}  # fmt: skip
SQUARE_CORNERS: dict[str, Cell] = {
    "north_east": (1, 1),
    "south_east": (1, 0),
    "south_west": (0, 0),
    "north_west": (0, 1),
}
SQUARE_EDGES = {"north": ("north_west", "north_east"), "east": ("north_east", "south_east"),
                "south": ("south_east", "south_west"), "west": ("south_west", "north_west")}  # fmt: skip
HEX_EDGES = {"north_east": ("north", "north_east"), "east": ("north_east", "south_east"),
             "south_east": ("south_east", "south"), "south_west": ("south", "south_west"),
             "west": ("south_west", "north_west"), "north_west": ("north_west", "north")}  # fmt: skip


@dataclass(frozen=True)
class Board:
    outline: str  # grid, rhombus, hexagon, triangle
    width: int
    height: int
    diagonals: bool = False
    borders: bool = True  # without them, one goes round at the edges: squares and rhombuses only

    @property
    def hexes(self) -> bool:
        return self.outline != "grid"

    @property
    def steps(self) -> dict[str, Cell]:
        return HEX_STEPS if self.hexes else SQUARE_STEPS

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        every = [(column, row) for row in range(self.height) for column in range(self.width)]
        return tuple(cell for cell in every if self._lies_inside(*cell))

    def _lies_inside(self, column: int, row: int) -> bool:
        if self.outline == "triangle":
            return column + row < self.width
        if self.outline == "hexagon":
            side = (self.width + 1) // 2
            return side - 1 <= column + row <= 3 * (side - 1)
        return True

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        return {cell: number for number, cell in enumerate(self.cells)}

    @property
    def names(self) -> list[str]:
        return [f"{chr(ord('a') + column)}{row + 1}" for column, row in self.cells]

    @cached_property
    def beside(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell its neighbour in each direction.

        None at the border, or if the board has no such direction."""
        return tuple(tuple(self._next(cell, direction) for direction in DIRECTIONS) for cell in self.cells)

    def _next(self, cell: Cell, direction: str) -> int | None:
        step = self.steps.get(direction)
        if step is None:
            return None
        column, row = cell[0] + step[0], cell[1] + step[1]
        return self.numbers.get((column, row) if self.borders else (column % self.width, row % self.height))

    @property
    def lines(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each cell and direction the cells from there to the border, nearest first.

        Or round to the cell itself."""
        return tuple(
            tuple(self._line(number, way) for way in range(len(DIRECTIONS))) for number in range(len(self.cells))
        )

    def _line(self, number: int, way: int) -> tuple[int, ...]:
        found: list[int] = []
        following = self.beside[number][way]
        while following is not None and following != number:
            found.append(following)
            following = self.beside[following][way]
        return tuple(found)

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Cells that share an edge; with diagonals also those that share a corner."""
        straight = {"north", "east", "south", "west"}
        ways = [i for i, way in enumerate(DIRECTIONS) if self.hexes or self.diagonals or way in straight]
        return tuple(
            tuple(sorted({number for way in ways if (number := beside[way]) is not None} - {cell}))
            for cell, beside in enumerate(self.beside)
        )

    def side(self, direction: str) -> tuple[int, ...]:
        """The cells of one side of the outline."""
        measure = self._measures().get(direction)
        if measure is None:
            return ()
        values = [measure[0] * column + measure[1] * row for column, row in self.cells]
        return tuple(number for number, value in enumerate(values) if value == max(values))

    def _measures(self) -> dict[str, Cell]:
        """For each side the linear function of column and row that is greatest on it."""
        plain = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
        if self.outline == "hexagon":
            return {"north": (0, 1), "south": (0, -1), "south_east": (1, 0), "north_west": (-1, 0),
                    "north_east": (1, 1), "south_west": (-1, -1)}  # fmt: skip
        return {"south": (0, -1), "north_west": (-1, 0), "north_east": (1, 1)} if self.outline == "triangle" else plain

    # ---- corners and edges
    @cached_property
    def corners(self) -> Parts:
        ways = tuple(HEX_CORNERS) if self.hexes else tuple(SQUARE_CORNERS)
        return self._shared([[self._corner(cell, way) for way in ways] for cell in self.cells], ways)

    @cached_property
    def edges(self) -> Parts:
        table = HEX_EDGES if self.hexes else SQUARE_EDGES
        return self._shared(
            [[frozenset(self._corner(cell, end) for end in ends) for ends in table.values()] for cell in self.cells],
            tuple(table),
        )

    def _corner(self, cell: Cell, way: str) -> Cell:
        """Return a point that is the same for all cells that meet there."""
        column, row = cell
        if not self.hexes:
            right, up = SQUARE_CORNERS[way]
            return column + right, row + up
        (right, up), (right_2, up_2) = (HEX_STEPS[step] for step in HEX_CORNERS[way])
        return 3 * column + right + right_2, 3 * row + up + up_2

    def _shared(self, points: list[list[object]], ways: tuple[str, ...]) -> Parts:
        numbers: dict[object, int] = {}
        names: list[str] = []
        of_cell = []
        for name, around in zip(self.names, points, strict=True):
            for way, point in zip(ways, around, strict=True):
                if point not in numbers:
                    numbers[point] = len(numbers)
                    names.append(f"{name}_{way}")
            of_cell.append(tuple(numbers[point] for point in around))
        return Parts(tuple(names), tuple(of_cell), numbers)

    # ---- where they lie
    def centres(self) -> tuple[tuple[int, ...], ...]:
        """The middle of each cell on the lattice of corners.

        Squares are two wide, hexagons three."""
        if self.hexes:
            return tuple((3 * column, 3 * row) for column, row in self.cells)
        return tuple((2 * column + 1, 2 * row + 1) for column, row in self.cells)

    def corner_points(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self._on_lattice(point) for point in self.corners.numbers)

    def edge_points(self) -> tuple[tuple[int, ...], ...]:
        """Both ends of each edge, one after the other."""
        return tuple(
            (*self._on_lattice(start), *self._on_lattice(end))
            for start, end in (sorted(edge) for edge in self.edges.numbers)  # type: ignore[call-overload]
        )

    def _on_lattice(self, point: object) -> tuple[int, int]:
        column, row = cast(Cell, point)
        return (column, row) if self.hexes else (2 * column, 2 * row)

    def ends(self) -> tuple[tuple[int, int], ...]:
        """The two corners of each edge."""
        corners = self.corners.numbers
        found = [sorted(corners[end] for end in edge) for edge in self.edges.numbers]  # type: ignore[attr-defined]
        return tuple((start, end) for start, end in found)


@dataclass(frozen=True)
class Parts:
    """Corners or edges, named after the first cell that they belong to.

    Each is shared by all cells that meet there."""

    names: tuple[str, ...]
    of_cell: tuple[tuple[int, ...], ...]
    numbers: dict[object, int]

    @property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """For each part the cells that it belongs to."""
        found: list[list[int]] = [[] for _ in self.names]
        for cell, parts in enumerate(self.of_cell):
            for part in parts:
                found[part].append(cell)
        return tuple(tuple(cells) for cells in found)

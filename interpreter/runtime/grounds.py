"""What tiles lie on, and how they fit together there.

In: the shapes of tiles and the slots of their parts; the places, if they lie on a board. Out: a Ground: tables that never change.
Layer: runtime. `backends/c/tiles.h` has the same in C.

A cell is one number: `column + 1000 + 2001 * (row + 1000)` on a grid without end, else the number of the place. A spot is
`turn + 4 * cell` on a grid without end, and `PLACED + turn + 8 * place` on the places of a board.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from interpreter.ir.tiles import across, directions_of
from interpreter.ir.tiles import turned as turned_slot

Cells = tuple[tuple[int, int], ...]
SPAN, MIDDLE = 2001, 1000
PLACED = 4 * SPAN * SPAN  # the first spot on the places of a board
TURNS = 8  # room for the turns of one place in the number of a spot
STEPS = (SPAN, SPAN + 1, 1, 1 - SPAN, -SPAN, -SPAN - 1, -1, SPAN - 1)  # to the cell in each direction, without end
# for an edge of a part: its direction, how the cell's number changes in it, the slots across
Meeting = tuple[int, int, tuple[int, ...]]
Mapped = tuple[tuple[int | None, ...], ...]


def spot(column: int, row: int, turn: int) -> int:
    return turn + 4 * (column + MIDDLE + SPAN * (row + MIDDLE))


def unpack(value: int) -> tuple[int, int, int]:
    place, turn = value // 4, value % 4
    return place % SPAN - MIDDLE, place // SPAN - MIDDLE, turn


def spot_on(place: int, turn: int) -> int:
    return PLACED + turn + TURNS * place


def turn_of(value: int) -> int:
    return value % 4 if value < PLACED else (value - PLACED) % TURNS


def cell_of(value: int) -> int:
    return value // 4 if value < PLACED else (value - PLACED) // TURNS


@lru_cache(maxsize=4096)
def turned(shape: Cells, turn: int) -> Cells:
    """Rotate a shape by quarter turns and move it back to its corner."""
    cells = shape
    for _ in range(turn):
        cells = tuple((-y, x) for x, y in cells)
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - low) for x, y in cells))


class Ground:
    """Of one kind of tiles, on one sort of ground.

    `places`: of each its neighbour in every direction; empty without end."""

    def __init__(
        self, sides: int, shapes: tuple[Cells, ...], slots: tuple[tuple[int, ...], ...], tile_of: tuple[int, ...],
        places: Mapped, at: Cells,
    ) -> None:  # fmt: skip
        self.sides, self.shapes, self.slots, self.tile_of = sides, shapes, slots, tile_of
        self.places, self.at = places, at

    def __repr__(self) -> str:
        """As generated code writes it."""
        return f"Ground({self.sides}, {self.shapes!r}, {self.slots!r}, {self.tile_of!r}, {self.places!r}, {self.at!r})"

    # ---- where tiles lie
    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """For each tile the turns that make a difference.

        To its shape, or to which part is at which edge."""
        return tuple(self._turns(tile) for tile in range(len(self.shapes)))

    def _turns(self, tile: int) -> tuple[int, ...]:
        seen: dict[object, int] = {}
        for turn in range(self.sides):
            shape = () if self.places else turned(self.shapes[tile], turn)
            seen.setdefault((shape, tuple(self.part_at[tile][turn])), turn)
        return tuple(seen.values())

    @cached_property
    def _offsets(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each tile and turn how far its cells are from the first one."""
        return tuple(
            tuple(tuple(x + SPAN * y for x, y in turned(shape, turn)) for turn in range(4)) for shape in self.shapes
        )

    def is_spot(self, value: int) -> bool:
        """Is this a spot of such a ground, and not of one of the other sort?"""
        if not self.places:
            return value < PLACED
        return value >= PLACED and cell_of(value) < len(self.places) and turn_of(value) < self.sides

    def cells(self, tile: int, value: int) -> tuple[int, ...]:
        """The cells that the tile covers at a spot."""
        if self.places:
            return (cell_of(value),)
        first = value // 4
        return tuple(first + more for more in self._offsets[tile][value % 4])

    def offsets(self, tile: int, turn: int) -> tuple[int, ...]:
        return self._offsets[tile][turn]

    def covered(self, tile: int, value: int) -> list[tuple[int, int]]:
        """The cells that the tile covers at a spot as columns and rows."""
        column, row, turn = self.position(value)
        return [(column, row)] if self.places else [(x + column, y + row) for x, y in turned(self.shapes[tile], turn)]

    def position(self, value: int) -> tuple[int, int, int]:
        """Column, row and turns of a spot."""
        return (*self.at[cell_of(value)], turn_of(value)) if self.places else unpack(value)

    # ---- what lies beside
    @cached_property
    def straight(self) -> tuple[int, ...]:
        """The directions of the edges."""
        return directions_of(self.sides)

    @cached_property
    def near(self) -> tuple[int, ...]:
        """The directions in which tiles touch, at least at a corner."""
        return tuple(range(len(STEPS))) if self.sides == 4 else self.straight

    def next_to(self, cell: int, direction: int) -> int | None:
        return self.places[cell][direction] if self.places else cell + STEPS[direction]

    # ---- parts
    @cached_property
    def parts_of(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.shapes]
        for part, tile in enumerate(self.tile_of):
            found[tile].append(part)
        return tuple(map(tuple, found))

    @cached_property
    def part_at(self) -> tuple[tuple[tuple[int | None, ...], ...], ...]:
        """For each tile and turn the part at every slot."""
        return tuple(
            tuple(self._parts_at(tile, turn) for turn in range(self.sides)) for tile in range(len(self.shapes))
        )

    def _parts_at(self, tile: int, turn: int) -> tuple[int | None, ...]:
        found: list[int | None] = [None] * (3 * self.sides)
        for part in self.parts_of[tile]:
            for slot in self.slots[part]:
                found[turned_slot(slot, turn, self.sides)] = part
        return tuple(found)

    @cached_property
    def meetings(self) -> tuple[tuple[tuple[Meeting, ...], ...], ...]:
        """For each part and turn what is across of each of its edges."""
        return tuple(tuple(self._meetings(part, turn) for turn in range(self.sides)) for part in range(len(self.slots)))

    def _meetings(self, part: int, turn: int) -> tuple[Meeting, ...]:
        found: dict[int, list[int]] = {}
        for slot in self.slots[part]:
            there = turned_slot(slot, turn, self.sides)
            found.setdefault(self.straight[there // 3], []).append(across(there, self.sides))
        return tuple((way, STEPS[way], tuple(slots)) for way, slots in found.items())

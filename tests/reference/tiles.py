"""Tiles as the reference interpreter sees them: points in the plane.

In: a Rulebook, a grid, the spot of each tile. Out: legal spots, tiles that touch, parts that meet. A tile is six wide; each edge
has three points, and two parts meet where they have the same point. Turning turns the points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from interpreter.ir import rulebook as rb
from interpreter.ir.boards import DIRECTIONS, HEX_STEPS, SQUARE_STEPS
from interpreter.ir.types import Grid
from tests.reference.table import Cells, Wrong, packed, turned

Point = tuple[int, int]
EDGES = {
    4: ("north", "east", "south", "west"),
    6: ("north_east", "east", "south_east", "south_west", "west", "north_west"),
}
ON_PLACES = 4 * 2001 * 2001  # as `runtime/grounds.py` specifies it


class Tiles:
    def __init__(self, rulebook: rb.Rulebook, grid: Grid, shapes: list[Cells], laid: Mapping[int, int]) -> None:
        self.laid, self.shapes = dict(sorted(laid.items())), shapes
        self.board = rulebook.kinds[grid.on].board if grid.on is not None else None
        self.sides = 6 if self.board is not None and self.board.hexes else 4
        self.steps = HEX_STEPS if self.sides == 6 else SQUARE_STEPS
        parts = next((kind for kind in rulebook.kinds.values() if kind.tiles == grid.kind), None)
        self.tile_of = [] if parts is None else list(parts.tile_of)
        self.slots = [] if parts is None else parts.slots

    # ---- geometry
    def ccw(self, point: Point) -> Point:
        x, y = point
        return (-y, x) if self.sides == 4 else (-y, x + y)

    def spot(self, spot: int) -> tuple[int, int, int]:
        """Column, row and turns; a fault if the spot is of another sort of grid."""
        if self.board is None:
            if spot >= ON_PLACES:
                raise Wrong("R0807")
            return spot // 4 % 2001 - 1000, spot // 4 // 2001 - 1000, spot % 4
        place, turn = divmod(spot - ON_PLACES, 8)
        if not (0 <= place < len(self.board.cells) and turn < self.sides):
            raise Wrong("R0807")
        return (*self.board.cells[place], turn)

    def there(self, point: Point, unit: int = 1) -> Point:
        """The same point on a board that goes round."""
        if self.board is None or self.board.borders:
            return point
        return point[0] % (unit * self.board.width), point[1] % (unit * self.board.height)

    def squares(self, tile: int, spot: int) -> list[Point]:
        column, row, turn = self.spot(spot)
        shape: Cells = ((0, 0),) if self.board is not None else turned(self.shapes[tile], turn)
        return [(x + column, y + row) for x, y in shape]

    def covering(self, but: int | None = None) -> dict[Point, int]:
        return {at: tile for tile, spot in self.laid.items() if tile != but for at in self.squares(tile, spot)}

    def points(self, part: int, spot: int) -> Iterator[tuple[Point, Point]]:
        """The points of a part of a tile at a spot, each with the cell beyond it."""
        column, row, turn = self.spot(spot)
        for slot in self.slots[part]:
            way = self.steps[EDGES[self.sides][slot // 3]]
            for _ in range(turn):
                way = self.ccw(way)
            left = self.ccw(way)
            right = way
            for _ in range(self.sides - 1):
                right = self.ccw(right)
            along = (left[0] - right[0], left[1] - right[1])
            aside = (1, 0, -1)[slot % 3]
            point = (6 * column + 3 * way[0] + aside * along[0], 6 * row + 3 * way[1] + aside * along[1])
            yield self.there(point, 6), self.there((column + way[0], row + way[1]))

    # ---- what the functions give
    def turns(self, tile: int) -> list[int]:
        """The turns that make a difference, of equal ones the least."""
        found: dict[object, int] = {}
        origin = packed(0, 0, 0) if self.board is None else ON_PLACES
        for turn in range(self.sides):
            shape: Cells = ((0, 0),) if self.board is not None else turned(self.shapes[tile], turn)
            parts = [part for part, of in enumerate(self.tile_of) if of == tile]
            points = tuple((part, frozenset(at for at, _ in self.points(part, origin + turn))) for part in parts)
            found.setdefault((shape, points), turn)
        return list(found.values())

    def placements(self, tile: int) -> tuple[int, ...]:
        taken = self.covering(tile)
        own = self.laid.get(tile)
        if self.board is not None:
            free = (place for place, at in enumerate(self.board.cells) if at not in taken)
            spots = [ON_PLACES + 8 * place + turn for place in free for turn in self.turns(tile)]
            return tuple(spot for spot in spots if spot != own)
        if not taken:
            return tuple(packed(0, 0, turn) for turn in self.turns(tile))
        sides = [self.steps[name] for name in EDGES[4]]
        beside = {(x + dx, y + dy) for x, y in taken for dx, dy in sides} - taken.keys()
        found = set()
        for turn in self.turns(tile):
            for (bx, by), (x, y) in product(beside, turned(self.shapes[tile], turn)):
                spot = packed(bx - x, by - y, turn)
                if taken.keys().isdisjoint(self.squares(tile, spot)):
                    found.add(spot)
        return tuple(sorted(found - {own}))

    def touched_at(self, tile: int, spot: int, corners: bool = False) -> tuple[int, ...]:
        taken = self.covering(tile)
        ways = [step for name, step in self.steps.items() if corners or name in EDGES[self.sides]]
        beside = {self.there((x + dx, y + dy)) for x, y in self.squares(tile, spot) for dx, dy in ways}
        return tuple(sorted({taken[at] for at in beside if at in taken} - {tile}))

    def around(self, tile: int) -> tuple[int, ...]:
        return self.touched_at(tile, self.laid[tile], corners=True) if tile in self.laid else ()

    def on(self, at: Point) -> int | None:
        return self.covering().get(self.there(at))

    def beside(self, tile: int, direction: int) -> int | None:
        step = self.steps.get(DIRECTIONS[direction])
        if tile not in self.laid or step is None:
            return None
        column, row = self.squares(tile, self.laid[tile])[0]
        return self.on((column + step[0], row + step[1]))

    def met_at(self, part: int, spot: int) -> tuple[int, ...]:
        own = self.tile_of[part]
        mine = {at for at, _ in self.points(part, spot)}
        beyond = {cell for _, cell in self.points(part, spot)}
        taken = self.covering(own)
        near = {taken[cell] for cell in beyond if cell in taken}
        others = [other for other, tile in enumerate(self.tile_of) if tile in near and tile != own]
        return tuple(
            other for other in others if mine & {at for at, _ in self.points(other, self.laid[self.tile_of[other]])}
        )

    def met(self, part: int) -> tuple[int, ...]:
        spot = self.laid.get(self.tile_of[part])
        return () if spot is None else self.met_at(part, spot)

    def open_edges(self, part: int) -> tuple[int, ...]:
        spot = self.laid.get(self.tile_of[part])
        if spot is None:
            return ()
        column, row, _ = self.spot(spot)
        taken = self.covering()
        found = {cell for _, cell in self.points(part, spot) if cell not in taken}
        ways = [self.steps.get(name) for name in DIRECTIONS]
        return tuple(
            number for number, way in enumerate(ways)
            if way is not None and DIRECTIONS[number] in EDGES[self.sides]
            and self.there((column + way[0], row + way[1])) in found
        )  # fmt: skip

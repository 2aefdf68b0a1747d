"""The edges of tiles, and how they turn.

In: the edges that the parts of a tile name. Out: slots, three for each edge: its left half, its middle, its right half, as
seen from the middle of the tile; clockwise from the first edge. Layer: ir. A turn is counterclockwise, by one edge.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.boards import DIRECTIONS

SIDES: dict[int, tuple[str, ...]] = {
    4: ("north", "east", "south", "west"),
    6: ("north_east", "east", "south_east", "south_west", "west", "north_west"),
}
HALVES = ("left", "right")
LEFT, MIDDLE, RIGHT = range(3)
Slots = tuple[int, ...]
Placed = list[tuple[str, int, int]]  # the name of an edge as written, the edge, and LEFT, RIGHT or MIDDLE for the whole


def edge_names(sides: int) -> list[str]:
    """Every edge and every half that a part can name."""
    return [name for edge in SIDES[sides] for name in (edge, *(f"{edge}_{half}" for half in HALVES))]


def edge_named(name: str, sides: int) -> tuple[int, int] | None:
    """The number of an edge and which part of it is meant.

    None if this sort of tile has no such edge."""
    for half, slot in (("", MIDDLE), ("_left", LEFT), ("_right", RIGHT)):
        edge = name.removesuffix(half) if half and name.endswith(half) else name
        if (half == "" or name.endswith(half)) and edge in SIDES[sides]:
            return SIDES[sides].index(edge), slot
    return None


def slots_of(parts: Sequence[Placed]) -> list[Slots]:
    """The slots of each part of one tile.

    An edge as a whole is what no part has as a half."""
    halves = {(edge, slot) for placed in parts for _, edge, slot in placed if slot != MIDDLE}
    found = []
    for placed in parts:
        own = set()
        for _, edge, slot in placed:
            own.add(3 * edge + slot)
            if slot == MIDDLE:
                own |= {3 * edge + half for half in (LEFT, RIGHT) if (edge, half) not in halves}
        found.append(tuple(sorted(own)))
    return found


def turned(slot: int, turn: int, sides: int) -> int:
    return (slot - 3 * turn) % (3 * sides)


def across(slot: int, sides: int) -> int:
    """The slot of the neighbour that meets this one.

    On the opposite edge, left and right changed."""
    return 3 * ((slot // 3 + sides // 2) % sides) + 2 - slot % 3


def directions_of(sides: int) -> tuple[int, ...]:
    """The number of the direction in which each edge lies."""
    return tuple(DIRECTIONS.index(name) for name in SIDES[sides])

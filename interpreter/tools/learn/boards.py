"""Distances on the maps of a game, and lines on its boards.

In: the tables of a game. Out: numbers for the inputs of learned bots. Layer: tools.
"""

from __future__ import annotations

from collections import deque
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.runtime.tables import Code

LARGEST_MAP = 300  # places whose distances are worked out
LARGEST_BOARD = 400
LENGTHS = (2, 3, 4, 5)


def distances(code: Code) -> dict[str, list[int]]:
    """For each kind of places that connections join: their number, the largest distance, and how far each is from each; what
    cannot be reached is twice as far."""
    found = {}
    for kind in dict.fromkeys(ends.joins for ends in code.ENDS.values() if ends.joins is not None):
        size = code.size(kind)
        if size <= LARGEST_MAP:
            rows = [_far(around, place) for around in [_around(code, kind)] for place in range(size)]
            largest = max((far for row in rows for far in row if far >= 0), default=1)
            found[kind] = [size, largest, *(far if far >= 0 else 2 * largest for row in rows for far in row)]
    return found


def _around(code: Code, kind: str) -> list[set[int]]:
    around: list[set[int]] = [set() for _ in range(code.size(kind))]
    for ends in code.ENDS.values():
        for connection in ends.ends if ends.joins == kind else ():
            around[connection.start].add(connection.end)
            if not connection.one_way:
                around[connection.end].add(connection.start)
    return around


def _far(around: list[set[int]], start: int) -> list[int]:
    found = [-1] * len(around)
    found[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for place in sorted(around[here]):
            if found[place] < 0:
                found[place] = found[here] + 1
                queue.append(place)
    return found


def lines(code: Code, kind: str) -> list[tuple[int, list[tuple[int, ...]]]]:
    """The lines on a board by their length: along rows, columns and diagonals of squares, along the three axes of hexes."""
    lattice = code.KINDS[kind].lattice if kind in code.KINDS else None
    if lattice is None or lattice.part != "cell" or not 1 < len(lattice.points) <= LARGEST_BOARD:
        return []
    cells = {(point[0], point[1]): number for number, point in enumerate(lattice.points)}
    found = []
    for length in LENGTHS:
        some = [
            line
            for (x, y), (across, up) in product(cells, _axes(list(cells), lattice.hexes))
            if (line := tuple(cells.get((x + i * across, y + i * up), -1) for i in range(length))) and -1 not in line
        ]
        if some:
            found.append((length, some))
    return found


def _axes(points: list[tuple[int, int]], hexes: bool) -> list[tuple[int, int]]:
    """The steps from a cell to its neighbours, one for each axis."""
    steps = {(x - a, y - b) for (a, b), (x, y) in product(points, points)} - {(0, 0)}
    forward = sorted(step for step in steps if step > (0, 0))
    if hexes:
        return sorted(forward, key=lambda step: (_squared(step), step))[:3]
    wide = min((abs(x) for x, y in forward if x and not y), default=0)
    high = min((abs(y) for x, y in forward if y and not x), default=0)
    return [step for step in ((wide, 0), (0, high), (wide, high), (wide, -high)) if step != (0, 0)]


def _squared(step: tuple[int, int]) -> int:
    """The square of the length of a step, in a unit of its own: the corners of hexes lie on a lattice of triangles."""
    return step[0] * step[0] + 3 * step[1] * step[1]

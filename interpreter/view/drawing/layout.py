"""Lay out a map whose places have no given positions.

In: names and the pairs that are joined. Out: a point for each. Layer: view. Stress majorization: distances on the picture
approach path lengths; the result is rotated to lie flat. The same map always gets the same layout.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin

ROUNDS = 80
FAR = 1.3  # distance between unconnected parts, relative to the longest path
Point = tuple[float, float]


@lru_cache(maxsize=64)
def laid_out(names: tuple[str, ...], pairs: tuple[tuple[str, str], ...]) -> dict[str, Point]:
    if len(names) < 2:
        return dict.fromkeys(names, (0.0, 0.0))
    wanted = _distances(names, pairs)
    points = _opening(wanted)
    for _ in range(ROUNDS):
        _round(points, wanted)
    return dict(zip(names, _flat(points), strict=True))


def _distances(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
    numbers = {name: number for number, name in enumerate(names)}
    beside: list[set[int]] = [set() for _ in names]
    for one, other in pairs:
        beside[numbers[one]].add(numbers[other])
        beside[numbers[other]].add(numbers[one])
    rows = [_from(start, beside) for start in range(len(names))]
    longest = max((steps for row in rows for steps in row if steps is not None), default=1) or 1
    return [[FAR * longest if steps is None else float(steps) for steps in row] for row in rows]


def _from(start: int, beside: Sequence[set[int]]) -> list[int | None]:
    found: list[int | None] = [None] * len(beside)
    found[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in beside[here]:
            if found[there] is None:
                found[there] = (found[here] or 0) + 1
                queue.append(there)
    return found


def _opening(wanted: Sequence[Sequence[float]]) -> list[list[float]]:
    """Choose starting positions by the distances to three places far from each other."""
    first = max(range(len(wanted)), key=lambda number: sum(wanted[number]))
    second = max(range(len(wanted)), key=lambda number: wanted[first][number])
    third = max(range(len(wanted)), key=lambda number: min(wanted[first][number], wanted[second][number]))
    return [
        [row[first] - row[second] + 0.01 * sin(number * 7), row[third] + 0.01 * cos(number * 5)]
        for number, row in enumerate(wanted)
    ]


def _round(points: list[list[float]], wanted: Sequence[Sequence[float]]) -> None:
    for here, point in enumerate(points):
        x = y = weight = 0.0
        for there, other in enumerate(points):
            if here == there:
                continue
            want = wanted[here][there]
            share = 1 / (want * want)
            dx, dy = point[0] - other[0], point[1] - other[1]
            apart = hypot(dx, dy) or 0.01
            x += share * (other[0] + want * dx / apart)
            y += share * (other[1] + want * dy / apart)
            weight += share
        point[0], point[1] = x / weight, y / weight


def _flat(points: Sequence[Sequence[float]]) -> list[Point]:
    """Rotate the points so that the layout is wide rather than high."""
    middle_x, middle_y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    xx = sum((point[0] - middle_x) ** 2 for point in points)
    yy = sum((point[1] - middle_y) ** 2 for point in points)
    xy = sum((point[0] - middle_x) * (point[1] - middle_y) for point in points)
    turn = -0.5 * atan2(2 * xy, xx - yy) if xy or xx != yy else pi / 2
    return [
        (
            (x - middle_x) * cos(turn) - (y - middle_y) * sin(turn),
            (x - middle_x) * sin(turn) + (y - middle_y) * cos(turn),
        )
        for x, y in points
    ]

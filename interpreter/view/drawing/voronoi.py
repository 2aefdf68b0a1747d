"""Regions of a map: the cell around each place, cut off where no place is near.

In: points. Out: for each a polygon, each side with the neighbour beyond it (None: the open). Layer: view.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Side = tuple[Point, str | None]  # where it begins, and who is beyond it
CORNERS = 28
REACH = 1.05  # of the third quartile of the distances to the two nearest places


def regions(points: Mapping[str, Point]) -> dict[str, list[Side]]:
    if len(points) < 2:
        return {}
    near = sorted(
        away for name, at in points.items()
        for away in sorted(hypot(at[0] - x, at[1] - y) for other, (x, y) in points.items() if other != name)[:2]
    )  # fmt: skip
    radius = REACH * near[(3 * len(near)) // 4]
    return {name: _cell(name, points, radius) for name in points}


def _cell(name: str, points: Mapping[str, Point], radius: float) -> list[Side]:
    x, y = points[name]
    found: list[Side] = [
        ((x + radius * cos(2 * pi * turn / CORNERS), y + radius * sin(2 * pi * turn / CORNERS)), None)
        for turn in range(CORNERS)
    ]
    for other, at in points.items():
        if other != name and hypot(at[0] - x, at[1] - y) < 2 * radius:
            found = _cut(found, other, (x, y), at)
    return found


def _cut(found: list[Side], other: str, own: Point, at: Point) -> list[Side]:
    """Keep the part that is nearer to the own point than to the other."""

    def inside(point: Point) -> float:
        return hypot(point[0] - at[0], point[1] - at[1]) ** 2 - hypot(point[0] - own[0], point[1] - own[1]) ** 2

    kept: list[Side] = []
    for number, (start, beyond) in enumerate(found):
        end = found[(number + 1) % len(found)][0]
        here, there = inside(start), inside(end)
        if here >= 0:
            kept.append((start, beyond))
        if (here >= 0) != (there >= 0):
            share = here / (here - there)
            crossing = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            kept.append((crossing, other if here >= 0 else beyond))
    return kept

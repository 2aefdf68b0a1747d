"""Distances between places, computed on demand.

In: the neighbours of each place. Out: for a place, the steps to each other one. Layer: runtime. A table of all distances has
an entry per pair of places, so it is made for small maps only.
"""

from __future__ import annotations

from collections.abc import Sequence

SMALL = 300  # largest map (in places) with a full table
MAX_ENTRIES = 5_000_000  # distances cached for a large map


class Distances:
    """The distances of a large map, row by row, with a cache of rows."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self._neighbours = neighbours
        self._rows: dict[int, tuple[int | None, ...]] = {}
        self._most = max(16, MAX_ENTRIES // max(1, len(neighbours)))

    def __getitem__(self, place: int) -> tuple[int | None, ...]:
        found = self._rows.get(place)
        if found is None:
            found = distances_from(self._neighbours, place)
            if len(self._rows) >= self._most:
                self._rows = {}
            self._rows[place] = found
        return found


def distances_from(neighbours: Sequence[Sequence[int]], place: int) -> tuple[int | None, ...]:
    """Compute the steps to every place (breadth-first search); None where unreachable."""
    found: list[int | None] = [None] * len(neighbours)
    found[place] = 0
    edge, steps = [place], 0
    while edge:
        steps += 1
        following = []
        for here in edge:
            for there in neighbours[here]:
                if found[there] is None:
                    found[there] = steps
                    following.append(there)
        edge = following
    return tuple(found)

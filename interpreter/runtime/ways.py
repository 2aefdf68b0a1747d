"""How far it is from place to place, worked out from where somebody asks.

In: for each place its neighbours. Out: for a place how many steps it is to each other one. Layer: runtime.
A table of all distances has as many entries as there are pairs of places: it is made for small maps only.
"""

from __future__ import annotations

from collections.abc import Sequence

SMALL = 300  # places of a map of which all distances are written out
MOST_ENTRIES = 5_000_000  # distances that a large map remembers


class Distances:
    """The distances of a large map, row by row; the rows asked for last are remembered."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self._neighbours = neighbours
        self._rows: dict[int, tuple[int | None, ...]] = {}
        self._most = max(16, MOST_ENTRIES // max(1, len(neighbours)))

    def __getitem__(self, place: int) -> tuple[int | None, ...]:
        found = self._rows.get(place)
        if found is None:
            found = distances_from(self._neighbours, place)
            if len(self._rows) >= self._most:
                self._rows = {}
            self._rows[place] = found
        return found


def distances_from(neighbours: Sequence[Sequence[int]], place: int) -> tuple[int | None, ...]:
    """Steps to every place; None where no way leads."""
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

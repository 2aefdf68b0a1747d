"""Adjust guessed amounts until the totals that `always` rules declare are right.

In: the guessed cells of a state that are numbers. Out: the same table with amounts changed within their ranges, so that rules
such as `sum(player's coins over players) is coins_in_play` hold. Layer: runtime. Which cells count in a total is found by trying:
a cell counts if raising it by 1 changes the difference between both sides by 1. Only the guessed table is looked at, never the
true one, so that nothing hidden shines through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from interpreter.runtime.draws import Draws
from interpreter.runtime.machine import at_once
from interpreter.runtime.position import Position

Range = tuple[int, int | None]
Gap = Callable[..., int]  # (s): the left side of a rule minus its right side


def balance(new: Position, ranges: Mapping[int, Range], generator: Draws) -> None:
    """Make the totals right, by changing cells that are guessed.

    `ranges`: those cells, with what each may hold."""
    for rule in new.code.ALWAYS if ranges else ():
        gap = at_once(new, rule.gap, new) if rule.gap is not None else 0
        if rule.gap is not None and gap != 0:
            cells = _cells_in(new, ranges, rule.gap, gap)
            generator.shuffle(cells)
            _spread(new, cells, gap)


def _cells_in(new: Position, ranges: Mapping[int, Range], difference: Gap, gap: int) -> list[Counting]:
    found = []
    for at, limits in ranges.items():
        new.cells[at] += 1
        effect = at_once(new, difference, new) - gap
        new.cells[at] -= 1
        if effect in (1, -1):
            found.append(Counting(at, effect, limits))
    return found


class Counting(NamedTuple):
    """A cell that counts in a total.

    Positively on its left side, negatively on its right."""

    at: int
    sign: int
    limits: Range

    def moved(self, new: Position, change: int) -> int:
        """Change the cell so that the difference changes by `change`.

        As far as its range allows; return how far."""
        low, high = self.limits
        before: int = new.cells[self.at]
        after = max(low, before + self.sign * change)
        after = after if high is None else min(high, after)
        new.cells[self.at] = after
        return self.sign * (after - before)


def _spread(new: Position, cells: list[Counting], gap: int) -> None:
    """Share the difference out evenly, then give the rest to cells with room."""
    for left, cell in zip(range(len(cells), 0, -1), cells, strict=True):
        gap += cell.moved(new, -(gap // left))
    for cell in cells:
        gap += cell.moved(new, -gap)

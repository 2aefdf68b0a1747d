"""The search bot: Monte-Carlo tree search over what the player may know.

In: a question and the bot's own seat. Out: the choice that was tried most. Layer: tools. Hidden cards are redealt again and
again in a way that fits what the player knows, and one tree grows over all these tables (single-observer information set
MCTS): chance and hidden cards are sampled, each decision belongs to the player who makes it, and many choices are opened
gradually (progressive widening). Where nothing is hidden and no chance was involved, proven results are kept as proven. The
tree grows in C if the rules are compiled (`backends/c/thinking.h`), with the same result.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import SEARCHING, BotInC
from interpreter.tools.bots.position_value import BEHIND_A_TREE, furthest

from .luck import Luck
from .tree import CURIOSITY, SURE, Tree

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State
    from interpreter.runtime.imagined_tables import Imagined, Searched

ITERATIONS = 300
ON_A_TABLE = 8  # iterations per redeal of what is hidden
AT_ONCE = 64  # iterations between two checks of the clock

Found = list[tuple[int, float | None]]


class SearchBot:
    """Search for `seconds` if given, else for a number of iterations.

    The same iterations for the same seed."""

    def __init__(self, seed: int, iterations: int = ITERATIONS, seconds: float | None = None) -> None:
        self._luck = Luck(seeded(seed))
        self._iterations, self._seconds = iterations, seconds

    @property
    def word(self) -> int:
        """The state of its generator."""
        return self._luck.word

    @property
    def in_c(self) -> BotInC | None:
        """How C plays it; None if it has a clock, which only Python looks at."""
        return BotInC(SEARCHING, self._iterations) if self._seconds is None else None

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        choices = request.choices
        if len(choices) == 1:
            return choices[0]
        if self.in_c is not None and (decided := seat.decided_in_c(self.in_c, self.word)) is not None:
            number, self._luck.word = decided
            return choices[number]
        luck, deals = self._luck.fork(), self._luck.fork()
        found = self._in_c(seat, luck, deals, len(choices))
        if found is None:
            found = self._in_python(seat, luck, deals, len(choices))
        return choices[max(range(len(choices)), key=lambda place: _merit(*found[place]))]

    def _in_c(self, seat: Seat, luck: int, deals: int, count: int) -> Found | None:
        tree: Searched | None = None
        most = furthest(seat, BEHIND_A_TREE)
        table: Imagined | None = None
        for dealt, iterations in self._work(seat, deals):
            table = seat.in_c(dealt) if dealt is not None else table
            if table is None:
                return None
            tree = table.tree(luck, CURIOSITY) if tree is None else tree
            done = tree.grow(table, iterations, most, seat.sees_all)
            if done < 0:
                return None
            if done < iterations:
                break
        return None if tree is None else tree.found(count, seat.player)

    def _in_python(self, seat: Seat, luck: int, deals: int, count: int) -> Found:
        tree, most = Tree(luck), furthest(seat, BEHIND_A_TREE)
        table: State | None = None
        for dealt, iterations in self._work(seat, deals):
            table = dealt if dealt is not None else table
            assert table is not None
            if tree.grow(table, iterations, most, seat.sees_all) < iterations:
                break
        return tree.found(count, seat.player)

    def _work(self, seat: Seat, deals: int) -> Iterator[tuple[State | None, int]]:
        """Yield tables and the iterations to spend on each.

        None instead of a table means the same one again."""
        generator, at_once = Luck(deals), AT_ONCE if seat.sees_all else ON_A_TABLE
        end = None if self._seconds is None else time.perf_counter() + self._seconds
        left = self._iterations
        table: State | None = seat.redealt(generator.fork() >> 16)
        while left > 0 if end is None else time.perf_counter() < end or table is not None:
            yield table, at_once if end is not None else min(left, at_once)
            left -= at_once
            table = None if seat.sees_all else seat.redealt(generator.fork() >> 16)
            if end is not None and time.perf_counter() > end:
                return


def _merit(visits: int, sure: float | None) -> tuple[float, int]:
    """Rank a choice: a proven win first, then by visits, a proven loss last."""
    if sure is None:
        return (0.0, visits)
    return (1.0 if sure >= SURE else -1.0 if sure <= 1 - SURE else 0.0, visits)

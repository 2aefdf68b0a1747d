"""Ladders: ways on which something is driven up or down on purpose.

In: how many gauges there are. Out: `Ladders`, those of this generation. Layer: tools.
Much of a rulebook happens only when a lot has changed hands or somebody has nothing left, and play by chance gives away what
it has. A generation has a few aims, and then all begin anew: what dice and decks bring from one position on is always the
same.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .positions import Position

GENERATION = 1_000  # walks
AIMS = 3  # of a generation
IN_PAIRS = 0.5  # how often two aims are one
FULL_REACH = 1_000  # what as far as one ever reached counts in a pair
FIRST_TRIES = 12  # walks for each aim in the first generation, which has all of them
RUNGS = 6  # the best positions of an aim that are kept
SOMETIMES = 0.2  # what an aim is worth that promises nothing
MOST_CLIMBS = 16  # successes of an aim that make it worth more


class Rung(NamedTuple):
    height: int
    position: Position


class Aim:
    """More of something, or less: how often one got further in a generation, with how many tries, and how far."""

    __slots__ = ("climbs", "gauge", "reach", "sign", "tries")

    def __init__(self, gauge: int, sign: int) -> None:
        self.gauge, self.sign, self.climbs, self.tries, self.reach = gauge, sign, 0, 0, 1

    @property
    def weight(self) -> float:
        """What can only be or not be is soon reached; what has many degrees is worth many walks. But what grows with every
        walk, as the number of the round does, grows anyway."""
        return SOMETIMES + (0 if 2 * self.climbs > self.tries > 0 else min(self.climbs, MOST_CLIMBS))


class Ladder:
    """The way of one generation to an aim, or to two at the same time: positions, the best ones last."""

    __slots__ = ("aims", "climbs", "low", "rungs", "tries")

    def __init__(self, *aims: Aim) -> None:
        self.aims, self.climbs, self.tries, self.low = aims, 0, 0, 0
        self.rungs: list[Rung] = []  # of each height the one that took the fewest decisions

    @property
    def gauges(self) -> list[tuple[int, int]]:
        """Each with its factor: of two, as far as one ever reached in each counts the same."""
        if len(self.aims) == 1:
            return [(self.aims[0].gauge, self.aims[0].sign)]
        return [(aim.gauge, aim.sign * max(1, FULL_REACH // aim.reach)) for aim in self.aims]

    def reached(self, rung: Rung) -> None:
        """One who got there quickly has most of the game before them."""
        self.climbs += not self.rungs or rung.height > self.rungs[-1].height
        self.low = min(self.low, rung.height) if self.rungs else rung.height
        best = {one.height: one for one in self.rungs}
        if rung.height not in best or best[rung.height].position.length > rung.position.length:
            best[rung.height] = rung
        self.rungs = [best[height] for height in sorted(best)][-RUNGS:]

    def concluded(self) -> None:
        """What was learned about the aim, if there was only one."""
        if len(self.aims) == 1 and self.rungs:
            self.aims[0].reach = max(self.aims[0].reach, self.rungs[-1].height - self.low)
        if len(self.aims) == 1:
            self.aims[0].climbs, self.aims[0].tries = self.climbs, self.tries


class Ladders:
    """Those of this generation. The first has all aims, each alone: then it is known what they promise."""

    def __init__(self, gauges: int, luck: Random) -> None:
        self._luck = luck
        self._aims = [Aim(gauge, sign) for gauge in range(gauges) for sign in (1, -1)]
        self._ladders = [Ladder(aim) for aim in self._aims]
        self._left = FIRST_TRIES * len(self._aims)  # walks of this generation

    def one(self) -> Ladder | None:
        """For the next walk; None when nothing can be aimed at."""
        if not self._ladders:
            return None
        self._left -= 1
        if self._left < 0:
            self._begin_anew()
        return self._luck.choice(self._ladders)

    def some_rung(self) -> Rung | None:
        """A position to which some aim of this generation has led."""
        rungs = self._luck.choice(self._ladders).rungs if self._ladders else []
        return self._luck.choice(rungs) if rungs else None

    def _begin_anew(self) -> None:
        for ladder in self._ladders:
            ladder.concluded()
        first, second = (self._luck.choices(self._aims, [aim.weight for aim in self._aims], k=AIMS) for _ in range(2))
        self._ladders = [
            Ladder(one, other) if self._luck.random() < IN_PAIRS and one.gauge != other.gauge else Ladder(one)
            for one, other in zip(first, second, strict=True)
        ]
        self._left = GENERATION

"""Hill climbing: drive a gauge of the game up or down on purpose.

In: the number of gauges. Out: `Ladders`, the climbs of this generation. Layer: tools.
Many rules apply only when a lot has changed hands or a player has nothing left, and random play squanders what it has. A
generation pursues a few aims, then all start again, because the dice and decks that follow one position are always the
same.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from interpreter.tools.explore.positions import Position

GENERATION = 1_000  # walks
AIMS = 3  # per generation
IN_PAIRS = 0.5  # how often two aims are combined
FULL_REACH = 1_000  # the weight in a pair of the furthest an aim ever got
FIRST_TRIES = 12  # walks per aim in the first generation, which has all of them
RUNGS = 6  # best positions kept per aim
SOMETIMES = 0.2  # base weight of an aim without prospects
MAX_CLIMBS = 16  # successes beyond this do not add weight


class Rung(NamedTuple):
    height: int
    position: Position


class Aim:
    """Maximize or minimize one gauge.

    The successes and tries of its last generation, and the furthest reach ever."""

    __slots__ = ("climbs", "gauge", "reach", "sign", "tries")

    def __init__(self, gauge: int, sign: int) -> None:
        self.gauge, self.sign, self.climbs, self.tries, self.reach = gauge, sign, 0, 0, 1

    @property
    def weight(self) -> float:
        """Return the sampling weight.

        A yes-or-no gauge is soon exhausted; one with many degrees deserves many walks. But a gauge that grows in most walks,
        like the round number, grows anyway."""
        return SOMETIMES + (0 if 2 * self.climbs > self.tries > 0 else min(self.climbs, MAX_CLIMBS))


class Ladder:
    """One generation's climb towards one aim, or two combined.

    Positions, the best ones last."""

    __slots__ = ("aims", "climbs", "low", "rungs", "tries")

    def __init__(self, *aims: Aim) -> None:
        self.aims, self.climbs, self.tries, self.low = aims, 0, 0, 0
        self.rungs: list[Rung] = []  # the shortest position for each height

    @property
    def gauges(self) -> list[tuple[int, int]]:
        """Gauges with their factors.

        Scaled in a pair so that the furthest reach of each weighs the same."""
        if len(self.aims) == 1:
            return [(self.aims[0].gauge, self.aims[0].sign)]
        return [(aim.gauge, aim.sign * max(1, FULL_REACH // aim.reach)) for aim in self.aims]

    def reached(self, rung: Rung) -> None:
        """Record a position.

        For each height the shortest wins: it has most of the game still ahead."""
        self.climbs += not self.rungs or rung.height > self.rungs[-1].height
        self.low = min(self.low, rung.height) if self.rungs else rung.height
        best = {one.height: one for one in self.rungs}
        if rung.height not in best or best[rung.height].position.length > rung.position.length:
            best[rung.height] = rung
        self.rungs = [best[height] for height in sorted(best)][-RUNGS:]

    def concluded(self) -> None:
        """Record what was learned about the aim, if there was only one."""
        if len(self.aims) == 1 and self.rungs:
            self.aims[0].reach = max(self.aims[0].reach, self.rungs[-1].height - self.low)
        if len(self.aims) == 1:
            self.aims[0].climbs, self.aims[0].tries = self.climbs, self.tries


class Ladders:
    """The climbs of this generation.

    The first tries every aim alone, to learn their prospects."""

    def __init__(self, gauges: int, luck: Random) -> None:
        self._luck = luck
        self._aims = [Aim(gauge, sign) for gauge in range(gauges) for sign in (1, -1)]
        self._ladders = [Ladder(aim) for aim in self._aims]
        self._left = FIRST_TRIES * len(self._aims)  # walks left in this generation

    def one(self) -> Ladder | None:
        """Choose a climb for the next walk; None if there are no gauges."""
        if not self._ladders:
            return None
        self._left -= 1
        if self._left < 0:
            self._begin_anew()
        return self._luck.choice(self._ladders)

    def some_rung(self) -> Rung | None:
        """Return a random position that a climb of this generation has reached."""
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

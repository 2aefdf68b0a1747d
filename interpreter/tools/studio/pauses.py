"""Pauses: how long to wait at a moment in which a player may have been asked in secret.

In: a table's choice (off, short, real), when such a moment began, whether a player was asked, and when the answer came. Out:
when the others may see what follows. Layer: tools; it knows no clock and no game.

A player who is not asked sees nothing until the answer is given. If the table continued at once whenever nobody is asked, the
timing would give that away. So every such moment lasts at least a random time, drawn in the same way whether a player is
asked or not. `real` adds the time that people need to think: if nobody is asked, the moment lasts at least as long as one of
the earlier moments in which a player was.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random, SystemRandom

OFF, SHORT, REAL = "off", "short", "real"
PAUSES = (OFF, SHORT, REAL)
LEAST, MOST = 2.0, 5.0  # seconds: bounds of a short pause
USUAL = (3.0, 4.0, 6.0, 9.0, 14.0)  # thinking times in seconds, until this table has shown its own
LONGEST = 60.0  # upper limit in seconds on a pause in which nobody is asked
REMEMBERED = 40  # thinking times of the latest moments


@dataclass
class Moment:
    """A moment in which a player may have been asked.

    From one visible change to the next."""

    began: float
    least: float  # seconds
    asked: bool = False


class Pauses:
    def __init__(self, how: str, luck: Random | None = None) -> None:
        self.how = how
        self._luck = luck or SystemRandom()
        self._thought: deque[float] = deque(USUAL, REMEMBERED)

    def begin(self, now: float) -> Moment:
        """Start a moment.

        Its minimum is drawn before anything depends on whether a player is asked."""
        return Moment(now, self._luck.uniform(LEAST, MOST))

    def end(self, moment: Moment, now: float) -> float:
        """Return when the others may see what follows.

        Once nobody is being asked (any longer)."""
        took = now - moment.began
        if self.how == REAL and moment.asked:
            self._thought.append(min(took, LONGEST))
        elif self.how == REAL:
            took = max(took, self._luck.choice(self._thought))
        return moment.began + max(took, moment.least)

"""The result of a game, and the luck that random play draws from.

In: nothing. Out: `Result` and the protocol `Luck`. Layer: runtime.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


class Luck(Protocol):
    """A source of numbers between 0 and 1, such as a random.Random."""

    def random(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winners, the scores and the score sheet, if any.

    Several winners share; none is a draw."""

    winners: tuple[int, ...]
    scores: dict[int, int]
    out: tuple[int, ...] = ()
    sheet: dict[str, dict[int, int]] = field(default_factory=dict)  # the score sheet: by row and seat

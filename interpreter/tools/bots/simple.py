"""Bots that do not search: random and eager.

In: a question. Out: a choice. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import BY_CHANCE, EAGER, BotInC

from .luck import Luck

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat

DISTRACTED = 0.05  # how often an eager bot chooses at random, so that it gets out of every corner


class RandomBot:
    """Choose uniformly at random.

    Reads neither labels nor the view, so that it is cheap."""

    def __init__(self, seed: int) -> None:
        self._luck = Luck(seeded(seed))

    @property
    def word(self) -> int:
        """The state of its generator."""
        return self._luck.word

    @property
    def in_c(self) -> BotInC:
        return BotInC(BY_CHANCE)

    def __call__(self, request: Request, _seat: Seat) -> int | Choice:
        choices = request.choices
        number = self._luck.below(len(choices))
        return choices[number] if request.kind == "amount" else number


class EagerBot:
    """Act rather than pass, spend little at a time, rarely take free actions.

    Games get further."""

    def __init__(self, seed: int) -> None:
        self._luck = Luck(seeded(seed))

    @property
    def word(self) -> int:
        """The state of its generator."""
        return self._luck.word

    @property
    def in_c(self) -> BotInC:
        return BotInC(EAGER)

    def __call__(self, request: Request, _seat: Seat) -> int | Choice:
        choices = request.choices
        if request.kind == "amount":
            return self._little(choices)
        wanted = [choice for choice in choices if not choice.free and choice.name not in ("pass", "done")]
        if not wanted or self._luck.random() < DISTRACTED:
            return choices[self._luck.below(len(choices))]
        return wanted[self._luck.below(len(wanted))]

    def _little(self, choices: Sequence[Choice]) -> Choice:
        return choices[min(self._luck.below(len(choices)) for _ in range(2))]

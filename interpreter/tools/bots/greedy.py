"""The greedy bot: evaluate each choice by a few random playouts.

In: a question and the bot's own seat. Out: the choice with the best results. Layer: tools. Every choice is tried on the same
determinized tables, so that luck affects all equally; in C if the rules are compiled, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import interpreter
from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import GREEDY, BotInC
from interpreter.tools.bots.position_value import finished, furthest, spread

from .luck import Luck

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State

MAX_CHOICES = 24  # if there are more, this many spread evenly over them


class GreedyBot:
    def __init__(self, seed: int, finishes: int = 6) -> None:
        self._luck = Luck(seeded(seed))
        self._finishes = finishes

    @property
    def word(self) -> int:
        """The state of its generator."""
        return self._luck.word

    @property
    def in_c(self) -> BotInC:
        return BotInC(GREEDY, self._finishes)

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        choices = request.choices
        numbers = spread(len(choices))[:MAX_CHOICES]
        if len(numbers) == 1:
            return choices[0]
        if (found := seat.decided_in_c(self.in_c, self.word)) is not None:
            number, self._luck.word = found
            return choices[number]
        sums, most = [0.0] * len(numbers), furthest(seat)
        for _ in range(self._finishes):
            table, luck = seat.redealt(self._luck.fork() >> 16), self._luck.fork()
            for at, value in enumerate(_tried(table, seat, numbers, luck, most)):
                sums[at] += value
        best = max(sums)
        equal = [number for number, value in zip(numbers, sums, strict=True) if value == best]
        return choices[equal[self._luck.below(len(equal))]]


def _tried(table: State, seat: Seat, numbers: Sequence[int], luck: int, most: int) -> list[float]:
    """Evaluate each choice on this table."""
    in_c = seat.in_c(table)
    found = in_c.tried(numbers, luck, most, seat.player) if in_c is not None else None
    return (
        found
        if found is not None
        else [_tried_in_python(table, number, seat.player, Luck(luck), most) for number in numbers]
    )


def _tried_in_python(table: State, number: int, player: int, luck: Luck, most: int) -> float:
    state = table.clone()
    try:
        state.take(number)
    except interpreter.Fault:
        return 0.0
    return finished(state, luck, most)[player]

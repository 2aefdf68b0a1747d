"""The greedy bot: each choice is judged by a few finishes by chance.

In: a question and the bot's own seat. Out: the choice that went best. Layer: tools. Every choice is tried on the same
imagined tables, so that luck counts the same for all; in C where the rules are compiled, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import interpreter

from .judging import finished, furthest, spread
from .luck import Luck

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State

MOST_CHOICES = 24  # of more, so many that cover them evenly


class GreedyBot:
    def __init__(self, seed: int, finishes: int = 6) -> None:
        self._random = Random(seed)
        self._finishes = finishes

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        choices = request.choices
        numbers = spread(len(choices))[:MOST_CHOICES]
        if len(numbers) == 1:
            return choices[0]
        sums, most = [0.0] * len(numbers), furthest(seat)
        for _ in range(self._finishes):
            table, luck = seat.redealt(self._random.getrandbits(48)), self._random.getrandbits(64) | 1
            for at, value in enumerate(_tried(table, seat, numbers, luck, most)):
                sums[at] += value
        best = max(sums)
        return choices[self._random.choice([number for number, value in zip(numbers, sums, strict=True) if value == best])]


def _tried(table: State, seat: Seat, numbers: Sequence[int], luck: int, most: int) -> list[float]:
    """How good each choice turns out on this table."""
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

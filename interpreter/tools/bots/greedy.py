"""The greedy bot: each choice is judged by a few finishes by chance.

In: a question and the bot's own seat. Out: the choice that went best. Layer: tools. Every choice is tried on the same
imagined tables, so that luck counts the same for all.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import interpreter

from .judging import finished, spread

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State

MOST_CHOICES = 24  # of more, so many that cover them evenly


class GreedyBot:
    def __init__(self, seed: int, finishes: int = 6) -> None:
        self._random = Random(seed)
        self._finishes = finishes

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        choices = request.choices
        places = spread(len(choices))[:MOST_CHOICES]
        if len(places) == 1:
            return choices[0]
        sums = dict.fromkeys(places, 0.0)
        for _ in range(self._finishes):
            table, luck = seat.redealt(self._random.getrandbits(48)), self._random.getrandbits(48)
            for place in places:
                sums[place] += _tried(table, place, seat.player, luck)
        best = max(sums.values())
        return choices[self._random.choice([place for place in places if sums[place] == best])]


def _tried(table: State, place: int, player: int, luck: int) -> float:
    state = table.clone()
    try:
        state.take(place)
    except interpreter.Fault:
        return 0.0
    return finished(state, Random(luck))[player]

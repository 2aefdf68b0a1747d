"""Evaluate a position for each player, between 0 and 1.

In: a state that a bot has determinized. Out: a number for each player. Layer: tools. A finished game is valued by its winners
and their margin; an unfinished one by what the rules say a position is worth (`let …(player), for bots = …`), if they do.
`backends/c/thinking.h` does the same in C, number by number: change both together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.bots.luck import Luck

if TYPE_CHECKING:
    from interpreter import Seat, State

TO_THE_END = 5_000  # decisions of a random playout if the rules do not say what a position is worth
SOME_WAY = 40  # and if they do
BEHIND_A_TREE = (
    10  # and below a search tree, which looks ahead itself: later random moves distinguish choices less and less
)
WINNING = 0.85  # weight of winning; the rest is the margin


def judged(state: State) -> list[float]:
    players = range(len(state.player_names))
    result = state.result
    if result is None:
        return _standing([state.inspect.worth(player) or 0 for player in players])
    share = 1 / (len(result.winners) or len(players))
    wins = [share if player in result.winners or not result.winners else 0.0 for player in players]
    if not result.scores:
        return wins
    by_how_much = _standing([result.scores.get(player, 0) for player in players])
    return [WINNING * win + (1 - WINNING) * much for win, much in zip(wins, by_how_much, strict=True)]


def _standing(points: Sequence[int]) -> list[float]:
    """Compare each player's points with the best of the others; 0.5 if equal."""
    scale = 1 + sum(abs(one) for one in points) / len(points)
    found = []
    for player, own in enumerate(points):
        lead = (own - max((one for other, one in enumerate(points) if other != player), default=0)) / scale
        found.append(0.5 + 0.5 * lead / (0.5 + abs(lead)))
    return found


def furthest(seat: Seat, some_way: int = SOME_WAY) -> int:
    """Return the length of a playout.

    To the end, or shorter if the rules say what a position is worth."""
    return some_way if seat.worth_is_known else TO_THE_END


def finished(state: State, luck: Luck, most: int) -> list[float]:
    """Play out at random and evaluate the result. A failing rule counts as neutral."""
    try:
        state.engine.play_on(luck, most)
        return judged(state)
    except interpreter.Fault:
        return [0.5] * len(state.player_names)


@lru_cache(maxsize=1000)
def spread(count: int) -> tuple[int, ...]:
    """Order the indices of this many choices so that any prefix covers them evenly.

    The ends first, then the middles."""
    found = [0, count - 1] if count > 1 else [0]
    gaps = [(0, count - 1)]
    while gaps:
        low, high = gaps.pop(0)
        middle = (low + high) // 2
        if low < middle < high:
            found.append(middle)
            gaps += [(low, middle), (middle, high)]
    return tuple(found)

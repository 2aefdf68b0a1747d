"""Estimate chances to win: of each choice of a question, and of each player at a moment.

In: a game and its seats. Out: an `Estimator`. Layer: tools. If a bot has learned these rules, its model judges; else bots play on
from there to the end, all choices from the same imagined tables with the same luck. A player's chances of choices rest on what
that player may know; the chances at a moment of a finished game rest on everything.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.runtime.imagined_tables import BY_CHANCE, GREEDY, SEARCHING, BotInC
from interpreter.runtime.thinking import ThinkerInC
from interpreter.tools.bots.position_value import spread
from interpreter.tools.learn.keeping import has_learned, mixture_for, model_for

if TYPE_CHECKING:
    from interpreter import Game, State

MOST_CHOICES = 24  # of more, this many spread evenly over them, and the one that was taken
REDEALS = 16
ROUGHLY, CLOSELY = 24, 96  # games for each choice
MOST = 20_000  # decisions of a game
SLOW = 0.25  # seconds; if a game between greedy bots takes longer, random bots play on


@dataclass(frozen=True)
class Estimate:
    """The chance to win after a choice, and how far it may be off (a standard error; 0 if nothing was drawn by lot)."""

    number: int
    chance: float
    error: float


class Estimator:
    def __init__(self, game: Game, state: State) -> None:
        """Raises UnusualRulesError if the rules cannot be played in C."""
        seats = len(state.player_names)
        self._thinker = ThinkerInC(game.native(bots=True))
        learned = has_learned(game, seats) and mixture_for(game, seats) is None
        model = model_for(game, seats) if learned else None
        # where plain search was stronger than the model, the model is no judge
        self._model = model if model is not None and model.bot.sort != SEARCHING else None
        self._bots = [BotInC(GREEDY, 3)] * seats
        if self._model is None and self._is_slow(state):
            self._bots = [BotInC(BY_CHANCE)] * seats

    def _is_slow(self, state: State) -> bool:
        began = time.process_time()
        self._thinker.outlook(state.engine.position, (), self._bots, 1, 1, MOST, open_=True)
        return time.process_time() - began > SLOW

    @property
    def method(self) -> str:
        """How chances are estimated, in a sentence."""
        if self._model is not None:
            return "The chances are those that the bot learned sees."
        if self._bots[0].sort == BY_CHANCE:
            return (
                "The chances are those of players who go on at random, because no bot has learned these rules: take them as "
                "a hint. rulewright learn makes them better."
            )
        return "The chances are those of greedy bots that play on from there to the end."

    def of_choices(self, state: State, taken: int | None = None, seed: int = 1) -> list[Estimate]:
        """The chance of the player who is asked after each choice, the best first."""
        request = state.request
        assert request is not None
        places = list(spread(len(request.choices))[:MOST_CHOICES])
        if taken is not None and taken not in places:
            places.append(taken)
        found = self._estimated(state, places, ROUGHLY, seed)
        if self._model is None and len(found) > 1:  # the best few again, with other luck: the luckiest is not the best
            again = [one.number for one in found if one.chance > found[0].chance - 2 * found[0].error - 0.02][:4]
            if taken is not None and taken not in again:
                again.append(taken)
            closer = self._estimated(state, again, CLOSELY, seed + 1)
            known = {one.number for one in closer}
            rest = [*closer[1:], *(one for one in found if one.number not in known)]
            found = [*closer[:1], *sorted(rest, key=lambda one: (-one.chance, one.number))]
        return found

    def _estimated(self, state: State, places: Sequence[int], games: int, seed: int) -> list[Estimate]:
        position, player = state.engine.position, state.deciding
        assert player is not None
        if self._model is not None:
            seen = self._thinker.weighed(position, places, self._model.at, seed, REDEALS) or []
            found = [Estimate(place, chance, 0.0) for place, chance in zip(places, seen, strict=False)]
        else:
            ended, wins = self._thinker.outlook(position, places, self._bots, seed, games, MOST) or (0, [])
            found = [_estimate(place, row[player], ended) for place, row in zip(places, wins, strict=False) if ended]
        return sorted(found, key=lambda one: (-one.chance, one.number))

    def of_players(self, state: State, seed: int = 1) -> list[float] | None:
        """Each player's chance at this moment, knowing everything; together 1. None if it cannot be estimated."""
        if state.result is not None:
            winners = state.result.winners or range(len(state.player_names))
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(state.player_names))]
        position = state.engine.position
        if self._model is not None:
            found = self._thinker.values(position, self._model.at)
        else:
            ended, rows = self._thinker.outlook(position, (), self._bots, seed, CLOSELY, MOST, open_=True) or (0, [[]])
            found = rows[0] if ended else None
        if found is None or sum(found) <= 0:
            return None
        return [one / sum(found) for one in found]


def _estimate(place: int, wins: float, games: int) -> Estimate:
    share = min(max(wins / games, 1 / (2 * games)), 1 - 1 / (2 * games))
    return Estimate(place, wins / games, sqrt(share * (1 - share) / games))

"""Positions to look at, from games of bots; and the strongest bots with which enough games fit into a time.

In: a game. Out: states with how far their game had come; bots by their word. Layer: tools.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

import interpreter
from interpreter.runtime.imagined_tables import BY_CHANCE, GREEDY, LEARNED, BotInC
from interpreter.runtime.thinking import ThinkerInC
from interpreter.tools.bots import only_bots
from interpreter.tools.cli.opening import all_seats
from interpreter.tools.learn.keeping import has_learned, mixture_for, model_for

if TYPE_CHECKING:
    from interpreter import Game, State

OFTEN = 0.2  # of the decisions of a game are looked at, and of these positions a few are taken
OF_A_GAME = 4  # positions of one game: more would be much alike
MANY = 400  # games
MOST = 20_000  # decisions of a game


def positions(game: Game, players: int, seed: int, bot: str = "greedy:1") -> Iterator[tuple[State, float]]:
    """Positions from games of these bots, a few of each, with the part of the game that was over."""
    pick = Random(seed)
    for number in range(MANY):
        words = all_seats(game, players, [bot] * players)
        bots, state = only_bots(words, seed + number), game.start(players, seed=seed + number)
        kept: list[State] = []
        seats = [state.seat(player) for player in range(len(words))]
        try:
            while (request := state.request) is not None and state.decisions < MOST:
                if pick.random() < OFTEN:
                    kept.append(state.clone())
                state.choose(bots[request.player](request, seats[request.player]))
        except interpreter.Fault:
            continue
        for one in pick.sample(kept, min(OF_A_GAME, len(kept))):
            yield one, one.decisions / max(1, state.decisions)


def bots_that_fit(game: Game, thinker: ThinkerInC, state: State, seconds: float) -> tuple[str, list[BotInC]]:
    """The strongest bots of which a game from this position takes no longer than this."""
    seats = len(state.player_names)
    ladder: list[tuple[str, BotInC]] = []
    if has_learned(game, seats) and mixture_for(game, seats) is None:
        ladder.append(("learned", model_for(game, seats).played(BotInC(LEARNED, 2))))
    ladder.append(("greedy", BotInC(GREEDY, 2)))
    for word, bot in ladder:
        began = time.process_time()
        thinker.outlook(state.engine.position, (), [bot] * seats, 1, 2, MOST, open_=True)
        if (time.process_time() - began) / 2 < seconds:
            return word, [bot] * seats
    return "random", [BotInC(BY_CHANCE)] * seats

"""Look into games: which decisions change nothing, who is already out of the race, and who then decides about others.

In: a game, bots, a time. Out: `Moments`. Layer: tools. Bots play on from positions of skilled games, each choice with the
same luck.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.runtime.imagined_tables import BotInC
from interpreter.runtime.redeal_words import UnusualRulesError
from interpreter.runtime.thinking import ThinkerInC
from interpreter.tools.bots.position_value import spread
from interpreter.tools.why.positions import MOST, bots_that_fit, positions

if TYPE_CHECKING:
    from interpreter import Game, State

GAMES = 16  # from each position, for each choice
MANY = 200  # decisions that are looked at
FEW = 24  # with fewer nothing is reported
CHOICES = 8  # of more, this many spread evenly over them
OUT = 1 / 32  # a smaller share of wins is none that a player plays for
MOVED = 0.25  # of another's chance: whoever moves that much decides about them
HALF = (0.4, 0.6)  # the middle of a game


@dataclass(frozen=True)
class Moments:
    """What was seen in so many decisions with a choice."""

    looked: int
    idle: int  # no choice made a difference in any game
    out: int  # the player who was asked could no longer win
    kings: int  # of these, how often the choice moved another's chance by a quarter
    leads: tuple[float, ...]  # the chance of the leader in the middle of games
    bot: str

    @property
    def lead(self) -> float | None:
        """How often who is ahead in the middle of a game wins it."""
        return sum(self.leads) / len(self.leads) if len(self.leads) >= FEW // 2 else None


def moments_of(game: Game, players: int, bot: str, seconds: float, seed: int, most: int = MANY) -> Moments | None:
    """Look at decisions until the time is over; None if C cannot play these rules."""
    if game.runs_in_python_because:
        return None
    try:
        thinker = ThinkerInC(game.native(bots=True))
    except UnusualRulesError:
        return None
    began = time.process_time()
    looked = idle = out = kings = 0
    leads: list[float] = []
    word, bots = "", list[BotInC]()
    for state, part in positions(game, players, seed, bot):
        if looked >= most or (looked >= FEW and time.process_time() - began > seconds):
            break
        if not bots:
            word, bots = bots_that_fit(game, thinker, state, seconds / (GAMES * 4 * FEW))
        places = _choices(state)
        if len(places) < 2:
            continue
        found = thinker.outlook(state.engine.position, places, bots, seed + looked, GAMES, MOST, open_=True)
        if found is None or not found[0]:
            continue
        ended, rows = found
        looked += 1
        player = state.deciding
        assert player is not None
        idle += all(row == rows[0] for row in rows)
        if max(row[player] for row in rows) <= OUT * ended:
            out += 1
            kings += _decides_about_others(rows, player, ended)
        if HALF[0] <= part <= HALF[1]:
            leads.append(max(sum(row[seat] for row in rows) for seat in range(len(rows[0]))) / ended / len(rows))
    return Moments(looked, idle, out, kings, tuple(leads), word) if looked >= FEW else None


def _choices(state: State) -> list[int]:
    request = state.request
    return list(spread(len(request.choices))[:CHOICES]) if request is not None else []


def _decides_about_others(rows: list[list[float]], player: int, ended: int) -> bool:
    others = [seat for seat in range(len(rows[0])) if seat != player]
    return any(max(row[seat] for row in rows) - min(row[seat] for row in rows) >= MOVED * ended for seat in others)

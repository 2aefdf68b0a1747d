"""Measure what one more of something is worth: the same positions with it and without it, played on by bots with the same luck.

In: a game, a time. Out: `Worth`s, the largest first. Layer: tools. This is the effect of having it, not what goes with winning.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from interpreter.runtime.thinking import ThinkerInC
from interpreter.tools.why.positions import MOST, bots_that_fit, positions

from .quantities import Quantity, quantities, swapped_cards

if TYPE_CHECKING:
    from interpreter import Game, State
    from interpreter.runtime.imagined_tables import BotInC
    from interpreter.runtime.position import Position

FEW, MANY = 16, 400  # positions
GAMES = 8  # from each position, with it and without
Z = 1.96


@dataclass(frozen=True)
class Worth:
    """Points of winning chance for `unit` more of something, with a 95 % interval, from so many positions."""

    title: str
    unit: int
    named: str
    points: float
    half: float
    positions: int

    @property
    def is_sure(self) -> bool:
        return abs(self.points) > self.half


@dataclass(frozen=True)
class Measured:
    bot: str
    worths: list[Worth]


def measured(game: Game, players: int, seconds: float, seed: int, cards: bool = False) -> Measured:
    """Measure everything that a player can have more of; or, for cards, each of them instead of another one."""
    began = time.process_time()
    thinker = ThinkerInC(game.native(bots=True))
    source = (state for state, _ in positions(game, players, seed))
    states = list(islice(source, FEW))
    if not states:
        return Measured("random", [])
    found = list(swapped_cards(game.code) if cards else quantities(game.code))
    word, bots = bots_that_fit(game, thinker, states[0], seconds / (2 * GAMES * FEW * max(1, len(found))))
    differences: dict[str, list[float]] = {}
    units = {one.title: one.unit(_seen(one, states)) for one in found}
    pick, at = Random(seed), 0
    while at < MANY and (at < FEW or time.process_time() - began < seconds):
        state = states[at] if at < len(states) else next(source, None)
        if state is None:
            break
        for one in found:
            difference = _difference(thinker, state, one, units[one.title], bots, Random(seed * 1009 + at), pick)
            if difference is not None:
                differences.setdefault(one.title, []).append(difference)
        at += 1
    worths = [
        _worth(one, units[one.title], differences[one.title])
        for one in {one.title: one for one in found}.values()
        if len(differences.get(one.title, ())) >= FEW // 2
    ]
    return Measured(word, sorted(worths, key=lambda one: (not one.is_sure, -abs(one.points))))


def _seen(one: Quantity, states: Sequence[State]) -> list[int]:
    positions = [state.engine.position for state in states]
    return [one.of(position, player) for position in positions for player in range(position.count)]


def _difference(
    thinker: ThinkerInC, state: State, one: Quantity, unit: int, bots: Sequence[BotInC], chance: Random, pick: Random
) -> float | None:
    """Give it to a player who is not asked just now; None if there is no room for it, or if a rule forbids it."""
    others = [seat for seat in range(len(state.player_names)) if seat != state.deciding and seat not in state.automas]
    if not others:
        return None
    player, richer = pick.choice(others), state.clone()
    broken = len(state.inspect.broken_rules())
    if not one.give(richer.engine.position, player, unit, pick) or len(richer.inspect.broken_rules()) > broken:
        return None
    seed = chance.randrange(1 << 30)
    without, with_it = (
        _share(thinker, position, bots, seed, player) for position in (state.engine.position, richer.engine.position)
    )
    return None if without is None or with_it is None else with_it - without


def _share(thinker: ThinkerInC, position: Position, bots: Sequence[BotInC], seed: int, player: int) -> float | None:
    found = thinker.outlook(position, (), bots, seed, GAMES, MOST, open_=True)
    if found is None or not found[0]:
        return None
    return found[1][0][player] / found[0]


def _worth(one: Quantity, unit: int, differences: Sequence[float]) -> Worth:
    n = len(differences)
    mean = sum(differences) / n
    spread = sqrt(sum((found - mean) ** 2 for found in differences) / max(1, n - 1))
    # positions that all say the same say it of few: nobody is surer than one game in so many
    half = Z * max(spread, 1 / GAMES / sqrt(n)) / sqrt(n)
    return Worth(one.title, unit, one.named(unit), 100 * mean, 100 * half, n)

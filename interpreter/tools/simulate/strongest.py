"""Choose the strongest bots whose games fit into a time.

In: a game, how many games and how long they may take. Out: the word of a bot, and how long its games will take. Layer: tools.
The beginning of a game between such bots is timed, or all of it if it is quick. On another machine another bot may fit, so
whoever lets it be chosen is told which.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.bots import listens, only_bots
from interpreter.tools.cli.opening import all_seats
from interpreter.tools.cli.output import count
from interpreter.tools.learn.keeping import has_learned

from .in_c import batches_of
from .plan import Plan

if TYPE_CHECKING:
    from interpreter import Game

LEARNED, BY_CHANCE = "learned", "random"
RUNGS = (LEARNED, "search:300", "greedy:3", "greedy:1")  # from strong to weak
MINUTES = 1.0
LIMITS = tuple(8 * 4**number for number in range(12))  # decisions of a game that are timed: more and more of them
TRIED = 0.05  # share of the time that trying a bot may take
LONGEST = 4.0  # seconds that it may take


@dataclass(frozen=True)
class Chosen:
    """The bot that fits, and the seconds its games will take.

    `stronger` is the next one with its seconds, if that is too slow."""

    bot: str
    seconds: float
    stronger: tuple[str, float] | None = None


def strongest(
    game: Game, players: int, games: int, seconds: float, engine: str = "auto", with_learned: bool = True
) -> Chosen:
    """Return the strongest bot of which so many games fit into the seconds.

    It is a random one if no other fits."""
    in_c = engine != "python" and not game.runs_in_python_because
    if in_c:
        game.native(bots=True)
    seats = len(all_seats(game, players, [BY_CHANCE] * players))
    usual = min(game.start(players, seed=1, engine="native" if in_c else "python").play_out(), game.turn_limit)
    stronger = None
    for bot in RUNGS:
        if bot == LEARNED and not (with_learned and has_learned(game, seats)):
            continue
        each = _seconds_of_a_game(_plan(bot, game, players), game, usual, in_c, min(LONGEST, TRIED * seconds))
        if each * games <= seconds:
            return Chosen(bot, each * games, stronger)
        stronger = bot, each * games
    return Chosen(BY_CHANCE, 0.0, stronger)


def in_words(chosen: Chosen, games: int, minutes: float) -> str:
    """Say which bots play, how long that takes, and how to get stronger ones."""
    limit = "a minute" if minutes == 1 else f"{minutes:g} minutes"
    bot, takes = chosen.bot, time_in_words(chosen.seconds)
    if bot == BY_CHANCE:
        said = f"No bot is named: random ones play, because those that think would take longer than {limit}."
    else:
        said = (
            f"No bot is named: {bot} plays every seat, the strongest that needs no more than {limit} for "
            f"{count(games, 'game')} (about {takes}). --bot {bot} plays the same games again."
        )
    if chosen.stronger is None:
        return said
    better, seconds = chosen.stronger
    return f"{said} --bot {better} is stronger and takes about {time_in_words(seconds)}."


def time_in_words(seconds: float) -> str:
    if seconds < 90:
        return count(max(1, round(seconds)), "second")
    return count(round(seconds / 60), "minute") if seconds < 5400 else count(round(seconds / 3600), "hour")


def _plan(bot: str, game: Game, players: int) -> Plan:
    names = all_seats(game, players, [bot] * players)
    return Plan(game.name, players, 1, partial(only_bots, names), names, events=any(map(listens, names)))


def _seconds_of_a_game(plan: Plan, game: Game, usual: int, in_c: bool, longest: float) -> float:
    """Time a game, or its beginning; what is left of it is as long as a usual one."""
    batches = batches_of(game, plan, columns=False) if in_c else None
    for most in LIMITS:
        began = time.process_time()
        if batches is None:
            decisions, is_over = _played_in_python(plan, game, most)
        else:
            batch = batches.play(1, range(1), most, hold=False)
            decisions, is_over = (most, False) if batch.left else (batch.totals.decisions, True)
        took = time.process_time() - began
        if is_over or most >= game.turn_limit:
            return took
        if 4 * took > longest:
            break
    return took / max(1, decisions) * max(usual, decisions)


def _played_in_python(plan: Plan, game: Game, most: int) -> tuple[int, bool]:
    state, bots = game.start(plan.players, seed=1, engine="python"), plan.bots(1)
    seats = [state.seat(seat, "python") for seat in range(plan.seats)]
    try:
        while (request := state.request) is not None and state.decisions < most:
            state.choose(bots[request.player](request, seats[request.player]))
    except interpreter.Fault:
        return state.decisions, True
    return state.decisions, state.request is None

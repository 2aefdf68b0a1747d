"""Play the games that a report is made of: by chance, by skill, and one skilled bot among others.

In: a game and a time or a number of games. Out: Evidence, with the rows of all its games. Layer: tools. With a number of games
the result depends on the seed alone; with a time, on how many games fit into it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from interpreter.tools.bots import STYLES, listens, only_bots
from interpreter.tools.cli.opening import all_seats
from interpreter.tools.learn.keeping import has_learned
from interpreter.tools.simulate.matches import matches
from interpreter.tools.simulate.plan import Match, Plan
from interpreter.tools.simulate.rows import Row, rows_of
from interpreter.tools.simulate.strongest import strongest
from interpreter.tools.simulate.workers import in_workers
from interpreter.tools.why.moments import MANY, moments_of

from .evidence import Contest, Evidence, Games, styles_of

if TYPE_CHECKING:
    from interpreter import Game

CHANCE, LEARNED = "random", "learned"
SKILLED, QUICKEST = "greedy", "greedy:1"  # where the number of games is given; where nothing else fits
ENOUGH = 60  # games without which a bot is too slow for the time; twice as many are planned, as other work may go on
MOST = 2000  # games of one kind: more would hardly narrow an interval
ELSEWHERE = 30  # games with each other number of players, to see what runs there
SHARES = {"chance": 0.1, "skill": 0.4, "contest": 0.25, "moments": 0.15}  # of the time; the rest is for trying bots


@dataclass(frozen=True)
class Wish:
    """What to play. `games`: of each kind, instead of a time."""

    plan: Plan  # bots and number of games are filled in
    game: Game
    seconds: float
    games: int | None = None


@dataclass(frozen=True)
class Choice:
    """The skilled bot that fits the time, and the seconds one of its games takes."""

    bot: str
    seconds: float


def chosen_bot(wish: Wish) -> Choice:
    """Return what has learned these rules; else the strongest bot of which enough games fit into the time."""
    if has_learned(wish.game, len(all_seats(wish.game, wish.plan.players, [CHANCE] * wish.plan.players))):
        return Choice(LEARNED, 0.0)
    if wish.games is not None:
        return Choice(SKILLED, 0.0)
    share = wish.seconds * SHARES["skill"] * wish.plan.workers
    found = strongest(wish.game, wish.plan.players, 2 * ENOUGH, share, wish.plan.engine, with_learned=False)
    return Choice(found.bot if found.bot != CHANCE else QUICKEST, found.seconds / ENOUGH / 2)


def evidence_of(wish: Wish, bot: str, tell: Callable[[Iterator[Match]], Iterable[Match]]) -> tuple[Evidence, list[Row]]:
    """Play all games; `tell` passes the matches through and shows progress."""
    people = wish.plan.players
    chance = _rows(wish, [CHANCE] * people, "chance", 2, tell)
    skill: list[Row] = []
    styles = styles_that_learned(wish) if bot == LEARNED else [bot]
    for number, style in enumerate(styles):
        skill += _rows(wish, [style] * people, "skill", 3 + 500 * number, tell, len(styles))
    contest: list[Row] = []
    for seat in range(people if people > 1 else 0):
        seats = [bot if one == seat else CHANCE for one in range(people)]
        contest += _rows(wish, seats, "contest", 4 + seat, tell, people)
    contests = (Contest(Games(contest), bot, CHANCE),) if contest else ()
    found = Evidence(Games(chance), Games(skill), contests, styles=styles_of(Games(skill)))
    looked = MANY if wish.games is None else min(MANY, wish.games)
    moments = moments_of(wish.game, people, bot, wish.seconds * SHARES["moments"], wish.plan.seed + 5, looked)
    return replace(found, only_with=_elsewhere(wish, found, tell), moments=moments), [*chance, *skill, *contest]


def styles_that_learned(wish: Wish) -> list[str]:
    """The bots that learned these rules apart from each other."""
    seats = len(all_seats(wish.game, wish.plan.players, [CHANCE] * wish.plan.players))
    return [word for style, word in enumerate(STYLES) if has_learned(wish.game, seats, style)]


def _rows(
    wish: Wish,
    bots: Sequence[str],
    kind: str,
    seed: int,
    tell: Callable[[Iterator[Match]], Iterable[Match]],
    parts: int = 1,
) -> list[Row]:
    """Play one kind of games: the wished number, or as many as fit into its share of the time."""
    share = wish.seconds * SHARES[kind] / parts
    number = max(1, wish.games // parts) if wish.games is not None else MOST // parts
    until = None if wish.games is not None else time.perf_counter() + share
    plan = _plan(wish, bots, number, seed)
    found: list[Row] = []
    played = tell(_until(_matches(plan, wish.game), until))
    for match in sorted(played, key=lambda one: one.number):  # workers end in any order
        found += rows_of(match, plan, wish.game)
    return found


def _play(wish: Wish, bots: Sequence[str], number: int, seed: int) -> Iterator[Match]:
    return matches(_plan(wish, bots, number, seed), wish.game)


def _plan(wish: Wish, bots: Sequence[str], number: int, seed: int) -> Plan:
    names = all_seats(wish.game, len(bots), bots)
    return replace(
        wish.plan, players=len(bots), games=number, bots=partial(only_bots, names), bot_names=names,
        seed=wish.plan.seed + seed, events=any(map(listens, names)), detailed=True,
    )  # fmt: skip


def _matches(plan: Plan, game: Game) -> Iterator[Match]:
    return in_workers(plan, range(plan.games)) if plan.workers > 1 and plan.games > 1 else matches(plan, game)


def _until(played: Iterator[Match], end: float | None) -> Iterator[Match]:
    """Pass matches through until the time is over; at least one."""
    for match in played:
        yield match
        if end is not None and time.perf_counter() > end:
            return


def _elsewhere(wish: Wish, found: Evidence, tell: Callable[[Iterator[Match]], Iterable[Match]]) -> dict[str, list[int]]:
    """Find out with which other numbers of players that runs which never ran here."""
    used = set().union(*(one.used_in() for one in found.all))
    unused = {name for names in wish.game.usable.values() for name in names} - used
    by_name: dict[str, list[int]] = {}
    for people, seed in zip(wish.game.player_counts, count(1000)):
        if people == wish.plan.players or not unused:
            continue
        plan = replace(_plan(wish, [CHANCE] * people, ELSEWHERE, seed), workers=1)
        there = {name for match in tell(matches(plan, wish.game)) for name in match.used or ()}
        for name in unused & there:
            by_name.setdefault(name, []).append(people)
    return by_name

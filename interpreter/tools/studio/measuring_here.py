"""Simulate, compare and explore in this very process, where no other can be started: in a web page.

In: the words of a command. Out: how far it is, the rows of its games, its figures. Layer: tools. What a page shows is what the
commands write: the same functions play, count and say it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import interpreter
from interpreter.tools.bots import listens, only_bots
from interpreter.tools.simulate.matches import Played, flat, portions
from interpreter.tools.simulate.plan import Match, Plan
from interpreter.tools.simulate.rows import Row, rows_of
from interpreter.tools.simulate.summary import Tally
from interpreter.tools.studio.game_forms import USUAL_BOT

TOLD_EVERY = 0.1  # seconds
SHOWN_GAMES = 500  # of a simulation: each is listed and can be watched, and the report is about them
Found = dict[str, Any]
Given = Mapping[str, Sequence[str]]


async def measured(words: Sequence[str]) -> AsyncIterator[Found]:
    """Run one command of a job: yield its progress, then its result.

    Or what is wrong."""
    command, folder, *rest = words
    if command not in KINDS:
        return  # a report of rows: the simulation has brought it already
    try:
        for found in KINDS[command](folder, _values(rest)):
            yield found
            await asyncio.sleep(0)
    except interpreter.source.Problems as problems:
        yield {"wrong": "; ".join(one.message for one in problems.diagnostics)}


def _values(words: Sequence[str]) -> Given:
    found: dict[str, list[str]] = {}
    for name, value in zip(words[::2], words[1::2], strict=False):
        found.setdefault(name, []).append(value)
    return found


class Progress:
    """Say how far it is, not more often than anybody reads it."""

    def __init__(self, total: int) -> None:
        self.done, self.total, self._told = 0, total, -TOLD_EVERY

    def come_to(self, done: int) -> Iterator[Found]:
        self.done = done
        if (now := time.perf_counter()) - self._told > TOLD_EVERY:
            self._told = now
            yield {"done": done, "total": self.total}


def _plan(folder: str, variants: Sequence[str], given: Given, detailed: bool) -> tuple[Plan, interpreter.Game]:
    game = interpreter.load(folder, tuple(variants))
    players = int(given["--players"][0]) if "--players" in given else game.default_players
    bots = tuple([given.get("--bot", [_usual_bot(game)])[0]] * players)
    plan = Plan(
        game=folder, players=players, games=int(given["--games"][0]), bots=partial(only_bots, bots), bot_names=bots,
        variants=tuple(variants), seed=int(given.get("--seed", ["0"])[0]), events=any(map(listens, bots)),
        detailed=detailed, engine="auto",
    )  # fmt: skip
    return plan, game


def _usual_bot(game: interpreter.Game) -> str:
    """Choose bots that think, where they do so in C."""
    return USUAL_BOT if game.native_ready() else "random"


def _simulate(folder: str, given: Given) -> Iterator[Found]:
    plan, game = _plan(folder, given.get("--variant", ()), given, detailed=True)
    tally, started, progress = Tally(plan), time.perf_counter(), Progress(plan.games)
    shown: list[Row] = []
    for match in flat(portions(plan, game, range(min(SHOWN_GAMES, plan.games)), columns=True), plan):
        tally.add(match)
        shown += rows_of(match, plan, game)
        yield from progress.come_to(tally.games)
    rest: Iterator[Played] = portions(plan, game, range(SHOWN_GAMES, plan.games), columns=False)
    for played in rest:
        if isinstance(played, Match):
            tally.add(played)
        else:
            tally.add_batch(played)
        yield from progress.come_to(tally.games)
    summary = tally.summary(game, time.perf_counter() - started)
    yield {
        "done": tally.games, "total": plan.games, "result": summary, "rows": shown, "report": _report(shown, game),
    }  # fmt: skip


def _report(rows: Sequence[Row], game: interpreter.Game) -> str:
    from interpreter.tools.report.page import page
    from interpreter.tools.show.titles import titles_of

    return page(rows, game.usable, still=True, titles=titles_of(game))


def _compare(folder: str, given: Given) -> Iterator[Found]:
    from interpreter.tools.compare import sides as comparing

    both = [list(given.get(option, ())) for option in ("--variant", "--against")]
    if sorted(both[0]) == sorted(both[1]):
        yield {"wrong": "both sides have the same variants: choose others for one of them"}
        return
    sides: list[comparing.Played] = []
    for variants in both:
        plan, game = _plan(folder, variants, given, detailed=True)
        progress, matches = Progress(2 * plan.games), []
        for match in flat(portions(plan, game, range(plan.games), columns=True), plan):
            matches.append(match)
            yield from progress.come_to(len(sides) * plan.games + len(matches))
        sides.append(comparing.played(matches, plan, game))
    found = comparing.compared(sides, [comparing.named(some) for some in both])
    total = 2 * plan.games
    yield {"done": total, "total": total, "result": found.as_values(), "report": found.page(still=True)}


def _explore(folder: str, given: Given) -> Iterator[Found]:
    from interpreter.tools.explore.findings import as_values
    from interpreter.tools.explore.guidance import explored
    from interpreter.tools.explore.in_python import Explored

    game = interpreter.load(folder, tuple(given.get("--variant", ())))
    seconds = int(given["--budget"][0].removesuffix("s"))
    players = [number for number in range(game.players_min, game.players_max + 1) if not game.refusals(number)]
    result = Explored()
    for so_far in explored(game, players, seconds):
        result = so_far
        yield {"done": 0, "total": 0}
    yield {"result": {
        "findings": [as_values(finding) for finding in result.findings], "decisions": result.decisions, "games": result.games,
        "never_reached": result.never,
    }}  # fmt: skip


KINDS: Mapping[str, Callable[[str, Given], Iterator[Found]]] = {
    "simulate": _simulate, "compare": _compare, "explore": _explore,
}  # fmt: skip

"""Simulations in this very process, where no other can be started: in a web page.

In: the words of a command. Out: how far it is, and its figures. Layer: tools.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

import interpreter
from interpreter.tools.bots import listens, only_bots
from interpreter.tools.simulate.matches import portions
from interpreter.tools.simulate.plan import Match, Plan
from interpreter.tools.simulate.summary import Tally

ELSEWHERE = "This page can only simulate. Install Rulewright to compare, to explore and for the full report."
TOLD_EVERY = 0.1  # seconds


async def simulated(words: Sequence[str]) -> AsyncIterator[dict[str, Any]]:
    """Run one command of a job: yield its progress, then its result.

    Or what is wrong."""
    command, *rest = words
    if command == "report":
        return  # the figures are shown by the page itself
    if command != "simulate":
        yield {"wrong": ELSEWHERE}
        return
    try:
        async for found in _simulate(rest[0], _values(rest[1:])):
            yield found
    except interpreter.source.Problems as problems:
        yield {"wrong": "; ".join(one.message for one in problems.diagnostics)}


def _values(words: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in zip(words[::2], words[1::2], strict=False):
        found.setdefault(name, []).append(value)
    return found


async def _simulate(folder: str, given: dict[str, list[str]]) -> AsyncIterator[dict[str, Any]]:
    variants = tuple(given.get("--variant", ()))
    game = interpreter.load(folder, variants)
    players = int(given["--players"][0]) if "--players" in given else game.default_players
    bots = tuple([given.get("--bot", ["random"])[0]] * players)
    plan = Plan(
        game=folder, players=players, games=int(given["--games"][0]), bots=partial(only_bots, bots), bot_names=bots,
        variants=variants, seed=int(given.get("--seed", ["0"])[0]), events=any(map(listens, bots)),
    )  # fmt: skip
    tally, started, told = Tally(plan), time.perf_counter(), -TOLD_EVERY
    for played in portions(plan, game, range(plan.games)):
        if isinstance(played, Match):
            tally.add(played)
        else:
            tally.add_batch(played)
        if (now := time.perf_counter()) - told > TOLD_EVERY:
            told = now
            yield {"done": tally.games, "total": plan.games}
        await asyncio.sleep(0)
    summary = tally.summary(game, time.perf_counter() - started)
    yield {"done": tally.games, "total": plan.games, "result": summary}

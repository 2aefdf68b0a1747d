"""Simulations in this very process, where no other can be started: in a web page.

In: a job and the words of its command. Out: the job's progress and its result.json. Layer: tools.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import interpreter
from interpreter.tools.bots import listens, only_bots
from interpreter.tools.simulate.matches import portions
from interpreter.tools.simulate.plan import Match, Plan
from interpreter.tools.simulate.summary import Tally

ELSEWHERE = "This page can only simulate. Install Rulewright to compare, to explore and for the full report."


class Job(Protocol):
    """What is told about a simulation while it runs."""

    done: int
    total: int
    wrong: str


async def step(job: Job, words: Sequence[str]) -> None:
    """Carry out one command of a job, with a moment for the tables after each portion of games."""
    command, *rest = words
    if command == "report":
        return  # the figures are shown by the page itself
    if command != "simulate":
        job.wrong = ELSEWHERE
        return
    try:
        await _simulate(job, rest[0], _values(rest[1:]))
    except interpreter.source.Problems as problems:
        job.wrong = "; ".join(one.message for one in problems.diagnostics)


def _values(words: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in zip(words[::2], words[1::2], strict=False):
        found.setdefault(name, []).append(value)
    return found


async def _simulate(job: Job, folder: str, given: dict[str, list[str]]) -> None:
    variants = tuple(given.get("--variant", ()))
    game = interpreter.load(folder, variants)
    players = int(given["--players"][0]) if "--players" in given else game.default_players
    bots = tuple([given.get("--bot", ["random"])[0]] * players)
    plan = Plan(
        game=folder, players=players, games=int(given["--games"][0]), bots=partial(only_bots, bots), bot_names=bots,
        variants=variants, seed=int(given.get("--seed", ["0"])[0]), events=any(map(listens, bots)),
    )  # fmt: skip
    tally, started = Tally(plan), time.perf_counter()
    job.total = plan.games
    for played in portions(plan, game, range(plan.games)):
        if isinstance(played, Match):
            tally.add(played)
        else:
            tally.add_batch(played)
        job.done = tally.games
        await asyncio.sleep(0)
        if job.wrong:  # stopped
            return
    summary = tally.summary(game, time.perf_counter() - started)
    Path(given["--json"][0]).write_text(json.dumps(summary), encoding="utf-8")

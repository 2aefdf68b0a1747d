"""Playing the matches of a plan, in this process or in several.

In: a Plan and the Game it names. Out: one Match for each number, in order. Layer: tools.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter

if TYPE_CHECKING:
    from interpreter import Choice, Game, Request, State

    Bot = Callable[[Request, Callable[[], Mapping[str, object]]], int | Choice]

ROUND = "round"
LARGEST_CHUNK = 50  # matches that a worker takes at once


class WorkerLost(Exception):
    """A worker process was ended from outside, for example because there was too little memory."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. It travels to the workers, so it holds names and values only."""

    game: str | Path
    players: int
    games: int
    bots: Callable[[int], Sequence[Bot]]  # the bots of one match, from that match's seed
    bot_names: tuple[str, ...] = ()
    variants: tuple[str | Path, ...] = ()
    options: Mapping[str, object] | None = None
    seed: int = 0
    workers: int = 1


@dataclass(frozen=True, slots=True)
class FaultNote:
    """A rule that went wrong in a match."""

    message: str
    stack: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """What is kept of one match. With neither a result nor a fault, it did not end within the limit."""

    number: int
    seed: int
    decisions: int = 0
    finished: bool = False
    winners: tuple[int, ...] = ()
    scores: Mapping[int, int] | None = None
    rounds: int | None = None
    used: frozenset[str] | None = None
    fault: FaultNote | None = None


def match_seed(seed: int, number: int) -> int:
    """The seed of one match. `rulewright play GAME --seed` with it plays the same match again."""
    return int.from_bytes(blake2b(f"match {number} of {seed}".encode(), digest_size=6).digest(), "big")


def matches(plan: Plan, game: Game) -> Iterator[Match]:
    """All matches in the order of their numbers. `game` is the plan's game, loaded."""
    if plan.workers > 1 and plan.games > 1:
        yield from _in_workers(plan)
    else:
        for number in range(plan.games):
            yield play(game, plan, number)


def play(game: Game, plan: Plan, number: int) -> Match:
    """One match from beginning to end."""
    seed = match_seed(plan.seed, number)
    state: State | None = None
    try:
        state = game.start(plan.players, seed, events=False)
        _play_out(state, plan.bots(seed), game.turn_limit)
    except interpreter.Fault as fault:
        note = FaultNote(fault.diagnostic.message, tuple(fault.stack))
        return Match(number, seed, state.decisions if state else 0, used=_used(state), fault=note)
    return _record(number, seed, state)


def _play_out(state: State, bots: Sequence[Bot], limit: int) -> None:
    for _ in range(limit):
        request = state.request
        if request is None:
            return
        player = request.player
        state.choose(bots[player](request, partial(state.view, player)))


def _record(number: int, seed: int, state: State) -> Match:
    result = state.result
    return Match(
        number,
        seed,
        state.decisions,
        finished=result is not None,
        winners=tuple(result.winners) if result else (),
        scores=dict(result.scores) if result and result.scores else None,
        rounds=_rounds(state),
        used=_used(state),
    )


def _rounds(state: State) -> int | None:
    """How many rounds it took, if the game keeps a public value of that name."""
    rounds = state.view(None)["table"].get(ROUND)
    return rounds if isinstance(rounds, int) else None


def _used(state: State | None) -> frozenset[str] | None:
    used = getattr(state, "used", None)
    return None if used is None else frozenset(used)


# Workers: each loads the game once and plays chunks of numbers.

_loaded: Game | None = None


def _in_workers(plan: Plan) -> Iterator[Match]:
    workers = min(plan.workers, plan.games)
    size = max(1, min(LARGEST_CHUNK, plan.games // (workers * 4)))
    chunks = [range(start, min(start + size, plan.games)) for start in range(0, plan.games, size)]
    # Spawned, not forked: a fork would copy the threads' locks of a progress bar.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _prepare, (plan,))
    try:
        for played in pool.map(partial(_play_chunk, plan), chunks):
            yield from played
    except BrokenProcessPool:
        raise WorkerLost from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _prepare(plan: Plan) -> None:
    """Once in each worker. Ctrl-C reaches all processes; the first one decides what to do about it."""
    global _loaded
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _loaded = interpreter.load(plan.game, plan.variants, plan.options or {})


def _play_chunk(plan: Plan, numbers: range) -> list[Match]:
    assert _loaded is not None
    return [play(_loaded, plan, number) for number in numbers]

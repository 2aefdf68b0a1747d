"""Play the matches of a plan, in batches where C can.

In: a Plan and the Game it names. Out: every match once, the same from both engines: as a Batch of many or as one Match.
Layer: tools.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Generator, Iterable, Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING

import interpreter
from interpreter.runtime.batches import Batch
from interpreter.runtime.imagined_tables import EAGER
from interpreter.runtime.native import WAITING

from .batch_matches import matches_in
from .counting import LEAD_EVERY, Table
from .in_c import batches_of, bots_in_c, play_in_c
from .plan import FaultNote, Match, Plan, match_seed

if TYPE_CHECKING:
    from interpreter import Game, State
    from interpreter.runtime.batches import Batches

    from .plan import Bot

BATCH_SECONDS = 0.1  # target duration of a batch: progress is shown and Ctrl-C heard between two
FIRST_BATCH, LARGEST_BATCH = 64, 1 << 13

Played = Batch | Match


def load(plan: Plan) -> Game:
    """Load the plan's game, as every worker does once."""
    return interpreter.load(plan.game, plan.variants, plan.options or {})


def matches(plan: Plan, game: Game, numbers: Iterable[int] | None = None) -> Generator[Match]:
    """Play the matches with these numbers (default: all) in this process, one by one.

    `game` is the plan's game, loaded."""
    yield from flat(portions(plan, game, range(plan.games) if numbers is None else numbers, columns=True), plan)


def flat(played: Iterable[Played], plan: Plan) -> Iterator[Match]:
    """Yield matches alone.

    Those that a batch has left, which follow it, come in their order."""
    rest = iter(played)
    for one in rest:
        if isinstance(one, Match):
            yield one
            continue
        left = [match for match in islice(rest, len(one.left)) if isinstance(match, Match)]
        yield from merge(matches_in(one, plan), left, key=lambda match: match.number)


def portions(plan: Plan, game: Game, numbers: Iterable[int], columns: bool | None = None) -> Generator[Played]:
    """Play the matches with these numbers in this process.

    Batches in C as soon as the rules are compiled, single matches until then. `columns`: whether batches have the numbers of
    each match, not only sums (default: if the plan is detailed)."""
    left, bots = iter(numbers), bots_in_c(plan) if plan.engine != "python" else None
    if plan.engine == "native":
        game.native(bots=True)
    batches: Batches | None = None
    size = 1 if any(bot.sort > EAGER for bot in bots or ()) else FIRST_BATCH  # bots that think take their time
    while True:
        if batches is not None and game.native_ready() and batches.is_outdated:
            batches = None
        if batches is None and bots is not None:
            batches = batches_of(game, plan, plan.detailed if columns is None else columns)
        some = array("q", islice(left, size if batches is not None else 1))
        if not some:
            return
        if batches is None:
            yield play(game, plan, some[0])
            continue
        began = time.perf_counter()
        batch = batches.play(plan.seed, some, game.turn_limit, not plan.fast)
        size = _next_size(size, time.perf_counter() - began)
        yield batch
        for number, how in batch.left:
            yield (play if how == WAITING else play_in_python)(game, plan, number)


def _next_size(size: int, seconds: float) -> int:
    return max(1, min(int(size * BATCH_SECONDS / max(seconds, 1e-6)), 4 * size, LARGEST_BATCH))


def play(game: Game, plan: Plan, number: int) -> Match:
    """Play one match from beginning to end."""
    match = None
    if plan.engine != "python" and game.native_ready():
        match = play_in_c(game, plan, number)
    return match if match is not None else play_in_python(game, plan, number)


def play_in_python(game: Game, plan: Plan, number: int) -> Match:
    seed = match_seed(plan.seed, number)
    table = Table(plan)
    try:
        state = table.state = game.start(plan.players, seed, events=plan.events)
        if not plan.fast:
            state.engine.hold_always()
        _play_out(table, state, plan.bots(seed), game.turn_limit)
    except interpreter.Fault as fault:
        note = FaultNote(fault.diagnostic.message, tuple(fault.stack), fault.diagnostic.code, fault.decisions)
        return table.record(number, seed, note)
    return table.record(number, seed, None)


def _play_out(table: Table, state: State, bots: Sequence[Bot], limit: int) -> None:
    seats = [state.seat(player, table.plan.engine) for player in range(table.plan.seats)]
    for _ in range(limit):
        request = state.request
        if request is None:
            return
        player = request.player
        table.single[player] += len(request.choices) == 1
        state.choose(bots[player](request, seats[player]))
        if table.plan.detailed and state.decisions % LEAD_EVERY == 0:
            table.look_who_leads(state)

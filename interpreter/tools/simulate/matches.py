"""Play the matches of a plan one after the other.

In: a Plan and the Game it names. Out: one Match for each number, the same from both engines. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING

import interpreter

from .counting import LEAD_EVERY, Table
from .in_c import play_in_c
from .plan import FaultNote, Match, Plan, match_seed

if TYPE_CHECKING:
    from interpreter import Game, State

    from .plan import Bot


def load(plan: Plan) -> Game:
    """Load the plan's game, as every worker does once."""
    return interpreter.load(plan.game, plan.variants, plan.options or {})


def matches(plan: Plan, game: Game, numbers: Iterable[int] | None = None) -> Generator[Match]:
    """Play the matches with these numbers (default: all) in this process. `game` is the plan's game, loaded."""
    for number in range(plan.games) if numbers is None else numbers:
        yield play(game, plan, number)


def play(game: Game, plan: Plan, number: int) -> Match:
    """Play one match from beginning to end."""
    match = None
    if plan.engine == "native" or (plan.engine == "auto" and game.native_ready()):
        match = play_in_c(game, plan, number)
    return match if match is not None else play_in_python(game, plan, number)


def play_in_python(game: Game, plan: Plan, number: int) -> Match:
    seed = match_seed(plan.seed, number)
    table = Table(plan)
    try:
        state = table.state = game.start(plan.players, seed, events=plan.events)
        if not plan.fast:
            state.hold_always()
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

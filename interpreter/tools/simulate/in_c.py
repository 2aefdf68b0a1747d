"""Play a match in C: the same decisions as in Python, by the same bots, in a few calls.

In: a Plan, its Game and the number of a match. Out: the Match, or None if Python has to play it: a bot searches, the
rules are not compiled, or a rule failed, which only Python can explain. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

import interpreter

from .counting import LEAD_EVERY, Table
from .plan import ByChance, Match, Plan, match_seed

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.native_state import NativeState


def play_in_c(game: Game, plan: Plan, number: int) -> Match | None:
    seed = match_seed(plan.seed, number)
    sources = sources_of(plan, seed)
    if sources is None:
        return None
    try:
        state = game.start(plan.players, seed, events=False, engine="native")
    except interpreter.Fault:
        return None
    table = Table(plan, state)
    return table.record(number, seed, None) if _walk(table, state, sources, game.turn_limit) else None


def plays_by_chance(plan: Plan) -> bool:
    """Whether every bot at the table plays at random."""
    return sources_of(plan, 0) is not None


def sources_of(plan: Plan, seed: int) -> list[Callable[[], float]] | None:
    """Return each seat's source of random numbers; None if a bot needs more than those to decide."""
    bots = plan.bots(seed)
    if any(not hasattr(bot, "pick") and name != AUTOMA for bot, name in zip(bots, plan.bot_names, strict=True)):
        return None
    return [cast(ByChance, bot).pick if hasattr(bot, "pick") else _never for bot in bots]


AUTOMA = "automa"  # a seat played by the rules: it is never asked


def _never() -> float:
    return 0.0


def _walk(table: Table, state: NativeState, sources: Sequence[Callable[[], float]], limit: int) -> bool:
    """Play to the end or to the limit; False if Python has to play it. Check who leads on the way if details are wanted."""
    from interpreter.runtime.native import Picks

    picks, left = Picks(sources), limit
    step = LEAD_EVERY if table.plan.detailed and state.worth(0) is not None else limit
    while left > 0:
        walked = state.at_random(picks, min(step, left), hold=not table.plan.fast)
        if walked is None:
            return False
        left -= walked.decisions
        for seat, single in enumerate(walked.single):
            table.single[seat] += single
        if step == LEAD_EVERY and (limit - left) % LEAD_EVERY == 0 and walked.decisions:
            table.look_who_leads(state)
        if walked.over:
            break
    return True

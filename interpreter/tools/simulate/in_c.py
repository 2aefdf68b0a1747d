"""A match in C: the same decisions as in Python, by the same bots, in a few calls.

In: a Plan, its Game and the number of a match. Out: the Match, or None when Python has to play it: some bot thinks, the
rules are not compiled, or something went wrong, which Python then tells in words. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

import interpreter

from .counting import LEAD_EVERY, Table
from .plan import ByChance, Match, Plan, match_seed

if TYPE_CHECKING:
    from interpreter import Game, NativeState



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
    """Does nobody at the table think?"""
    return sources_of(plan, 0) is not None


def sources_of(plan: Plan, seed: int) -> list[Callable[[], float]] | None:
    """By which numbers each seat decides; None when some bot does not decide by numbers alone."""
    bots = plan.bots(seed)
    if any(not hasattr(bot, "pick") and name != AUTOMA for bot, name in zip(bots, plan.bot_names, strict=True)):
        return None
    return [cast(ByChance, bot).pick if hasattr(bot, "pick") else _never for bot in bots]


AUTOMA = "automa"  # a seat that the rules play: nobody asks it


def _never() -> float:
    return 0.0


def _walk(table: Table, state: NativeState, sources: Sequence[Callable[[], float]], limit: int) -> bool:
    """To the end, or to the limit. Who leads is looked at on the way, if somebody wants to know."""
    picks, left = interpreter.Picks(sources), limit
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



"""Play matches in C: the same decisions as in Python, by the same bots, in a few calls.

In: a Plan, its Game and the numbers of matches. Out: batches of matches, or one Match; None if Python has to play: a bot
has a clock, the rules are not compiled, or a rule failed, which only Python can explain. Layer: tools.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import interpreter
from interpreter.runtime.generator import seat_seed, seeded
from interpreter.runtime.imagined_tables import BY_CHANCE, LEARNED, BotInC

from .counting import LEAD_EVERY, Table, label_of
from .plan import Match, Plan, PlayedInC, match_seed

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.batches import Batches
    from interpreter.runtime.native_engine import NativeEngine

AUTOMA = "automa"  # a seat played by the rules: it is never asked


def batches_of(game: Game, plan: Plan, columns: bool) -> Batches | None:
    """Return what plays whole batches of this plan in C.

    None as long as its matches have to be played one by one."""
    if not game.native_ready():
        return None
    from interpreter.runtime.batches import Batches, counts_rounds_in_sight
    from interpreter.runtime.native import NoRoomError
    from interpreter.runtime.redeal_words import UnusualRulesError

    if not counts_rounds_in_sight(game.code):
        return None
    table, bots = game.fresh_position(plan.players, 0, None, events=False), bots_in_c(plan) or ()
    if any(bot.sort == LEARNED for bot in bots):
        from interpreter.tools.learn.keeping import mixture_for, resolved

        if mixture_for(game, table.count) is not None:  # it remembers the whole game, which only Python does
            return None
        bots = resolved(game, table.count, bots)
    try:
        return Batches(
            game.native_at_hand(),
            table,
            label_of if columns else None,
            () if all(bot.sort == BY_CHANCE for bot in bots) else bots,
        )
    except (NoRoomError, UnusualRulesError):
        return None


def play_in_c(game: Game, plan: Plan, number: int) -> Match | None:
    seed = match_seed(plan.seed, number)
    luck = luck_of(plan, seed)
    if luck is None:
        return None
    try:
        engine = game.start_in_c(plan.players, seed)
    except interpreter.Fault:
        return None
    table = Table(plan, interpreter.State(engine))
    return table.record(number, seed, None) if _walk(table, engine, luck, game.turn_limit) else None


def plays_by_chance(plan: Plan) -> bool:
    """Does every bot play at random, by the generator of its seat in C?"""
    found = bots_in_c(plan)
    return found is not None and all(bot.sort == BY_CHANCE for bot in found)


def bots_in_c(plan: Plan) -> tuple[BotInC, ...] | None:
    """Return how C plays the bots of this plan.

    None if it cannot play one of them, or not by the generator of its seat."""
    bots: Sequence[object] = plan.bots(0)
    found = []
    for seat, (bot, name) in enumerate(zip(bots, plan.bot_names or ("",) * len(bots), strict=True)):
        in_c = BotInC(BY_CHANCE) if name == AUTOMA else cast(PlayedInC, bot).in_c if hasattr(bot, "in_c") else None
        if in_c is None or (name != AUTOMA and cast(PlayedInC, bot).word != seeded(seat_seed(0, seat))):
            return None
        found.append(in_c)
    return tuple(found)


def luck_of(plan: Plan, seed: int) -> array[int] | None:
    """Return each seat's generator of random numbers.

    None if a bot needs more than that to decide."""
    bots: Sequence[object] = plan.bots(seed)
    names = plan.bot_names or ("",) * len(bots)
    if any(name != AUTOMA and not _by_chance(bot) for bot, name in zip(bots, names, strict=True)):
        return None
    return array(
        "Q", [cast(PlayedInC, bot).word if name != AUTOMA else 1 for bot, name in zip(bots, names, strict=True)]
    )


def _by_chance(bot: object) -> bool:
    in_c = cast(PlayedInC, bot).in_c if hasattr(bot, "in_c") else None
    return in_c is not None and in_c.sort == BY_CHANCE


def _walk(table: Table, state: NativeEngine, luck: array[int], limit: int) -> bool:
    """Play to the end or to the limit; False if Python has to play it.

    Check who leads on the way if details are wanted."""
    left = limit
    step = LEAD_EVERY if table.plan.detailed and state.worth(0) is not None else limit
    while left > 0:
        walked = state.at_random(luck, min(step, left), hold=not table.plan.fast)
        if walked is None:
            return False
        left -= walked.decisions
        for seat, single in enumerate(walked.single):
            table.single[seat] += single
        if step == LEAD_EVERY and (limit - left) % LEAD_EVERY == 0 and walked.decisions:
            table.look_who_leads(interpreter.State(state))
        if walked.over:
            break
    return True

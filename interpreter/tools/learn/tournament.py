"""What `learned` stands for: the bots of a game against each other, at equal time for a decision.

In: a game and a model. Out: the way to play it that won, and one honest sentence. Layer: tools.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.runtime.batches import Batches
from interpreter.runtime.imagined_tables import BY_CHANCE, GREEDY, LEARNED, LEARNED_TREE, SEARCHING, BotInC
from interpreter.tools.learn.matches import Share, share_of
from interpreter.tools.learn.model import STANDS_FOR, Model

if TYPE_CHECKING:
    from interpreter import Game

MOST_REDEALS = 64
REDEALS, LEAST_ITERATIONS, MOST_ITERATIONS = 8, 8, 20_000
TIMED = 2  # games whose decisions are timed
GREEDY_BOT = BotInC(GREEDY, 6)


@dataclass(frozen=True)
class Verdict:
    bot: BotInC  # without its model
    stands_for: str
    sentence: str
    milliseconds: float  # for a decision
    against_greedy: Share
    against_search: Share
    search: BotInC  # plain search that takes as long for a decision


def milliseconds(game: Game, players: int, bot: BotInC, seed: int, games: int = TIMED) -> float:
    """Measure the processor time of a decision, in games in which every seat has the bot."""
    table = game.fresh_position(players, 0, None, events=False)
    seats = [BotInC(BY_CHANCE) if seat in table.automas else bot for seat in range(table.count)]
    batches = Batches(game.native(bots=True), table, None, seats)
    began = time.process_time()
    batch = batches.play(seed, range(games), 3000, hold=False)
    took = time.process_time() - began
    return 1000 * took / max(1, batch.totals.decisions + 3000 * len(batch.left))


def decide(game: Game, players: int, model: Model, games: int, seed: int) -> Verdict:
    """Let one decision ahead, learned leaves and plain search play against greedy and against plain search."""
    greedy_time = milliseconds(game, players, GREEDY_BOT, seed)
    one = model.played(BotInC(LEARNED, REDEALS))
    ahead = milliseconds(game, players, one, seed)
    if ahead < greedy_time:  # where chance follows a choice, more tables say more about it
        one = one._replace(amount=min(MOST_REDEALS, int(REDEALS * greedy_time / max(ahead, 1e-6))))
    budget = max(greedy_time, ahead)
    search = _within(game, players, BotInC(SEARCHING), budget, seed)
    tree = _within(game, players, model.played(BotInC(LEARNED_TREE)), budget, seed)
    found = []
    for bot in (one, tree, search):
        versus_greedy = share_of(game, players, bot, GREEDY_BOT, games, seed + 1)
        versus_search = (
            Share(games / model_seats(versus_greedy), games, versus_greedy.alike)
            if bot.sort == SEARCHING
            else share_of(game, players, bot, search, games, seed + 2)
        )
        found.append((bot, versus_greedy, versus_search))
    bot, versus_greedy, versus_search = max(found, key=lambda one: one[1].share + one[2].share)
    word = next(name for name, sort in STANDS_FOR.items() if sort == bot.sort)
    plain = bot._replace(model=0)
    return Verdict(
        plain,
        word,
        _sentence(plain, search, versus_greedy, versus_search),
        budget,
        versus_greedy,
        versus_search,
        search,
    )


def model_seats(share: Share) -> float:
    return 1 / share.alike


def _within(game: Game, players: int, bot: BotInC, budget: float, seed: int) -> BotInC:
    """The iterations that take as long as this, in milliseconds."""
    few = 64
    took = milliseconds(game, players, bot._replace(amount=few), seed, games=1)
    return bot._replace(amount=max(LEAST_ITERATIONS, min(MOST_ITERATIONS, int(few * budget / max(took, 1e-6)))))


def _sentence(bot: BotInC, search: BotInC, versus_greedy: Share, versus_search: Share) -> str:
    if bot.sort == SEARCHING:
        return f"Learning did not beat search here: learned stands for search:{bot.amount}, {_versus(versus_greedy, 'greedy')}."
    way = (
        "looks one decision ahead"
        if bot.sort == LEARNED
        else f"searches {bot.amount} positions with what it has learned"
    )
    return f"It {way}: {_versus(versus_greedy, 'greedy')} and {_versus(versus_search, f'search:{search.amount}')} at equal time."


def _versus(share: Share, name: str) -> str:
    words = {"stronger": "stronger than", "weaker": "weaker than", "not told apart": "not told apart from"}[
        share.verdict
    ]
    low, high = share.interval
    return (
        f"{words} {name} ({share.share:.0%} of {share.games} games, {low:.0%} to {high:.0%}; alike {share.alike:.0%})"
    )

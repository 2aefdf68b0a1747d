"""Bots: players without a person.

In: the words of the seats ("human", "random", "greedy:10", "search:1s") and a seed. Out: a Bot for each seat that needs
one. A bot is called with the Request and its Seat, which exposes what its own player may know; it knows nothing else.
Layer: tools. Each bot is one module here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from interpreter.runtime.generator import seat_seed

from .greedy import GreedyBot
from .learned import LearnedBot
from .search import SearchBot
from .simple import EagerBot, RandomBot

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat

# An answer is what State.choose takes: the index of a choice, or the Choice itself.
Bot = Callable[["Request", "Seat"], "int | Choice"]

HUMAN = "human"
AUTOMA = "automa"  # a seat played by the rules
BOTS: Mapping[str, Callable[..., Bot]] = {
    "random": RandomBot, "eager": EagerBot, "greedy": GreedyBot, "search": SearchBot, "learned": LearnedBot,
    "learned2": partial(LearnedBot, style=1), "learned3": partial(LearnedBot, style=2),
}  # fmt: skip
STYLES = ("learned", "learned2", "learned3")
LISTENING = ("greedy", "search", *STYLES)  # those that use the event log
BUDGETS = {"greedy": "finishes", "search": "iterations", **dict.fromkeys(STYLES, "redeals")}
HELP = (
    "random, eager, greedy, search, learned; with a budget: greedy:10 (finishes), search:500 (iterations), search:2s, "
    "search:200ms, learned:8 (imagined tables)"
)
_BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms|s|)")


def bot_of(word: str) -> Callable[[int], Bot] | None:
    """Return the factory that makes this bot from a seed.

    None if there is no such bot."""
    name, colon, budget = word.partition(":")
    if name not in BOTS:
        return None
    if not colon:
        return BOTS[name]
    amount = _BUDGET.fullmatch(budget)
    if amount is None or name not in LISTENING or (amount[2] and name != "search"):
        return None
    if not amount[2]:
        return partial(BOTS[name], **{BUDGETS[name]: int(amount[1])})
    return partial(BOTS[name], seconds=int(amount[1]) / (1000 if amount[2] == "ms" else 1))


def listens(word: str) -> bool:
    """Whether the bot uses the event log, so that the game must keep one."""
    return word.partition(":")[0] in LISTENING


def seated(words: Sequence[str], seed: int) -> list[Bot | None]:
    """Make the bots of all seats, None for a person.

    The same words and seed give bots that decide the same."""
    return [_seated(word, seat_seed(seed, seat)) for seat, word in enumerate(words)]


def only_bots(words: Sequence[str], seed: int) -> list[Bot]:
    """Make the bots of a table without people."""
    return [bot for bot in seated(words, seed) if bot is not None]


def _seated(word: str, seed: int) -> Bot | None:
    if word == AUTOMA:
        return _never_asked
    maker = bot_of(word)
    return None if maker is None else maker(seed)


def _never_asked(_request: Request, _seat: Seat) -> int | Choice:
    """Stand in for the bot of an automa.

    The rules answer for it, and a rule that asks it raises a fault first."""
    raise AssertionError("an automa is never asked")

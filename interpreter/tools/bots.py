"""Players without a person.

In: the words of the seats ("human", "random", "eager") and a seed. Out: a Bot for each seat that needs one. A bot is asked with
the Request and its Seat, where it can look at what its own player may know; it knows nothing else. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat

# An answer is what State.choose takes: the place of a choice, or the Choice itself.
Bot = Callable[["Request", "Seat"], "int | Choice"]

HUMAN = "human"
AUTOMA = "automa"  # a seat that the rules play


class RandomBot:
    """Takes any choice with the same chance. It reads neither labels nor the view, so that it costs nothing."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        choices = request.choices
        place = int(self._random() * len(choices))
        return choices[place] if request.kind == "amount" else place


class EagerBot:
    """Acts rather than passes, spends little at a time, and rarely does anything beside the question: games get further."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        choices = request.choices
        if request.kind == "amount":
            return self._little(choices)
        wanted = [choice for choice in choices if not choice.free and choice.name not in ("pass", "done")]
        if not wanted or self._random.random() < DISTRACTED:
            return choices[self._random.randrange(len(choices))]
        return wanted[self._random.randrange(len(wanted))]

    def _little(self, choices: Sequence[Choice]) -> Choice:
        return choices[min(self._random.randrange(len(choices)) for _ in range(2))]


def _never_asked(request: Request, seat: Seat) -> int | Choice:
    """On the seat of an automa: the rules answer for it, and a rule that asks it is a fault before anybody is."""
    raise AssertionError("an automa is never asked")


DISTRACTED = 0.05  # how often an eager bot does anything at all, so that it gets out of every corner
BOTS: Mapping[str, Callable[[int], Bot]] = {"random": RandomBot, "eager": EagerBot}
SEATED: Mapping[str, Callable[[int], Bot]] = {**BOTS, AUTOMA: lambda seed: _never_asked}


def seated(words: Sequence[str], seed: int) -> list[Bot | None]:
    """Who sits where, None for a person. The same words and seed give bots that decide the same."""
    return [None if word == HUMAN else SEATED[word](_seed_of_seat(seed, seat)) for seat, word in enumerate(words)]


def _seed_of_seat(seed: int, seat: int) -> int:
    return int.from_bytes(blake2b(f"seat {seat} of {seed}".encode(), digest_size=8).digest(), "big")

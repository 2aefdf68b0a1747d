"""Numbers by chance for a bot that thinks, the same in Python and in C.

In: a number that is not 0. Out: one after the other. Layer: tools. The generator is the one by which games are dealt
(xorshift64*), so that C, which plays on by the same numbers, comes to the same judgements.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
FACTOR = 2685821657736338717


class Luck:
    __slots__ = ("word",)

    def __init__(self, word: int) -> None:
        self.word = word

    def step(self) -> int:
        x = self.word
        x ^= x >> 12
        x = (x ^ (x << 25)) & MASK
        self.word = x = x ^ x >> 27
        return x

    def random(self) -> float:
        """Between 0 and 1, in steps of 2 to the power of -32: times a count, and rounded down, it is what `below` gives."""
        return (((self.step() * FACTOR) & MASK) >> 32) * 2.0**-32

    def below(self, count: int) -> int:
        return (((self.step() * FACTOR) & MASK) >> 32) * count >> 32

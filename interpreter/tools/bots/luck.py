"""Random numbers for bots, the same in Python and in C.

In: a number that is not 0. Out: a sequence of numbers. Layer: tools. The generator is the one that deals the games
(xorshift64*), so that C, which plays on with the same numbers, arrives at the same values.
"""

from __future__ import annotations

from interpreter.runtime.generator import FACTOR, MASK, seeded


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
        """Return a number in [0, 1), a multiple of 2 to the power of -32.

        Times a count and rounded down, it equals `below`."""
        return (((self.step() * FACTOR) & MASK) >> 32) * 2.0**-32

    def below(self, count: int) -> int:
        return (((self.step() * FACTOR) & MASK) >> 32) * count >> 32

    def fork(self) -> int:
        """Return the first number of another, unrelated generator."""
        return seeded(self.step())

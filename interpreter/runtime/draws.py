"""Draw what a player cannot see: a generator for redeals, the same in Python and in C.

In: a seed. Out: numbers, orders and samples. Layer: runtime. It is the generator that deals the games (xorshift64*);
`backends/c/redeal.h` draws the same, number by number: change both together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from interpreter.runtime.generator import FACTOR, MASK, scaled, seeded, stepped

T = TypeVar("T")


class Draws:
    __slots__ = ("_word",)

    def __init__(self, seed: int) -> None:
        self._word = seeded(seed & MASK)

    def step(self) -> int:
        self._word = stepped(self._word)
        return self._word

    def below(self, count: int) -> int:
        """A number from 0 to count - 1; nothing is drawn for 0 or 1."""
        return scaled(self.step(), count) if count > 1 else 0

    def random(self) -> float:
        """A number in [0, 1), a multiple of 2 to the power of -32."""
        return (((self.step() * FACTOR) & MASK) >> 32) * 2.0**-32

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[Any]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Some of the items, in the order in which they were drawn."""
        left = list(items)
        found = []
        for _ in range(count):
            at = self.below(len(left))
            found.append(left[at])
            left[at] = left[-1]
            left.pop()
        return found

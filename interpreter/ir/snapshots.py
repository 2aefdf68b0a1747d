"""How a snapshot of kept values becomes a number that both engines can hold.

In: how many values each kept thing can have. Out: whether a number with a digit for each is small enough; if not, the values are
mixed into 56 bits. Layer: ir. Two of a thousand positions get the same number once in a hundred billion games.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

BITS = 56  # leaves room for rules that add whose turn it is
WORD = 2**64 - 1
FACTOR = 0x9E3779B97F4A7C15  # odd, its bits without a pattern: the golden ratio


def is_exact(sizes: Iterable[tuple[int, int]]) -> bool:
    """Whether cells have few enough positions; `sizes`: (cells, values of each)."""
    positions: int = prod(values**cells for cells, values in sizes)
    return positions <= 1 << BITS


def mixed(found: int, number: int) -> int:
    """Mix one more value into what was found so far."""
    found = ((found ^ number) * FACTOR) & WORD
    return found ^ (found >> 32)


def as_number(found: int) -> int:
    return found >> (64 - BITS)

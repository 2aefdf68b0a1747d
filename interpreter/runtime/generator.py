"""The generator of chance: a single whole number, never 0.

In: a seed. Out: the first number; `chance.below` makes the next ones. Layer: runtime. The generator is xorshift64*: from
x, x ^= x >> 12, x ^= x << 25 (64 bits), x ^= x >> 27; the result is the upper 32 bits of x * 2685821657736338717 (64
bits). A number below n is result * n >> 32. Every back end does exactly this.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
FACTOR = 2685821657736338717


def seeded(seed: int) -> int:
    """The generator's first number for a seed (splitmix64)."""
    x = (seed + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return (x ^ (x >> 31)) or 1

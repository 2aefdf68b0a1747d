"""Random number generators: a fast one for search and measurement, and an unpredictable one for people.

In: a seed. Out: the first number of the fast one, which `chance.below` follows, or numbers below n from a key. Layer: runtime.

The state of the fast one is an integer, never 0: xorshift64*. From x, x ^= x >> 12, x ^= x << 25 (64 bits), x ^= x >> 27; the
result is the upper 32 bits of x * 2685821657736338717 (64 bits). A number below n is result * n >> 32. Every back end does
exactly this.

A seed of 129 bits or more holds keys. Draw number c is made from the key and c alone: BLAKE2b, keyed, person `chance`, of c (8
bytes), the attempt (4) and the part (4), all big-endian; as many parts of 512 bits as n needs.
Values beyond the last multiple of n are rejected and drawn again. Past draws reveal nothing about later ones: without the
key nobody can go forwards or backwards.

A table forked from another keeps its past and gets its own future: one more key, from that draw on. So a seed is a 1, a
key of 128 bits, then for each later key the draw that it begins with (32 bits) and the key (128 bits).
"""

from __future__ import annotations

import hashlib
import secrets
from functools import lru_cache

MASK = (1 << 64) - 1
FACTOR = 2685821657736338717
OF_SEATS = 0xD1B54A32D192ED03  # what the seeds of neighbouring seats are apart before they are mixed
KEY, DRAW = 128, 32  # bits
DIGEST = 512
MAX_BITS = KEY + 1 + 60 * (KEY + DRAW)  # of a seed; much longer numbers cannot be written to a save


def seeded(seed: int) -> int:
    """The fast generator's initial state for a seed (splitmix64).

    0 if the seed holds keys."""
    if is_keyed(seed):
        return 0
    x = (seed + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return (x ^ (x >> 31)) or 1


def match_seed(seed: int, number: int) -> int:
    """Derive the seed of one of many matches: 48 bits, so that people can type it."""
    return seeded((seeded(seed & MASK) + number) & MASK) >> 16


def seat_seed(seed: int, seat: int) -> int:
    """Derive the seed of the bot on this seat, never 0.

    `backends/c/arena.h` does the same."""
    return seeded((seeded(seed & MASK) + (seat + 1) * OF_SEATS) & MASK)


def stepped(x: int) -> int:
    """The next state of the fast generator."""
    x ^= x >> 12
    x = (x ^ (x << 25)) & MASK
    return x ^ x >> 27


def scaled(x: int, n: int) -> int:
    """The number below n that a state of the fast generator stands for."""
    return (((x * FACTOR) & MASK) >> 32) * n >> 32


def is_keyed(seed: int) -> bool:
    return seed > MASK and seed.bit_length() % (KEY + DRAW) == KEY + 1


def new_keyed_seed() -> int:
    """Make an unpredictable seed with one key."""
    return 1 << KEY | secrets.randbits(KEY)


def parted_seed(seed: int, draws: int) -> int:
    """Fork a seed: the same chance for `draws` draws, then unpredictable.

    A seed without keys is unchanged. ValueError if it holds too many keys."""
    if not is_keyed(seed):
        return seed
    if seed.bit_length() >= MAX_BITS:
        raise ValueError("this seed holds too many keys")
    return (seed << DRAW | draws) << KEY | secrets.randbits(KEY)


def seed_for_bots(seed: int) -> int:
    """Derive a seed for bots, which reveals nothing about a key."""
    return number_from(seed, 0, 1 << 48, b"bots") if is_keyed(seed) else seed


def number_from(seed: int, draw: int, n: int, person: bytes = b"chance") -> int:
    """Draw number `draw` of a keyed seed: uniform from 0 to n - 1."""
    key, parts = _key_at(seed, draw), -(-n.bit_length() // DIGEST)
    span = 1 << DIGEST * parts
    attempt = 0
    while True:
        head = draw.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        texts = [
            hashlib.blake2b(head + part.to_bytes(4, "big"), key=key, person=person).digest() for part in range(parts)
        ]
        value = int.from_bytes(b"".join(texts), "big")
        if value < span - span % n:
            return value % n
        attempt += 1


def _key_at(seed: int, draw: int) -> bytes:
    return next(key for first, key in _keys(seed) if first <= draw)


@lru_cache(maxsize=64)
def _keys(seed: int) -> list[tuple[int, bytes]]:
    """Each key with its first draw, the latest first."""
    found = []
    while seed.bit_length() > KEY + 1:
        found.append((seed >> KEY & ((1 << DRAW) - 1), (seed & ((1 << KEY) - 1)).to_bytes(KEY // 8, "big")))
        seed >>= KEY + DRAW
    return [*found, (0, (seed & ((1 << KEY) - 1)).to_bytes(KEY // 8, "big"))]

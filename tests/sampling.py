"""What of much is tried: a sample that a seed fixes, or all of it.

`make test` takes its seed from RULEWRIGHT_SEED, `make test-all` sets RULEWRIGHT_ALL. The same seed gives the same sample, in
every process.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")

SEED = int(os.environ.get("RULEWRIGHT_SEED") or "1")
EVERYTHING = "RULEWRIGHT_ALL" in os.environ


def sampled(things: Sequence[Thing], most: int, about: str) -> list[Thing]:
    """Some of the things, in their order; `about` tells apart samples of different things."""
    if EVERYTHING or len(things) <= most:
        return list(things)
    chosen = random.Random(f"{about} {SEED}").sample(range(len(things)), most)
    return [things[number] for number in sorted(chosen)]

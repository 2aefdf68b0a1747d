"""What of much is tried: a sample that a seed fixes, or all of it.

The same seed gives the same sample, in every process. Without RULEWRIGHT_SEED it is always the same one, so that a run
turns red only by a change; `make nightly` takes a new seed every night, and `make test-all` (RULEWRIGHT_ALL) everything.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
SEED = int(os.environ.get("RULEWRIGHT_SEED") or "1")
EVERYTHING = "RULEWRIGHT_ALL" in os.environ


def sampled(things: Sequence[Thing], most: int, about: str, seed: int = SEED) -> list[Thing]:
    """Some of the things, in their order; `about` tells apart samples of different things."""
    if EVERYTHING or len(things) <= most:
        return list(things)
    chosen = random.Random(f"{about} {seed}").sample(range(len(things)), most)
    return [things[number] for number in sorted(chosen)]

"""What of much is tried: a sample that a seed fixes, or all of it.

`make test` takes its seed from RULEWRIGHT_SEED, `make test-all` sets RULEWRIGHT_ALL. The same seed gives the same sample, in
every process. What the conformance suite plays, and which mutants of the engine are tried, follows from the commit
(RULEWRIGHT_COMMIT), so that in time everything is; a seed that somebody chooses holds for them, too.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import TypeVar

Thing = TypeVar("Thing")

SEED = int(os.environ.get("RULEWRIGHT_SEED") or "1")
COMMIT = int(os.environ.get("RULEWRIGHT_COMMIT") or SEED)
EVERYTHING = "RULEWRIGHT_ALL" in os.environ


def sampled(things: Sequence[Thing], most: int, about: str, seed: int = SEED) -> list[Thing]:
    """Some of the things, in their order; `about` tells apart samples of different things."""
    if EVERYTHING or len(things) <= most:
        return list(things)
    chosen = random.Random(f"{about} {seed}").sample(range(len(things)), most)
    return [things[number] for number in sorted(chosen)]


def sampled_by_commit(things: Sequence[Thing], most: int, about: str) -> list[Thing]:
    return sampled(things, most, about, COMMIT)

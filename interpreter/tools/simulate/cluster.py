"""Playing the matches of a plan on several machines, by Dask.

In: a Plan, the numbers of its matches, the address of a scheduler. Out: each Match once, in the order in which they are done.
Layer: tools; Dask is an extra. Every machine has Rulewright and the game. What a lost worker had to do, Dask gives to another.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import interpreter

from .matches import play
from .plan import Match, Plan

if TYPE_CHECKING:
    from interpreter import Game

BATCH = 20  # matches that a worker is given at once
TIMEOUT = 20  # seconds in which the scheduler must answer


class NoCluster(Exception):
    """Nobody answers at this address."""


def needs_dask() -> bool:
    return find_spec("distributed") is None


def in_cluster(plan: Plan, numbers: Sequence[int], address: str) -> Generator[Match]:
    """Each match once. When the caller stops asking, what is not begun is taken back."""
    import distributed

    dask: Any = distributed  # some of it has types and some has not
    try:
        client = dask.Client(address, timeout=TIMEOUT)
    except (OSError, ValueError) as error:
        raise NoCluster(str(error)) from None
    with client:
        batches = [list(numbers[start : start + BATCH]) for start in range(0, len(numbers), BATCH)]
        futures = [client.submit(_play_batch, plan, batch, pure=False) for batch in batches]
        try:
            for future in dask.as_completed(futures):
                yield from future.result()
        finally:
            client.cancel(futures)


def _play_batch(plan: Plan, batch: list[int]) -> list[Match]:
    game = _loaded(str(plan.game), tuple(map(str, plan.variants)), tuple(sorted((plan.options or {}).items())))
    return [play(game, plan, number) for number in batch]


@lru_cache(maxsize=4)
def _loaded(game: str, variants: tuple[str, ...], options: tuple[tuple[str, object], ...]) -> Game:
    """Once in each process."""
    return interpreter.load(game, variants, dict(options))


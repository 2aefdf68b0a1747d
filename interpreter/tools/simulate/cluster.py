"""Play the matches of a plan on several machines, with Dask.

In: a Plan, the numbers of its matches, the address of a scheduler. Out: each Match once, in the order of completion.
Layer: tools; Dask is an extra. Every machine has Rulewright and the game. Dask reassigns the work of a lost worker.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

import interpreter

from .matches import matches
from .plan import Match, Plan, match_seed
from .workers import LOST

if TYPE_CHECKING:
    from interpreter import Game

BATCH = 20  # matches per task
AHEAD = 4  # batches queued per thread of the cluster
TIMEOUT = 3  # seconds for the machine at the address to accept a connection
PATIENCE = 20  # seconds for the scheduler there to answer


class ClusterError(Exception):
    """No scheduler answers at this address."""


class LostCluster(Exception):
    """The connection to the scheduler was lost."""


def needs_dask() -> bool:
    return find_spec("distributed") is None


def in_cluster(plan: Plan, numbers: Iterable[int], address: str) -> Generator[Match]:
    """Yield each match once. Closing the generator cancels what has not started."""
    import distributed

    dask: Any = distributed  # it is only partly typed
    _hush()
    _knock(address)
    try:
        client = dask.Client(address, timeout=PATIENCE)
    except Exception as error:  # noqa: BLE001 - whatever answers there, it is no scheduler: Dask may stumble over anything it says
        raise ClusterError(str(error)) from None
    cluster = _Cluster(plan, dask, client)
    try:
        yield from cluster.play(iter(numbers))
    except (dask.CancelledError, dask.comm.CommClosedError, TimeoutError) as error:
        raise LostCluster(str(error)) from None
    finally:
        with suppress(Exception):  # a lost scheduler cannot cancel anything
            client.cancel(list(cluster.running))
        with suppress(Exception):
            client.close(timeout=TIMEOUT)


def _hush() -> None:
    """Silence Dask's lengthy log about a lost scheduler; the caller reports it."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _knock(address: str) -> None:
    """Probe the address first: Dask would keep retrying for a long time."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdigit():
        try:
            socket.create_connection((host.strip("[]"), int(port)), TIMEOUT).close()
        except (OSError, OverflowError) as error:
            raise ClusterError(str(error)) from None


class _Cluster:
    """The batches in flight on a cluster."""

    def __init__(self, plan: Plan, dask: Any, client: Any) -> None:
        self._plan, self._dask, self._client = plan, dask, client
        self.running: dict[Any, list[int]] = {}

    def play(self, numbers: Iterator[int]) -> Iterator[Match]:
        done = self._dask.as_completed()
        threads = sum(self._client.nthreads().values())
        for _ in range(max(1, AHEAD * threads)):
            self._give(done, list(islice(numbers, BATCH)))
        for future in done:
            batch = self.running.pop(future)
            try:
                yield from future.result()
            except self._dask.KilledWorker:
                yield from self._again(done, batch)
            self._give(done, list(islice(numbers, BATCH)))

    def _give(self, done: Any, batch: list[int]) -> None:
        if batch:
            future = self._client.submit(_play_batch, self._plan, batch, pure=False)
            self.running[future] = batch
            done.add(future)

    def _again(self, done: Any, batch: list[int]) -> Iterator[Match]:
        """Resubmit the matches of a batch that killed several workers one by one.

        Give up on one that kills them alone."""
        if len(batch) == 1:
            yield Match(batch[0], match_seed(self._plan.seed, batch[0]), fault=LOST)
            return
        for number in batch:
            self._give(done, [number])


def _play_batch(plan: Plan, batch: list[int]) -> list[Match]:
    game = _loaded(str(plan.game), tuple(map(str, plan.variants)), tuple(sorted((plan.options or {}).items())))
    return list(matches(plan, game, batch))


@lru_cache(maxsize=4)
def _loaded(game: str, variants: tuple[str, ...], options: tuple[tuple[str, object], ...]) -> Game:
    """Load a game, once per process."""
    return interpreter.load(game, variants, dict(options))

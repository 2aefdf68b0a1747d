"""Playing the matches of a plan in several processes.

In: a Plan and the numbers of its matches. Out: each Match once, in the order in which they are done. Layer: tools.
A worker that is lost (killed, out of memory, crashed) is replaced, and its matches are played again. Only a match that
has taken several workers with it is given up, with a note that says so.
"""

from __future__ import annotations

import signal
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from .matches import load, play
from .plan import FaultNote, Match, Plan, match_seed

BATCH_SECONDS = 0.3  # about how long a worker is busy with what it is given at once
LARGEST_BATCH = 200
TRIES = 3  # how many workers may be lost to one match
LOST = FaultNote(f"the process that played this game was lost, {TRIES} times", code="R0911")


def in_workers(plan: Plan, numbers: Iterable[int]) -> Generator[Match]:
    """Each match once. When the caller stops asking, the workers are ended."""
    crew = Crew(plan, deque(numbers))
    try:
        yield from crew.play()
    finally:
        crew.dismiss()


@dataclass(eq=False)
class Worker:
    """One process, the line to it, and what it is busy with."""

    process: SpawnProcess
    line: Connection
    batch: list[int] = field(default_factory=list)
    since: float = 0.0


class Crew:
    """The workers of one plan."""

    def __init__(self, plan: Plan, numbers: deque[int]) -> None:
        self._plan, self._numbers = plan, numbers
        self._workers: list[Worker] = []
        self._losses: Counter[int] = Counter()
        self._batch_size = 1.0

    def play(self) -> Iterator[Match]:
        for _ in range(min(self._plan.workers, len(self._numbers))):
            self._hire()
        while self._workers:
            ready = wait([worker.line for worker in self._workers])
            for worker in [one for one in self._workers if one.line in ready]:
                yield from self._hear(worker)

    def dismiss(self) -> None:
        for worker in self._workers:
            worker.process.kill()
            worker.line.close()
        for worker in self._workers:
            worker.process.join()
        self._workers.clear()

    def _hire(self) -> None:
        # Spawned, not forked: a fork would copy the threads' locks of a progress bar.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(self._plan, theirs), daemon=True)
        process.start()
        theirs.close()
        worker = Worker(process, ours)
        self._workers.append(worker)
        self._give(worker)

    def _give(self, worker: Worker) -> None:
        """The next matches; one that has cost a worker before is played alone."""
        worker.batch = []
        while self._numbers and len(worker.batch) < self._batch_size:
            if self._losses[self._numbers[0]] and worker.batch:
                break
            worker.batch.append(self._numbers.popleft())
            if self._losses[worker.batch[-1]]:
                break
        worker.since = time.perf_counter()
        try:
            worker.line.send(worker.batch)
        except OSError:  # it is gone already: the line will say so when it is listened to
            return

    def _hear(self, worker: Worker) -> Iterator[Match]:
        try:
            played: list[Match] = worker.line.recv()
        except (EOFError, OSError):
            yield from self._replace(worker)
            return
        self._measure(len(played), time.perf_counter() - worker.since)
        worker.batch = []
        if self._numbers:
            self._give(worker)
        else:
            self._send_home(worker)
        yield from played

    def _measure(self, games: int, seconds: float) -> None:
        """Batches grow slowly: the first one also loads the game."""
        wanted = games * BATCH_SECONDS / max(seconds, 1e-6)
        self._batch_size = max(1.0, min(wanted, 2 * self._batch_size, LARGEST_BATCH))

    def _send_home(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.line.close()

    def _replace(self, worker: Worker) -> Iterator[Match]:
        """What a lost worker had to do comes first again."""
        batch = worker.batch
        self._send_home(worker)
        self._losses.update(batch)
        given_up = [number for number in batch if self._losses[number] >= TRIES]
        self._numbers.extendleft(reversed([number for number in batch if number not in given_up]))
        yield from (Match(number, match_seed(self._plan.seed, number), fault=LOST) for number in given_up)
        if self._numbers:
            self._hire()


def _work(plan: Plan, line: Connection) -> None:
    """A worker's life. Ctrl-C reaches all processes; the first one decides what to do about it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game = load(plan)
    while True:
        try:
            batch: list[int] = line.recv()
        except EOFError:
            return
        played = [play(game, plan, number) for number in batch]
        try:
            line.send(played)
        except OSError:  # whoever wanted the games is gone
            return

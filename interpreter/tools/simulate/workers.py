"""Play the matches of a plan in several worker processes.

In: a Plan and the numbers of its matches. Out: each Match once, in the order of completion. Layer: tools.
A lost worker (killed, out of memory, crashed) is replaced, and its matches are played again. Only a match that has cost
several workers is given up, and recorded as a fault.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from interpreter.source.operating_system import ignore_interrupts

from .matches import Played, flat, load, portions
from .plan import FaultNote, Match, Plan, match_seed

BATCH_SECONDS = 0.3  # target duration of a batch
LARGEST_BATCH = 20_000
TRIES = 3  # workers that one match may cost
LOST = FaultNote(f"the process that played this game was lost, {TRIES} times", code="R0911")


def in_workers(plan: Plan, numbers: Iterable[int]) -> Generator[Match]:
    """Yield each match once. Closing the generator kills the workers."""
    yield from flat(portions_in_workers(plan, numbers, columns=True), plan)


def portions_in_workers(plan: Plan, numbers: Iterable[int], columns: bool | None = None) -> Generator[Played]:
    """The same in batches where C plays; `columns` as in `portions`."""
    crew = Crew(plan, Numbers(numbers), columns)
    try:
        yield from crew.play()
    finally:
        crew.dismiss()


class Numbers:
    """A lazy queue of the matches still to play (there may be very many).

    Some are put back."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._rest = iter(numbers)
        self._waiting: deque[int] = deque()

    def __bool__(self) -> bool:
        return self.next() is not None

    def next(self) -> int | None:
        if not self._waiting:
            self._waiting.extend(islice(self._rest, 1))
        return self._waiting[0] if self._waiting else None

    def take(self) -> int:
        assert self.next() is not None
        return self._waiting.popleft()

    def put_back(self, numbers: list[int]) -> None:
        self._waiting.extendleft(reversed(numbers))


@dataclass(eq=False)
class Worker:
    """A worker process, the pipe to it and its current batch."""

    process: SpawnProcess
    line: Connection
    batch: list[int] = field(default_factory=list)
    since: float = 0.0


class Crew:
    """The pool of workers of one plan."""

    def __init__(self, plan: Plan, numbers: Numbers, columns: bool | None = None) -> None:
        self._plan, self._numbers, self._columns = plan, numbers, columns
        self._workers: list[Worker] = []
        self._losses: Counter[int] = Counter()
        self._batch_size = 1.0

    def play(self) -> Iterator[Played]:
        while self._numbers and len(self._workers) < self._plan.workers:
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
        # Spawned, not forked: a fork would copy the locks of a progress bar's threads.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(self._plan, theirs, self._columns), daemon=True)
        process.start()
        theirs.close()
        worker = Worker(process, ours)
        self._workers.append(worker)
        self._give(worker)

    def _give(self, worker: Worker) -> None:
        """Send the next batch; a match that has cost a worker before is played alone."""
        worker.batch = []
        while (number := self._numbers.next()) is not None and len(worker.batch) < self._batch_size:
            if number in self._losses and worker.batch:
                break
            worker.batch.append(self._numbers.take())
            if number in self._losses:
                break
        worker.since = time.perf_counter()
        try:
            worker.line.send(worker.batch)
        except OSError:  # the worker is gone; reading from its pipe will report that
            return

    def _hear(self, worker: Worker) -> Iterator[Played]:
        try:
            played: list[Played] = worker.line.recv()
        except (EOFError, OSError):
            yield from self._replace(worker)
            return
        self._measure(len(worker.batch), time.perf_counter() - worker.since)
        worker.batch = []
        if self._numbers:
            self._give(worker)
        else:
            self._send_home(worker)
        yield from played

    def _measure(self, games: int, seconds: float) -> None:
        """Adapt the batch size, at most doubling it.

        The first batch includes loading the game."""
        wanted = games * BATCH_SECONDS / max(seconds, 1e-6)
        self._batch_size = max(1.0, min(wanted, 2 * self._batch_size, LARGEST_BATCH))

    def _send_home(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.line.close()

    def _replace(self, worker: Worker) -> Iterator[Match]:
        """Replace a lost worker; its matches are retried first."""
        batch = worker.batch
        self._send_home(worker)
        self._losses.update(batch)
        given_up = [number for number in batch if self._losses[number] >= TRIES]
        self._numbers.put_back([number for number in batch if number not in given_up])
        yield from (Match(number, match_seed(self._plan.seed, number), fault=LOST) for number in given_up)
        if self._numbers:
            self._hire()


def _work(plan: Plan, line: Connection, columns: bool | None) -> None:
    """A worker's life.

    Ctrl-C reaches all processes; the first one decides what to do about it."""
    ignore_interrupts()
    game = load(plan)
    while True:
        try:
            batch: list[int] = line.recv()
        except EOFError:
            return
        played = list(portions(plan, game, batch, columns))
        try:
            line.send(played)
        except OSError:  # the parent is gone
            return

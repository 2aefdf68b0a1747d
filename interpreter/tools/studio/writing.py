"""Writing answers: a queue and one thread that stores what has queued up in one transaction.

In: answers, each with a Future. Out: Futures that resolve when their answer is stored. Layer: tools. Errors never end the thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, Queue
from threading import Thread
from typing import TypeAlias

from interpreter.source.operating_system import HAS_THREADS

from .database import Trouble

AT_ONCE = 500  # answers per transaction
IDLE = 2.0  # seconds without an answer before there is time to tidy up
OTHERWISE = "The answer could not be stored. Try again."
CLOSED = "The studio is being closed, so nothing was saved."
Row: TypeAlias = tuple[str, int, int, str]
Written: TypeAlias = "tuple[Row, bool, Future[None]]"  # a row, whether by a person, the result to resolve


class AnswerWriter:
    def __init__(self, insert: Callable[[Sequence[Row], bool], None], tidy: Callable[[], None]) -> None:
        """`insert` stores rows, safely if a person gave one of them.

        `tidy` uses a quiet moment."""
        self.insert, self._tidy = insert, tidy
        self._waiting: Queue[Written | None] = Queue()
        self._closed = False
        self._thread = Thread(target=self._write, name="answers", daemon=True) if HAS_THREADS else None
        if self._thread is not None:
            self._thread.start()

    def append(self, row: Row, by_person: bool) -> Future[None]:
        done: Future[None] = Future()
        if self._closed:
            done.set_exception(Trouble(CLOSED))
            return done
        written: Written = (row, by_person, done)
        if self._thread is None:
            self._write_all([written])
        else:
            self._waiting.put(written)
        return done

    def close(self) -> None:
        """Store what has queued up, then stop."""
        self._closed = True
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()

    def _write(self) -> None:
        tidy = True
        while True:
            try:
                first = self._waiting.get(timeout=None if tidy else IDLE)
            except Empty:
                self._tidy()
                tidy = True
                continue
            if first is None:
                return
            batch, ends = self._batch(first)
            self._write_all([one for one in batch if one[2].set_running_or_notify_cancel()])
            tidy = False
            if ends:
                return

    def _batch(self, first: Written) -> tuple[list[Written], bool]:
        """Collect the queued answers; also return whether the writer is closing."""
        batch = [first]
        while len(batch) < AT_ONCE and not self._waiting.empty():
            more = self._waiting.get()
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def _write_all(self, batch: list[Written]) -> None:
        wrong: Exception | None = None
        try:
            if batch:
                self.insert([row for row, _, _ in batch], any(person for _, person, _ in batch))
        except Exception as error:  # noqa: BLE001 - whoever waits is told, whatever it is
            wrong = error
        if wrong is not None and len(batch) > 1:  # retry one by one, so that one bad row does not fail the others
            for one in batch:
                self._write_all([one])
            return
        for _, _, done in batch:
            if wrong is None:
                done.set_result(None)
            else:
                done.set_exception(wrong if isinstance(wrong, Trouble) else Trouble(OTHERWISE))

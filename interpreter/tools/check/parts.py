"""Check the parts of a game that do not depend on each other at the same time.

In: parts, each a function that reports to a Reporter. Out: what they report, in their order. Layer: tools.
Each process is a copy of this one with everything that it has read and checked so far, so that it begins at once. Where
processes cannot be copied, or threads run that would be cut off, one part is checked after the other.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from threading import active_count

from interpreter.source import Diagnostic, Problems, Reporter
from interpreter.source.operating_system import COPIES_PROCESSES, ignore_interrupts

Part = Callable[[Reporter], None]
MAX_PROCESSES = 4
FEW = 4  # parts that are not worth a process

_parts: list[Part] = []  # in a copied process: the parts of the game that it helps with


def report(parts: Sequence[Part], reporter: Reporter) -> None:
    """Check every part. The last ones, which take longest, are begun first."""
    processes = min(MAX_PROCESSES, os.cpu_count() or 1)
    if processes < 2 or len(parts) < FEW or not COPIES_PROCESSES or active_count() > 1:
        for part in parts:
            part(reporter)
        return
    with ProcessPoolExecutor(processes, get_context("fork"), _begin, (parts,)) as pool:
        try:
            begun = [pool.submit(_found, number) for number in reversed(range(len(parts)))]
            for found in reversed(begun):
                reporter.extend(Problems(found.result()))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin(parts: Sequence[Part]) -> None:
    ignore_interrupts()
    gc.freeze()  # what was read before stays, and stays shared: collecting would look at all of it
    _parts[:] = parts


def _found(number: int) -> list[Diagnostic]:
    reporter = Reporter()
    _parts[number](reporter)
    return list(reporter.diagnostics)

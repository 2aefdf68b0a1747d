"""Progress bar for long work: how much is done, how fast, and the time left.

In: results as they are done, and their total number. Out: the same results; a bar if standard error is a terminal, or
lines such as "3 of 100" for a program that requests them (RULEWRIGHT_PROGRESS=lines). Layer: tools.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from interpreter.tools.cli.output import console

T = TypeVar("T")
ASKED = "RULEWRIGHT_PROGRESS"
PAUSE = 0.3  # seconds between two lines


def _one(_: object) -> int:
    return 1


def with_progress(
    things: Iterable[T], total: int | None, done: int = 0, noun: str = "games", size: Callable[[T], int] = _one
) -> Iterator[T]:
    """Pass results through while showing progress.

    `total` is None if nobody knows it; `done` of them existed before; `size` says for how many one counts."""
    if os.environ.get(ASKED) == "lines":
        yield from _told(things, total, done, size)
        return
    if not sys.stderr.isatty():
        yield from things
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    rate = TextColumn(f"{{task.fields[rate]}} {noun}/s")
    columns = (BarColumn(), MofNCompleteColumn(), rate, TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(*columns, console=console(sys.stderr), transient=True) as progress:
        task = progress.add_task(noun, total=total, completed=done, rate="…")
        for thing in things:
            speed = progress.tasks[0].speed
            progress.update(task, advance=size(thing), rate=_speed_in_words(speed) if speed else "…")
            yield thing


def _told(things: Iterable[T], total: int | None, done: int, size: Callable[[T], int]) -> Iterator[T]:
    """Print a line now and then, and one at the end."""
    told, number = 0.0, done
    for thing in things:
        number += size(thing)
        if number == total or time.monotonic() > told + PAUSE:
            told = time.monotonic()
            print(str(number) if total is None else f"{number} of {total}", file=sys.stderr, flush=True)
        yield thing


def _speed_in_words(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.2f}"

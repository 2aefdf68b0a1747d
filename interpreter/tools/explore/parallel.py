"""Explore a game in several worker processes.

In: a game's name, its variants and options, a time. Out: the merged results so far. Layer: tools.
Each worker searches with its own seed; a crashed one loses only what it has not reported.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path

import interpreter
from interpreter.source.operating_system import ignore_interrupts
from interpreter.tools.explore.guidance import explored
from interpreter.tools.explore.in_python import Explored

APART = 1_000_003  # distance between the workers' seeds
EVERY = 1.0  # seconds between two reports


@dataclass(frozen=True, slots=True)
class Task:
    """What to explore. Sent to the workers, so it contains only names and values."""

    game: str | Path
    variants: tuple[str | Path, ...]
    options: Mapping[str, object]
    players: tuple[int, ...]
    seconds: float
    seed: int = 0


def explored_together(task: Task, workers: int) -> Generator[Explored, None, None]:
    """Yield the merged results about once a second; the last one is complete.

    Closing the generator kills the workers."""
    context = get_context("spawn")  # a fork would copy the locks of a progress bar's threads
    told: dict[Connection, Explored] = {}
    processes, lines, told_at = [], list[Connection](), time.monotonic()
    try:
        for number in range(workers):
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_look, args=(task, task.seed + APART * number, theirs), daemon=True)
            process.start()
            theirs.close()
            processes.append(process)
            lines.append(ours)
        while lines:
            for line in wait(lines):
                assert isinstance(line, Connection)
                try:
                    told[line] = line.recv()
                except (EOFError, OSError):
                    lines.remove(line)
            if not lines or time.monotonic() > told_at + EVERY:
                told_at = time.monotonic()
                yield united(list(told.values()))
    finally:
        for process in processes:
            process.kill()
            process.join()


def united(parts: Sequence[Explored]) -> Explored:
    """Merge results: each defect once, with the fewest decisions.

    Never reached is what no worker reached."""
    whole = Explored(engine=parts[0].engine if parts else "python")
    for part in parts:
        for finding in part.findings:
            same = [one for one in whole.findings if one.same == finding.same]
            if not same or len(finding.taken) < len(same[0].taken):
                whole.findings = [one for one in whole.findings if one not in same] + [finding]
        whole.decisions += part.decisions
        whole.games += part.games
        whole.processor += part.processor
        whole.seen |= part.seen
    if parts and all(part.never for part in parts):
        kinds = parts[0].never
        whole.never = {
            kind: [name for name in names if all(name in part.never[kind] for part in parts)]
            for kind, names in kinds.items()
        }
    return whole


def _look(task: Task, seed: int, line: Connection) -> None:
    """Search in one process.

    Ctrl-C reaches all of them; the first one decides what to do about it."""
    ignore_interrupts()
    game = interpreter.load(task.game, task.variants, task.options)
    for result in explored(game, list(task.players), task.seconds, seed):
        try:
            line.send(result)
        except OSError:  # the parent is gone
            return

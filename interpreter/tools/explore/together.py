"""Looking for trouble in several processes at the same time.

In: what the game is called, its variants and options, a time. Out: what all of them have found so far. Layer: tools.
Each process goes its own ways, by a seed of its own; one that is lost takes only what it has not told with it.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path

import interpreter

from .guided import explored
from .in_python import Explored

APART = 1_000_003  # between the seeds of two processes
EVERY = 1.0  # seconds between two accounts


@dataclass(frozen=True, slots=True)
class Task:
    """What is looked at. It travels to the processes, so it holds names and values only."""

    game: str | Path
    variants: tuple[str | Path, ...]
    options: Mapping[str, object]
    players: tuple[int, ...]
    seconds: float
    seed: int = 0


def explored_together(task: Task, workers: int) -> Generator[Explored, None, None]:
    """What all have found, about once a second while it grows; the last one is complete. Who stops asking ends them all."""
    context = get_context("spawn")  # not forked: a fork would copy the threads' locks of a progress bar
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
    """Each mistake once, with the fewest decisions; what nothing reached is what none has reached."""
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
            kind: [name for name in names if all(name in part.never[kind] for part in parts)] for kind, names in kinds.items()
        }
    return whole


def _look(task: Task, seed: int, line: Connection) -> None:
    """One process. Ctrl-C reaches all of them; the first one decides what to do about it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game = interpreter.load(task.game, task.variants, task.options)
    for result in explored(game, list(task.players), task.seconds, seed):
        try:
            line.send(result)
        except OSError:  # whoever wanted to know is gone
            return

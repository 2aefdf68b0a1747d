"""A time limit for what must never hang, and the one question of all fuzz tests: did only messages come out?"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import interpreter
from interpreter import Fault
from interpreter.source import Diagnostic, Problems, render, to_json

SECONDS = 60.0  # of processor time: far more than anything needs
PATIENCE = 600.0  # seconds to wait for another process; only what hangs takes as long, also on a busy machine


class TooSlow(BaseException):
    """Not an Exception: nothing may catch it on the way."""


@contextmanager
def time_limit(seconds: float = SECONDS) -> Iterator[None]:
    """Stop what calculates for longer, or waits for something that never comes."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow(f"not done after {seconds} seconds of processor time, or {PATIENCE} of waiting")

    timers = {signal.SIGPROF: (signal.ITIMER_PROF, seconds), signal.SIGALRM: (signal.ITIMER_REAL, PATIENCE)}
    before = {number: signal.signal(number, stop) for number in timers}
    for timer, most in timers.values():
        signal.setitimer(timer, most)
    try:
        yield
    finally:
        for number, (timer, _) in timers.items():
            signal.setitimer(timer, 0)
            signal.signal(number, before[number])


def only_messages(
    folder: Path, variants: Sequence[str] = (), options: Mapping[str, object] | None = None, decisions: int = 30
) -> set[str]:
    """Loads a game and plays a little. Gives the codes of what is wrong; anything but Problems and Faults comes through."""
    with time_limit():
        try:
            state = interpreter.load(folder, variants, options).start(seed=1)
            for _ in range(decisions):
                if state.request is None:
                    break
                state.choose(state.request.choices[-1])
                state.view(0)
            return set()
        except Problems as problems:
            for found in problems.diagnostics:
                check_report(found)
            return {found.code for found in problems.diagnostics}
        except Fault as fault:
            check_report(fault.diagnostic)
            return {fault.code}


def check_report(found: Diagnostic) -> None:
    """It can be printed, also to a terminal, and its place lies in its text."""
    assert found.code != "R0999"
    render(found, colour=True).encode("utf-8")
    assert to_json(found)["code"] == found.code
    if found.span is not None:
        assert 1 <= found.span.line <= len(found.span.source.lines) + 1
        assert found.span.column >= 1

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

SECONDS = 60.0  # far more than anything needs, on a machine that does other things as well


class TooSlow(BaseException):
    """Not an Exception: nothing may catch it on the way."""


@contextmanager
def time_limit(seconds: float = SECONDS) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"not done after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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

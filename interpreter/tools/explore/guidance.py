"""Guided play: coverage-guided search for defects.

In: a Game and a time. Out: what went wrong, and what was never reached. Layer: tools.
If the rules can be compiled, the search runs in C (`in_c`), about fifty times as fast and with better strategies; a failure
there is replayed in Python, which can explain it. Otherwise it runs in Python (`in_python`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.source import Problems

from .in_c import ExplorerInC
from .in_python import Explored, Explorer

if TYPE_CHECKING:
    from interpreter import Game

MAX_FINDINGS = 20


def explored(game: Game, players: list[int], seconds: float, seed: int = 0, engine: str = "auto") -> Iterator[Explored]:
    """Yield the same growing Explored about once a second; the last one is complete."""
    explorer = _explorer(game, players, seed, engine)
    started = told = time.monotonic()
    while time.monotonic() - started < seconds and len(explorer.result.findings) < MAX_FINDINGS:
        explorer.stretch()
        if time.monotonic() - told > 1:
            told = time.monotonic()
            yield explorer.account()
    explorer.conclude()
    yield explorer.account()


def _explorer(game: Game, players: list[int], seed: int, engine: str) -> Explorer:
    """Make an explorer in C if possible, otherwise in Python."""
    if engine != "python":
        try:
            return ExplorerInC(game, players, seed, game.walker(seed << 1 | 1))
        except Problems:
            if engine == "native":
                raise
    return Explorer(game, players, seed)

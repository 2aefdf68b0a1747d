"""Guided play: it goes where nobody has been.

In: a Game and a time. Out: what went wrong on the way, and what was never reached. Layer: tools.
Where the rules can be compiled this is done in C (`in_c`), about fifty times as fast and with more thought; what goes wrong
there is done again in Python, which says why. Else it is done in Python (`in_python`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import interpreter

from .in_c import ExplorerInC
from .in_python import Explored, Explorer

if TYPE_CHECKING:
    from interpreter import Game

MOST_FINDINGS = 20


def explored(game: Game, players: list[int], seconds: float, seed: int = 0, engine: str = "auto") -> Iterator[Explored]:
    """The same Explored again and again while it grows, about once a second; the last one is complete."""
    explorer = _explorer(game, players, seed, engine)
    started = told = time.monotonic()
    while time.monotonic() - started < seconds and len(explorer.result.findings) < MOST_FINDINGS:
        explorer.stretch()
        if time.monotonic() - told > 1:
            told = time.monotonic()
            yield explorer.account()
    explorer.conclude()
    yield explorer.account()


def _explorer(game: Game, players: list[int], seed: int, engine: str) -> Explorer:
    """In C where that can be."""
    if engine != "python":
        try:
            return ExplorerInC(game, players, seed, game.walker(seed << 1 | 1))
        except interpreter.Problems:
            if engine == "native":
                raise
    return Explorer(game, players, seed)

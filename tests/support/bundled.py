"""Which bundled games a test goes through.

The core is the five rulebooks and the four small games that every part of the engine is tried on. The gallery is everything
else in games/: `tests/gallery` and `tests/lockstep` go through it, the rest of the suite does not have to.
"""

from __future__ import annotations

from functools import cache

import interpreter
from interpreter import GameInfo

SMALL = frozenset({"tic-tac-toe", "connect-four", "kuhn-poker", "pig"})


@cache
def _games() -> tuple[GameInfo, ...]:
    """Thirty files ask while they are collected; each reading goes through sixty folders."""
    return tuple(interpreter.games())


def core_games() -> list[GameInfo]:
    return [info for info in _games() if info.group == "rulebooks" or info.name in SMALL]


def gallery_games() -> list[GameInfo]:
    core = {info.name for info in core_games()}
    return [info for info in _games() if info.name not in core]

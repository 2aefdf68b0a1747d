"""Fill the caches that a web page is shipped with: the grammar's tables and the compiled games.

In: names of bundled games. Out: files in the cache folder, and which of them belong to which game. Layer: tools. Run by the
Python that will read them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import interpreter

TREES = ".trees"  # how the cached trees of a text end
COMPILED = ".code"  # how the cached file of a compiled game ends


def warm(names: Iterable[str], cache: str) -> dict[str, list[str]]:
    """Load and start each game once; what that compiles is cached. Return the new files by game."""
    known: set[str] = set()
    made: dict[str, list[str]] = {}
    for name in names:
        interpreter.load(name).start(events=False)
        now = {file for file in os.listdir(cache) if file.endswith(COMPILED)}
        made[name] = sorted(now - known)
        known = now
    for file in os.listdir(cache):  # the games come compiled: their trees would only be in the way
        if file.endswith(TREES):
            os.unlink(os.path.join(cache, file))
    return made

"""Fill the caches that a web page is shipped with: the grammar's tables and the compiled games.

In: names of bundled games. Out: files in the cache folder, which of them belong to which game, and under which keys a page looks
for the games in C. Layer: tools. Run by the
Python that will read them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypedDict

import interpreter
from interpreter.native import ending

TREES = ".trees"  # how the cached trees of a text end
COMPILED = ".code"  # how the cached file of a compiled game ends


class Warmed(TypedDict):
    files: dict[str, list[str]]  # by game: what was cached for it
    keys: dict[str, str]  # by game: of its C
    ending: str  # how the names of compiled C end in a page


def warm(names: Iterable[str], cache: str) -> Warmed:
    """Load and start each game once; what that compiles is cached."""
    known: set[str] = set()
    made: dict[str, list[str]] = {}
    keys: dict[str, str] = {}
    for name in names:
        game = interpreter.load(name)
        game.start(events=False)
        keys[name] = game.key_in_c
        now = {file for file in os.listdir(cache) if file.endswith(COMPILED)}
        made[name] = sorted(now - known)
        known = now
    for file in os.listdir(cache):  # the games come compiled: their trees would only be in the way
        if file.endswith(TREES):
            os.unlink(os.path.join(cache, file))
    return {"files": made, "keys": keys, "ending": ending()}

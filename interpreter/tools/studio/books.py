"""Rulebooks for the people at a table: made once for each game as it is played, in a process of their own.

In: a loaded game. Out: its pages and their style. Layer: tools. If it cannot be made, the page shows the clauses alone.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from interpreter.tools.studio.shared_cache import Remembered
from interpreter.tools.studio.task_runner import one

if TYPE_CHECKING:
    from interpreter import Game

MOST = 24  # books that are kept
NONE = {"html": "", "style": "", "kind": ""}


class Books:
    def __init__(self) -> None:
        self._made: Remembered[str, asyncio.Task[dict[str, Any]]] = Remembered(MOST)

    async def of(self, game: Game, options: dict[str, Any]) -> dict[str, Any]:
        """Return a game's book, made once however many ask for it.

        Those who ask meanwhile wait for the same one."""
        key = f"{game.fingerprint} {json.dumps(options, sort_keys=True)}"
        making = self._made.get(key)
        if making is None or making.cancelled():
            wanted = {"variants": list(game.chosen), "options": options}
            making = self._made.put(key, asyncio.create_task(one("book", game.path, wanted)))
        found = await asyncio.shield(making)
        return found if "html" in found else NONE

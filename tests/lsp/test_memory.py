"""What the server keeps does not grow with the number of edits: the texts of yesterday are not needed.

Objects are counted in the server itself, so that it does not matter how Python and the system hand out memory. The long run,
with the memory of the process, is `python -m benchmarks.editing GAME`.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp

from benchmarks.editing import Desk, Text, end, start
from tests.lsp.counted import COUNT, HOMES
from tests.support.market import market

ROUNDS = 5


def test_edits_leave_nothing_behind(tmp_path: Path) -> None:
    first, second = asyncio.run(counted(tmp_path / "market"))
    more = {home: second[home] - first.get(home, 0) for home in HOMES if home in second}
    assert {home: number for home, number in more.items() if number >= ROUNDS} == {}


async def counted(folder: Path) -> list[dict[str, int]]:
    """How much there is after some edits and after as many again, each time with all texts as they were."""
    game = market(folder)
    desk = await start("-m", "tests.lsp.counted")
    for path in (game.play, game.cards, game.variant):
        desk.open(path)
    chance, found = random.Random(3), []
    for stretch in range(3):  # the first time some things are made that stay
        for number in range(ROUNDS):
            for text in desk.texts:
                await one_round(desk, text, f"x{stretch}_{number}", chance)
        found.append(await count(desk))
    await end(desk)
    return found[1:]


async def one_round(desk: Desk, text: Text, name: str, chance: random.Random) -> None:
    """A word that was never there before, a question, and the text as it was."""
    place = chance.choice([number for number, sign in enumerate(text.original) if sign == " "])
    desk.change(text, place, place, f" {name} ")
    desk.change(text, 0, 0, f"let {name} = 1\n" if text.uri.endswith(".rules") else f"# {name}\n")
    await desk.ask(text, place, chance.randrange(7))
    desk.put_back(text)
    await desk.is_alive()


async def count(desk: Desk) -> dict[str, int]:
    found: Any = await desk.client.workspace_execute_command_async(lsp.ExecuteCommandParams(COUNT))
    return {str(home): int(number) for home, number in (found if isinstance(found, dict) else vars(found)).items()}

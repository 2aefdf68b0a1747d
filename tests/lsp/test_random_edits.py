"""Edits at random never end the server. The long run is `python -m benchmarks.editing GAME --edits 10000`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.editing import edit, end, start
from tests.support.market import market

EDITS = 120


def test_the_server_lives_through_random_edits(tmp_path: Path) -> None:
    asyncio.run(edited(tmp_path))


async def edited(folder: Path) -> None:
    game = market(folder / "market")
    desk = await start()
    for path in (game.play, game.goods, game.variant, game.cards, game.map, game.scenario, game.manifest):
        desk.open(path)
    await edit(desk, EDITS, seed=5)
    for text in desk.texts:
        desk.put_back(text)
    found = await desk.ask(desk.texts[0], desk.texts[0].text.index("shuffle"), 3)
    assert [one.name for one in found] == ["play", "turn", "sell", "your_hand", "walk", "best"]
    await end(desk)

"""Which modules a page needs to show the lobby and to play: those that are there after tables of the games were opened.

In: the names of games. Out: names of modules; the drawn picture of each game. Layer: tools. Run once, while the page is made, by
the Python that will run it. Everything else is fetched when it is first imported.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import interpreter
from interpreter.tools.bots import only_bots
from interpreter.tools.studio.game_forms import USUAL_BOT

from .boot import Page

BOT = "random"  # it decides at once
MOST_PIECES = 2  # of a table's stream: it and the bots' first decisions
PATIENCE = 0.2  # seconds to listen to a table once it has spoken


async def played(names: Iterable[str]) -> dict[str, bytes]:
    """Open the lobby and a table of each game, as a page does; return the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        page = Page(folder, lambda _: None)
        pictures = {}
        await _asked(page, "GET", "/")
        await _asked(page, "GET", "/api/games")
        for name in names:
            pictures[name] = await _asked(page, "GET", f"/picture/{name}")
            await _table(page, name)
        if pictures:
            think(next(iter(pictures)))
    return pictures


def think(name: str) -> None:
    """Let the bot that is offered first decide once: what it needs is imported."""
    game = interpreter.load(name)
    state = game.start(events=False)
    if state.request is not None:
        bots = only_bots((USUAL_BOT,) * game.default_players, 0)
        bots[state.request.player](state.request, state.seat(state.request.player, "auto"))


def modules() -> list[str]:
    """The names of all modules that are imported now."""
    return sorted(name for name, module in sys.modules.items() if getattr(module, "__spec__", None) is not None)


async def _table(page: Page, game: str) -> None:
    form = json.loads(await _asked(page, "GET", f"/api/games/{game}"))
    seats = [
        {"name": name, "who": BOT if number else "person", "colour": ""}
        for number, name in enumerate(form["names"][str(form["usual"])])
    ]
    wanted = {"game": game, "variants": [], "options": {}, "seats": seats, "seed": 1, "single": True}
    links = json.loads(await _asked(page, "POST", "/api/tables", wanted))
    token = links["seats"][0]["token"]
    await _asked(page, "GET", f"/t/{token}")
    await _asked(page, "GET", f"/api/t/{token}")
    message = await _asked(page, "GET", f"/api/t/{token}/stream", most=1)
    shown = json.loads(message.split(b"data: ", 1)[1].split(b"\n", 1)[0])
    request = shown.get("request") or {}
    if request.get("choices"):
        given = {"question": request["question"], "choice": request["choices"][0]["number"]}
        await _asked(page, "POST", f"/api/t/{token}/decide", given)
    await _asked(page, "GET", f"/api/t/{token}/stream", most=MOST_PIECES)


async def _asked(page: Page, method: str, path: str, body: Mapping[str, Any] | None = None, most: int = 0) -> bytes:
    """One request; of a stream the first pieces."""
    found: list[bytes] = []
    gone = asyncio.Event()

    def piece(data: bytes | None) -> None:
        if data:
            found.append(bytes(data))
        if most and len(found) >= most:
            gone.set()
        elif most and len(found) == 1:  # a slow machine takes longer to the first
            asyncio.get_running_loop().call_later(PATIENCE, gone.set)

    sent = b"" if body is None else json.dumps(body).encode()
    await page.request(method, path, "", [("content-type", "application/json")], sent, _ignored, piece, gone)
    return b"".join(found)


def _ignored(_status: int, _headers: list[tuple[str, str]]) -> None:
    """The answer alone counts."""


def written(folder: str, pictures: Mapping[str, bytes]) -> None:
    """Write the names of the modules, and the pictures, for the export to pack."""
    place = Path(folder)
    (place / "first.txt").write_text("\n".join(modules()), encoding="utf-8")
    (place / "picture").mkdir(exist_ok=True)
    for name, svg in pictures.items():
        (place / "picture" / f"{name}.svg").write_bytes(svg)

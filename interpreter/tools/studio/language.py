"""Language server proxy: one websocket, one `rulewright lsp` process, confined to the game's folder.

In: messages from the page. Out: messages from the server. Layer: tools. The page calls the folder `file:///game`; a message
that names any other location, or uses a method our editor never uses, is dropped, so no other file can be read through it.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.tools.studio.task_runner import ended

GAME = "file:///game"
LARGEST = 4 * 2**20  # characters per message
METHODS = frozenset({
    "initialize", "initialized", "shutdown", "exit", "$/cancelRequest", "textDocument/didOpen", "textDocument/didChange",
    "textDocument/didSave", "textDocument/didClose", "textDocument/completion", "completionItem/resolve", "textDocument/hover",
    "textDocument/definition", "textDocument/references", "textDocument/formatting", "textDocument/codeAction",
    "textDocument/documentSymbol", "textDocument/rename", "textDocument/prepareRename", "textDocument/inlayHint",
})  # fmt: skip
PLACES = ("uri", "rooturi", "rootpath", "targeturi", "olduri", "newuri", "path")


async def speak(socket: WebSocket, folder: Path) -> None:
    """Relay messages both ways until one side closes."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "interpreter.tools.cli", "lsp", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL, limit=LARGEST,
    )  # fmt: skip
    world = folder.resolve().as_uri()
    ways = [asyncio.create_task(_up(socket, process, world)), asyncio.create_task(_down(socket, process, world))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        await ended(process)


async def _up(socket: WebSocket, process: asyncio.subprocess.Process, world: str) -> None:
    assert process.stdin is not None
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError):
            return
        if len(text) > LARGEST or not is_ours(text):
            continue
        data = text.replace(GAME, world).encode()
        process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        await process.stdin.drain()


async def _down(socket: WebSocket, process: asyncio.subprocess.Process, world: str) -> None:
    assert process.stdout is not None
    while head := await process.stdout.readuntil(b"\r\n\r\n"):
        length = next(
            int(line.split(b":")[1]) for line in head.splitlines() if line.lower().startswith(b"content-length")
        )
        data = await process.stdout.readexactly(length)
        await socket.send_text(data.decode().replace(world, GAME))


def is_ours(text: str) -> bool:
    """Whether a message uses an allowed method and names only files in the game's folder."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(message, dict) or message.get("method", "initialized") not in METHODS:
        return False
    return all(_lies_inside(place) for place in _places(message))


def _places(found: Any) -> Iterator[object]:
    """Collect every value in a message that names a file."""
    if isinstance(found, dict):
        for key, value in found.items():
            if isinstance(value, dict | list):
                yield from _places(value)
            elif isinstance(value, str) and (key.casefold() in PLACES or value.casefold().startswith("file:")):
                yield value
    elif isinstance(found, list):
        for value in found:
            yield from [value] if isinstance(value, str) and value.casefold().startswith("file:") else _places(value)


def _lies_inside(place: object) -> bool:
    words = str(place)
    return (words == GAME or words.startswith(f"{GAME}/")) and not any(part in words for part in ("..", "%", "\\"))

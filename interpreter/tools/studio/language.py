"""Language server proxy: one websocket, one `rulewright lsp` process, confined to the game's folder.

In: messages from the page. Out: messages from the server. Layer: tools. The page calls the folder `file:///game`; a message
that names any other location, or uses a method our editor never uses, is dropped, so no other file can be read through it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from starlette.websockets import WebSocket

from interpreter.source.operating_system import HAS_THREADS
from interpreter.tools.studio.language_messages import GAME, LARGEST, incoming
from interpreter.tools.studio.second_worker import conversation, show
from interpreter.tools.studio.task_runner import ended


async def speak(socket: WebSocket, folder: Path) -> None:
    """Relay messages both ways until one side closes."""
    if not HAS_THREADS:
        await _in_second_worker(socket, folder)
        return
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


async def _in_second_worker(socket: WebSocket, folder: Path) -> None:
    server = conversation("language", folder, {})

    async def down() -> None:
        async for text in server.lines():
            await socket.send_text(text)

    sending = asyncio.create_task(down())
    try:
        async for text in incoming(socket):
            show(folder)  # the server reads files that are not open in the editor
            server.say(text)
    finally:
        sending.cancel()
        server.end()


async def _up(socket: WebSocket, process: asyncio.subprocess.Process, world: str) -> None:
    assert process.stdin is not None
    async for text in incoming(socket):
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

"""The language server in this very process, where no other can be started: in a web page.

In: messages from the page. Out: messages from the server. Layer: tools. Texts are checked by a task of the event loop, one
file at a time, with a moment for everything else between two.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import ParamSpec, TypeVar

from interpreter.tools.lsp.checks import MOMENT, Checks
from interpreter.tools.lsp.server import make_server
from interpreter.tools.studio.language_messages import GAME

P = ParamSpec("P")
R = TypeVar("R")


class LoopChecks(Checks):
    """Checks without a thread."""

    _task: asyncio.Task[None] | None = None

    def _start(self) -> None:
        """Nothing to start before there is something to check."""

    def check(self, path: Path) -> None:
        super().check(path)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._go())

    async def _go(self) -> None:
        while self._waiting and not self._ended:
            await asyncio.sleep(MOMENT / 6)  # keys that are typed meanwhile are checked together
            self._check(next(iter(self._waiting)), self._version)

    def _pause(self, version: int) -> None:
        """Nobody can type while this runs."""


class Executor:
    """An executor that runs what it is given at once."""

    def submit(self, function: Callable[P, R], /, *given: P.args, **named: P.kwargs) -> Future[R]:
        done: Future[R] = Future()
        try:
            done.set_result(function(*given, **named))
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            done.set_exception(error)
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing runs in the background."""


class Outbox:
    """Messages of the server, with the game's folder under the page's name for it."""

    def __init__(self, world: str, send: Callable[[str], object]) -> None:
        self._world, self._send = world, send

    def write(self, data: bytes) -> None:
        self._send(data.decode().replace(self._world, GAME))

    def close(self) -> None:
        """The page closes the socket."""


async def speak_here(texts: AsyncIterator[str], send: Callable[[str], object], folder: Path) -> None:
    """Serve one editor until it is cancelled."""
    server = make_server(LoopChecks)
    server._thread_pool = Executor()  # type: ignore[assignment] # noqa: SLF001 - pygls has no other way
    world = folder.resolve().as_uri()
    server.protocol.set_writer(Outbox(world, send), include_headers=False)
    try:
        async for text in texts:
            message = server.protocol.structure_message(json.loads(text.replace(GAME, world)))
            server.protocol.handle_message(message)
    finally:
        server.checks.end()

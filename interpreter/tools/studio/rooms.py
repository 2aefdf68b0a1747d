"""Rooms: who has a page of a table open, and the stream of messages to each of them.

In: snapshots and messages. Out: texts for each page's stream of server-sent events. Layer: tools. Nothing is sent to a
seat for which nothing has changed; a page that reads nothing is disconnected and gets a whole snapshot when it is back.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .live_table import Sitting
from .messages import Snapshot

MAX_UNREAD = 256  # messages queued for a page; a page that reads none of them is disconnected
SILENCE = 15.0  # seconds until a silent stream sends a keep-alive

Texts = asyncio.Queue[str | None]  # None ends the stream


class Channel:
    """The subscribers of one seat; all of them have been sent the same snapshots."""

    def __init__(self, picture: Snapshot) -> None:
        self.picture = picture
        self.queues: dict[Texts, str] = {}  # each with the token of its link

    def tell(self, picture: Snapshot) -> None:
        """Publish what changed since the last snapshot.

        Serialized once for all subscribers."""
        if picture is self.picture:
            return
        changed = picture.since(self.picture)
        self.picture = picture
        if changed:
            self.send(changed)

    def send(self, message: dict[str, Any]) -> None:
        text = event_of(message)
        for queue in self.queues:
            if queue.qsize() < MAX_UNREAD:
                queue.put_nowait(text)
            else:  # its page gets a whole snapshot when it reconnects
                _end(queue)

    def end(self, token: str, message: dict[str, Any]) -> None:
        """End the streams opened through this link."""
        for queue in [queue for queue, own in self.queues.items() if own == token]:
            _end(queue, event_of(message))


def _end(queue: Texts, last: str | None = None) -> None:
    while not queue.empty():
        queue.get_nowait()
    if last is not None:
        queue.put_nowait(last)
    queue.put_nowait(None)


class Room:
    """A table's lock, its active requests and its subscribers by seat."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.visitors = 0
        self.channels: dict[int | None, Channel] = {}
        self.bots: asyncio.Task[None] | None = None
        self.cost = 0.0  # seconds that the last round of snapshots took to render
        self.asks_back = ""  # the player who asks to take back an answer
        self.agreed: set[int] = set()  # seats that agree to it
        self.back_to = 0  # number of answers that would be left
        self.told_here: list[str] = []  # whom the pages believe to be here
        self.sat_down: set[int] = set()  # seats that are known to be taken

    def here(self, sitting: Sitting) -> list[str]:
        """The players who have a page open."""
        names = sitting.state.player_names
        return [names[seat] for seat in sorted(seat for seat in self.channels if seat is not None)]

    def tell_here(self, sitting: Sitting, but: Texts | None = None) -> None:
        """Tell every page who is here, if that has changed.

        Spectators come and go unnoticed."""
        here = self.here(sitting)
        if here != self.told_here:
            self.told_here = here
            self.tell_all({"here": here}, but)

    def tell_all(self, message: dict[str, Any], but: Texts | None = None) -> None:
        """Send a message to every page at the table, whatever it sees of the game."""
        text = event_of(message)
        queues = [queue for channel in self.channels.values() for queue in channel.queues if queue is not but]
        for queue in queues:
            if queue.qsize() < MAX_UNREAD:
                queue.put_nowait(text)

    def listeners(self, token: str) -> int:
        return sum(own == token for channel in self.channels.values() for own in channel.queues.values())

    def end_streams(self) -> None:
        for channel in self.channels.values():
            for queue in channel.queues:
                _end(queue)

    @property
    def is_empty(self) -> bool:
        return not self.visitors and not self.channels

    def pictures(self, sitting: Sitting) -> dict[int | None, Snapshot]:
        began = time.perf_counter()
        found = {seat: sitting.picture(seat) for seat in list(self.channels)}
        self.cost = time.perf_counter() - began
        return found


def event_of(message: dict[str, Any]) -> str:
    return f"data: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n"


class Streamed(Response):
    """Streams texts until the client disconnects.

    With less overhead per text than Starlette's own response."""

    media_type = "text/event-stream"

    def __init__(self, texts: AsyncGenerator[str, None], leave: Callable[[], None]) -> None:
        """`leave`: called at the end, even if nothing has been sent."""
        super().__init__(headers={"x-accel-buffering": "no"})
        self._texts, self._leave = texts, leave
        del self.headers["content-length"]

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        sending, leaving = asyncio.create_task(self._send(send)), asyncio.create_task(_left(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave()
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)
            await self._texts.aclose()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for text in self._texts:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def texts_of(queue: Texts) -> AsyncGenerator[str, None]:
    """Yield what is queued for a page, and a sign of life when nothing is."""
    while True:
        try:
            async with asyncio.timeout(SILENCE):
                text = await queue.get()
        except TimeoutError:
            text = ": still here\n\n"
        if text is None:
            return
        yield text

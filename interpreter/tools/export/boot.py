"""The studio inside a web page: one ASGI application, called by the page's worker instead of a server.

In: requests and sockets of the pages, handed over by `page/worker.js`. Out: their answers, piece by piece. Layer: tools. Runs
only in Pyodide; `assemble` makes the studio, `request` and `connect` carry one exchange each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from starlette.types import ASGIApp, Message

import interpreter
from interpreter.tools.bots import seated
from interpreter.tools.studio.assembly import assembled
from interpreter.tools.studio.second_worker import SecondWorker, work_with
from interpreter.tools.studio.store import Store
from interpreter.tools.studio.tables import TableRegistry
from interpreter.tools.studio.web import Entrance

HOST = "localhost"
STREAMS = b'<script src="/page/streams.js"></script>'
HEAD = b"<head>"
T = TypeVar("T", contravariant=True)


class Give(Protocol[T]):
    """A function of the page."""

    def __call__(self, what: T, /) -> object: ...


class Page:
    """The assembled studio and the cookie that makes everybody here its host."""

    def __init__(self, data: str, to_second: Callable[[str], object]) -> None:
        self.second = SecondWorker(to_second)
        work_with(self.second)
        folder = Path(data)
        folder.mkdir(parents=True, exist_ok=True)
        store = Store(folder / "studio.sqlite")
        games = {info.name: info.path for info in interpreter.games()}
        tables = TableRegistry(games, store, seated, folder, ())
        secret = store.secret("host")
        self._cookie = f"rulewright-0={secret}"
        self._app: ASGIApp = assembled(tables, {HOST}, Entrance(secret, 0))

    async def request(
        self, method: str, path: str, query: str, headers: Iterable[Sequence[str]], body: bytes,
        start: Callable[[int, list[tuple[str, str]]], object], piece: Give[bytes | None], gone: asyncio.Event,
    ) -> None:  # fmt: skip
        """Answer one request; `gone` is set when nobody reads the answer any more."""
        scope = self._scope("http", path, query, headers) | {"method": method, "scheme": "http"}
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        is_page = False

        async def receive() -> Message:
            if waiting:
                return waiting.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal is_page
            if message["type"] == "http.response.start":
                found = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
                is_page = ("content-type", "text/html; charset=utf-8") in found
                start(message["status"], [one for one in found if one[0] not in ("content-length", "set-cookie")])
                return
            data = message.get("body", b"")
            if data:
                piece(data.replace(HEAD, HEAD + STREAMS, 1) if is_page else data)
            if not message.get("more_body"):
                piece(None)

        await self._app(scope, receive, send)

    async def connect(
        self, path: str, receive: Callable[[], Awaitable[Message]], say: Callable[[str, str], object]
    ) -> None:
        """Carry a websocket: `say` is told open, message and close."""

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    say("open", "")
                case "websocket.send":
                    say("message", message["text"])
                case "websocket.close":
                    say("close", str(message.get("code", 1000)))

        await self._app(self._scope("websocket", path, "", ()) | {"scheme": "ws", "subprotocols": []}, receive, send)
        say("close", "1000")

    def _scope(self, kind: str, path: str, query: str, headers: Iterable[Sequence[str]]) -> dict[str, object]:
        own = [("host", HOST), ("cookie", self._cookie)]
        given = [(name.lower(), value) for name, value in headers if name.lower() not in ("host", "cookie", "origin")]
        return {
            "type": kind, "asgi": {"version": "3.0"}, "http_version": "1.1", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "root_path": "", "server": (HOST, 80), "client": ("127.0.0.1", 1),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in [*own, *given]],
        }  # fmt: skip

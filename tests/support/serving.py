"""A studio for tests: a process of its own on a free port, with a folder of its own."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.support.limits import PATIENCE

HERE = Path(__file__).parents[1] / "studio"
BIDS = HERE / "games" / "sealed-bids"
SEAM = 'class="part'  # where the pieces of a large part of a page begin
COMPANY = {"here", "said", "asks_back"}  # what people do besides the game: it may come at any moment


@dataclass
class Served:
    data: Path
    games: tuple[str, ...]
    options: tuple[str, ...] = ()
    log: Path | None = None  # what it writes to standard error, if that is looked at
    process: subprocess.Popen[str] = field(init=False)
    address: str = field(init=False, default="")
    entrance: str = field(init=False, default="")  # the address with the secret of whoever runs it
    pages: list[Listening] = field(init=False, default_factory=list)

    def start(self, port: int = 0) -> None:
        words = [
            sys.executable,
            "-m",
            "interpreter.tools.cli",
            "studio",
            *self.games,
            "--port",
            str(port),
            "--no-browser",
        ]
        with self.log.open("w", encoding="utf-8") if self.log is not None else nullcontext(subprocess.STDOUT) as errors:
            self.process = subprocess.Popen(
                [*words, "--data", str(self.data), *self.options], stdout=subprocess.PIPE, stderr=errors, text=True,
                cwd=HERE.parents[1],
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "The studio is open at http" in line, line
        self.entrance = line.split()[-1]
        own = self.entrance.startswith("http://127.0.0.1:")
        self.address = self.entrance.partition("?")[0] if own else f"http://127.0.0.1:{port}/"

    @property
    def host(self) -> str:
        """The cookie of the browser that has opened the entrance."""
        return f"rulewright-{0 if '--store' in self.options else self.port}={self.entrance.partition('key=')[2]}"

    @property
    def port(self) -> int:
        found = urlsplit(self.address).port
        assert found is not None
        return found

    def kill(self) -> None:
        """As by kill -9: nothing can be tidied up."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        for page in self.pages:
            page.close()
        self.pages.clear()

    def ask(self, path: str, body: object = None, method: str | None = None, **headers: str) -> tuple[int, Any]:
        """A status and what the answer says."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"content-type": "application/json", "cookie": self.host}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method or ("GET" if body is None else "POST"), path, data, sent)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        try:
            return response.status, json.loads(text)
        except ValueError:
            return response.status, text

    def headers(self, path: str) -> dict[str, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        connection.close()
        return {name.lower(): value for name, value in response.getheaders()}

    def open_table(
        self, game: str, names: list[str], bots: dict[str, str] | None = None, seed: int = 3
    ) -> dict[str, Any]:
        seats = [{"name": name, "who": (bots or {}).get(name, "person")} for name in names]
        status, links = self.ask(
            "/api/tables", {"game": game, "variants": [], "options": {}, "seats": seats, "seed": seed}
        )
        assert status == 200, links
        assert isinstance(links, dict)
        return links


class Listening:
    """A stream, read by a thread; `now` is what a page would show."""

    def __init__(self, served: Served, token: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        self._connection.request("GET", f"/api/t/{token}/stream")
        self._response = self._connection.getresponse()
        self.served, self.token = served, token
        self.texts: list[str] = []
        self.now: dict[str, Any] = {}
        self._queue: Queue[str | None] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        served.pages.append(self)
        self.wait()

    def _read(self) -> None:
        try:
            while line := self._response.readline():
                if line.startswith(b"data: "):
                    self._queue.put(line[6:].decode())
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self._queue.put(None)

    def close(self) -> None:
        """After the server has ended."""
        self._reader.join(PATIENCE)
        self._response.close()
        self._connection.close()

    def wait(self) -> dict[str, Any]:
        """The next message about the game."""
        while True:
            text = self._queue.get(timeout=PATIENCE)
            assert text is not None, "the stream has ended"
            before = len(self.texts)
            self._take(text)
            if len(self.texts) > before:
                return self.now

    def hear(self) -> dict[str, Any]:
        """The next message, whatever it is about."""
        text = self._queue.get(timeout=PATIENCE)
        assert text is not None, "the stream has ended"
        self._take(text)
        return self.now

    def until(self, **wanted: object) -> dict[str, Any]:
        """Messages until the page shows this."""
        while any(self.now.get(name) != value for name, value in wanted.items()):
            self.wait()
        return self.now

    def until_asked(self) -> dict[str, Any]:
        while not self.now.get("request"):
            self.wait()
        found = self.now["request"]
        assert isinstance(found, dict)
        return found

    def rest(self) -> list[str]:
        """All texts so far, with those that have come meanwhile."""
        while not self._queue.empty():
            text = self._queue.get()
            if text is not None:
                self._take(text)
        return self.texts

    def _take(self, text: str) -> None:
        message = json.loads(text)
        if not message.keys() <= COMPANY:
            self.texts.append(text)
        parts = {**self.now.get("parts", {}), **message.pop("parts", {})}
        for name, patch in message.pop("patches", {}).items():
            pieces = parts[name].split(SEAM)
            for number, piece in patch:
                pieces[number] = piece
            parts[name] = SEAM.join(pieces)
        self.now = {**self.now, **message, "parts": parts}

    def decide(self, name: str | int) -> tuple[int, Any]:
        """Answers the question that this page shows."""
        request = self.now["request"]
        if isinstance(name, int):
            given = {"amount": name}
        else:
            given = {"choice": next(choice["number"] for choice in request["choices"] if choice["name"] == name)}
        return self.served.ask(f"/api/t/{self.token}/decide", {"question": request["question"], **given})


@contextmanager
def served(data: Path, *games: str) -> Iterator[Served]:
    found = Served(data, games)
    found.start()
    try:
        yield found
    finally:
        found.process.kill()
        found.close()


def asked_of(app: ASGIApp, path: str, body: object) -> tuple[int, dict[str, Any]]:
    """Post to an application without a server: a status and what the answer says."""
    found: list[Message] = []
    data = json.dumps(body).encode()
    waiting: list[Message] = [{"type": "http.request", "body": data, "more_body": False}]

    async def receive() -> Message:
        return waiting.pop()

    async def send(message: Message) -> None:
        found.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "client": ("127.0.0.1", 1), "server": ("testserver", 80),
        "headers": [(b"host", b"testserver"), (b"content-type", b"application/json")],
    }  # fmt: skip
    asyncio.run(_called(app, scope, receive, send))
    status = next(one["status"] for one in found if one["type"] == "http.response.start")
    return status, json.loads(b"".join(one.get("body", b"") for one in found))


async def _called(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)

"""Forwarding: a request for a table that another process serves is sent there, and its answer is passed on as it comes.

In: an ASGI application, a Cluster. Out: an ASGI application. Layer: tools. A table's stream goes the same way, so every page
sees what the one process that owns the table has decided, in its order. When that process is gone, the request waits for the
table's lease to end and is then served here; a stream ends, and its page comes again.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable

import h11
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .cluster import LEASE, Cluster
from .database import Trouble
from .web import LARGEST_BODY

BY_TOKEN = re.compile(r"^/api/(?:t|e|b|join)/([A-Za-z0-9_-]+)(?:/|$)")
BY_TABLE = re.compile(r"^/api/host/tables/([0-9a-f]+)/")
BY_PERSON = re.compile(r"^/api/my-data/([A-Za-z0-9_-]+)/forget$")
PASSED_ON = b"x-rulewright-forwarded"
BETWEEN = (b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer")
LARGEST = 16 * 2**20  # bytes of a body, as of the largest that a route reads
PATIENCE = LEASE + 3.0  # seconds until a request gives up
PAUSE = 0.25  # seconds between two tries
TableOf = Callable[[str, str], Awaitable[str]]
AWAY = "The server of this table is being replaced. Try again in a moment."


class GoneError(Exception):
    """The other process does not answer."""


class Forwarding:
    def __init__(self, app: ASGIApp, cluster: Cluster, table_of: TableOf) -> None:
        """`table_of`: finds the table of a token, or of a table's or a person's name.

        Empty if there is none."""
        self._app, self._cluster, self._table_of = app, cluster, table_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            table = await self._table(scope["path"])
            if not table:
                await self._app(scope, receive, send)
                return
            await self._at_its_owner(table, scope, receive, send)
        except Trouble as trouble:
            await JSONResponse({"message": str(trouble)}, 503)(scope, receive, send)

    async def _table(self, path: str) -> str:
        for sort, pattern in (("token", BY_TOKEN), ("table", BY_TABLE), ("person", BY_PERSON)):
            if (found := pattern.match(path)) is not None:
                return await self._table_of(sort, found[1])
        return ""

    async def _at_its_owner(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        body: bytes | None = None
        until = time.monotonic() + PATIENCE
        while True:
            owner = await self._cluster.owner(table)
            if not owner.address:
                again = receive if body is None else _given(body, receive)
                await self._app(scope, again, send)
                return
            if body is None:
                body = await _body(receive)
            passed_on = any(name == PASSED_ON for name, _ in scope["headers"])
            try:
                if not passed_on:  # two processes that each take the other for the owner ask the database again
                    await _passed_on(owner.address, scope, body, receive, send)
                    return
            except GoneError:
                pass
            self._cluster.forget(table)
            if time.monotonic() > until:
                await JSONResponse({"message": AWAY}, 503)(scope, receive, send)
                return
            await asyncio.sleep(PAUSE)


async def _body(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > max(LARGEST, LARGEST_BODY) or not message.get("more_body"):
            return bytes(body)


def _given(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read already, then what comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return waiting.pop() if waiting else await receive()

    return given


async def _passed_on(address: str, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
    """Ask the other process.

    GoneError if it does not answer; once an answer has begun, it can only be cut off."""
    host, _, port = address.rpartition(":")
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection(host.strip("[]"), int(port)), 2.0)
    except (OSError, TimeoutError) as error:
        raise GoneError from error
    leaving = asyncio.create_task(_left(receive))
    try:
        connection = h11.Connection(h11.CLIENT)
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        headers = [(name, value) for name, value in scope["headers"] if name not in (*BETWEEN, b"content-length")]
        headers += [(PASSED_ON, b"1"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
        writer.write(connection.send(h11.Request(method=scope["method"], target=target, headers=headers)) or b"")
        writer.write((connection.send(h11.Data(data=body)) if body else b"") or b"")
        writer.write(connection.send(h11.EndOfMessage()) or b"")
        passing = asyncio.create_task(_answer(connection, reader, writer, send))
        await asyncio.wait((passing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not passing.done():  # whoever asked has left
            passing.cancel()
            await asyncio.gather(passing, return_exceptions=True)
            return
        passing.result()
    finally:
        leaving.cancel()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def _answer(
    connection: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, send: Send
) -> None:
    begun = False
    try:
        await writer.drain()
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                connection.receive_data(await reader.read(65536))
            elif isinstance(event, h11.Response):
                begun = True
                headers = [(name, value) for name, value in event.headers if name not in BETWEEN]
                await send({"type": "http.response.start", "status": event.status_code, "headers": headers})
            elif isinstance(event, h11.Data):
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
            elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
                break
    except (OSError, h11.RemoteProtocolError) as error:
        if not begun:
            raise GoneError from error
    if begun:
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    else:
        raise GoneError


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass

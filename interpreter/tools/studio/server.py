"""The server: HTTP in, tables out.

In: a Hall and an address. Out: an ASGI application. Layer: tools. A page comes with a token in its path; the token says
which table and which seat. State goes down by server-sent events, answers come up by POST. Nothing is sent when nothing
changed for a seat.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

import interpreter
from interpreter.source import Problems

from .hall import Hall, Unfit
from .messages import Picture
from .sitting import Refused
from .store import OWNER, SEAT, Key

STATIC = Path(__file__).parent / "static"
LARGEST_BODY = 64 * 1024
MOST_STREAMS = 64  # of one table
MOST_ANSWERS = 40.0  # of one token, per second; so many at once
SILENCE = 15.0  # seconds after which a stream says that it is still there
CACHE = "no-store"
CARDS = (  # the picture of a game without a board
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><g fill="#fff" stroke="#b8b09c" stroke-width="2">'
    '<rect x="92" y="52" width="70" height="100" rx="8" transform="rotate(-10 127 102)"/>'
    '<rect x="118" y="48" width="70" height="100" rx="8"/>'
    '<rect x="144" y="52" width="70" height="100" rx="8" transform="rotate(10 179 102)"/></g></svg>'
)
SAFE = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
Answer = Callable[[Request], Awaitable[Response]]


class Turned(Exception):
    """A request that is turned down: a status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class Room:
    """The one lock of a table, and those who listen to it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.listeners: dict[asyncio.Queue[dict[str, Any]], tuple[int | None, Picture]] = {}
        self.bots: asyncio.Task[None] | None = None


class Studio:
    def __init__(self, hall: Hall, hosts: set[str]) -> None:
        self.hall, self._hosts = hall, hosts
        self._rooms: dict[str, Room] = {}
        self._buckets: dict[str, tuple[float, float]] = {}

    def app(self) -> Starlette:
        routes = [
            Route("/", self._page("lobby.html")),
            Route("/t/{token}", self._page("table.html")),
            Route("/table.css", self._style),
            Route("/picture/{name}", self._answer(self._picture)),
            Route("/api/games", self._answer(self._games)),
            Route("/api/games/{name}", self._answer(self._form)),
            Route("/api/tables", self._answer(self._open), methods=["POST"]),
            Route("/api/t/{token}", self._answer(self._about)),
            Route("/api/t/{token}/stream", self._answer(self._stream)),
            Route("/api/t/{token}/moment/{moment:int}", self._answer(self._moment)),
            Route("/api/t/{token}/decide", self._answer(self._decide), methods=["POST"]),
            Route("/api/t/{token}/links", self._answer(self._links)),
            Route("/api/t/{token}/save", self._answer(self._save)),
            Route("/api/t/{token}/back", self._answer(self._back), methods=["POST"]),
            Route("/api/t/{token}/fork", self._answer(self._fork), methods=["POST"]),
            Route("/api/t/{token}/scenario", self._answer(self._scenario), methods=["POST"]),
            Route("/api/t/{token}/delete", self._answer(self._delete), methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=self._hosts)], lifespan=self._life)

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        yield
        for room in self._rooms.values():
            if room.bots is not None:
                room.bots.cancel()

    # ---- around every request
    def _answer(self, handle: Answer) -> Answer:
        async def answered(request: Request) -> Response:
            try:
                return await handle(request)
            except Turned as turned:
                return JSONResponse({"message": turned.message}, turned.status)
            except (Unfit, Refused) as reason:
                return JSONResponse({"message": str(reason)}, 409)
            except Problems as problems:
                return JSONResponse({"message": "; ".join(found.message for found in problems.diagnostics)}, 409)

        return answered

    def _page(self, name: str) -> Answer:
        async def page(request: Request) -> Response:
            return Response((STATIC / name).read_text(encoding="utf-8"), media_type="text/html; charset=utf-8")

        return page

    async def _style(self, request: Request) -> Response:
        return Response(interpreter.table_style(), media_type="text/css; charset=utf-8")

    def _key(self, request: Request, *roles: str) -> Key:
        key = self.hall.key(request.path_params["token"])
        if key is None:
            raise Turned(404, "There is no such table, or it is gone.")
        if roles and key.role not in roles:
            raise Turned(403, "This link may not do that.")
        return key

    async def _body(self, request: Request) -> dict[str, Any]:
        if not request.headers.get("content-type", "").startswith("application/json"):
            raise Turned(415, "Answers are sent as JSON.")
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LARGEST_BODY:
                raise Turned(413, "That is too long.")
        try:
            found = json.loads(body)
        except ValueError:
            raise Turned(400, "That is not JSON.") from None
        if not isinstance(found, dict):
            raise Turned(400, "An answer is an object.")
        return found

    def _not_too_fast(self, token: str) -> None:
        """A bucket that fills again: nobody can keep the table busy alone."""
        now = time.monotonic()
        left, then = self._buckets.get(token, (MOST_ANSWERS, now))
        left = min(MOST_ANSWERS, left + (now - then) * MOST_ANSWERS)
        if left < 1:
            raise Turned(429, "That is too fast.")
        if len(self._buckets) > 10_000:
            self._buckets.clear()
        self._buckets[token] = (left - 1, now)

    # ---- the lobby
    async def _games(self, request: Request) -> Response:
        return JSONResponse({"games": await asyncio.to_thread(self.hall.games)})

    async def _form(self, request: Request) -> Response:
        variants = request.query_params.getlist("variant")
        return JSONResponse(await asyncio.to_thread(self.hall.form, request.path_params["name"], variants))

    async def _picture(self, request: Request) -> Response:
        svg = await asyncio.to_thread(self.hall.picture, request.path_params["name"])
        return Response(svg or CARDS, media_type="image/svg+xml")

    async def _open(self, request: Request) -> Response:
        wanted = await self._body(request)
        self._not_too_fast("open")
        table = await asyncio.to_thread(self.hall.open_table, wanted)
        links = await asyncio.to_thread(self.hall.links, table)
        self._wake_bots(table)
        return JSONResponse(links)

    # ---- a table
    def _room(self, table: str) -> Room:
        if table not in self._rooms:
            self._rooms[table] = Room()
        return self._rooms[table]

    async def _about(self, request: Request) -> Response:
        """What does not change at this table; who the token is."""
        key = self._key(request)
        sitting = await asyncio.to_thread(self.hall.sitting, key.table)
        definition = sitting.showing.definition
        names = sitting.state.player_names
        return JSONResponse({
            "table": key.table, "title": definition["title"], "role": key.role,
            "you": None if key.seat is None else names[key.seat], "players": list(names),
            "variants": definition["variants"], "kinds": _titles(definition),
        })  # fmt: skip

    async def _stream(self, request: Request) -> Response:
        key = self._key(request)
        room = self._room(key.table)
        if len(room.listeners) >= MOST_STREAMS:
            raise Turned(429, "Too many people look at this table.")
        async with room.lock:
            sitting = await asyncio.to_thread(self.hall.sitting, key.table)
            seat = key.seat if key.role == SEAT else None
            first = await asyncio.to_thread(sitting.picture, seat)
            queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            queue.put_nowait(first.whole())
            room.listeners[queue] = (seat, first)
        self._wake_bots(key.table)
        return StreamingResponse(self._told(room, queue), media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    async def _told(self, room: Room, queue: asyncio.Queue[dict[str, Any]]) -> AsyncIterator[str]:
        try:
            while True:
                try:
                    message = await asyncio.wait_for(queue.get(), SILENCE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                yield f"data: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n"
        finally:
            room.listeners.pop(queue, None)

    async def _tell(self, table: str, room: Room) -> None:
        """To everybody what changed for them; those for whom nothing did hear nothing."""
        sitting = self.hall.sitting(table)
        seats = {seat for seat, _ in room.listeners.values()}
        pictures = {seat: await asyncio.to_thread(sitting.picture, seat) for seat in seats}
        for queue, (seat, before) in list(room.listeners.items()):
            if seat in pictures and queue in room.listeners:
                changed = pictures[seat].since(before)
                if changed:
                    room.listeners[queue] = (seat, pictures[seat])
                    queue.put_nowait(changed)

    async def _decide(self, request: Request) -> Response:
        key = self._key(request, SEAT)
        self._not_too_fast(request.path_params["token"])
        given = await self._body(request)
        room = self._room(key.table)
        assert key.seat is not None
        async with room.lock:
            sitting = await asyncio.to_thread(self.hall.sitting, key.table)
            await asyncio.to_thread(sitting.decide, key.seat, str(given.get("question")), given)
            await self._tell(key.table, room)
        self._wake_bots(key.table)
        return JSONResponse({"taken": True})

    def _wake_bots(self, table: str) -> None:
        room = self._room(table)
        if room.bots is None or room.bots.done():
            room.bots = asyncio.create_task(self._bots_play(table, room))

    async def _bots_play(self, table: str, room: Room) -> None:
        while True:
            async with room.lock:
                sitting = await asyncio.to_thread(self.hall.sitting, table)
                if not await asyncio.to_thread(sitting.bot_decides):
                    return
                await self._tell(table, room)

    async def _moment(self, request: Request) -> Response:
        key = self._key(request)
        room = self._room(key.table)
        async with room.lock:
            sitting = await asyncio.to_thread(self.hall.sitting, key.table)
            seat = key.seat if key.role == SEAT else None
            found = await asyncio.to_thread(sitting.at_moment, seat, request.path_params["moment"])
        return JSONResponse(found.whole())

    # ---- for the owner
    async def _links(self, request: Request) -> Response:
        key = self._key(request, OWNER)
        return JSONResponse(await asyncio.to_thread(self.hall.links, key.table))

    async def _save(self, request: Request) -> Response:
        """The whole game, with everybody's secrets: the owner alone may have it."""
        key = self._key(request, OWNER)
        sitting = await asyncio.to_thread(self.hall.sitting, key.table)
        return JSONResponse(sitting.state.save(), headers={"content-disposition": 'attachment; filename="game.json"'})

    async def _back(self, request: Request) -> Response:
        key = self._key(request, OWNER)
        answers = await self._answers_at(key, await self._body(request))
        room = self._room(key.table)
        async with room.lock:
            self.hall.sitting(key.table).go_back(answers)
            await self._tell(key.table, room)
        return JSONResponse({"taken": True})

    async def _fork(self, request: Request) -> Response:
        key = self._key(request, OWNER)
        answers = await self._answers_at(key, await self._body(request))
        table = await asyncio.to_thread(self.hall.fork, key.table, answers)
        return JSONResponse(await asyncio.to_thread(self.hall.links, table))

    async def _scenario(self, request: Request) -> Response:
        """The position and what followed, with everybody's secrets: the owner alone may have it."""
        key = self._key(request, OWNER)
        answers = await self._answers_at(key, await self._body(request))
        async with self._room(key.table).lock:
            text = await asyncio.to_thread(self.hall.sitting(key.table).scenario, answers)
        return JSONResponse({"text": text})

    async def _answers_at(self, key: Key, wanted: dict[str, Any]) -> int:
        """How many answers there were at a moment of a seat of this table, which the owner names by its token."""
        other, moment = self.hall.key(str(wanted.get("seen_by"))), wanted.get("moment")
        if other is None or other.table != key.table or type(moment) is not int:
            raise Turned(400, "That is no moment of this table.")
        sitting = self.hall.sitting(key.table)
        return await asyncio.to_thread(sitting.answers_until, other.seat if other.role == SEAT else None, moment)

    async def _delete(self, request: Request) -> Response:
        key = self._key(request, OWNER)
        room = self._room(key.table)
        async with room.lock:
            self.hall.delete(key.table)
            for queue in room.listeners:
                queue.put_nowait({"gone": True})
        return JSONResponse({"taken": True})


def _titles(definition: Any) -> dict[str, dict[str, str]]:
    """What people read for every thing, by kind and name."""
    return {kind["name"]: {member["name"]: member["title"] for member in kind["members"]} for kind in definition["kinds"]}


class Guard:
    """Only for the address that was opened, only from its own pages, and with safe headers on everything."""

    def __init__(self, app: ASGIApp, hosts: set[str]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] != host
        if (self._hosts and host.rpartition(":")[0] not in self._hosts) or (foreign and scope["method"] != "GET"):
            await self._with_headers(PlainTextResponse("This page is not from here.", 403), scope, receive, send)
            return
        await self._with_headers(self._app, scope, receive, send)

    async def _with_headers(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                found = {name.decode("latin-1") for name, _ in message["headers"]}
                more = {**SAFE, **({} if "cache-control" in found else {"cache-control": CACHE})}
                message["headers"] += [(name.encode(), value.encode()) for name, value in more.items()]
            await send(message)

        await app(scope, receive, sending)

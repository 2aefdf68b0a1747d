"""The server: HTTP in, tables out.

In: a Hall and an address. Out: an ASGI application. Layer: tools. A page comes with a token in its path; the token says
which table and which seat. State goes down by server-sent events, answers come up by POST. Nothing is sent when nothing
changed for a seat.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

import interpreter

from .hall import Hall
from .messages import Picture
from .store import OWNER, SEAT, Key
from .web import STATIC, Guard, Pace, Turned, answered, body_of, page

MOST_STREAMS = 64  # of one table
SILENCE = 15.0  # seconds after which a stream says that it is still there
CARDS = (  # the picture of a game without a board
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><g fill="#fff" stroke="#b8b09c" stroke-width="2">'
    '<rect x="92" y="52" width="70" height="100" rx="8" transform="rotate(-10 127 102)"/>'
    '<rect x="118" y="48" width="70" height="100" rx="8"/>'
    '<rect x="144" y="52" width="70" height="100" rx="8" transform="rotate(10 179 102)"/></g></svg>'
)


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
        self.pace = Pace()
        self._close: Callable[[], Awaitable[None]] | None = None

    def app(self, more: Sequence[BaseRoute] = (), close: Callable[[], Awaitable[None]] | None = None) -> Starlette:
        """`more`: what other parts of the studio answer; `close`: what they do at the end."""
        self._close = close
        routes = [
            Route("/", page("lobby.html")),
            Route("/t/{token}", page("table.html")),
            Route("/table.css", self._style),
            Route("/picture/{name}", answered(self._picture)),
            Route("/api/games", answered(self._games)),
            Route("/api/games/{name}", answered(self._form)),
            Route("/api/tables", answered(self._open), methods=["POST"]),
            Route("/api/t/{token}", answered(self._about)),
            Route("/api/t/{token}/stream", answered(self._stream)),
            Route("/api/t/{token}/moment/{moment:int}", answered(self._moment)),
            Route("/api/t/{token}/decide", answered(self._decide), methods=["POST"]),
            Route("/api/t/{token}/links", answered(self._links)),
            Route("/api/t/{token}/save", answered(self._save)),
            Route("/api/t/{token}/back", answered(self._back), methods=["POST"]),
            Route("/api/t/{token}/fork", answered(self._fork), methods=["POST"]),
            Route("/api/t/{token}/scenario", answered(self._scenario), methods=["POST"]),
            Route("/api/t/{token}/renew", answered(self._renew), methods=["POST"]),
            Route("/api/t/{token}/delete", answered(self._delete), methods=["POST"]),
            *more,
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        return Starlette(routes=routes, middleware=[Middleware(Guard, hosts=self._hosts)], lifespan=self._life)

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        yield
        for room in self._rooms.values():
            if room.bots is not None:
                room.bots.cancel()
        if self._close is not None:
            await self._close()

    def key(self, request: HTTPConnection, *roles: str) -> Key:
        """Who the token in the path is."""
        key = self.hall.key(request.path_params["token"])
        if key is None:
            raise Turned(404, "There is no such table, or it is gone.")
        if roles and key.role not in roles:
            raise Turned(403, "This link may not do that.")
        return key

    async def _style(self, request: Request) -> Response:
        return Response(interpreter.table_style(), media_type="text/css; charset=utf-8")

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
        wanted = await body_of(request)
        self.pace.count("open")
        table = await asyncio.to_thread(self.hall.open_table, wanted)
        links = await asyncio.to_thread(self.hall.links, table)
        self.wake_bots(table)
        return JSONResponse(links)

    # ---- a table
    def room(self, table: str) -> Room:
        if table not in self._rooms:
            self._rooms[table] = Room()
        return self._rooms[table]

    async def _about(self, request: Request) -> Response:
        """What does not change at this table; who the token is."""
        key = self.key(request)
        sitting = await asyncio.to_thread(self.hall.sitting, key.table)
        definition = sitting.showing.definition
        names = sitting.state.player_names
        return JSONResponse({
            "table": key.table, "title": definition["title"], "role": key.role,
            "you": None if key.seat is None else names[key.seat], "players": list(names),
            "variants": definition["variants"], "kinds": _titles(definition),
        })  # fmt: skip

    async def _stream(self, request: Request) -> Response:
        key = self.key(request)
        room = self.room(key.table)
        if len(room.listeners) >= MOST_STREAMS:
            raise Turned(429, "Too many people look at this table.")
        async with room.lock:
            sitting = await asyncio.to_thread(self.hall.sitting, key.table)
            seat = key.seat if key.role == SEAT else None
            first = await asyncio.to_thread(sitting.picture, seat)
            queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            queue.put_nowait(first.whole())
            room.listeners[queue] = (seat, first)
        self.wake_bots(key.table)
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

    async def tell(self, table: str, room: Room) -> None:
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
        key = self.key(request, SEAT)
        self.pace.count(request.path_params["token"])
        given = await body_of(request)
        room = self.room(key.table)
        assert key.seat is not None
        async with room.lock:
            sitting = await asyncio.to_thread(self.hall.sitting, key.table)
            await asyncio.to_thread(sitting.decide, key.seat, str(given.get("question")), given)
            await self.tell(key.table, room)
        self.wake_bots(key.table)
        return JSONResponse({"taken": True})

    def wake_bots(self, table: str) -> None:
        room = self.room(table)
        if room.bots is None or room.bots.done():
            room.bots = asyncio.create_task(self._bots_play(table, room))

    async def _bots_play(self, table: str, room: Room) -> None:
        while True:
            async with room.lock:
                sitting = await asyncio.to_thread(self.hall.sitting, table)
                if not await asyncio.to_thread(sitting.bot_decides):
                    return
                await self.tell(table, room)

    async def _moment(self, request: Request) -> Response:
        key = self.key(request)
        room = self.room(key.table)
        async with room.lock:
            sitting = await asyncio.to_thread(self.hall.sitting, key.table)
            seat = key.seat if key.role == SEAT else None
            found = await asyncio.to_thread(sitting.at_moment, seat, request.path_params["moment"])
        return JSONResponse(found.whole())

    # ---- for the owner
    async def _links(self, request: Request) -> Response:
        key = self.key(request, OWNER)
        links = await asyncio.to_thread(self.hall.links, key.table)
        return JSONResponse({**links, "old": await asyncio.to_thread(self.hall.is_old, key.table)})

    async def _save(self, request: Request) -> Response:
        """The whole game, with everybody's secrets: the owner alone may have it."""
        key = self.key(request, OWNER)
        sitting = await asyncio.to_thread(self.hall.sitting, key.table)
        return JSONResponse(sitting.state.save(), headers={"content-disposition": 'attachment; filename="game.json"'})

    async def _back(self, request: Request) -> Response:
        key = self.key(request, OWNER)
        answers = await self._answers_at(key, await body_of(request))
        room = self.room(key.table)
        async with room.lock:
            self.hall.sitting(key.table).go_back(answers)
            await self.tell(key.table, room)
        return JSONResponse({"taken": True})

    async def _renew(self, request: Request) -> Response:
        """The rules as they are on the disk now, for this table."""
        key = self.key(request, OWNER)
        accept = (await body_of(request)).get("accept") is True
        room = self.room(key.table)
        async with room.lock:
            found = await asyncio.to_thread(self.hall.renew, key.table, accept)
            await self.tell(key.table, room)
        self.wake_bots(key.table)
        return JSONResponse({"taken": found.taken, "divergence": found.divergence, "answers": found.answers})

    async def _fork(self, request: Request) -> Response:
        key = self.key(request, OWNER)
        answers = await self._answers_at(key, await body_of(request))
        table = await asyncio.to_thread(self.hall.fork, key.table, answers)
        return JSONResponse(await asyncio.to_thread(self.hall.links, table))

    async def _scenario(self, request: Request) -> Response:
        """The position and what followed, with everybody's secrets: the owner alone may have it."""
        key = self.key(request, OWNER)
        answers = await self._answers_at(key, await body_of(request))
        async with self.room(key.table).lock:
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
        key = self.key(request, OWNER)
        room = self.room(key.table)
        async with room.lock:
            self.hall.delete(key.table)
            for queue in room.listeners:
                queue.put_nowait({"gone": True})
        return JSONResponse({"taken": True})


def _titles(definition: Any) -> dict[str, dict[str, str]]:
    """What people read for every thing, by kind and name."""
    return {kind["name"]: {member["name"]: member["title"] for member in kind["members"]} for kind in definition["kinds"]}

"""The server: HTTP in, tables out.

In: a Hall and an address. Out: an ASGI application. Layer: tools. A page comes with a token in its path; the token says
which table and which seat. State goes down by server-sent events, answers come up by POST. Nothing is sent when nothing
changed for a seat.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import interpreter

from .hall import Hall
from .messages import Picture
from .sitting import Pending, Sitting
from .store import OWNER, SEAT, Key
from .web import STATIC, Guard, Pace, Turned, answered, body_of, page

MOST_STREAMS = 64  # of one table
LARGEST_SAVE = 16 * 2**20
QUICK = 0.004  # seconds that pictures may take on the loop that serves everybody
MOMENT = 0.05  # seconds of bots' decisions that are told at once
QUICK_BOTS = ("random", "eager")  # those that do not think
MOST_RESTING = 50  # tables that nobody looks at and that are kept as they stand
SILENCE = 15.0  # seconds after which a stream says that it is still there
CARDS = (  # the picture of a game without a board
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"><g fill="#fff" stroke="#b8b09c" stroke-width="2">'
    '<rect x="92" y="52" width="70" height="100" rx="8" transform="rotate(-10 127 102)"/>'
    '<rect x="118" y="48" width="70" height="100" rx="8"/>'
    '<rect x="144" y="52" width="70" height="100" rx="8" transform="rotate(10 179 102)"/></g></svg>'
)


class Channel:
    """Those who look from one seat: they have all been told the same."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.queues: set[asyncio.Queue[str]] = set()

    def tell(self, picture: Picture) -> None:
        """What is different, in one text for all of them; nothing, when nothing is."""
        if picture is self.picture:
            return
        changed = picture.since(self.picture)
        self.picture = picture
        if changed:
            self.send(changed)

    def send(self, message: dict[str, Any]) -> None:
        text = event_of(message)
        for queue in self.queues:
            queue.put_nowait(text)


class Room:
    """The one lock of a table, and those who listen to it, by their seats."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.channels: dict[int | None, Channel] = {}
        self.bots: asyncio.Task[None] | None = None
        self.cost = 0.0  # seconds that the pictures of one moment took last

    @property
    def listeners(self) -> int:
        return sum(len(channel.queues) for channel in self.channels.values())

    def pictures(self, sitting: Sitting) -> dict[int | None, Picture]:
        began = time.perf_counter()
        found = {seat: sitting.picture(seat) for seat in list(self.channels)}
        self.cost = time.perf_counter() - began
        return found


def event_of(message: dict[str, Any]) -> str:
    return f"data: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n"


class Streamed(Response):
    """Texts as they come, until the other side goes. Starlette's own takes several tasks and calls for each text."""

    media_type = "text/event-stream"

    def __init__(self, texts: AsyncGenerator[str, None]) -> None:
        super().__init__(headers={"x-accel-buffering": "no"})
        self._texts = texts
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        sending = asyncio.create_task(self._send(send))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
            await self._texts.aclose()

    async def _send(self, send: Send) -> None:
        async for text in self._texts:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


class Studio:
    def __init__(self, hall: Hall, hosts: set[str]) -> None:
        self.hall, self._hosts = hall, hosts
        self._rooms: dict[str, Room] = {}
        self._resting: dict[str, None] = {}  # tables that nobody looks at, those that rest longest first
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
            Route("/api/saved", answered(self._load), methods=["POST"]),
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
        try:
            options = json.loads(request.query_params.get("options", "{}"))
        except (ValueError, RecursionError):
            options = None
        if not isinstance(options, dict):
            raise Turned(400, "Options are an object.")
        return JSONResponse(await asyncio.to_thread(self.hall.form, request.path_params["name"], variants, options))

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

    async def _load(self, request: Request) -> Response:
        """A saved game becomes a table."""
        wanted = await body_of(request, LARGEST_SAVE)
        self.pace.count("load", 5.0)
        table = await asyncio.to_thread(self.hall.open_saved, wanted)
        return JSONResponse(await asyncio.to_thread(self.hall.links, table))

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
        if room.listeners >= MOST_STREAMS:
            raise Turned(429, "Too many people look at this table.")
        async with room.lock:
            sitting = await self.sitting(key.table)
            seat = key.seat if key.role == SEAT else None
            if seat not in room.channels:
                room.channels[seat] = Channel(await asyncio.to_thread(sitting.picture, seat))
            channel = room.channels[seat]
            queue: asyncio.Queue[str] = asyncio.Queue()
            queue.put_nowait(event_of(channel.picture.whole()))
            channel.queues.add(queue)
        self.wake_bots(key.table)
        told = self._told(key.table, seat, channel, queue)
        return Streamed(told)

    async def _told(self, table: str, seat: int | None, channel: Channel, queue: asyncio.Queue[str]) -> AsyncGenerator[str, None]:
        room = self.room(table)
        try:
            while True:
                try:
                    async with asyncio.timeout(SILENCE):
                        text = await queue.get()
                except TimeoutError:
                    text = ": still here\n\n"
                yield text
        finally:
            channel.queues.discard(queue)
            if not channel.queues and room.channels.get(seat) is channel:
                del room.channels[seat]
            if not room.channels:
                self.rests(table)

    def rests(self, table: str) -> None:
        """Nobody looks at a table any more. Some of those are kept as they stand, the others only in the store."""
        self._resting.pop(table, None)
        self._resting[table] = None
        for one in list(self._resting)[:-MOST_RESTING]:
            room = self._rooms[one]
            busy = room.lock.locked() or (room.bots is not None and not room.bots.done())
            if not busy:
                del self._resting[one]
                if not room.channels:
                    self.hall.rest(one)

    async def sitting(self, table: str) -> Sitting:
        """A table; one that must be set up first is set up beside the others."""
        found = self.hall.seated(table)
        return found if found is not None else await asyncio.to_thread(self.hall.sitting, table)

    async def tell(self, table: str, room: Room) -> None:
        """To everybody what changed for them; those for whom nothing did hear nothing. Quick pictures are made at once, others
        in a thread, so that the other tables do not wait for them."""
        if not room.channels:
            return
        sitting = await self.sitting(table)
        quick = room.cost < QUICK
        pictures = room.pictures(sitting) if quick else await asyncio.to_thread(room.pictures, sitting)
        for seat, picture in pictures.items():
            if seat in room.channels:
                room.channels[seat].tell(picture)

    async def _decide(self, request: Request) -> Response:
        key = self.key(request, SEAT)
        self.pace.count(request.path_params["token"])
        given = await body_of(request)
        room = self.room(key.table)
        assert key.seat is not None
        async with room.lock:
            sitting = await self.sitting(key.table)
            pending = sitting.decide(key.seat, str(given.get("question")), given)
            await self._written(sitting, [pending])
            sitting.take(pending)
            await self.tell(key.table, room)
        self.wake_bots(key.table)
        return JSONResponse({"taken": True})

    async def _written(self, sitting: Sitting, answers: Sequence[Pending]) -> None:
        """Until all of them are written down."""
        table = sitting.setup.id
        done = [self.hall.store.append(table, one.number, one.answer, one.by_person) for one in answers]
        await asyncio.gather(*(asyncio.wrap_future(one) for one in done))

    def wake_bots(self, table: str) -> None:
        room = self.room(table)
        if room.bots is None or room.bots.done():
            room.bots = asyncio.create_task(self._bots_play(table, room))

    async def _bots_play(self, table: str, room: Room) -> None:
        """Bots decide until a person must. What several of them do in a moment is told at once."""
        while True:
            async with room.lock:
                sitting = await self.sitting(table)
                began = time.monotonic()
                decided = False
                while sitting.next_bot and time.monotonic() < began + MOMENT:
                    quick = sitting.next_bot in QUICK_BOTS
                    pending = sitting.bot_decides() if quick else await asyncio.to_thread(sitting.bot_decides)
                    if pending is None:
                        break
                    await self._written(sitting, [pending])
                    sitting.take(pending)
                    decided = True
                if decided or sitting.trouble:
                    await self.tell(table, room)
                if not decided:
                    return

    async def _moment(self, request: Request) -> Response:
        key = self.key(request)
        room = self.room(key.table)
        async with room.lock:
            sitting = await self.sitting(key.table)
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
            for channel in room.channels.values():
                channel.send({"gone": True})
        return JSONResponse({"taken": True})


def _titles(definition: Any) -> dict[str, dict[str, str]]:
    """What people read for every thing, by kind and name."""
    return {kind["name"]: {member["name"]: member["title"] for member in kind["members"]} for kind in definition["kinds"]}

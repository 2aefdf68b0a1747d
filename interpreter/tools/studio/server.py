"""HTTP server of the studio: pages, tables and event streams.

In: a TableRegistry and host names. Out: an ASGI application. Layer: tools. A page's path contains a token that identifies the
table and the seat. State is pushed by server-sent events, answers are sent by POST. Nothing is pushed when nothing changed
for a seat.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from interpreter.source import Problems
from interpreter.tools.studio import request_bodies as wanted
from interpreter.tools.studio.live_table import PERSON, Pending, RefusedError, Sitting
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.tables import TableRegistry

from .assets import serve
from .pauses import OFF
from .rooms import Channel, Room, Streamed, Texts, event_of, texts_of
from .rule_texts import has_rulebook
from .store import OWNER, SEAT, WATCH, Key, Trouble
from .threads import in_thread
from .watching import GONE, LOST, Watcher
from .web import Entrance, Guard, HttpError, Pace, answered, body_of, page

if TYPE_CHECKING:
    from .cluster import Cluster

MAX_STREAMS = {SEAT: 8, WATCH: 64, OWNER: 8}  # per link
RENEWED = "This link has been replaced by another one. Ask the person who opened the table for it."
FORKS, A_MINUTE = 6.0, 60.0  # per table, in this many seconds
GUESTS = 30.0  # tables that all guests (everybody but the host) may open in a minute
MAX_SAVE_BYTES = 16 * 2**20
QUICK = 0.004  # seconds that rendering may take on the event loop
MOMENT = 0.05  # seconds of bots' decisions that are published together
QUICK_BOTS = ("random", "eager")  # those that decide without searching
MAX_RESTING = 10  # idle tables that stay in memory
LONGEST_REST = 120.0  # seconds that they stay
ROUND = 30.0  # seconds between two checks for idle tables


class Studio:
    def __init__(
        self,
        hall: TableRegistry,
        hosts: Collection[str],
        entrance: Entrance | None = None,
        clock: Callable[[], float] = time.monotonic,
        cluster: Cluster | None = None,
    ) -> None:
        """`cluster`: the other processes that serve tables of the same store.

        None if there are no others."""
        self.hall, self._hosts, self._clock, self.cluster = hall, hosts, clock, cluster
        self.entrance = entrance or Entrance(secrets.token_urlsafe(18), 0)
        self._rooms: dict[str, Room] = {}
        self._resting: dict[str, float] = {}  # idle tables and when they became idle, oldest first
        self._tasks: set[asyncio.Task[Any]] = set()
        self.pace = Pace()
        self.watcher = Watcher()
        self.layers: list[Middleware] = []  # around everything else
        self.addresses: list[str] = []  # by which other machines reach this studio
        self._close: Callable[[], Awaitable[None]] | None = None
        self._begin: Callable[[], None] = lambda: None

    def app(
        self,
        more: Sequence[BaseRoute] = (),
        close: Callable[[], Awaitable[None]] | None = None,
        begin: Callable[[], None] = lambda: None,
    ) -> Starlette:
        """Build the application.

        `more`: routes of other parts of the studio; `begin` and `close`: called when it starts and at shutdown."""
        self._close, self._begin = close, begin
        routes = [
            Route("/", self.entrance.before(page("lobby.html"))),
            Route("/t/{token}", page("table.html")),
            Route("/table.css", serve),
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
            Route("/api/t/{token}/new-link", answered(self._new_link), methods=["POST"]),
            Route("/api/t/{token}/hand-over", answered(self._hand_over), methods=["POST"]),
            Route("/api/t/{token}/delete", answered(self._delete), methods=["POST"]),
            *more,
            Route("/static/{file:path}", serve),
        ]
        layers = [*self.layers, Middleware(Guard, hosts=self._hosts)]
        if self.cluster is not None:
            from .forwarding import Forwarding

            layers.append(Middleware(Forwarding, cluster=self.cluster, table_of=self._table_of))
        app = Starlette(routes=routes, middleware=layers, lifespan=self._life)
        app.state.end_streams = self.end_streams
        return app

    def rooms_open(self) -> int:
        """Count the tables at which a page is open."""
        return sum(bool(room.channels) for room in self._rooms.values())

    def end_streams(self) -> None:
        """End what pages listen to, so that a server that stops waits for none of them."""
        for room in self._rooms.values():
            room.end_streams()

    @asynccontextmanager
    async def _life(self, _app: Starlette) -> AsyncIterator[None]:
        if self.cluster is not None:
            self._join(self.cluster, asyncio.get_running_loop())
            await self.cluster.begin()
        rounds = asyncio.create_task(self._rounds())
        self._begin()
        yield
        rounds.cancel()
        bots = [room.bots for room in self._rooms.values() if room.bots is not None]
        for task in bots:
            task.cancel()
        await asyncio.gather(*bots, return_exceptions=True)
        if self._close is not None:
            await self._close()
        await self.watcher.close()
        if self.cluster is not None:
            await self.cluster.end()
        await in_thread(self.hall.store.close)

    # ---- other processes
    def _join(self, cluster: Cluster, loop: asyncio.AbstractEventLoop) -> None:
        self.hall.store.process = cluster.process
        cluster.changed = lambda what, table: self._changed(what, table, loop)

    def _changed(self, what: str, table: str, loop: asyncio.AbstractEventLoop) -> None:
        """Forget what is in memory of a table.

        It is served elsewhere, or was changed there. Called from any thread."""
        self.hall.forget(table)
        self.watcher.forget(table)
        if what == GONE:
            loop.call_soon_threadsafe(self._tell_gone, table)
        elif what == LOST:
            loop.call_soon_threadsafe(self._end_streams_at, table)

    def _tell_gone(self, table: str) -> None:
        if (room := self._rooms.get(table)) is not None:
            room.tell_all({"gone": True})

    def _end_streams_at(self, table: str) -> None:
        """Let pages come again: they find the process that serves the table now."""
        if (room := self._rooms.get(table)) is not None:
            room.end_streams()

    async def _table_of(self, sort: str, word: str) -> str:
        """Return the table that a token, a table's or a participant's name belongs to.

        Empty if there is none."""
        if sort == "token":
            key = await in_thread(self.hall.key, word)
            return "" if key is None else key.table
        return word if sort == "table" else await in_thread(self.watcher.table_of, word)

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            self.put_away()

    def key(self, request: HTTPConnection, *roles: str) -> Key:
        """Look up the token in the path.

        Refuse it unless it has one of these roles (if any are given)."""
        key = self.hall.key(request.path_params["token"])
        if key is None:
            raise HttpError(404, "There is no such table, or it is gone.")
        if roles and key.role not in roles:
            raise HttpError(403, "This link does not allow that.")
        return key

    # ---- the lobby
    async def _games(self, request: Request) -> Response:
        return JSONResponse({
            "games": await in_thread(self.hall.offered.games), "host": self.entrance.lets_in(request),
        })  # fmt: skip

    async def _form(self, request: Request) -> Response:
        variants = request.query_params.getlist("variant")
        try:
            options = json.loads(request.query_params.get("options", "{}"))
        except (ValueError, RecursionError):
            options = None
        if not isinstance(options, dict):
            raise HttpError(400, "Options are an object.")
        chosen = wanted.options(options)
        if "quick" in request.query_params:
            return JSONResponse(await in_thread(self.hall.offered.variants_form, request.path_params["name"], variants))
        return JSONResponse(await in_thread(self.hall.offered.form, request.path_params["name"], variants, chosen))

    async def _picture(self, request: Request) -> Response:
        svg = await in_thread(self.hall.offered.picture, request.path_params["name"])
        return Response(svg, media_type="image/svg+xml")

    async def _open(self, request: Request) -> Response:
        given = await body_of(request)
        self._pace_opening(request)
        return await self.opened(await in_thread(self.hall.open_table, given))

    async def _load(self, request: Request) -> Response:
        """Open a table from a saved game."""
        given = await body_of(request, MAX_SAVE_BYTES)
        self.pace.count("load", 5.0)
        self._pace_opening(request)
        return await self.opened(await in_thread(self.hall.open_saved, given))

    def _pace_opening(self, request: Request) -> None:
        if self.entrance.lets_in(request):
            self.pace.count("open")
        else:
            self.pace.count("open as a guest", GUESTS, A_MINUTE)

    async def opened(self, table: str) -> Response:
        """Return the links of a new table."""
        async with self.visit(table):
            links = await in_thread(self.hall.links, table)
        self.wake_bots(table)
        return JSONResponse(links)

    # ---- a table
    @asynccontextmanager
    async def visit(self, table: str) -> AsyncIterator[Room]:
        """Hold a table's room while in use.

        An idle table is released some time after the last visitor leaves."""
        room = self._rooms.setdefault(table, Room())
        room.visitors += 1
        self._resting.pop(table, None)
        try:
            yield room
        finally:
            room.visitors -= 1
            self._leave(table, room)

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[tuple[Room, Sitting]]:
        """Enter a table with its lock held."""
        async with self.visit(table) as room, room.lock:
            yield room, await self.sitting(table)

    def _leave(self, table: str, room: Room) -> None:
        if room.is_empty and self._rooms.get(table) is room:
            del self._rooms[table]
            self.rests(table)

    async def _about(self, request: Request) -> Response:
        """Return what does not change at this table, and the token's role and seat."""
        key = self.key(request)
        async with self.visit(key.table):
            sitting = await self.sitting(key.table)
        definition = sitting.showing.definition
        names = sitting.state.player_names
        playtest = self.watcher.about(key.table, key.seat if key.role == SEAT else None)
        return JSONResponse({
            **({} if playtest is None else {"playtest": playtest}),
            "table": key.table, "title": definition["title"], "role": key.role,
            "you": None if key.seat is None else names[key.seat], "players": list(names),
            "variants": definition["variants"], "kinds": _titles(definition),
            "pauses": sitting.setup.pauses if sitting.showing.game.code.QUIET else OFF,
            "has_rules": has_rulebook(sitting.showing.game.path),
            "practice": key.role == SEAT and key.seat is not None and sitting.is_practice(key.seat),
        })  # fmt: skip

    async def _stream(self, request: Request) -> Response:
        key, token = self.key(request), request.path_params["token"]
        await in_thread(self.hall.touch, key.table)
        async with self.at(key.table) as (room, sitting):
            most = MAX_STREAMS[key.role]
            if room.listeners(token) >= most:
                raise HttpError(
                    429, f"This link is open in {most} pages already. Close one of them, then reload this page."
                )
            seat = key.seat if key.role == SEAT else None
            company = await in_thread(self._company, key.table, room)
            if seat not in room.channels:
                room.channels[seat] = Channel(await in_thread(sitting.picture, seat))
            channel = room.channels[seat]
            queue: Texts = asyncio.Queue()
            # From here on the page hears of others, so the whole table comes first: nothing waits in between.
            channel.queues[queue] = token
            queue.put_nowait(event_of({**channel.picture.whole(), **company, "here": room.here(sitting)}))
            room.tell_here(sitting, but=queue)
            if seat is not None and len(channel.queues) == 1:
                self.watcher.came(key.table, seat, sitting)
        if (
            key.role == SEAT and key.seat is not None and key.seat not in room.sat_down
        ):  # written once, and nobody waits for it
            room.sat_down.add(key.seat)
            await in_thread(self.hall.store.take_seat, key.table, key.seat)
        self.wake_bots(key.table)
        return Streamed(texts_of(queue), lambda: self._stop(key.table, room, seat, queue))

    def _company(self, table: str, room: Room) -> dict[str, Any]:
        """Return what people say and ask at a table, besides the game."""
        said = [{"who": who, "words": words, "after": after} for who, words, after in self.hall.store.said(table)]
        return {"said": said, "asks_back": room.asks_back}

    def _stop(self, table: str, room: Room, seat: int | None, queue: Texts) -> None:
        """Unsubscribe a closed page."""
        channel = room.channels.get(seat)
        if channel is not None:
            channel.queues.pop(queue, None)
            if not channel.queues:
                del room.channels[seat]
                sitting = self.hall.seated(table)
                if seat is not None:
                    self.watcher.left(table, seat)
                if sitting is not None:
                    room.tell_here(sitting)
        self._leave(table, room)

    def rests(self, table: str) -> None:
        """Mark a table as idle.

        A few idle tables stay in memory for a while, the others only in the store."""
        self._resting.pop(table, None)
        self._resting[table] = self._clock()
        self.put_away()

    def put_away(self) -> None:
        """Release tables that have been idle for too long, or of which there are too many."""
        late = self._clock() - LONGEST_REST
        for number, (table, since) in enumerate(list(self._resting.items()), 1):
            if since <= late or number <= len(self._resting) - MAX_RESTING:
                room = self._rooms.get(table)
                if room is None or room.is_empty:
                    self.hall.rest(table)
        self._resting = {table: since for table, since in self._resting.items() if self.hall.seated(table) is not None}

    async def sitting(self, table: str) -> Sitting:
        """Return a running table; one that must be rebuilt first is rebuilt in a thread."""
        found = self.hall.seated(table)
        return found if found is not None else await in_thread(self.hall.sitting, table)

    async def tell(self, table: str, room: Room) -> None:
        """Publish to each seat what changed for it.

        Cheap snapshots are rendered on the event loop, others in a thread, so that other tables do not wait for them."""
        if not room.channels:
            return
        sitting = await self.sitting(table)
        self.watcher.shown(table, sitting)
        quick = room.cost < QUICK
        pictures = room.pictures(sitting) if quick else await in_thread(room.pictures, sitting)
        for seat, picture in pictures.items():
            if seat in room.channels:
                room.channels[seat].tell(picture)

    async def _decide(self, request: Request) -> Response:
        key = self.key(request, SEAT)
        self.pace.count(request.path_params["token"])
        given = await body_of(request)
        await self._to_the_end(self._answer(key, given))
        self.wake_bots(key.table)
        return JSONResponse({"taken": True})

    async def _answer(self, key: Key, given: dict[str, Any]) -> None:
        assert key.seat is not None
        async with self.at(key.table) as (room, sitting):
            request = None if sitting.paused else sitting.state.request_for(key.seat)
            try:
                pending = sitting.decide(key.seat, str(given.get("question")), given)
            except RefusedError as reason:
                self.watcher.refused(key.table, key.seat, sitting, str(reason))
                raise
            await self.take(sitting, pending)
            self.watcher.decided(key.table, key.seat, sitting, request, pending.answer.answer)
            began = time.monotonic()  # what has only one answer is answered before anybody sees the question
            while time.monotonic() < began + MOMENT and (only := sitting.single_decides()) is not None:
                await self.take(sitting, only)
            await self.tell(key.table, room)

    async def _to_the_end(self, work: Coroutine[object, None, None]) -> None:
        """Finish the work even if the client disconnects.

        Otherwise the store and the table could differ."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        await asyncio.shield(task)

    async def take(self, sitting: Sitting, pending: Pending) -> None:
        """Store an answer, then apply it."""
        table = sitting.setup.id
        try:
            await asyncio.wrap_future(self.hall.store.append(table, pending.number, pending.answer, pending.by_person))
        except Trouble:
            self.hall.rest(table)  # the store is authoritative
            raise
        sitting.take(pending)

    def wake_bots(self, table: str) -> None:
        """Start the task that lets bots decide and pauses end, unless it is running."""
        room = self._rooms.setdefault(table, Room())
        if room.bots is None or room.bots.done():
            room.bots = asyncio.create_task(self._bots_play(table))

    async def _bots_play(self, table: str) -> None:
        """Let bots decide until a person must; quick decisions are published together."""
        async with self.visit(table) as room:
            while True:
                try:
                    async with room.lock:
                        left = await self._bots_at(table, room)
                except (UnfitError, Problems, Trouble):  # the next request for the table reports it
                    return
                if left is None:
                    return
                await asyncio.sleep(left)

    async def _bots_at(self, table: str, room: Room) -> float | None:
        """Let bots decide for a moment.

        Return the seconds until there may be more to do, or None."""
        sitting = await self.sitting(table)
        news = sitting.end_pause()
        if sitting.paused:
            return sitting.pause_left
        if not room.channels and PERSON not in sitting.setup.seats:  # nobody is waiting for them
            return None
        began = time.monotonic()
        decided = False
        while (sitting.next_bot or sitting.only_answer()) and time.monotonic() < began + MOMENT:
            quick = sitting.next_bot in QUICK_BOTS
            if not sitting.next_bot:
                pending = sitting.single_decides()
            else:
                pending = sitting.bot_decides() if quick else await in_thread(sitting.bot_decides)
            if pending is None:
                break
            await self.take(sitting, pending)
            decided = True
        if decided or news or sitting.trouble:
            await self.tell(table, room)
        return 0.0 if decided else None

    async def _moment(self, request: Request) -> Response:
        key = self.key(request)
        self.pace.count("moment " + request.path_params["token"])
        eyes = request.query_params.get("eyes")
        async with self.at(key.table) as (_, sitting):
            seat = key.seat if key.role == SEAT else None
            if eyes is not None:  # when the game is over, everybody may see it as each player saw it
                if not sitting.state.engine.position.over or eyes not in sitting.state.player_names:
                    raise HttpError(403, "You can look from other seats when the game is over.")
                seat = sitting.state.player_names.index(eyes)
            found = await in_thread(sitting.at_moment, seat, request.path_params["moment"])
        return JSONResponse(found.whole())

    # ---- for the owner
    async def _links(self, request: Request) -> Response:
        key = self.key(request, OWNER)
        async with self.visit(key.table):
            links = await in_thread(self.hall.links, key.table)
            old = await in_thread(self.hall.is_old, key.table)
            return JSONResponse({**links, "old": old, "addresses": self.addresses})

    async def _new_link(self, request: Request) -> Response:
        """Replace the link of a seat or of the spectators; the old one stops working."""
        key = self.key(request, OWNER)
        old = wanted.text((await body_of(request)).get("link"), "The link")
        other = self.hall.key(old)
        if other is None or other.table != key.table or other.role == OWNER:
            raise HttpError(400, "This is not a seat link of this table, or it has already been replaced.")
        return JSONResponse({"link": await self._replaced(key.table, old)})

    async def _hand_over(self, request: Request) -> Response:
        """Hand the table over: make a new owner's link and revoke this one."""
        key = self.key(request, OWNER)
        await body_of(request)
        return JSONResponse({"owner": await self._replaced(key.table, request.path_params["token"])})

    async def _replaced(self, table: str, old: str) -> str:
        self.pace.count("link " + table, 20.0, A_MINUTE)
        async with self.visit(table) as room, room.lock:
            new = await in_thread(self.hall.renew_link, table, old)
            for channel in room.channels.values():
                channel.end(old, {"ended": RENEWED})
        return new

    async def _save(self, request: Request) -> Response:
        """Save the whole game, all secrets included: for the owner alone.

        The key of a running game is never included."""
        key = self.key(request, OWNER)
        async with self.at(key.table) as (_, sitting):
            save = await in_thread(sitting.saved, self.hall.store.name_of_chance)
        return JSONResponse(save, headers={"content-disposition": 'attachment; filename="game.json"'})

    async def _back(self, request: Request) -> Response:
        key = self.key(request, OWNER)
        answers = await self._answers_at(key, await body_of(request))
        async with self.at(key.table) as (room, sitting):
            await in_thread(sitting.go_back, answers)
            await self.tell(key.table, room)
        self.wake_bots(key.table)
        return JSONResponse({"taken": True})

    async def _renew(self, request: Request) -> Response:
        """Reload this table's rules from disk."""
        key = self.key(request, OWNER)
        accept = (await body_of(request)).get("accept") is True
        async with self.at(key.table) as (room, _):
            found = await in_thread(self.hall.renew, key.table, accept)
            await self.tell(key.table, room)
        self.wake_bots(key.table)
        return JSONResponse({"taken": found.taken, "divergence": found.divergence, "answers": found.answers})

    async def _fork(self, request: Request) -> Response:
        key = self.key(request, OWNER)
        answers = await self._answers_at(key, await body_of(request))
        self.pace.count("fork " + key.table, FORKS, A_MINUTE)
        async with self.at(key.table):
            table = await in_thread(self.hall.fork, key.table, answers)
        return await self.opened(table)

    async def _scenario(self, request: Request) -> Response:
        """Record the position and what followed as a scenario, for the owner alone.

        It contains all secrets."""
        key = self.key(request, OWNER)
        answers = await self._answers_at(key, await body_of(request))
        self.pace.count("scenario " + key.table, 10.0, A_MINUTE)
        async with self.at(key.table) as (_, sitting):
            text = await in_thread(sitting.scenario, answers)
        return JSONResponse({"text": text})

    async def _answers_at(self, key: Key, given: dict[str, Any]) -> int:
        """Count the answers at a moment of one seat's page.

        The owner names the page by its token."""
        moment = given.get("moment")
        other = self.hall.key(wanted.text(given.get("seen_by"), "The link of the page"))
        if other is None or other.table != key.table or type(moment) is not int:
            raise HttpError(400, "This table has no such moment.")
        async with self.at(key.table) as (_, sitting):
            return await in_thread(sitting.answers_until, other.seat if other.role == SEAT else None, moment)

    async def _delete(self, request: Request) -> Response:
        await self.delete(self.key(request, OWNER).table)
        return JSONResponse({"taken": True})

    async def delete(self, table: str) -> None:
        async with self.visit(table) as room, room.lock:
            await in_thread(self.hall.delete, table)
            for channel in room.channels.values():
                channel.send({"gone": True})
        if self.cluster is not None:
            await self.cluster.tell(GONE, table)


def _titles(definition: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Map each kind's members to their titles."""
    return {
        kind["name"]: {member["name"]: member["title"] for member in kind["members"]} for kind in definition["kinds"]
    }

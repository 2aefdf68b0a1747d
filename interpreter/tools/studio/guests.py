"""Routes for the people at a table: invitations, what they say, taking back, looking things up, playing again.

In: requests with a table's token. Out: JSON; what concerns others is sent to their streams. Layer: tools. Nothing here shows a
seat more than its own view does.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

import interpreter
from interpreter.tools.studio import request_bodies as wanted
from interpreter.tools.studio.live_table import PERSON, RefusedError, Sitting

from .books import Books
from .rooms import Room
from .server import Studio
from .store import INVITE, OWNER, SEAT, WATCH, Key
from .threads import in_thread
from .web import HttpError, answered, body_of, page

A_MINUTE = 60.0
LONGEST_WORDS = 400
MAX_LINES = 16  # about one thing
MAX_MINE, LOADED = 60, 8  # tables of a browser that are listed, and those that are set up for it


class Guests:
    def __init__(self, studio: Studio) -> None:
        self._studio, self._hall, self._books = studio, studio.hall, Books()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/join/{token}", page("lobby.html")),
            Route("/api/join/{token}", answered(self._invited)),
            Route("/api/join/{token}", answered(self._join), methods=["POST"]),
            Route("/api/mine", answered(self._mine), methods=["POST"]),
            Route("/api/t/{token}/look", answered(self._look)),
            Route("/api/t/{token}/rules", answered(self._rules)),
            Route("/api/t/{token}/book", answered(self._book)),
            Route("/api/t/{token}/say", answered(self._say), methods=["POST"]),
            Route("/api/t/{token}/take-back", answered(self._take_back), methods=["POST"]),
            Route("/api/t/{token}/code", answered(self._code)),
            Route("/api/t/{token}/again", answered(self._again), methods=["POST"]),
        ]

    # ---- looking things up
    async def _look(self, request: Request) -> Response:
        """Describe a thing as far as this seat knows it.

        With its face and the clauses about its kind."""
        key = self._studio.key(request)
        self._studio.pace.count("look " + request.path_params["token"])
        kind, _, name = request.query_params.get("thing", "").partition(":")
        async with self._studio.at(key.table) as (_, sitting):
            return JSONResponse(await in_thread(self._about, key, sitting, kind, name))

    def _about(self, key: Key, sitting: Sitting, kind: str, name: str) -> dict[str, Any]:
        seat, state, showing = _seat(key), sitting.seen, sitting.showing
        lines = interpreter.look(state, seat, f"{kind}:{name}")
        if not lines:
            raise HttpError(404, "There is no such thing at this table.")
        view = interpreter.view_form(state, seat)
        faces = interpreter.card_faces(showing.definition, showing.look, (kind, name), view)[kind]
        kept = [value["name"] for value in showing.definition["values"] if kind in value["keys"]]
        rules = self._hall.rules_of(key.table)
        clauses = rules.of(
            f"kind {kind}", f"{kind} {name}", *(f"{word} {one}" for one in kept for word in ("keep", "let"))
        )
        told = (
            [{"id": one.id, "text": one.text, "section": one.section} for one in clauses[:3]] if rules.has_book else []
        )
        return {
            "title": lines[0].strip(),
            "face": "".join(faces),
            "clauses": told,
            "lines": _not_printed(showing.definition, kind, lines[1:]),
        }

    async def _rules(self, request: Request) -> Response:
        """Return the rules for people, and the clauses about what this seat decides now."""
        key = self._studio.key(request)
        async with self._studio.at(key.table) as (_, sitting):
            rules = await in_thread(self._hall.rules_of, key.table)
            asked = None if sitting.paused else interpreter.request_form(sitting.state, _seat(key))
        words = ("procedure", "phase", "action", "free action")
        now = rules.of(*(f"{word} {asked['rule']}" for word in words)) if asked else []
        sections = [
            {"title": title, "level": 2, "clauses": [{"id": one.id, "text": one.text} for one in clauses]}
            for title, clauses in rules.sections
        ]
        return JSONResponse({"sections": sections, "now": [clause.id for clause in now]})

    async def _book(self, request: Request) -> Response:
        """Return the rulebook of this table's game; the table does not wait for it."""
        key = self._studio.key(request)
        async with self._studio.visit(key.table):
            sitting = await self._studio.sitting(key.table)
            return JSONResponse(await self._books.of(sitting.showing.game, dict(sitting.setup.options)))

    # ---- saying something
    async def _say(self, request: Request) -> Response:
        key = self._studio.key(request, SEAT)
        words = wanted.text((await body_of(request)).get("words"), "What you say").strip()[:LONGEST_WORDS]
        self._studio.pace.count("say " + request.path_params["token"], 20.0, A_MINUTE)
        if not words:
            raise HttpError(400, "Say something, or nothing at all.")
        async with self._studio.at(key.table) as (room, sitting):
            who, after = _name(sitting, key), sitting.picture(None).rest["moments"]
            await in_thread(self._hall.store.say, key.table, who, words, after)
            said = await in_thread(self._hall.store.said, key.table)
            room.tell_all({"said": [{"who": one, "words": text, "after": when} for one, text, when in said]})
        return JSONResponse({"taken": True})

    # ---- taking back
    async def _take_back(self, request: Request) -> Response:
        """Ask to take back one's last answer, or answer somebody who asks."""
        key = self._studio.key(request, SEAT)
        answer = (await body_of(request)).get("answer")
        self._studio.pace.count("back " + request.path_params["token"], 20.0, A_MINUTE)
        async with self._studio.at(key.table) as (room, sitting):
            if answer == "ask":
                await self._ask_back(key, room, sitting)
            elif room.asks_back and answer == "agree":
                await self._agree(key, room, sitting)
            elif room.asks_back:
                _settled(room)
            room.tell_all({"asks_back": room.asks_back})
            await self._studio.tell(key.table, room)
        self._studio.wake_bots(key.table)
        return JSONResponse({"taken": True})

    async def _ask_back(self, key: Key, room: Room, sitting: Sitting) -> None:
        assert key.seat is not None
        if sitting.is_secret:
            raise RefusedError("Nothing can be taken back while a decision is made in secret.")
        last = sitting.last_answer(key.seat)
        if last is None:
            raise RefusedError("You have not answered anything yet.")
        room.asks_back, room.agreed, room.back_to = _name(sitting, key), set(), last
        revealed = await in_thread(sitting.revealed_since, last)
        if not revealed or not _others(sitting, key.seat):
            await self._go_back(key.table, key.seat, room, sitting, last)

    async def _go_back(self, table: str, seat: int, room: Room, sitting: Sitting, answers: int) -> None:
        before = sitting.made
        await in_thread(sitting.go_back, answers)
        self._studio.watcher.took_back(table, seat, sitting, before - answers)
        _settled(room)

    async def _agree(self, key: Key, room: Room, sitting: Sitting) -> None:
        assert key.seat is not None
        room.agreed.add(key.seat)
        asking = sitting.state.player_names.index(room.asks_back)
        if _others(sitting, asking) <= room.agreed:
            await self._go_back(key.table, asking, room, sitting, room.back_to)

    # ---- getting together
    async def _invited(self, request: Request) -> Response:
        """Return what a guest sees before sitting down: the game and the free seats."""
        key = self._studio.key(request, INVITE)
        async with self._studio.at(key.table) as (_, sitting):
            names, taken = sitting.state.player_names, await in_thread(self._hall.store.taken, key.table)
            tokens = await in_thread(self._hall.store.tokens, key.table)
            free = [{"seat": seat, "name": names[seat]} for _, role, seat in tokens if role == SEAT and seat not in taken
                    and seat is not None]  # fmt: skip
            watch = next(token for token, role, _ in tokens if role == WATCH)
            return JSONResponse({
                "title": sitting.showing.game.title, "about": sitting.showing.game.about, "players": list(names), "free": free,
                "watch": watch, "begun": sitting.made > 0,
            })  # fmt: skip

    async def _join(self, request: Request) -> Response:
        key = self._studio.key(request, INVITE)
        given = await body_of(request)
        self._studio.pace.count("join " + key.table, 20.0, A_MINUTE)
        seat, name = given.get("seat"), wanted.text(given.get("name", ""), "The name")
        if type(seat) is not int:
            raise HttpError(400, "Choose a seat.")
        async with self._studio.at(key.table) as (room, sitting):
            token = await in_thread(self._hall.sit_down, key.table, seat, name)
            if (
                await self._studio.sitting(key.table) is not sitting
            ):  # the name has changed: everybody sees another table
                room.tell_all({"renamed": True})
        return JSONResponse({"link": token})

    async def _mine(self, request: Request) -> Response:
        """Return the state of the tables that a browser remembers.

        Whose turn it is, and which are gone."""
        tokens = wanted.texts((await body_of(request)).get("tokens"), "The links")[:MAX_MINE]
        self._studio.pace.count("mine", 20.0, 10.0)
        found = [await self._standing(token, number < LOADED) for number, token in enumerate(tokens)]
        return JSONResponse({"tables": found})

    async def _standing(self, token: str, loaded: bool) -> dict[str, Any]:
        key = self._hall.key(token)
        if key is None or key.role == INVITE:
            return {"token": token, "gone": True}
        if self._hall.seated(key.table) is None:
            if await in_thread(self._hall.store.is_archived, key.table):  # it comes back when its link is opened
                return {"token": token, "gone": False, "archived": True}
            if not loaded:
                return {"token": token, "gone": False}
        async with self._studio.at(key.table) as (_, sitting):
            found = (await in_thread(sitting.picture, _seat(key))).rest
        return {
            "token": token, "gone": False, "game": sitting.setup.game, "title": sitting.showing.game.title,
            "your_turn": found["request"] is not None, "waiting_for": found["waiting_for"], "over": found["over"],
            "moments": found["moments"], "players": list(sitting.state.player_names),
        }  # fmt: skip

    async def _code(self, request: Request) -> Response:
        """Draw a QR code of an address of this studio."""
        self._studio.key(request, OWNER)
        return JSONResponse({"svg": code_of(request.query_params.get("words", "")[:300])})

    async def _again(self, request: Request) -> Response:
        """Open a new table for the same people; their pages are shown the way."""
        key = self._studio.key(request, OWNER)
        turned = (await body_of(request)).get("turned") is True
        self._studio.pace.count("again " + key.table, 6.0, A_MINUTE)
        table = await in_thread(self._hall.again, key.table, turned)
        async with self._studio.at(key.table) as (room, sitting):
            links = await in_thread(self._hall.links, table)
            by_name = {seat["name"]: seat["token"] for seat in links["seats"]}
            for seat, channel in room.channels.items():
                name = None if seat is None else sitting.state.player_names[seat]
                channel.send({"again": links["watch"] if name is None else by_name.get(name, links["watch"])})
        self._studio.wake_bots(table)
        return JSONResponse(links)


def code_of(words: str) -> str:
    """Draw a QR code as SVG; empty if the library for it is missing."""
    try:
        import segno
    except ImportError:
        return ""
    return segno.make(words, micro=False).svg_inline(scale=4, border=3, dark="#201e1a", light="#ffffff", omitsize=True)


def _seat(key: Key) -> int | None:
    return key.seat if key.role == SEAT else None


def _name(sitting: Sitting, key: Key) -> str:
    assert key.seat is not None
    return sitting.state.player_names[key.seat]


def _others(sitting: Sitting, seat: int) -> set[int]:
    """Return the other seats at which people sit."""
    automas = sitting.showing.game.automas(len(sitting.setup.names))
    people = [number for number in range(len(sitting.state.player_names)) if number not in automas]
    return {number for number, who in zip(people, sitting.setup.seats, strict=True) if who == PERSON and number != seat}


def _settled(room: Room) -> None:
    room.asks_back, room.agreed = "", set()


def _not_printed(definition: dict[str, Any], kind: str, lines: list[str]) -> list[str]:
    """Leave out what the face of a thing shows, and the end of a very long list."""
    form = next((form for form in definition["kinds"] if form["name"] == kind), None)
    columns = tuple(f"{column['title']}:" for column in form["columns"]) if form else ()
    texts = {member["text"] for member in form["members"]} if form else set()
    found = [line.strip() for line in lines]
    found = [line for line in found if line not in texts and not (columns and line.startswith(columns))]
    return [*found[:MAX_LINES], f"and {len(found) - MAX_LINES} more"] if len(found) > MAX_LINES + 1 else found

"""Editing: what an edit page asks, all of it by a table's owner and from this machine.

In: requests with an owner's token. Out: files of the table's game, what becomes of the table when they are saved, scenarios in
red and green, cards and the board as they would look, house rules from a form. Layer: tools.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from functools import cache
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from interpreter.language.textmate import textmate
from interpreter.source import Problems, to_json

from .desk import LARGEST, Desk
from .errands import inside
from .language import speak
from .places import with_places
from .running_errands import errand, one
from .server import Studio
from .store import OWNER, Key
from .web import Turned, answered, body_of, from_here, page

MOST_EDITORS = 8
SAVES = 10.0  # of one token, each second
LOOK = "look.yaml"
ELSEWHERE = "Files are edited on the machine on which the studio runs."
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Editing:
    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._editors = 0

    def routes(self) -> list[BaseRoute]:
        posts = {
            "file": self._save, "take": self._take, "scenarios": self._scenarios, "preview": self._preview,
            "places": self._places, "house": self._house, "copy": self._copy, "with": self._with,
        }  # fmt: skip
        return [
            Route("/edit/{token}", page("edit.html")),
            Route("/api/e/{token}", answered(self._about)),
            Route("/api/e/{token}/file", answered(self._read)),
            Route("/api/e/{token}/changeable", answered(self._changeable)),
            *(Route(f"/api/e/{{token}}/{word}", answered(handle), methods=["POST"]) for word, handle in posts.items()),
            WebSocketRoute("/api/e/{token}/language", self._language),
        ]

    # ---- who, and what
    def _key(self, request: HTTPConnection) -> Key:
        key = self._studio.key(request, OWNER)
        if not from_here(request):
            raise Turned(403, ELSEWHERE)
        return key

    async def _desk(self, request: HTTPConnection) -> Desk:
        return await asyncio.to_thread(self._studio.hall.desk, self._key(request).table)

    async def _about(self, request: Request) -> Response:
        key, hall = self._key(request), self._studio.hall
        desk = await self._desk(request)
        links = await asyncio.to_thread(hall.links, key.table)
        sitting = await asyncio.to_thread(hall.sitting, key.table)
        return JSONResponse({
            **links, "title": sitting.showing.game.title, "files": desk.files(), "read_only": desk.read_only,
            "words": coloured(), "variants": list(sitting.setup.variants), "old": await asyncio.to_thread(hall.is_old, key.table),
        })  # fmt: skip

    # ---- files
    async def _read(self, request: Request) -> Response:
        text, version = (await self._desk(request)).read(request.query_params.get("name", ""))
        return JSONResponse({"text": text, "version": version})

    async def _save(self, request: Request) -> Response:
        desk = await self._desk(request)
        self._studio.pace.count("save " + request.path_params["token"], SAVES)
        wanted = await body_of(request, 2 * LARGEST)
        before = wanted.get("version")
        version = desk.write(str(wanted.get("name")), str(wanted.get("text")), None if before is None else str(before))
        return JSONResponse({"version": version, "files": desk.files(), **await self._renewed(request, accept=False)})

    async def _take(self, request: Request) -> Response:
        """The rules as they are saved, for this table; with `accept` although an answer does not fit them."""
        wanted = await body_of(request)
        return JSONResponse(await self._renewed(request, accept=wanted.get("accept") is True))

    async def _renewed(self, request: Request, accept: bool) -> dict[str, Any]:
        """What becomes of the table: it plays under the new rules, or goes on under the old ones, and why."""
        key, studio = self._key(request), self._studio
        desk = await self._desk(request)
        room = studio.room(key.table)
        async with room.lock:
            try:
                found = await asyncio.to_thread(studio.hall.renew, key.table, accept)
            except Problems as problems:
                told = [to_json(problem) for problem in problems.diagnostics]
                placed = [{**one, "path": one["path"] and inside(desk.folder.resolve(), one["path"])} for one in told]
                return {"changed": True, "taken": False, "divergence": "", "answers": 0, "problems": placed}
            await studio.tell(key.table, room)
        studio.wake_bots(key.table)
        return {
            "changed": found.changed, "taken": found.taken, "divergence": found.divergence, "answers": found.answers,
            "problems": [],
        }  # fmt: skip

    # ---- errands
    async def _scenarios(self, request: Request) -> Response:
        desk = await self._desk(request)
        self._studio.pace.count("scenarios", SAVES)
        return line_by_line(errand("scenarios", desk.folder, {}))

    async def _preview(self, request: Request) -> Response:
        """Cards and board as they would be with a text that is not saved."""
        desk = await self._desk(request)
        wanted = await body_of(request, 2 * LARGEST)
        self._studio.pace.count("preview", SAVES)
        name = str(wanted.get("name"))
        texts = {name: str(wanted.get("text"))} if name in desk.files() else {}
        variants = list((await asyncio.to_thread(self._studio.hall.sitting, self._key(request).table)).setup.variants)
        return line_by_line(errand("preview", desk.folder, {"texts": texts, "variants": variants}))

    async def _places(self, request: Request) -> Response:
        """Places of the map, dragged: written into look.yaml."""
        desk = await self._desk(request)
        wanted = await body_of(request, LARGEST)
        places = _points(wanted.get("places"))
        kind = str(wanted.get("kind"))
        if not places or not _NAME.fullmatch(kind):
            raise Turned(400, "A place lies at two numbers.")
        text, version = desk.read(LOOK) if LOOK in desk.files() else ("", None)
        desk.write(LOOK, with_places(text, kind, places), version)
        return JSONResponse(await self._renewed(request, accept=False))

    # ---- house rules
    async def _changeable(self, request: Request) -> Response:
        return JSONResponse(await one("changeable", (await self._desk(request)).folder, {}))

    async def _house(self, request: Request) -> Response:
        """A house rule's text, with what is wrong with it; written when that is asked and nothing is wrong."""
        desk = await self._desk(request)
        wanted = await body_of(request)
        self._studio.pace.count("preview", SAVES)
        found = await one("house", desk.folder, wanted)
        if not wanted.get("write") or found.get("problems") or "texts" not in found:
            return JSONResponse({**found, "written": False})
        for name, text in found["texts"].items():
            desk.write(name, text, None)
        return JSONResponse({**found, "written": True, "files": desk.files()})

    async def _copy(self, request: Request) -> Response:
        key = self._key(request)
        self._studio.pace.count("copy", 2.0)
        table = await asyncio.to_thread(self._studio.hall.copy, key.table)
        return JSONResponse(await asyncio.to_thread(self._studio.hall.links, table))

    async def _with(self, request: Request) -> Response:
        """A new table for the same seats, with a variant more."""
        key = self._key(request)
        self._studio.pace.count("copy", 2.0)
        variant = str((await body_of(request)).get("variant"))
        table = await asyncio.to_thread(self._studio.hall.with_variant, key.table, variant)
        return JSONResponse(await asyncio.to_thread(self._studio.hall.links, table))

    # ---- the language server
    async def _language(self, socket: WebSocket) -> None:
        try:
            desk = await self._desk(socket)
        except Turned:
            await socket.close(1008)
            return
        if self._editors >= MOST_EDITORS:
            await socket.close(1013)
            return
        await socket.accept()
        self._editors += 1
        try:
            await speak(socket, desk.folder)
        finally:
            self._editors -= 1


def line_by_line(found: AsyncIterator[dict[str, Any]]) -> Response:
    """What is found, as it is found: a line of JSON each."""

    async def lines() -> AsyncIterator[str]:
        async for line in found:
            yield json.dumps(line) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


SCOPES = {  # what the page calls the sorts of words that editors know by these names
    "comment": "comment", "string": "string", "constant.numeric": "number", "constant.language": "atom",
    "storage.type": "typeName", "keyword.operator": "operatorKeyword", "keyword.declaration": "definitionKeyword",
    "keyword": "keyword", "support.function": "variableName.function",
}  # fmt: skip


@cache
def coloured() -> list[tuple[str, str]]:
    """The sorts of words of the language, each with a pattern."""
    patterns = textmate()["patterns"]
    assert isinstance(patterns, list)
    return [(_sort(rule["name"]), rule["match"]) for rule in patterns if "match" in rule and "name" in rule]


def _sort(scope: str) -> str:
    return next(sort for name, sort in SCOPES.items() if scope.startswith(name))


def _points(found: object) -> dict[str, tuple[float, float]]:
    """Places by name; empty when one of them is no point."""
    if not isinstance(found, Mapping):
        return {}
    points: dict[str, tuple[float, float]] = {}
    for name, at in found.items():
        if not _NAME.fullmatch(str(name)) or not isinstance(at, list) or len(at) != 2:
            return {}
        if not all(isinstance(number, int | float) and abs(number) < 1e6 for number in at):
            return {}
        points[str(name)] = (float(at[0]), float(at[1]))
    return points

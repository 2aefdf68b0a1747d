"""Routes of the edit page, for the table's owner in the host's browser.

In: requests with an owner's token and the host's secret. Out: the files of the table's game, what saving them does to the
table, scenario results, previews of cards and board, house rules from a form. Layer: tools.
"""

from __future__ import annotations

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
from interpreter.tools.studio.game_files import LARGEST, Desk
from interpreter.tools.studio.request_bodies import text
from interpreter.tools.studio.task_runner import errand, one
from interpreter.tools.studio.tasks import inside

from .language import speak
from .places import with_places
from .server import Studio
from .store import OWNER, Key
from .threads import in_thread
from .web import HttpError, answered, body_of, page

MAX_EDITORS = 8
SAVES = 10.0  # per token and second
LOOK = "look.yaml"
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

    # ---- access
    def key(self, request: HTTPConnection) -> Key:
        key = self._studio.key(request, OWNER)
        self._studio.entrance.check(request)
        return key

    async def desk(self, request: HTTPConnection) -> Desk:
        return await in_thread(self._studio.hall.desk, self.key(request).table)

    async def _about(self, request: Request) -> Response:
        key, hall = self.key(request), self._studio.hall
        desk = await self.desk(request)
        async with self._studio.visit(key.table):
            links = await in_thread(hall.links, key.table)
            sitting = await self._studio.sitting(key.table)
            old = await in_thread(hall.is_old, key.table)
        return JSONResponse({
            **links, "title": sitting.showing.game.title, "files": desk.files(), "read_only": desk.read_only,
            "words": coloured(), "variants": list(sitting.setup.variants), "old": old, "made": sitting.made,
            "can_return": hall.can_return(key.table),
        })  # fmt: skip

    # ---- files
    async def _read(self, request: Request) -> Response:
        found, version = (await self.desk(request)).read(request.query_params.get("name", ""))
        return JSONResponse({"text": found, "version": version})

    async def _save(self, request: Request) -> Response:
        desk = await self.desk(request)
        self._studio.pace.count("save " + request.path_params["token"], SAVES)
        wanted = await body_of(request, 2 * LARGEST)
        before = wanted.get("version")
        name, written = text(wanted.get("name"), "The name of the file"), text(wanted.get("text"), "The text", LARGEST)
        version = desk.write(name, written, None if before is None else str(before))
        return JSONResponse({"version": version, "files": desk.files(), **await self.renewed(request, accept=False)})

    async def _take(self, request: Request) -> Response:
        """Apply the saved rules to this table.

        With `accept`, drop the answers from the first one that no longer fits."""
        wanted = await body_of(request)
        return JSONResponse(await self.renewed(request, accept=wanted.get("accept") is True))

    async def renewed(self, request: Request, accept: bool) -> dict[str, Any]:
        """Reload the table under the saved rules, or report why it keeps the old."""
        key, studio = self.key(request), self._studio
        desk = await self.desk(request)
        async with studio.at(key.table) as (room, _):
            try:
                found = await in_thread(studio.hall.renew, key.table, accept)
            except Problems as problems:
                told = [to_json(problem) for problem in problems.diagnostics]
                placed = [{**one, "path": one["path"] and inside(desk.folder.resolve(), one["path"])} for one in told]
                return {"changed": True, "taken": False, "divergence": "", "answers": 0, "problems": placed}
            await studio.tell(key.table, room)
        studio.wake_bots(key.table)
        return {
            "changed": found.changed, "taken": found.taken, "divergence": found.divergence, "answers": found.answers,
            "problems": [], "can_return": studio.hall.can_return(key.table),
        }  # fmt: skip

    # ---- tasks
    async def _scenarios(self, request: Request) -> Response:
        desk = await self.desk(request)
        self._studio.pace.count("scenarios", SAVES)
        return line_by_line(errand("scenarios", desk.folder, {}))

    async def _preview(self, request: Request) -> Response:
        """Render cards and board from a text that is not saved yet."""
        desk = await self.desk(request)
        wanted = await body_of(request, 2 * LARGEST)
        self._studio.pace.count("preview", SAVES)
        name, shown = text(wanted.get("name"), "The name of the file"), text(wanted.get("text"), "The text", LARGEST)
        texts = {name: shown} if name in desk.files() else {}
        variants = list((await in_thread(self._studio.hall.setup, self.key(request).table)).variants)
        return line_by_line(errand("preview", desk.folder, {"texts": texts, "variants": variants}))

    async def _places(self, request: Request) -> Response:
        """Write dragged map places to look.yaml."""
        desk = await self.desk(request)
        wanted = await body_of(request, LARGEST)
        places = _points(wanted.get("places"))
        kind = str(wanted.get("kind"))
        if not places or not _NAME.fullmatch(kind):
            raise HttpError(400, "A position needs two numbers.")
        before, version = desk.read(LOOK) if LOOK in desk.files() else ("", None)
        desk.write(LOOK, with_places(before, kind, places), version)
        return JSONResponse(await self.renewed(request, accept=False))

    # ---- house rules
    async def _changeable(self, request: Request) -> Response:
        return JSONResponse(await one("changeable", (await self.desk(request)).folder, {}))

    async def _house(self, request: Request) -> Response:
        """Generate a house rule and check it; write it if asked to and it is right."""
        desk = await self.desk(request)
        wanted = await body_of(request)
        self._studio.pace.count("preview", SAVES)
        found = await one("house", desk.folder, wanted)
        if not wanted.get("write") or found.get("problems") or "texts" not in found:
            return JSONResponse({**found, "written": False})
        for name, written in found["texts"].items():
            desk.write(name, written, None)
        return JSONResponse({**found, "written": True, "files": desk.files()})

    async def _copy(self, request: Request) -> Response:
        key = self.key(request)
        self._studio.pace.count("copy", 2.0)
        async with self._studio.at(key.table):
            table = await in_thread(self._studio.hall.copy, key.table)
        return await self._studio.opened(table)

    async def _with(self, request: Request) -> Response:
        """Open a new table for the same seats with one more variant."""
        key = self.key(request)
        self._studio.pace.count("copy", 2.0)
        variant = text((await body_of(request)).get("variant"), "The variant")
        return await self._studio.opened(await in_thread(self._studio.hall.with_variant, key.table, variant))

    # ---- the language server
    async def _language(self, socket: WebSocket) -> None:
        try:
            desk = await self.desk(socket)
        except HttpError:
            await socket.close(1008)
            return
        if self._editors >= MAX_EDITORS:
            await socket.close(1013)
            return
        await socket.accept()
        self._editors += 1
        try:
            await speak(socket, desk.folder)
        finally:
            self._editors -= 1


def line_by_line(found: AsyncIterator[dict[str, Any]]) -> Response:
    """Stream results as they arrive, one JSON object per line."""

    async def lines() -> AsyncIterator[str]:
        async for line in found:
            yield json.dumps(line) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


SCOPES = {  # TextMate scope prefixes and the page's name for each
    "comment": "comment", "string": "string", "constant.numeric": "number", "constant.language": "atom",
    "storage.type": "typeName", "keyword.operator": "operatorKeyword", "keyword.declaration": "definitionKeyword",
    "keyword": "keyword", "support.function": "variableName.function",
}  # fmt: skip


@cache
def coloured() -> list[tuple[str, str]]:
    """List the language's token classes, each with its pattern."""
    patterns = textmate()["patterns"]
    assert isinstance(patterns, list)
    return [(_sort(rule["name"]), rule["match"]) for rule in patterns if "match" in rule and "name" in rule]


def _sort(scope: str) -> str:
    return next(sort for name, sort in SCOPES.items() if scope.startswith(name))


def _points(found: object) -> dict[str, tuple[float, float]]:
    """Parse places by name; empty if any of them is not a point."""
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

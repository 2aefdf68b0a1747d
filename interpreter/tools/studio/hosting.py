"""Routes for the host: list and delete tables, begin a game.

In: requests with the host's secret. Out: a list of tables without anything hidden at them; deleted tables; a new game with a
table of it. Layer: tools.
"""

from __future__ import annotations

import dataclasses

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from .beginnings import kinds
from .server import Studio
from .threads import in_thread
from .web import HttpError, answered, body_of


class Hosting:
    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/host/tables", answered(self._tables)),
            Route("/api/host/tables/{table}/delete", answered(self._delete), methods=["POST"]),
            Route("/api/host/clear", answered(self._clear), methods=["POST"]),
            Route("/api/host/kinds", answered(self._kinds)),
            Route("/api/host/new-game", answered(self._new_game), methods=["POST"]),
        ]

    async def _tables(self, request: Request) -> Response:
        self._studio.entrance.check(request)
        found = await in_thread(self._studio.hall.store.listed)
        return JSONResponse({"tables": [dataclasses.asdict(one) for one in found]})

    async def _delete(self, request: Request) -> Response:
        self._studio.entrance.check(request)
        await body_of(request)
        table = request.path_params["table"]
        if await in_thread(self._studio.hall.store.setup, table) is None:
            raise HttpError(404, "There is no such table, or it is gone.")
        await self._studio.delete(table)
        return JSONResponse({"taken": True})

    async def _clear(self, request: Request) -> Response:
        """Delete all archived tables."""
        self._studio.entrance.check(request)
        await body_of(request)
        gone = [one.id for one in await in_thread(self._studio.hall.store.listed) if one.archived]
        for table in gone:
            await self._studio.delete(table)
        return JSONResponse({"cleared": len(gone)})

    async def _kinds(self, request: Request) -> Response:
        self._studio.entrance.check(request)
        return JSONResponse({"kinds": await in_thread(kinds)})

    async def _new_game(self, request: Request) -> Response:
        """Begin a game and open a table of it; answer with the table's links."""
        self._studio.entrance.check(request)
        wanted = await body_of(request)
        self._studio.pace.count("copy", 2.0)
        return await self._studio.opened(await in_thread(self._studio.hall.begin, wanted))

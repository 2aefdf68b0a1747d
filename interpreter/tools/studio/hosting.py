"""Routes for the host: list and delete tables.

In: requests with the host's secret. Out: a list of tables without anything hidden at them; deleted tables. Layer:
tools.
"""

from __future__ import annotations

import asyncio
import dataclasses

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from .server import Studio
from .web import HttpError, answered, body_of


class Hosting:
    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/host/tables", answered(self._tables)),
            Route("/api/host/tables/{table}/delete", answered(self._delete), methods=["POST"]),
            Route("/api/host/clear", answered(self._clear), methods=["POST"]),
        ]

    async def _tables(self, request: Request) -> Response:
        self._studio.entrance.check(request)
        found = await asyncio.to_thread(self._studio.hall.store.listed)
        return JSONResponse({"tables": [dataclasses.asdict(one) for one in found]})

    async def _delete(self, request: Request) -> Response:
        self._studio.entrance.check(request)
        await body_of(request)
        table = request.path_params["table"]
        if await asyncio.to_thread(self._studio.hall.store.setup, table) is None:
            raise HttpError(404, "There is no such table, or it is gone.")
        await self._studio.delete(table)
        return JSONResponse({"taken": True})

    async def _clear(self, request: Request) -> Response:
        """Delete all archived tables."""
        self._studio.entrance.check(request)
        await body_of(request)
        gone = [one.id for one in await asyncio.to_thread(self._studio.hall.store.listed) if one.archived]
        for table in gone:
            await self._studio.delete(table)
        return JSONResponse({"cleared": len(gone)})

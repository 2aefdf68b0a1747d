"""Routes by which games come and go: links, zip files.

In: requests of the owner of a table, or of the host. Out: a packed game; a table of a game that came from elsewhere. Layer:
tools. A game from elsewhere gets a folder and a title of its own; it is only read as text, like any game.
"""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

import interpreter
from interpreter.tools.studio import request_bodies as read
from interpreter.tools.studio.file_work import texts
from interpreter.tools.studio.game_files import Desk
from interpreter.tools.studio.sharing import MAX_PACKED, Shared, of_zip, packed, unpacked, zipped

from .editing import Editing
from .server import Studio
from .threads import in_thread
from .web import HttpError, answered, body_of

SECRET = (
    "This table runs with dice that nobody may know, and several people play at it. Its position can be shared when the game is "
    "over, or if a seed was chosen when it was opened. Share the game, without the position."
)
ZIP = "application/zip"


class Exchange:
    def __init__(self, studio: Studio, editing: Editing) -> None:
        self._studio, self._editing = studio, editing

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/e/{token}/share", answered(self._share)),
            Route("/api/e/{token}/zip", answered(self._zip)),
            Route("/api/host/shared", answered(self._open), methods=["POST"]),
            Route("/api/host/shared/about", answered(self._about), methods=["POST"]),
            Route("/api/host/zip", answered(self._open_zip), methods=["POST"]),
        ]

    # ---- out
    async def _share(self, request: Request) -> Response:
        """Pack the game of a table, with the position of the table if it is asked for."""
        desk = await self._editing.desk(request)
        key = self._editing.key(request)
        async with self._studio.at(key.table) as (_, sitting):
            title, save = sitting.showing.game.title, None
            if request.query_params.get("what") == "position":
                save = await in_thread(sitting.shared)
                if save is None:
                    raise HttpError(409, SECRET)
        found = await in_thread(packed, title, dict(texts(desk)), await in_thread(bundled_texts), save)
        return JSONResponse({"packed": found, "title": title})

    async def _zip(self, request: Request) -> Response:
        desk = await self._editing.desk(request)
        name = desk.folder.name
        data = await in_thread(zipped, name, dict(texts(desk)))
        return Response(data, media_type=ZIP, headers={"content-disposition": f'attachment; filename="{name}.zip"'})

    # ---- in
    async def _about(self, request: Request) -> Response:
        """Say what a link holds, before it is opened."""
        self._studio.entrance.check(request)
        shared = await self._shared(request)
        base = next((info.title for info in interpreter.games() if info.name == shared.base), "")
        return JSONResponse({
            "title": shared.title, "base": base, "files": sorted(shared.texts), "position": shared.save is not None,
        })  # fmt: skip

    async def _open(self, request: Request) -> Response:
        self._studio.entrance.check(request)
        shared = await self._shared(request)
        self._studio.pace.count("copy", 2.0)
        whole = shared.whole(await in_thread(bundled_texts))
        return await self._studio.opened(await in_thread(self._studio.hall.adopt, whole, shared.save))

    async def _shared(self, request: Request) -> Shared:
        wanted = await body_of(request, 2 * MAX_PACKED)
        return unpacked(read.text(wanted.get("packed"), "The link", MAX_PACKED))

    async def _open_zip(self, request: Request) -> Response:
        self._studio.entrance.check(request)
        self._studio.pace.count("copy", 2.0)
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > MAX_PACKED:
                raise HttpError(413, "That zip file is too large: a game has at most a megabyte.")
        found = await in_thread(of_zip, bytes(data))
        return await self._studio.opened(await in_thread(self._studio.hall.adopt, found, None))


@lru_cache(maxsize=1)
def bundled_texts() -> dict[str, dict[str, str]]:
    return {info.name: dict(texts(Desk(info.path))) for info in interpreter.games()}

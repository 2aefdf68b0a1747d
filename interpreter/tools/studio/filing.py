"""Routes of the edit page for whole files: make, rename, duplicate, delete, upload, search, replace, history.

In: requests with an owner's token and the host's secret. Out: the files as they are afterwards, and what the table makes of
them. Layer: tools.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from interpreter.language.cheat_sheet import cheat_sheet
from interpreter.tools.new import card_sheet, map_sheet
from interpreter.tools.new.adjustable import adjustable
from interpreter.tools.studio import file_work
from interpreter.tools.studio.game_files import LARGEST, Desk, NotHereError
from interpreter.tools.studio.request_bodies import text, texts
from interpreter.tools.studio.task_runner import one

from .editing import SAVES, Editing
from .server import Studio
from .threads import in_thread
from .web import answered, body_of

RECORDED = "scenarios/recorded.scenario"
WORKBOOKS = (".xlsx", ".ods")
SPREADSHEETS = (".csv", ".tsv", *WORKBOOKS)


class Filing:
    def __init__(self, studio: Studio, editing: Editing) -> None:
        self._studio, self._editing = studio, editing

    def routes(self) -> list[BaseRoute]:
        posts = {
            "make": self._make, "rename": self._rename, "duplicate": self._duplicate, "delete": self._delete,
            "begin": self._begin, "upload": self._upload, "replace": self._replace, "restore": self._restore,
            "record": self._record, "untake": self._untake, "sheet": self._sheet, "columns": self._columns,
            "adjustable": self._adjustable, "map": self._map,
        }  # fmt: skip
        return [
            Route("/api/e/{token}/search", answered(self._search)),
            Route("/api/e/{token}/names", answered(self._names)),
            Route("/api/e/{token}/language-sheet", answered(self._cheat_sheet)),
            Route("/api/e/{token}/history", answered(self._history)),
            Route("/api/e/{token}/history/{number:int}", answered(self._difference)),
            *(Route(f"/api/e/{{token}}/{word}", answered(handle), methods=["POST"]) for word, handle in posts.items()),
        ]

    async def _wanted(self, request: Request) -> tuple[Desk, dict[str, Any]]:
        desk = await self._editing.desk(request)
        self._studio.pace.count("save " + request.path_params["token"], SAVES)
        return desk, await body_of(request, 2 * LARGEST)

    async def _done(self, request: Request, desk: Desk, show: str | None, **more: object) -> Response:
        """Answer a change: the files, one to show, and the result for the table."""
        renewed = await self._editing.renewed(request, accept=False)
        return JSONResponse({
            "files": desk.files(), "show": show, "step": file_work.newest(desk), **more, **renewed,
        })  # fmt: skip

    # ---- single files
    async def _make(self, request: Request) -> Response:
        desk, wanted = await self._wanted(request)
        name = text(wanted.get("name"), "The name of the file")
        desk.write(name, text(wanted.get("text", ""), "The text", LARGEST), None)
        return await self._done(request, desk, name)

    async def _rename(self, request: Request) -> Response:
        desk, wanted = await self._wanted(request)
        new = text(wanted.get("to"), "The new name")
        changed = await in_thread(file_work.rename, desk, text(wanted.get("name"), "The name of the file"), new)
        return await self._done(request, desk, new, changed_names=changed)

    async def _duplicate(self, request: Request) -> Response:
        desk, wanted = await self._wanted(request)
        name = file_work.duplicate(desk, text(wanted.get("name"), "The name of the file"))
        return await self._done(request, desk, name)

    async def _delete(self, request: Request) -> Response:
        desk, wanted = await self._wanted(request)
        file_work.delete(desk, text(wanted.get("name"), "The name of the file"))
        return await self._done(request, desk, None)

    async def _begin(self, request: Request) -> Response:
        """Create a part of the game that runs: cards with rules, variant, scenario."""
        desk, wanted = await self._wanted(request)
        found = await one("begin", desk.folder, wanted)
        if found.get("problems") or "texts" not in found:
            return JSONResponse({"message": _sentence(found.get("problems", ()))}, 409)
        names = file_work.write_all(desk, f"{wanted.get('name')} begun", found["texts"], found["changes"])
        return await self._done(request, desk, names[0])

    async def _upload(self, request: Request) -> Response:
        """Accept a text file as it is; turn a spreadsheet into a card table."""
        desk, wanted = await self._wanted(request)
        name = text(wanted.get("name"), "The name of the file")
        if not name.endswith(SPREADSHEETS):
            desk.write(name, text(wanted.get("text"), "The text", LARGEST), None)
            return await self._done(request, desk, name)
        plain = name.rsplit("/", 1)[-1].rpartition(".")[0]
        sheet = {"text": text(wanted.get("text", ""), "The text", LARGEST)}
        if name.endswith(WORKBOOKS):
            sheet = {"workbook": text(wanted.get("workbook"), "The spreadsheet", 2 * LARGEST)}
        found = await one("begin", desk.folder, {"kind": "spreadsheet", "name": plain, **sheet})
        if "texts" not in found:
            return JSONResponse({"message": _sentence(found.get("problems", ()))}, 409)
        names = file_work.write_all(desk, f"{name} uploaded", found["texts"], found["changes"])
        return await self._done(request, desk, names[0])

    # ---- all files
    async def _search(self, request: Request) -> Response:
        desk = await self._editing.desk(request)
        words = text(request.query_params.get("words", ""), "What to find")
        exact = request.query_params.get("exact") == "yes"
        return JSONResponse({"found": await in_thread(file_work.search, desk, words, exact)})

    async def _replace(self, request: Request) -> Response:
        desk, wanted = await self._wanted(request)
        words, other = text(wanted.get("words"), "What to find"), text(wanted.get("other"), "What to write instead")
        count, names = await in_thread(file_work.replace, desk, words, other, wanted.get("exact") is True)
        return await self._done(request, desk, None, count=count, changed_names=names)

    # ---- forms
    async def _sheet(self, request: Request) -> Response:
        """Return the rows of a card table as it is on the screen.

        First with one change, if the request contains one."""
        await self._editing.desk(request)
        wanted = await body_of(request, 2 * LARGEST)
        written = text(wanted.get("text"), "The text", LARGEST)
        try:
            changed = await in_thread(_with_change, written, wanted.get("change"))
            return JSONResponse({"text": changed, "rows": await in_thread(card_sheet.rows, changed)})
        except (card_sheet.UnwritableError, LookupError) as reason:
            words = str(reason) if isinstance(reason, card_sheet.UnwritableError) else "There is no such row."
            return JSONResponse({"message": words}, 409)

    async def _map(self, request: Request) -> Response:
        """Answer with the places and connections of a map as it is on the screen.

        First with one change, if one is asked for."""
        await self._editing.desk(request)
        wanted = await body_of(request, 2 * LARGEST)
        written, change = text(wanted.get("text"), "The text", LARGEST), wanted.get("change")
        try:
            changed = await in_thread(map_sheet.changed, written, change) if isinstance(change, dict) else written
            return JSONResponse({"text": changed, **await in_thread(map_sheet.shown, changed)})
        except card_sheet.UnwritableError as reason:
            return JSONResponse({"message": str(reason)}, 409)
        except (LookupError, TypeError, ValueError):
            return JSONResponse({"message": "There is no such place or connection."}, 409)

    async def _columns(self, request: Request) -> Response:
        desk = await self._editing.desk(request)
        wanted = await body_of(request, 2 * LARGEST)
        self._studio.pace.count("preview", SAVES)
        name = text(wanted.get("name"), "The name of the file")
        shown = {name: text(wanted.get("text"), "The text", LARGEST)} if name in desk.files() else {}
        return JSONResponse(await one("sheet", desk.folder, {"name": name, "texts": shown}))

    async def _adjustable(self, request: Request) -> Response:
        """Return numbers, ranges and options, with the open file as on the screen."""
        desk = await self._editing.desk(request)
        wanted = await body_of(request, 2 * LARGEST)
        files = dict(file_work.texts(desk))
        if isinstance(name := wanted.get("name"), str) and name in files:
            files[name] = text(wanted.get("text"), "The text", LARGEST)
        return JSONResponse({"found": [asdict(value) for value in adjustable(files)]})

    async def _names(self, request: Request) -> Response:
        return JSONResponse(await one("names", (await self._editing.desk(request)).folder, {}))

    async def _cheat_sheet(self, request: Request) -> Response:
        self._editing.key(request)
        return JSONResponse({"sentences": [asdict(sentence) for sentence in cheat_sheet()]})

    # ---- history
    async def _history(self, request: Request) -> Response:
        return JSONResponse(await in_thread(file_work.steps, await self._editing.desk(request)))

    async def _difference(self, request: Request) -> Response:
        desk = await self._editing.desk(request)
        return JSONResponse(await in_thread(file_work.difference, desk, int(request.path_params["number"])))

    async def _restore(self, request: Request) -> Response:
        """Restore one file to an entry, or the whole game to a step."""
        desk, wanted = await self._wanted(request)
        name = None
        if isinstance(wanted.get("number"), int):
            name = await in_thread(file_work.restore_file, desk, wanted["number"])
        elif isinstance(wanted.get("step"), int):
            await in_thread(file_work.restore_game, desk, wanted["step"])
        else:
            raise NotHereError("There is no such save.")
        return await self._done(request, desk, name)

    async def _untake(self, request: Request) -> Response:
        """Undo the last switch to new rules that dropped answers."""
        key, studio = self._editing.key(request), self._studio
        async with studio.at(key.table) as (room, _):
            answers = await in_thread(studio.hall.turn_back, key.table)
            await studio.tell(key.table, room)
        studio.wake_bots(key.table)
        return JSONResponse({"answers": answers})

    # ---- scenarios
    async def _record(self, request: Request) -> Response:
        """Record what was played at this table, from an answer on, as a scenario."""
        desk, wanted = await self._wanted(request)
        key = self._editing.key(request)
        first = wanted.get("first")
        title = " ".join(text(wanted.get("title"), "The name").split()).replace('"', "'")
        if type(first) is not int or not title:
            raise NotHereError("A scenario needs a name, and a decision to begin with.")
        async with self._studio.at(key.table) as (_, sitting):
            recorded = await in_thread(sitting.scenario, max(0, min(first, sitting.made)), title)
        there = RECORDED in desk.files()
        before, version = desk.read(RECORDED) if there else ("", None)
        line = len(before.rstrip().splitlines()) + 2 if before.strip() else 1
        desk.write(RECORDED, f"{before.rstrip()}\n\n{recorded}" if before.strip() else recorded, version)
        return await self._done(request, desk, RECORDED, line=line)


def _with_change(written: str, change: object) -> str:
    """Carry out one change of a card table."""
    if not isinstance(change, dict):
        return written
    row, column = int(change.get("row", 0)), text(change.get("column", ""), "The column")
    match change.get("what"):
        case "set":
            typed = text(change.get("typed"), "The cell", LARGEST)
            order = tuple(texts(change.get("order"), "the columns"))
            return card_sheet.set_cell(written, row, column, typed, text(change.get("type"), "The type"), order)
        case "add":
            return card_sheet.add_row(written, row, card_sheet.free_id(written))
        case "delete":
            return card_sheet.delete_row(written, row)
        case "move":
            return card_sheet.move_row(written, row, int(change.get("to", 0)))
        case _:
            return written


def _sentence(problems: object) -> str:
    """Return the first problem in words."""
    if not isinstance(problems, list) or not problems:
        return "This could not be calculated."
    first = problems[0]
    return f"{first['message']} — {first['help']}" if first.get("help") else str(first["message"])

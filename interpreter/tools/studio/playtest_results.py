"""Routes of a playtest's results, for the host: tables, the time line of each, the table at a moment, report and export.

In: requests with the host's secret. Out: JSON, pages without scripts, a zip. Layer: tools. While a game runs, its table is shown
as spectators see it, unless the playtest is closed: the host may be one of the players.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

import interpreter
from interpreter.tools.playtest.export import FORMATS, exported, needs_extra
from interpreter.tools.playtest.figures import hesitations
from interpreter.tools.playtest.page import rules_now
from interpreter.tools.playtest.played import PlayedTable
from interpreter.tools.playtest.timeline import timeline
from interpreter.tools.show.titles import titles_of
from interpreter.tools.studio.playtest_reading import PlaytestReading, Replays
from interpreter.tools.studio.playtest_store import Playtest
from interpreter.tools.studio.playtests import Playtests

from .balancing import FIGURES
from .jobs import BusyError, Job, Jobs
from .server import Studio
from .threads import in_thread
from .web import HttpError, answered, body_of, page

MINUTES = "0.4"  # for bots, beside people
NO_TABLE = "There is no such table in this playtest."


class PlaytestResults:
    def __init__(self, studio: Studio, playtests: Playtests, jobs: Jobs) -> None:
        self._studio, self._playtests, self._jobs = studio, playtests, jobs
        self._replays = Replays()

    def routes(self) -> list[BaseRoute]:
        at = "/api/host/playtests/{id}"
        return [
            Route("/playtests/{id}", page("playtest.html")),
            Route("/playtests/{id}/{table}", page("playtest.html")),
            Route(f"{at}/tables", answered(self._tables)),
            Route(f"{at}/tables/{{table}}", answered(self._table)),
            Route(f"{at}/tables/{{table}}/seen/{{answers:int}}", answered(self._seen)),
            Route(f"{at}/export", answered(self._export)),
            Route(f"{at}/report", answered(self._begin_report), methods=["POST"]),
            Route(f"{at}/report/{{job}}", answered(self._report)),
            Route(f"{at}/report/{{job}}/page", answered(self._report_page)),
        ]

    async def _playtest(self, request: Request) -> Playtest:
        self._studio.entrance.check(request)
        return await in_thread(self._playtests.playtest, request.path_params["id"])

    async def _played(self, playtest: Playtest) -> list[PlayedTable]:
        return await in_thread(PlaytestReading(self._studio.hall, playtest, self._replays).tables)

    # ---- looking
    async def _tables(self, request: Request) -> Response:
        playtest = await self._playtest(request)
        played = await self._played(playtest)
        slow = await in_thread(hesitations, played)
        found = []
        for table in played:
            kinds = [one.kind for one in table.did]
            found.append({
                **_about(table, playtest), "notes": kinds.count("note"), "tried": kinds.count("refused"),
                "hesitations": sum(one.table is table for one in slow),
            })  # fmt: skip
        return JSONResponse({
            "name": playtest.name, "game": playtest.game, "title": played[0].game.title if played else playtest.game,
            "people": len(await in_thread(self._playtests.kept.people, playtest.id)), "tables": found,
        })  # fmt: skip

    async def _table(self, request: Request) -> Response:
        """Return the time line of a table."""
        playtest = await self._playtest(request)
        played = await self._played(playtest)
        table = next((one for one in played if one.id == request.path_params["table"]), None)
        if table is None:
            raise HttpError(404, NO_TABLE)
        titles = await in_thread(titles_of, table.game)
        steps = await in_thread(timeline, table, played, titles, playtest.plan.questions)
        return JSONResponse({"playtest": playtest.name, **_about(table, playtest), "steps": steps})

    async def _seen(self, request: Request) -> Response:
        """Draw a table after some answers, as a seat saw it."""
        playtest = await self._playtest(request)
        table, answers = request.path_params["table"], request.path_params["answers"]
        if await in_thread(self._playtests.kept.of_table, table) is None:
            raise HttpError(404, NO_TABLE)
        seat = request.query_params.get("seat", "")
        html = await in_thread(
            self._drawn, playtest, table, answers, int(seat) if re.fullmatch(r"\d{1,2}", seat) else None
        )
        headers = {"content-security-policy": FIGURES}
        return Response(html, media_type="text/html; charset=utf-8", headers=headers)

    def _drawn(self, playtest: Playtest, table: str, answers: int, seat: int | None) -> str:
        reading = PlaytestReading(self._studio.hall, playtest, self._replays)
        showing, state = reading.at(table, answers)
        if seat is not None and (seat >= len(state.player_names) or reading.is_hidden(table)):
            seat = None
        view, asked = interpreter.view_form(state, seat), interpreter.request_form(state, seat)
        return interpreter.table_page(showing.definition, view, asked, showing.look)

    # ---- taking along
    async def _export(self, request: Request) -> Response:
        playtest = await self._playtest(request)
        format = request.query_params.get("format", FORMATS[0])
        if format not in FORMATS:
            raise HttpError(400, f"The format is one of {', '.join(FORMATS)}.")
        if needs_extra(format):
            raise HttpError(409, 'Parquet files need PyArrow: pip install "rulewright[parquet]"')
        files = await in_thread(exported, await self._played(playtest), playtest.plan, format)
        name = re.sub(r"[^a-z0-9]+", "-", playtest.name.casefold()).strip("-") or "playtest"
        headers = {"content-disposition": f'attachment; filename="{name}.zip"'}
        return Response(await in_thread(_zipped, files), media_type="application/zip", headers=headers)

    async def _begin_report(self, request: Request) -> Response:
        """Let bots play beside the people, and write the report.

        It is a job, because it takes a while."""
        playtest = await self._playtest(request)
        await body_of(request)
        hall = self._studio.hall
        folder = str(await in_thread(hall.offered.path, playtest.game))
        words = [
            "report",
            folder,
            "--playtest",
            playtest.id,
            *hall.kept_in,
            "-o",
            "{}/report.html",
            "--minutes",
            MINUTES,
        ]
        try:
            job = self._jobs.begin(f"playtest {playtest.id}", [words], ())
        except BusyError as busy:
            raise HttpError(409, str(busy)) from None
        return JSONResponse(job.told())

    async def _job(self, request: Request) -> Job:
        playtest = await self._playtest(request)
        job = self._jobs.job(request.path_params["job"])
        if job is None or job.what != f"playtest {playtest.id}":
            raise HttpError(404, "That report is gone. Write it again.")
        return job

    async def _report(self, request: Request) -> Response:
        return JSONResponse(await in_thread((await self._job(request)).told))

    async def _report_page(self, request: Request) -> Response:
        file = (await self._job(request)).folder / "report.html"
        if not file.is_file():
            raise HttpError(404, "That report is gone. Write it again.")
        headers = {"content-security-policy": FIGURES}
        return Response(file.read_bytes(), media_type="text/html; charset=utf-8", headers=headers)


def _about(table: PlayedTable, playtest: Playtest) -> dict[str, Any]:
    result, names = table.state.result, table.state.player_names
    return {
        "id": table.id, "number": table.number, "side": playtest.plan.sides[table.side].name if playtest.plan.compare else "",
        "hidden": table.hidden, "opened": table.opened, "players": list(names), "seats": list(table.seats), "over": table.over,
        "winners": [names[seat] for seat in result.winners] if result is not None else [],
        "decisions": table.state.decisions, "answers": len(table.asked),
        "minutes": None if table.seconds is None else round(table.seconds / 60, 1),
        "rules": "" if table.fits.same else rules_now(table), "differs": None if not table.fits.why else table.fits.fits,
    }  # fmt: skip


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()

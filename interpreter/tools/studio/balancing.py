"""Routes of the balance page; every request needs the table owner's token.

In: requests with an owner's token. Out: jobs (report, simulate, compare, explore) with progress and results, the report with its
charts, and tables for watching a simulated game. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from interpreter.source.operating_system import HAS_THREADS
from interpreter.tools.studio.game_forms import BOTS, LEARNED
from interpreter.tools.studio.request_bodies import listed, texts

from .jobs import MAX_GAMES, MAX_SECONDS, BusyError, Job, Jobs
from .server import A_MINUTE, Studio
from .store import OWNER
from .threads import in_thread
from .web import HttpError, answered, body_of, page

JOBS = 10.0  # per table and minute
MAX_CHOICES = 100_000
MAX_MINUTES = 30
FIGURES = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; frame-ancestors 'self'; sandbox"
)


class Balancing:
    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.jobs = Jobs()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/balance/{token}", page("balance.html")),
            Route("/api/b/{token}", answered(self._about)),
            Route("/api/b/{token}/run", answered(self._run), methods=["POST"]),
            Route("/api/b/{token}/watch", answered(self._watch), methods=["POST"]),
            Route("/api/b/{token}/job/{job}", answered(self._told)),
            Route("/api/b/{token}/job/{job}/report", answered(self._report)),
            Route("/api/b/{token}/job/{job}/stop", answered(self._stop), methods=["POST"]),
        ]

    async def _about(self, request: Request) -> Response:
        key = self._studio.key(request, OWNER)
        setup = await in_thread(self._studio.hall.setup, key.table)
        form = await in_thread(self._studio.hall.offered.form, setup.game, list(setup.variants))
        return JSONResponse({
            **form, "table": key.table, "most_games": MAX_GAMES, "most_seconds": MAX_SECONDS,
            "reports": HAS_THREADS, "most_minutes": MAX_MINUTES, "owner": request.path_params["token"],
        })  # fmt: skip

    async def _run(self, request: Request) -> Response:
        key = self._studio.key(request, OWNER)
        wanted = await body_of(request)
        setup = await in_thread(self._studio.hall.setup, key.table)
        folder = str(self._studio.hall.offered.path(setup.game))
        what = wanted.get("what")
        variants, against = _names(wanted.get("variants")), _names(wanted.get("against"))
        if what == "explore":
            seconds = _number(wanted, "seconds", 1, MAX_SECONDS)
            kept = ["-o", "{}/found", "--json", "{}/result.json"]
            steps = [["explore", folder, "--budget", f"{seconds}s", *kept, *_given(variants)]]
        elif what == "report":
            kept = ["-o", "{}/report.html", "--still", "--out", "{}/rows.jsonl"]
            timed = wanted.get("minutes") is not None
            name, most = ("minutes", MAX_MINUTES) if timed else ("games", MAX_GAMES)
            much = [f"--{name}", str(_number(wanted, name, 1, most))]
            steps = [["report", folder, *much, *_table(wanted), *kept, *_given(variants)]]
        elif what in ("simulate", "compare"):
            steps = _games(what, folder, wanted, variants, against)
        else:
            raise HttpError(400, "That cannot be measured.")
        self._studio.pace.count("run " + key.table, JOBS, A_MINUTE)
        try:
            job = self.jobs.begin(what, steps, variants)
        except BusyError as busy:
            raise HttpError(409, str(busy)) from None
        return JSONResponse(job.told())

    def _job(self, request: Request) -> Job:
        self._studio.key(request, OWNER)
        job = self.jobs.job(request.path_params["job"])
        if job is None:
            raise HttpError(404, "That measurement is gone.")
        return job

    async def _told(self, request: Request) -> Response:
        return JSONResponse(await in_thread(self._job(request).told))

    async def _report(self, request: Request) -> Response:
        """Serve the report under a content security policy that forbids scripts."""
        file = self._job(request).folder / "report.html"
        if not file.is_file():
            raise HttpError(404, "There are no figures.")
        return Response(
            file.read_bytes(), media_type="text/html; charset=utf-8", headers={"content-security-policy": FIGURES}
        )

    async def _stop(self, request: Request) -> Response:
        job = self._job(request)
        await self.jobs.stop(job)
        return JSONResponse({"stopped": True})

    async def _watch(self, request: Request) -> Response:
        """Open a table that replays a simulated game, or begins at a finding."""
        key = self._studio.key(request, OWNER)
        self._studio.pace.count("watch " + key.table, 10.0)
        wanted = await body_of(request)
        bots = [word for word in texts(wanted.get("bots"), "The bots") if word != "automa"]
        numbers = [
            number for number in listed(wanted.get("choices"), "The choices", MAX_CHOICES) if type(number) is int
        ]
        seed = _number(wanted, "seed", 0, 2**53)
        hall, variants = self._studio.hall, _names(wanted.get("variants"))
        if numbers or not bots:
            people = _number(wanted, "players", 1, 99)
            table = await in_thread(hall.at_finding, key.table, variants, people, seed, numbers)
        else:
            table = await in_thread(hall.watched, key.table, variants, bots, seed)
        return await self._studio.opened(table)


def _games(
    what: str, folder: str, wanted: dict[str, Any], variants: Sequence[str], against: Sequence[str]
) -> list[list[str]]:
    games = str(_number(wanted, "games", 1, MAX_GAMES))
    bot = wanted.get("bot", "")  # none: the strongest that fit a minute
    if bot not in ("", *BOTS, LEARNED):
        raise HttpError(400, "There is no such bot.")
    words = [folder, "--games", games, *_table(wanted), "--json", "{}/result.json"]
    words += [*(("--bot", bot) if bot else ()), *_given(variants)]
    if what == "compare":
        return [["compare", *words, *_given(against, "--against"), "-o", "{}/report.html", "--still"]]
    rows = "{}/rows.jsonl"
    return [["simulate", *words, "--out", rows], ["report", rows, "-o", "{}/report.html", "--still"]]


def _table(wanted: dict[str, Any]) -> list[str]:
    """How many play, and by which luck."""
    players = wanted.get("players")
    people = [] if players is None else ["--players", str(_number(wanted, "players", 1, 99))]
    return [*people, "--seed", str(_number(wanted, "seed", 0, 2**53))]


def _given(variants: Sequence[str], option: str = "--variant") -> list[str]:
    return [word for name in variants for word in (option, name)]


def _names(found: object) -> list[str]:
    """Parse variant names; only identifiers pass, so none can be an option or a path."""
    names = [str(name) for name in found] if isinstance(found, list) else []
    if not all(name.isidentifier() for name in names):
        raise HttpError(400, "That is not the name of a variant.")
    return names


def _number(wanted: dict[str, Any], name: str, low: int, high: int) -> int:
    value = wanted.get(name, low)
    if type(value) is not int or not low <= value <= high:
        raise HttpError(400, f"{name} is a number from {low} to {high}.")
    return value

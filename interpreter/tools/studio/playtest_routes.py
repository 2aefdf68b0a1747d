"""Routes of playtests: for the host, for people who come, for their pages while they play, and for what is kept about them.

In: requests with the host's secret, a playtest's link, a seat's token or a participant's own token. Out: pages and JSON. Layer:
tools. Nothing is recorded before somebody has agreed, and nobody learns from it what their seat may not know.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from interpreter.source.operating_system import HAS_THREADS
from interpreter.tools.playtest.plan import STEPS, Question, plan_of
from interpreter.tools.studio import request_bodies as wanted
from interpreter.tools.studio.live_table import Sitting
from interpreter.tools.studio.playtest_store import Playtest, Record
from interpreter.tools.studio.playtests import CLOSED, Playtests
from interpreter.tools.studio.recording import LONGEST_NOTE, MOODS, Recorder

from .guests import code_of
from .server import Studio
from .store import SEAT, Key
from .threads import in_thread
from .web import HttpError, answered, body_of, page

A_MINUTE = 60.0
ONLY_INSTALLED = (
    'A playtest needs a studio that others can reach. Install Rulewright (pip install "rulewright[studio]"), start it with '
    "rulewright studio --host 0.0.0.0, and begin the playtest there."
)
NOT_OF_THE_PLAN = "This is not an open question of this playtest."


class PlaytestRoutes:
    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.playtests = Playtests(studio.hall)
        self.recorder = Recorder(self.playtests)
        studio.watcher = self.recorder

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/playtests", page("playtest.html")),
            Route("/playtest/{link}", page("playtest.html")),
            Route("/my-data/{secret}", page("playtest.html")),
            Route("/api/host/playtests", answered(self._list)),
            Route("/api/host/playtests", answered(self._begin), methods=["POST"]),
            Route("/api/host/code", answered(self._code)),
            Route("/api/host/playtest-plan", answered(self._plan)),
            Route("/api/host/playtests/{id}/close", answered(self._close), methods=["POST"]),
            Route("/api/host/playtests/{id}/delete", answered(self._delete), methods=["POST"]),
            Route("/api/playtest/{link}", answered(self._invited)),
            Route("/api/playtest/{link}/join", answered(self._join), methods=["POST"]),
            Route("/api/my-data/{secret}/wait", answered(self._wait), methods=["POST"]),
            Route("/api/my-data/{secret}", answered(self._mine)),
            Route("/api/my-data/{secret}/forget", answered(self._forget), methods=["POST"]),
            Route("/api/t/{token}/playtest", answered(self._due)),
            Route("/api/t/{token}/playtest/note", answered(self._note), methods=["POST"]),
            Route("/api/t/{token}/playtest/answer", answered(self._answer), methods=["POST"]),
            Route("/api/t/{token}/playtest/did", answered(self._did), methods=["POST"]),
        ]

    def host(self, request: Request) -> None:
        self._studio.entrance.check(request)
        if not HAS_THREADS:  # in a web page there is nobody else
            raise HttpError(409, ONLY_INSTALLED)

    # ---- for the host
    async def _list(self, request: Request) -> Response:
        self.host(request)
        found = await in_thread(self._summaries)
        return JSONResponse({"playtests": found, "addresses": self._studio.addresses})

    def _summaries(self) -> list[dict[str, Any]]:
        return [self._summary(one) for one in self.playtests.kept.all()]

    def _summary(self, one: Playtest) -> dict[str, Any]:
        people, tables = self.playtests.kept.people(one.id), self.playtests.kept.tables(one.id)
        notes = sum(record.kind == "note" for record in self.playtests.kept.records(one.id))
        return {
            "id": one.id, "name": one.name, "game": one.game, "link": one.link, "created": one.created, "closed": one.closed,
            "people": len(people), "tables": len(tables), "notes": notes,
            "sides": [{"name": side.name, "tables": sum(at == number for _, at, _ in tables)}
                      for number, side in enumerate(one.plan.sides)],
        }  # fmt: skip

    async def _code(self, request: Request) -> Response:
        """Draw a QR code of an address of this studio."""
        self.host(request)
        return JSONResponse({"svg": code_of(request.query_params.get("words", "")[:300])})

    async def _plan(self, request: Request) -> Response:
        """Show what a playtest of a game would ask and record, before it starts."""
        self.host(request)
        plan = await in_thread(plan_of, self._studio.hall.offered.path(request.query_params.get("game", "")))
        return JSONResponse({
            "told": plan.told, "about": plan.about, "consent": plan.consent, "sides": [side.name for side in plan.sides],
            "questions": [{"ask": one.ask, "when": one.when} for one in plan.questions],
        })  # fmt: skip

    async def _begin(self, request: Request) -> Response:
        self.host(request)
        given = await body_of(request)
        self._studio.pace.count("playtest", 5.0)
        game, name = wanted.text(given.get("game"), "The game"), wanted.text(given.get("name"), "The name")
        made = await in_thread(self.playtests.begin, game, name)
        return JSONResponse({"id": made.id, "link": made.link})

    async def _close(self, request: Request) -> Response:
        self.host(request)
        closed = (await body_of(request)).get("closed") is True
        await in_thread(self.playtests.kept.close, request.path_params["id"], closed)
        return JSONResponse({"taken": True})

    async def _delete(self, request: Request) -> Response:
        self.host(request)
        await body_of(request)
        playtest = await in_thread(self.playtests.playtest, request.path_params["id"])
        for table, _, _ in self.playtests.kept.tables(playtest.id):
            await self._studio.delete(table)
            self.recorder.forget(table)
        await in_thread(self.playtests.delete, playtest)
        return JSONResponse({"taken": True})

    # ---- coming
    async def _invited(self, request: Request) -> Response:
        """Return what people read before they agree; nothing is recorded."""
        playtest = await in_thread(self.playtests.invited, request.path_params["link"])
        side, plan = playtest.plan.sides[0], playtest.plan
        game = (await in_thread(self._studio.hall.offered.load, playtest.game, side.variants, dict(side.options))).game
        return JSONResponse({
            "title": game.title, "game_about": game.about, "about": plan.about, "consent": plan.consent, "told": plan.told,
            "players": plan.players or game.default_players, "closed": CLOSED if playtest.closed else "",
            "questions": [_form(one) for one in plan.questions if one.moment.kind == "starts"],
        })  # fmt: skip

    async def _join(self, request: Request) -> Response:
        given = await body_of(request)
        self._studio.pace.count("playtest join", 60.0, A_MINUTE)
        if given.get("agreed") is not True:
            raise HttpError(400, "Nothing is recorded unless you agree.")
        playtest = await in_thread(self.playtests.invited, request.path_params["link"])
        name = wanted.text(given.get("name", ""), "The name")
        answers = wanted.by_name(given.get("answers"), "The answers")
        questions = {one.name: one for one in playtest.plan.questions if one.moment.kind == "starts"}
        found = [(questions[name], answer) for name, answer in answers.items() if name in questions]
        if not all(question.fits(answer) for question, answer in found):
            raise HttpError(400, "That is not an answer to this question.")
        one = await in_thread(self.playtests.join, playtest, name)
        records = [
            Record(0, playtest.id, "", one.id, "answer", one.last_seen, 0, 0, 0, _answered(question, answer))
            for question, answer in found
        ]
        if records:
            await in_thread(self.playtests.kept.record, records)
        return JSONResponse({"mine": one.secret})

    async def _wait(self, request: Request) -> Response:
        """Return whether there is a table; asked every few seconds.

        `bots`: do not wait for others."""
        secret = request.path_params["secret"]
        bots = (await body_of(request)).get("bots") is True
        self._studio.pace.count("wait " + secret, 20.0, 10.0)
        found = await in_thread(self.playtests.waiting, secret, bots)
        if found.link:
            key = self._studio.hall.key(found.link)
            if key is not None:
                self.recorder.opened(key.table)
        return JSONResponse({
            "link": found.link, "here": list(found.here), "people": found.people, "bots": found.bots,
            "asked_for_bots": found.asked_for_bots,
        })  # fmt: skip

    # ---- what is kept about somebody
    async def _mine(self, request: Request) -> Response:
        one = await in_thread(self.playtests.participant, request.path_params["secret"])
        playtest = await in_thread(self.playtests.playtest, one.playtest)
        records = await in_thread(self.playtests.kept.records_of, one.id)
        questions = {question.name: question.ask for question in playtest.plan.questions}
        return JSONResponse({
            "playtest": playtest.name, "name": one.name, "agreed": one.agreed, "waiting": not one.table,
            "told": playtest.plan.told, "records": [_in_words(record, questions) for record in records],
        })  # fmt: skip

    async def _forget(self, request: Request) -> Response:
        await body_of(request)
        secret = request.path_params["secret"]
        one = await in_thread(self.playtests.participant, secret)
        if not one.table:
            await in_thread(self.playtests.forget, secret)
            return JSONResponse({"taken": True})
        async with self._studio.visit(one.table) as room, room.lock:
            await in_thread(self.playtests.forget, secret)
            self.recorder.forget(one.table)
            room.asks_back = ""
            gone = await in_thread(self._studio.hall.store.setup, one.table) is None
            if not gone:
                await self._studio.tell(one.table, room)  # for pages that are opened from now on
            room.tell_all({"gone": True} if gone else {"renamed": True})
        return JSONResponse({"taken": True})

    # ---- while playing
    def _seat(self, request: Request) -> tuple[Key, int]:
        key = self._studio.key(request, SEAT)
        assert key.seat is not None
        return key, key.seat

    async def _due(self, request: Request) -> Response:
        key, seat = self._seat(request)
        self._studio.pace.count("due " + request.path_params["token"])
        async with self._studio.at(key.table) as (_, sitting):
            due = await in_thread(self.recorder.due, key.table, seat, sitting)
        return JSONResponse({"questions": [_form(one) for one in due]})

    async def _note(self, request: Request) -> Response:
        key, seat = self._seat(request)
        given = await body_of(request)
        self._studio.pace.count("note " + request.path_params["token"], 20.0, A_MINUTE)
        mood = wanted.text(given.get("mood", ""), "The mood")
        words = wanted.text(given.get("words", ""), "The note", LONGEST_NOTE)
        if mood not in ("", *MOODS) or not (mood or words.strip()):
            raise HttpError(400, "Choose a word for it, or write something.")
        async with self._studio.at(key.table) as (_, sitting):
            await self.recorder.note(key.table, seat, sitting, mood, words.strip())
        return JSONResponse({"taken": True})

    async def _answer(self, request: Request) -> Response:
        """Record an answer to a question of the plan.

        Null is for participants who would rather not say."""
        key, seat = self._seat(request)
        given = await body_of(request)
        self._studio.pace.count("note " + request.path_params["token"], 20.0, A_MINUTE)
        name, answer = wanted.text(given.get("question"), "The question"), given.get("answer")
        async with self._studio.at(key.table) as (_, sitting):
            due = await in_thread(self.recorder.due, key.table, seat, sitting)
            question = next((one for one in due if one.name == name), None)
            if question is None or not (answer is None or question.fits(answer)):
                raise HttpError(409, NOT_OF_THE_PLAN)
            await self.recorder.answer(key.table, seat, sitting, question, _short(answer))
        return JSONResponse({"taken": True})

    async def _did(self, request: Request) -> Response:
        """Record what a participant looked up or tried, or that the page is hidden."""
        key, seat = self._seat(request)
        given = await body_of(request)
        self._studio.pace.count("did " + request.path_params["token"])
        what, thing = given.get("what"), wanted.text(given.get("thing", ""), "The thing", 200)
        if what in ("hidden", "looking"):
            self.recorder.looks(key.table, seat, what == "looking")
            return JSONResponse({"taken": True})
        async with self._studio.at(key.table) as (_, sitting):
            self._did_at(key.table, seat, sitting, what, thing)
        return JSONResponse({"taken": True})

    def _did_at(self, table: str, seat: int, sitting: Sitting, what: object, thing: str) -> None:
        if what == "tried":
            self.recorder.tried(table, seat, sitting, thing)
        elif what == "looked_up":
            self.recorder.looked_up(table, seat, sitting, thing)


def _form(question: Question) -> dict[str, Any]:
    return {
        "name": question.name,
        "ask": question.ask,
        "scale": list(question.scale),
        "choice": list(question.choice),
        "steps": STEPS,
    }


def _answered(question: Question, answer: object) -> dict[str, Any]:
    return {"question": question.name, "answer": _short(answer)}


def _short(answer: object) -> object:
    return wanted.text(answer, "The answer", LONGEST_NOTE).strip() if isinstance(answer, str) else answer


def _in_words(record: Record, questions: dict[str, str]) -> dict[str, Any]:
    """Print what was recorded, for the person it is about."""
    data = record.data
    match record.kind:
        case "note":
            words = (
                f"{data['mood']}: {data['words']}" if data["mood"] and data["words"] else data["mood"] or data["words"]
            )
            told = f"you wrote: {words}"
        case "answer":
            said = "you would rather not say" if data["answer"] is None else str(data["answer"])
            told = f"{questions.get(data['question'], data['question'])} {said}"
        case "time":
            told = f"you took {data['seconds']:g} seconds to decide {data['name'].replace('_', ' ')}"
        case "refused":
            told = f"you tried {data['label'] or 'something'}: {data['reason']}"
        case "lookup":
            told = f"you looked up {data['thing'].partition(':')[2].replace('_', ' ') or data['thing']}"
        case "take_back":
            told = f"you took back {data['answers']} answer(s)"
        case "came":
            told = "you opened the table"
        case _:
            told = "you left the table"
    return {"at": record.at, "kind": record.kind, "words": told}

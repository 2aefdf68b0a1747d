"""Routes for what a strong bot thinks: a hint for a player alone against bots, and the line of chances of a finished game.

In: requests with a table's token. Out: JSON. Layer: tools. A hint rests on what its player may know; chances are shown when the
game is over, when nothing is hidden any more. Both think in a thread, on a copy, so that the table does not wait.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from interpreter import State
from interpreter.runtime.redeal_words import UnusualRulesError
from interpreter.source import Problems
from interpreter.tools.studio.live_table import PERSON, Sitting
from interpreter.tools.why.chances import Estimator
from interpreter.tools.why.review import line_of_chances, reviewed

from .server import Studio
from .store import SEAT
from .threads import in_thread
from .web import HttpError, answered

A_MINUTE = 60.0
HINTS, LINES = 20.0, 4.0  # for each link and minute
TOLD = 5  # choices, the best first
NOT_HERE = "There are no hints for this game here: bots need a C compiler to think about it."


class Insight:
    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._lines: dict[tuple[str, int], dict[str, Any]] = {}  # by table and how many answers its game had

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/t/{token}/hint", answered(self._hint)),
            Route("/api/t/{token}/chances", answered(self._chances)),
        ]

    async def _hint(self, request: Request) -> Response:
        """What a strong bot would choose now, with the chances to win."""
        key = self._studio.key(request, SEAT)
        self._studio.pace.count("hint " + request.path_params["token"], HINTS, A_MINUTE)
        assert key.seat is not None
        async with self._studio.at(key.table) as (_, sitting):
            if not sitting.is_practice(key.seat):
                raise HttpError(403, "Hints are for practice: they are given when all other seats have bots.")
            if sitting.paused or sitting.state.request is None or sitting.state.deciding != key.seat:
                raise HttpError(409, "There is a hint when it is your turn to decide.")
            state = sitting.state.clone()
        return JSONResponse(await in_thread(_hint, sitting, state))

    async def _chances(self, request: Request) -> Response:
        """The chances along a finished game, and the choices that cost most."""
        key = self._studio.key(request)
        self._studio.pace.count("chances " + request.path_params["token"], LINES, A_MINUTE)
        async with self._studio.at(key.table) as (_, sitting):
            if sitting.state.result is None:
                raise HttpError(409, "The line of chances is shown when the game is over: it knows what is hidden.")
            state = sitting.state.clone()
        at = (key.table, state.decisions)
        if at not in self._lines:
            self._lines = {at: await in_thread(_chances, sitting, state)}  # one is enough: it is looked at after a game
        return JSONResponse(self._lines[at])


def _estimator(sitting: Sitting, state: State) -> Estimator:
    game = sitting.showing.game
    if game.runs_in_python_because:
        raise HttpError(409, NOT_HERE)
    try:
        return Estimator(game, state)
    except (UnusualRulesError, Problems):
        raise HttpError(409, NOT_HERE) from None


def _hint(sitting: Sitting, state: State) -> dict[str, Any]:
    request = state.request
    assert request is not None
    estimator = _estimator(sitting, state)
    found = estimator.of_choices(state, seed=state.decisions)
    if not found:
        raise HttpError(409, "There is no hint for this question.")
    choices = [
        {
            "choice": request.choices[one.number].name,
            "label": request.choices[one.number].label,
            "chance": round(one.chance, 3),
        }
        for one in found[:TOLD]
    ]
    best = choices[0]
    return {"choices": choices, "said": f"{best['label']}: {best['chance']:.0%} to win.", "method": estimator.method}


def _chances(sitting: Sitting, state: State) -> dict[str, Any]:
    game, save, names = sitting.showing.game, state.save(), state.player_names
    method = _estimator(sitting, state).method
    line = [
        {"after": number, "chances": [round(one, 3) for one in chances]}
        for number, chances in line_of_chances(game, save)
    ]
    people = [seat for seat, word in enumerate(sitting.setup.seats) if word == PERSON]
    turns = [one for one in reviewed(game, save, people or None) if one.is_mistake]
    turns.sort(key=lambda one: -one.cost)
    return {
        "players": list(names), "line": line, "method": method,
        "turns": [
            {"after": one.number, "player": names[one.player], "chosen": one.chosen, "better": one.better,
             "points": round(100 * one.cost)}
            for one in turns[:TOLD]
        ],
    }  # fmt: skip

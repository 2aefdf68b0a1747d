"""Messages: what one seat gets of a table.

In: a State, a seat (None: a spectator) and the game as data. Out: a Picture, and the difference between two of them. Layer:
tools. Everything in a Picture is made from the JSON form of that seat: nothing in it counts, times or names what the seat
may not know.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import interpreter

if TYPE_CHECKING:
    from interpreter import Game, Kept, Look, State, WorkedOut

LONGEST_LOG = 400  # entries that a page gets when it opens
SEAM = '<g class="part'  # where every part of a board begins; the page cuts there, too
WORTH_CUTTING = 2000  # letters


@dataclass(frozen=True)
class Showing:
    """A game with what is needed to show it."""

    game: Game
    definition: Any
    look: Look

    def with_seats(self, colours: Mapping[str, str]) -> Showing:
        """The same with the colours that players have chosen."""
        return replace(self, look=replace(self.look, seats=dict(colours))) if colours else self

    @classmethod
    def of(cls, game: Game) -> Showing:
        definition = interpreter.definition(game)
        return cls(game, definition, interpreter.read_look(game.path, definition))


@dataclass(frozen=True)
class Picture:
    """All that a page shows: parts by their names, the log, the question."""

    parts: dict[str, str]
    rest: dict[str, Any]
    log: list[dict[str, Any]]

    def whole(self) -> dict[str, Any]:
        first = max(0, len(self.log) - LONGEST_LOG)
        return {**self.rest, "parts": self.parts, "log": self.log[first:], "log_from": first}

    def since(self, before: Picture) -> dict[str, Any]:
        """Only what is different; empty when nothing is."""
        found = {name: value for name, value in self.rest.items() if before.rest.get(name) != value}
        parts = {name: value for name, value in self.parts.items() if before.parts.get(name) != value}
        patches = {name: patch for name, value in parts.items() if (patch := patch_of(before.parts.get(name, ""), value))}
        whole = {name: value for name, value in parts.items() if name not in patches}
        if whole:
            found["parts"] = whole
        if patches:
            found["patches"] = patches
        if self.log is not before.log and self.log != before.log:
            same = _same(self.log, before.log)
            found["log"], found["log_from"] = self.log[same:], same
        return found


def patch_of(before: str, now: str) -> list[tuple[int, str]]:
    """A large part of a page of which little is different: the number and the text of each piece that is, when both are cut at
    their seams. Empty when it is better sent whole."""
    if len(now) < WORTH_CUTTING:
        return []
    old, new = before.split(SEAM), now.split(SEAM)
    if len(old) != len(new):
        return []
    found = [(number, text) for number, text in enumerate(new) if text != old[number]]
    return found if 2 * sum(len(text) for _, text in found) < len(now) else []


def _same(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> int:
    """How many entries from the beginning are the same."""
    most = min(len(one), len(other))
    return next((number for number in range(most) if one[number] != other[number]), most)


@dataclass(frozen=True)
class Drawn:
    """A Picture with what it was made from: as long as that is the same, nothing is drawn again."""

    picture: Picture
    view: Any
    request: Any
    known: int  # events that this seat can know
    answered: int
    showing: Showing
    kept: Kept  # what makes the next view cheap


def drawn(
    showing: Showing, state: State, seat: int | None, answered: int, before: Drawn | None = None, worked: WorkedOut | None = None
) -> Drawn:
    """`answered` is how many answers this seat has given: it tells two equal questions apart. `before` is the same seat's at an
    earlier moment of the same game; `worked` what all seats share at this one."""
    kept = before.kept if before is not None and before.showing is showing else interpreter.Kept()
    kept.worked = worked
    view, request = interpreter.view_form(state, seat, kept), interpreter.request_form(state, seat)
    if before is not None and before.showing is showing and request is None and state.as_seen(seat) is not state:
        return before  # also that an answer was taken comes with what follows from it: else one could tell that somebody is asked
    known = state.events_known(seat)
    now = (view, request, known, answered, showing)
    if before is not None and now == (before.view, before.request, before.known, before.answered, before.showing):
        return before
    log = _log(state, seat, known, before)
    drawing = interpreter.draw_table(showing.definition, view, request, showing.look)
    found = Picture(
        drawing.parts(),
        {
            "you": view["you"],
            "request": None if request is None else {**request, "question": question_of(request, answered)},
            "waiting_for": view["waiting_for"],
            "secret": view["secret"],
            "over": view["over"],
            "result": view["result"],
            "colours": drawing.colours,
            "moments": sum(event["kind"] == "decision" for event in log),
        },
        log,
    )
    return Drawn(found, *now, kept)


def _log(state: State, seat: int | None, known: int, before: Drawn | None) -> list[dict[str, Any]]:
    """What this seat was told: what it was told before, and what has come."""
    if before is None or before.known > known:
        return [dict(event) for event in interpreter.event_forms(state, seat)]
    log, moments = before.picture.log, before.picture.rest["moments"]
    return [*log, *(dict(event) for event in interpreter.event_forms(state, seat, before.known, moments))]


def picture(showing: Showing, state: State, seat: int | None, answered: int) -> Picture:
    return drawn(showing, state, seat, answered).picture


def question_of(request: Any, answered: int) -> str:
    """A name for a question: another one for the next, even if it reads the same."""
    text = json.dumps([request, answered], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]

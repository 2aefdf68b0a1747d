"""Snapshots: everything one seat is sent of a table.

In: a State, a seat (None: a spectator) and the game as data. Out: a Snapshot, and the difference between two of them. Layer:
tools. A Snapshot is built only from that seat's JSON view: no count, timing or name in it reveals what the seat may not
know.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import interpreter

if TYPE_CHECKING:
    from interpreter import DerivedValues, Game, Look, State, ViewCache

LONGEST_LOG = 400  # log entries sent when a page opens
SEAM = 'class="part'  # start of each part of a board; the page splits there as well
WORTH_CUTTING = 2000  # characters


@dataclass(frozen=True)
class Showing:
    """A game with what is needed to render it."""

    game: Game
    definition: Any
    look: Look

    def with_seats(self, colours: Mapping[str, str]) -> Showing:
        """Return a copy with the colours that players have chosen."""
        return replace(self, look=replace(self.look, seats=dict(colours))) if colours else self

    @classmethod
    def of(cls, game: Game) -> Showing:
        definition = interpreter.definition(game)
        return cls(game, definition, interpreter.read_look(game.path, definition))


@dataclass(frozen=True)
class Snapshot:
    """What a page shows: its parts by name, the log, the question."""

    parts: dict[str, str]
    rest: dict[str, Any]
    log: list[dict[str, Any]]

    def whole(self) -> dict[str, Any]:
        first = max(0, len(self.log) - LONGEST_LOG)
        return {**self.rest, "parts": self.parts, "log": self.log[first:], "log_from": first}

    def since(self, before: Snapshot) -> dict[str, Any]:
        """Return only what differs from an earlier snapshot; empty if nothing does."""
        found = {name: value for name, value in self.rest.items() if before.rest.get(name) != value}
        parts = {name: value for name, value in self.parts.items() if before.parts.get(name) != value}
        patches = {
            name: patch for name, value in parts.items() if (patch := patch_of(before.parts.get(name, ""), value))
        }
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
    """Diff a large part of a page, by pieces.

    Split both versions at the seams and return (index, text) of each changed piece. Empty when the part is better sent whole."""
    if len(now) < WORTH_CUTTING:
        return []
    old, new = before.split(SEAM), now.split(SEAM)
    if len(old) != len(new):
        return []
    found = [(number, text) for number, text in enumerate(new) if text != old[number]]
    return found if 2 * sum(len(text) for _, text in found) < len(now) else []


def _same(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> int:
    """Length of the common prefix of two logs."""
    most = min(len(one), len(other))
    return next((number for number in range(most) if one[number] != other[number]), most)


@dataclass(frozen=True)
class Drawn:
    """A Snapshot with its inputs: while they are unchanged, nothing is rendered again."""

    picture: Snapshot
    view: Any
    request: Any
    known: int  # number of events this seat can know
    answered: int
    showing: Showing
    kept: ViewCache  # makes the next view cheap


def drawn(
    showing: Showing,
    state: State,
    seat: int | None,
    answered: int,
    before: Drawn | None = None,
    worked: DerivedValues | None = None,
    only: Collection[int] = (),
) -> Drawn:
    """Render the snapshot for a seat.

    `answered`, the number of answers this seat has given, distinguishes two equal questions. `before` is the same seat's last
    result in this game; `worked` holds the derived values all seats share. `only`: the decisions that had only one answer,
    which the log says."""
    kept = before.kept if before is not None and before.showing is showing else interpreter.ViewCache()
    kept.worked = worked
    view, request = interpreter.view_form(state, seat, kept), interpreter.request_form(state, seat)
    known = state.inspect.events_known(seat)
    now = (view, request, known, answered, showing)
    if before is not None and now == (before.view, before.request, before.known, before.answered, before.showing):
        return before
    log = _log(state, seat, known, before, only)
    told: Any = log  # as the view forms it, some entries with a remark
    drawing = interpreter.draw_table(showing.definition, view, request, showing.look, told)
    found = Snapshot(
        drawing.parts(),
        {
            "you": view["you"],
            "request": None if request is None else {**request, "question": question_of(request, answered)},
            "waiting_for": view["waiting_for"],
            "secret": view["secret"],
            "over": view["over"],
            "result": view["result"],
            "colours": drawing.colours,
            "marks": drawing.marks,
            "texts": drawing.texts,
            "groups": drawing.groups,
            "same": drawing.same,
            "moments": sum(event["kind"] == "decision" for event in log),
        },
        log,
    )
    return Drawn(found, *now, kept)


def asked_in_secret(state: State) -> bool:
    """Is there a question that not everybody may notice?

    A spectator may not, then."""
    return not state.inspect.notices(None)


def shown_first(state: State) -> list[State]:
    """List the tables to show the others before the result of an answer.

    Each for a while: one for each time the rules examined a secret to decide whether to ask a player."""
    found = list(state.inspect.moments)
    if asked_in_secret(state) and found:  # the last one is shown for as long as the player is being asked
        found.pop()
    return found


def _log(
    state: State, seat: int | None, known: int, before: Drawn | None, only: Collection[int]
) -> list[dict[str, Any]]:
    """Return this seat's log: the entries it had before and the new ones."""
    if before is None or before.known > known:
        return _entries(state, seat, 0, 0, only)
    log, moments = before.picture.log, before.picture.rest["moments"]
    return [*log, *_entries(state, seat, before.known, moments, only)]


def _entries(state: State, seat: int | None, since: int, moments: int, only: Collection[int]) -> list[dict[str, Any]]:
    """Serialize what happened; a decision that had only one answer is marked."""
    found = [dict(event) for event in interpreter.event_forms(state, seat, since, moments)]
    told = [event for event in state.events[since : state.inspect.events_known(seat)] if event.told_to(seat)]
    for form, event in zip(found, told, strict=True):
        if event.kind == "decision" and event.decision in only:
            form["only"] = True
    return found


def picture(showing: Showing, state: State, seat: int | None, answered: int) -> Snapshot:
    return drawn(showing, state, seat, answered).picture


def question_of(request: object, answered: int) -> str:
    """Return an id for a question, different from that of the next one.

    Even if both read the same."""
    text = json.dumps([request, answered], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]

"""Recording a playtest: what people do at its tables, with the time that each decision takes.

In: what the server tells a Watcher. Out: records in the store, written beside the event loop. Layer: tools. Nothing is recorded
of a seat at which nobody sits who has agreed, and only what the plan names. The time of a decision counts while its
question can be answered, a page of the seat is open and looked at: pauses are taken out.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.tools.playtest.moments import Situation, has_come
from interpreter.tools.playtest.plan import LOOKUPS, PRESENCE, REFUSED, TAKE_BACKS, TIMES, Question
from interpreter.tools.studio.live_table import ASK_AGAIN, Sitting
from interpreter.tools.studio.messages import question_of
from interpreter.tools.studio.offered_games import UnfitError
from interpreter.tools.studio.playtest_store import Participant, Playtest, Record
from interpreter.tools.studio.playtests import Playtests
from interpreter.tools.studio.store import Trouble
from interpreter.tools.studio.threads import in_thread
from interpreter.tools.studio.watching import Watcher

if TYPE_CHECKING:
    from interpreter import Request

MOODS = ("fun", "boring", "confusing", "idea")
LONGEST_NOTE, MAX_NOTES = 2000, 500
MAX_TRIES = 2000  # records of one participant


@dataclass
class Thinking:
    """Measures how long a participant thinks about a question.

    Only while it can be answered and their page is visible."""

    question: str = ""
    at: tuple[int, int, int] = (0, 0, 0)  # answers, a spectator's and the own decisions when it was put
    spent: float = 0.0
    since: float | None = None  # when it began to run; None while it does not
    here: bool = False

    def asked(self, question: str, now: float) -> None:
        """`question`: the one that can be answered now; empty if there is none."""
        if question == self.question:
            return
        self.question, self.spent = question, 0.0
        self.since = now if question and self.here else None

    def look(self, here: bool, now: float) -> None:
        """Record whether the page is visible."""
        if not here and self.since is not None:
            self.spent += now - self.since
            self.since = None
        elif here and not self.here and self.question:
            self.since = now
        self.here = here

    def taken(self, now: float) -> float:
        """Seconds taken so far."""
        return self.spent + (now - self.since if self.since is not None else 0.0)


@dataclass
class Seated:
    """A table of a playtest in memory: who takes part, and how long they think."""

    playtest: Playtest
    side: int
    people: dict[int, Participant]
    thinking: dict[int, Thinking] = field(default_factory=dict)


class Recorder(Watcher):
    def __init__(
        self, playtests: Playtests, clock: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time
    ) -> None:
        self.playtests, self._clock, self._wall = playtests, clock, wall
        self._tables: dict[str, Seated | None] = {}  # None: of no playtest
        self._unwritten: list[Record] = []
        self._writing: asyncio.Task[None] | None = None

    # ---- who takes part
    def seated(self, table: str) -> Seated | None:
        if table not in self._tables:
            if len(self._tables) > 5000:
                self._tables.clear()
            self._tables[table] = self._read(table)
        return self._tables[table]

    def _read(self, table: str) -> Seated | None:
        of = self.playtests.kept.of_table(table)
        playtest = self.playtests.kept.by_id(of[0]) if of is not None else None
        if of is None or playtest is None:
            return None
        people = {one.seat: one for one in self.playtests.kept.at_table(table) if one.seat is not None}
        return Seated(playtest, of[1], people)

    def opened(self, table: str) -> None:
        """Register a table of a playtest, unless it is known."""
        if self._tables.get(table) is None:
            self.forget(table)

    def forget(self, table: str) -> None:
        """Read again who takes part at a table."""
        self._tables.pop(table, None)

    def table_of(self, participant: str) -> str:
        found = self.playtests.kept.by_secret(participant)
        return "" if found is None else found.table

    def about(self, table: str, seat: int | None) -> dict[str, Any] | None:
        seated = self.seated(table)
        one = seated.people.get(seat) if seated is not None and seat is not None else None
        if seated is None or one is None:
            return None
        return {"name": seated.playtest.name, "mine": one.secret, "records": list(seated.playtest.plan.record)}

    # ---- what the server tells
    def shown(self, table: str, sitting: Sitting) -> None:
        seated = self.seated(table)
        for seat in seated.people if seated is not None else ():
            self._ask(seated, seat, sitting)

    def _ask(self, seated: Seated | None, seat: int, sitting: Sitting) -> None:
        if seated is None or TIMES not in seated.playtest.plan.record:
            return
        request = None if sitting.paused or sitting.trouble else sitting.state.request_for(seat)
        question = (
            "" if request is None else question_of([request.rule, request.name, sitting.made], sitting.answered(seat))
        )
        thinking = seated.thinking.setdefault(seat, Thinking())
        if question != thinking.question:
            thinking.asked(question, self._clock())
            thinking.at = (sitting.made, len(sitting.told(None)), len(sitting.told(seat)))

    def decided(self, table: str, seat: int, sitting: Sitting, request: Request | None, choice: str) -> None:
        seated = self.seated(table)
        if seated is None or seat not in seated.people or request is None or TIMES not in seated.playtest.plan.record:
            return
        thinking = seated.thinking.get(seat)
        if thinking is not None and thinking.question:
            data = {
                "seconds": round(thinking.taken(self._clock()), 2), "rule": request.rule, "name": request.name,
                "kind": request.kind, "choices": len(request.choices), "choice": choice,
            }  # fmt: skip
            self._put(table, seat, sitting, "time", data, thinking.at)
            thinking.asked("", self._clock())

    def refused(self, table: str, seat: int, sitting: Sitting, message: str) -> None:
        if message != ASK_AGAIN:  # another question in the meantime is no matter of the rules
            self._put_if(REFUSED, table, seat, sitting, "refused", {"label": "", "reason": message, "rule": ""})

    def took_back(self, table: str, seat: int, sitting: Sitting, answers: int) -> None:
        self._put_if(TAKE_BACKS, table, seat, sitting, "take_back", {"answers": answers})

    def came(self, table: str, seat: int, sitting: Sitting) -> None:
        seated = self.seated(table)
        if seated is not None and seat in seated.people:
            self._ask(seated, seat, sitting)
            seated.thinking.setdefault(seat, Thinking()).look(True, self._clock())
            self._put_if(PRESENCE, table, seat, sitting, "came", {})

    def left(self, table: str, seat: int) -> None:
        seated = self.seated(table)
        if seated is not None and seat in seated.people:
            seated.thinking.setdefault(seat, Thinking()).look(False, self._clock())
            sitting = self.playtests.tables.seated(table)
            if sitting is not None:
                self._put_if(PRESENCE, table, seat, sitting, "left", {"over": sitting.state.engine.position.over})

    # ---- what pages tell
    def looks(self, table: str, seat: int, here: bool) -> None:
        """Record that the page of a seat became visible or hidden."""
        seated = self.seated(table)
        if seated is not None and seat in seated.people:
            seated.thinking.setdefault(seat, Thinking()).look(here, self._clock())

    def looked_up(self, table: str, seat: int, sitting: Sitting, thing: str) -> None:
        self._put_if(LOOKUPS, table, seat, sitting, "lookup", {"thing": thing})

    def tried(self, table: str, seat: int, sitting: Sitting, thing: str) -> None:
        """Record a click on something that cannot be chosen, with the rules' reason."""
        request = None if sitting.paused else interpreter.request_form(sitting.state, seat)
        for one in request["refused"] if request is not None else ():
            key = f"{one['thing']['kind']}:{one['thing']['name']}" if one["thing"] is not None else one["name"]
            if thing in (key, one["name"]):
                data = {
                    "label": one["label"],
                    "reason": one["reason"],
                    "rule": one["rule"],
                    "condition": one["condition"],
                }
                self._put_if(REFUSED, table, seat, sitting, "refused", data)
                return

    async def note(self, table: str, seat: int, sitting: Sitting, mood: str, words: str) -> None:
        """Store a participant's note before returning."""
        seated = self.seated(table)
        if seated is None or seat not in seated.people:
            raise UnfitError("This seat takes part in no playtest.")
        if len(await in_thread(self.playtests.kept.records_of, seated.people[seat].id)) >= MAX_TRIES:
            raise UnfitError("You have written so much that there is no room for more.")
        data = {"mood": mood, "words": words[:LONGEST_NOTE]}
        await in_thread(self.playtests.kept.record, [self._made(seated, table, seat, sitting, "note", data)])

    async def answer(self, table: str, seat: int, sitting: Sitting, question: Question, answer: object) -> None:
        """Store an answer to a question of the plan.

        None: the participant would rather not say."""
        seated = self.seated(table)
        assert seated is not None
        data = {"question": question.name, "answer": answer}
        await in_thread(self.playtests.kept.record, [self._made(seated, table, seat, sitting, "answer", data)])

    def due(self, table: str, seat: int, sitting: Sitting) -> list[Question]:
        """Return the unanswered questions whose moment has come for a seat."""
        seated = self.seated(table)
        if seated is None or seat not in seated.people:
            return []
        one = seated.people[seat]
        answered = {
            record.data["question"] for record in self.playtests.kept.records_of(one.id) if record.kind == "answer"
        }
        left = [question for question in seated.playtest.plan.questions if question.name not in answered]
        if not left:
            return []
        state = sitting.seen
        needs_view = any(question.moment.kind == "is" for question in left)
        values = interpreter.view_form(state, seat)["values"] if needs_view else []
        chosen = [made.choice for made in state.history if made.player == seat]
        now = Situation(chosen, values, state.player_names[seat], state.engine.position.over)
        return [question for question in left if has_come(question.moment, now)]

    # ---- writing
    def _put_if(self, what: str, table: str, seat: int, sitting: Sitting, kind: str, data: dict[str, Any]) -> None:
        seated = self.seated(table)
        if seated is not None and what in seated.playtest.plan.record:
            self._put(table, seat, sitting, kind, data)

    def _put(
        self,
        table: str,
        seat: int,
        sitting: Sitting,
        kind: str,
        data: dict[str, Any],
        at: tuple[int, int, int] | None = None,
    ) -> None:
        seated = self.seated(table)
        if seated is None or seat not in seated.people:
            return
        self._unwritten.append(self._made(seated, table, seat, sitting, kind, data, at))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    def _made(
        self,
        seated: Seated,
        table: str,
        seat: int,
        sitting: Sitting,
        kind: str,
        data: dict[str, Any],
        at: tuple[int, int, int] | None = None,
    ) -> Record:
        answers, public, own = at or (sitting.made, len(sitting.told(None)), len(sitting.told(seat)))
        return Record(
            0, seated.playtest.id, table, seated.people[seat].id, kind, self._wall(), answers, public, own, data
        )

    async def _write(self) -> None:
        while self._unwritten:
            records, self._unwritten = self._unwritten, []
            try:
                await in_thread(self.playtests.kept.record, records)
            except Trouble:  # the table says so with the next answer; a record is not worth stopping a game
                return

    async def close(self) -> None:
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        await self._write()

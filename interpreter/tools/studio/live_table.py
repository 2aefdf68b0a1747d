"""One running table: its state, its answers and its snapshots.

In: its Setup and answers from the store. Out: snapshots for its seats; answers checked, stored and applied. Layer:
tools. Not thread-safe: callers hold the table's lock.

During a pause (see `pauses`) everybody is shown the table as it was when a player may have been asked, and nobody decides.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.runtime.generator import is_keyed
from interpreter.source import Diagnostic, Problems
from interpreter.tools.studio.messages import (
    Drawn,
    Showing,
    Snapshot,
    asked_in_secret,
    drawn,
    picture,
    question_of,
    shown_first,
)
from interpreter.tools.studio.pauses import OFF, Moment, Pauses
from interpreter.tools.studio.store import Answer, Setup, Store

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State

    Bot = Callable[[Request, Seat], int | Choice]

PERSON = "person"
CHANGED = "The rules have changed: the game is back at the first answer that no longer fits them."
WRONG = "A rule failed while a bot was deciding: the game cannot continue."
ASK_AGAIN = "This question has been answered or has changed in the meantime. Look again."
SECRET_CHANCE = "this would reveal dice and cards still to come; you can write it as a scenario when the game is over"
EVERY = 16  # answers between two checkpoints, at first
MAX_KEPT = 24  # checkpoints; a long game spaces them further apart
Faults = (interpreter.Fault, ValueError)


class RefusedError(Exception):
    """An answer that was refused; the message is for the player who gave it."""


@dataclass(frozen=True)
class Pending:
    """A valid answer and the state after it; it takes effect once it is stored."""

    answer: Answer
    following: State
    number: int
    by_person: bool


class Sitting:
    def __init__(
        self,
        setup: Setup,
        store: Store,
        showing: Showing,
        bots: Mapping[int, tuple[str, Bot]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`bots`: by seat, each with the word that names it."""
        self.setup, self.showing = setup, showing
        self.pauses, self._clock = Pauses(setup.pauses), clock
        self._moment: Moment | None = None  # the current moment in which a player may have been asked in secret
        self._shown: State | None = None  # the table that everybody sees during a pause, if not the present one
        self._later: list[State] = []  # such tables for the following moments
        self._ends: float | None = None  # when the moment ends; None while a player is still being asked
        self._seen_answers = 0  # number of answers given when the moment began
        self._store = store
        self._bots = {seat: bot for seat, (_, bot) in bots.items()}
        self._words = {seat: word for seat, (word, _) in bots.items()}
        self._answers: list[Answer] = []
        self.only: set[tuple[int, int]] = set()  # by player, decisions that had only one answer
        self._given: Counter[int] = Counter()
        self._drawn: dict[int | None, Drawn] = {}
        self._worked = interpreter.DerivedValues()  # derived values of the present state, shared by all seats
        self.trouble = ""  # why the table cannot continue, for everybody: must not reveal anything hidden
        self.divergence = ""  # the details for the owner: the first answer that does not fit the changed rules
        self.state = self._begin()
        self._every = EVERY
        self._kept: list[State] = [self.state.clone()]
        self._replay(store.answers(setup.id))

    def is_practice(self, seat: int) -> bool:
        """Whether bots have all other seats."""
        return all(word != PERSON for at, word in enumerate(self.setup.seats) if at != seat)

    def _begin(self) -> State:
        return self.showing.game.start(seed=self.setup.seed, names=list(self.setup.names))

    def _replay(self, answers: list[Answer]) -> None:
        for number, answer in enumerate(answers):
            try:
                self._carry_out(answer)
            except Faults as error:
                who = self.state.player_names[answer.player]
                self.trouble = CHANGED
                self.divergence = f"Answer {number + 1} ({who}: {answer.answer}) no longer fits the rules: {error}"
                return

    def _carry_out(self, answer: Answer) -> None:
        following = self.state.clone()
        following.answer_for(answer.player, answer.answer)
        self._go_on(answer, following)

    def _go_on(self, answer: Answer, following: State) -> None:
        if self.setup.single and self.only_answer() == answer:
            self.only.add((answer.player, following.decisions))
        self.state, self._worked = following, interpreter.DerivedValues()
        self._answers.append(answer)
        self._given[answer.player] += 1
        if len(self._answers) % self._every == 0:
            self._kept.append(self.state.clone())
            if len(self._kept) > MAX_KEPT:
                self._kept, self._every = self._kept[::2], 2 * self._every

    @property
    def made(self) -> int:
        """Number of answers given."""
        return len(self._answers)

    # ---- looking
    def picture(self, seat: int | None) -> Snapshot:
        """Return the snapshot for a seat; the cached one if nothing has changed for it."""
        before = self._drawn.get(seat)
        worked = None if self.paused else self._worked
        found = self._drawn[seat] = drawn(
            self.showing, self._seen, seat, self.answered(seat), before, worked, self._only(seat)
        )
        if self.trouble:
            return replace(found.picture, rest={**found.picture.rest, "trouble": self.trouble})
        return found.picture

    def _only(self, seat: int | None) -> set[int]:
        """Return the seat's own forced decisions.

        Other players need not know how few choices a player had."""
        return {number for player, number in self.only if player == seat}

    def answered(self, seat: int | None) -> int:
        return 0 if seat is None else self._given[seat]

    def at_moment(self, seat: int | None, moment: int) -> Snapshot:
        """Return the table as this seat saw it after its `moment`-th visible decision."""
        if self.paused and moment >= len(self.told(seat)):
            return self._without_question(self._seen, seat)
        return self._without_question(self._state_after(self.answers_until(seat, moment)), seat)

    def _without_question(self, state: State, seat: int | None) -> Snapshot:
        found = picture(self.showing, state, seat, -1)
        found.rest["request"] = None
        return found

    def answers_until(self, seat: int | None, moment: int) -> int:
        """Count the answers before this seat saw the decision after `moment`."""
        told = self.told(seat)
        if moment >= len(told):
            return self._seen_answers if self.paused else len(self._answers)
        return self._answers_before(told[max(0, moment)])

    def told(self, seat: int | None) -> list[int]:
        """List the numbers of the decisions visible to this seat."""
        known = self._seen.events[: self._seen.inspect.events_known(seat)]
        return [event.decision for event in known if event.kind == "decision" and event.told_to(seat)]

    @property
    def _seen(self) -> State:
        return self.state if self._shown is None else self._shown

    def _answers_before(self, decision: int) -> int:
        """Return the largest number of answers after which this decision was not yet made."""
        first = max(number for number, kept in enumerate(self._kept) if kept.decisions < decision)
        state, number = self._kept[first].clone(), first * self._every
        while number < len(self._answers):
            state.answer_for(self._answers[number].player, self._answers[number].answer)
            if state.decisions >= decision:
                break
            number += 1
        return number

    def _state_after(self, answers: int) -> State:
        state = self._kept[answers // self._every].clone()
        for answer in self._answers[answers // self._every * self._every : answers]:
            state.answer_for(answer.player, answer.answer)
        return state

    # ---- deciding
    def decide(self, seat: int, question: str, given: Mapping[str, Any]) -> Pending:
        """Check a person's answer to the question with this id.

        The caller stores and then takes it."""
        request = None if self.paused else interpreter.request_form(self.state, seat)
        if request is None or question_of(request, self.answered(seat)) != question:
            raise RefusedError(ASK_AGAIN)
        return self.tried(Answer(seat, self._name(seat, given)), by_person=True)

    def _name(self, seat: int, given: Mapping[str, Any]) -> str:
        request = self.state.request_for(seat)
        assert request is not None
        amount, number = given.get("amount"), given.get("choice")
        if type(amount) is int and request.kind == "amount":
            return str(amount)
        if type(number) is int and 0 <= number < len(request.choices):
            return request.choices[number].name
        raise RefusedError("That is not an answer to this question.")

    def tried(self, answer: Answer, by_person: bool) -> Pending:
        """Apply an answer to a copy of the state."""
        try:
            following = self.state.clone()
            following.answer_for(answer.player, answer.answer)
        except interpreter.Fault as fault:
            raise RefusedError(f"A rule failed, so the answer was not accepted: {fault.message}") from fault
        except ValueError as error:
            raise RefusedError(f"{error}".capitalize() + ".") from error
        return Pending(answer, following, len(self._answers), by_person)

    def take(self, pending: Pending) -> None:
        """Apply an answer that has been stored."""
        assert pending.number == len(self._answers)
        self.trouble = self.divergence = ""
        before = self.state
        self._go_on(pending.answer, pending.following)
        if (
            self.pauses.how != OFF and self.state.decisions > before.decisions
        ):  # an answer sealed for later has no effect yet
            self._pause(before)

    # ---- pausing
    def _pause(self, before: State) -> None:
        """Start or end moments in which a player may have been asked, after an answer."""
        now = self._clock()
        self._later = shown_first(self.state)
        if self._moment is None:
            self._seen_answers = len(self._answers) - 1
            self._next(now)
        else:  # a secret answer: the others keep seeing what they saw
            self._shown, self._ends = before, self.pauses.end(self._moment, now)
        self.end_pause()

    def _next(self, now: float) -> None:
        """Advance to the next moment, if there is one."""
        self._moment = self._shown = self._ends = None
        if self._later:
            self._moment, self._shown = self.pauses.begin(now), self._later.pop(0)
            self._ends = self.pauses.end(self._moment, now)
        elif asked_in_secret(self.state):
            self._moment = self.pauses.begin(now)
            self._moment.asked = True

    @property
    def paused(self) -> bool:
        """Is everybody waiting although nobody is asked in secret?

        Or no longer."""
        return self._ends is not None

    @property
    def pause_left(self) -> float:
        """Seconds left in the pause."""
        return 0.0 if self._ends is None else max(0.0, self._ends - self._clock())

    def end_pause(self) -> bool:
        """End every moment whose time is up; return whether there was one."""
        over = False
        while self._ends is not None and self._clock() >= self._ends:
            self._next(self._ends)
            over = True
        return over

    def _go_on_at_once(self) -> None:
        self._moment = self._shown = self._ends = None
        self._later = []

    def write(self, pending: Pending) -> None:
        """Store an answer and apply it."""
        self._store.append(self.setup.id, pending.number, pending.answer, pending.by_person).result()
        self.take(pending)

    # ---- people
    @property
    def seen(self) -> State:
        """The state as everybody sees it now: during a pause an earlier one."""
        return self._seen

    def only_answer(self) -> Answer | None:
        """Return the answer to an open question that has only one.

        None unless this table answers such questions by itself."""
        request = self.state.request
        if not self.setup.single or request is None or self.trouble or self.paused or request.private:
            return None
        if request.player in self._bots or asked_in_secret(self.state) or len(request.choices) != 1:
            return None
        choice = request.choices[0]
        amount = request.kind == "amount" and not choice.free and choice.value is not None
        return Answer(request.player, str(choice.value) if amount else choice.name)

    def single_decides(self) -> Pending | None:
        """Answer the question that has only one answer.

        None if there is none or the answer fails."""
        answer = self.only_answer()
        try:
            return None if answer is None else self.tried(answer, by_person=False)
        except RefusedError:
            return None

    def last_answer(self, seat: int) -> int | None:
        """Number of the last answer that this seat gave."""
        numbers = [number for number, answer in enumerate(self._answers) if answer.player == seat]
        return numbers[-1] if numbers else None

    def revealed_since(self, number: int) -> bool:
        """Has anything come to light since this answer?

        Another answer, chance, cards moved or shown."""
        if number != len(self._answers) - 1:
            return True
        before = self._state_after(number)
        since = self.state.events[len(before.events) :]
        return before.inspect.chance_count != self.state.inspect.chance_count or any(
            event.kind not in ("decision", "announce", "gain", "pay") for event in since
        )

    @property
    def is_secret(self) -> bool:
        """Whether somebody is deciding in secret, or everybody waits as if."""
        private = any(request.private for request in self.state.open_requests)
        return self.paused or private or asked_in_secret(self.state)

    @property
    def next_bot(self) -> str:
        """The word of the bot that the table is waiting for, or empty."""
        request = self.state.request
        if request is None or request.player not in self._bots or self.trouble or self.paused:
            return ""
        return self._words[request.player]

    def bot_decides(self) -> Pending | None:
        """Let the bot decide that the table is waiting for.

        None if there is none or its answer fails."""
        request = self.state.request
        if request is None or not self.next_bot:
            return None
        answer = self._bots[request.player](request, self.state.seat(request.player))
        if isinstance(answer, int):
            name = str(answer) if request.kind == "amount" and request.is_range else request.choices[answer].name
        else:
            name = answer.name
        try:
            return self.tried(Answer(request.player, name), by_person=False)
        except RefusedError as refused:
            self.trouble, self.divergence = WRONG, str(refused)
            return None

    def takes_number(self, number: int) -> bool:
        """Take the choice with this number for the player asked.

        False if that is impossible."""
        request = self.state.request
        if request is None or not 0 <= number < len(request.choices):
            return False
        choice = request.choices[number]
        name = str(choice.value) if request.kind == "amount" and not choice.free else choice.name
        return self.takes(Answer(request.player, name))

    def takes(self, answer: Answer) -> bool:
        """Store and apply an answer replayed from elsewhere; False if it does not fit."""
        try:
            self.write(self.tried(answer, by_person=False))
        except RefusedError:
            return False
        self._go_on_at_once()
        return True

    # ---- going back
    def go_back(self, answers: int) -> None:
        self._store.cut(self.setup.id, answers)
        self.state, self._worked = self._state_after(answers), interpreter.DerivedValues()
        self._answers = self._answers[:answers]
        self._given = Counter(answer.player for answer in self._answers)
        self._kept = self._kept[: answers // self._every + 1]
        self._drawn.clear()
        self._go_on_at_once()
        self.trouble = self.divergence = ""

    def scenario(self, answers: int, title: str = "") -> str:
        """Record everything decided after this many answers as a scenario.

        Raises Problems if it cannot be recorded."""
        first = self._state_after(answers).decisions
        text = interpreter.record(
            self.showing.game, self.state.save(), title or f"{self.showing.game.title}, from a table", first
        )
        if is_keyed(self.setup.seed) and not self.state.engine.position.over and str(self.setup.seed) in text:
            raise Problems([Diagnostic("R0921", SECRET_CHANCE, None, None)])
        return text

    def saved(self, name_of_chance: Callable[[int], str]) -> dict[str, Any]:
        """Serialize the whole game.

        While it runs, a secret key is left out: the save holds a name under which this studio finds it again; elsewhere the
        game continues with different chance."""
        save = self.state.save()
        if is_keyed(self.setup.seed) and not self.state.engine.position.over:
            _without_key(save, secrets.randbits(63) | 1)
            save["chance"] = name_of_chance(self.setup.seed)
        return save

    def shared(self) -> dict[str, Any] | None:
        """Serialize the whole game for somebody elsewhere.

        None while a secret key rolls the dice of several people."""
        secret = is_keyed(self.setup.seed) and not self.state.engine.position.over
        return None if secret and self.setup.seats.count(PERSON) > 1 else self.state.save()

    def draws_at(self, answers: int) -> int:
        """Number of random draws made after this many answers."""
        return self._state_after(answers).inspect.chance_count

    def answers_so_far(self, answers: int) -> list[Answer]:
        return self._answers[:answers]


def _without_key(save: dict[str, Any], generator: int) -> None:
    save["seed"], save["machine"]["random"] = 0, generator
    earlier = [*(before for _, before, _ in save["seen_before"]), save["before_secret"], save["secret_opening"]]
    earlier += [table for _, *tables in save["own_turns"] for table in tables]
    for before in earlier:
        if before is not None:
            _without_key(before, generator)

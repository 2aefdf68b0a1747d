"""A sitting: one running table.

In: its Setup and answers from the store. Out: pictures for its seats; answers taken, written down, and carried out. Layer:
tools. It is not safe for several threads: whoever calls holds the table's lock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import interpreter

from .messages import Drawn, Picture, Showing, drawn, picture, question_of
from .store import Answer, Setup, Store

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State

    Bot = Callable[[Request, Seat], int | Choice]

PERSON = "person"
CHANGED = "The rules have changed: the game stands before the first answer that does not fit them any more."
WRONG = "A rule went wrong where a bot decides: the game cannot go on."
EVERY = 16  # answers between two states that are kept to go back to
Faults = (interpreter.Fault, ValueError)


class Refused(Exception):
    """An answer that cannot be taken; the message is for the one who gave it."""


@dataclass(frozen=True)
class Pending:
    """An answer that fits, and the state after it; it counts when it is written down."""

    answer: Answer
    following: State
    number: int
    by_person: bool


class Sitting:
    def __init__(self, setup: Setup, store: Store, showing: Showing, bots: Mapping[int, tuple[str, Bot]]) -> None:
        """`bots`: by seat, each with its word."""
        self.setup, self.showing = setup, showing
        self._store = store
        self._bots = {seat: bot for seat, (_, bot) in bots.items()}
        self._words = {seat: word for seat, (word, _) in bots.items()}
        self._answers: list[Answer] = []
        self._given: Counter[int] = Counter()
        self._drawn: dict[int | None, Drawn] = {}
        self._worked = interpreter.WorkedOut()  # of the present state, for all seats
        self.trouble = ""  # why the table cannot go on, for everybody: it names nothing that somebody may not know
        self.divergence = ""  # the same for the owner: the first answer that does not fit changed rules
        self.state = self._begin()
        self._kept: list[State] = [self.state.clone()]
        self._replay(store.answers(setup.id))

    def _begin(self) -> State:
        return self.showing.game.start(seed=self.setup.seed, names=list(self.setup.names))

    def _replay(self, answers: list[Answer]) -> None:
        for number, answer in enumerate(answers):
            try:
                self._carry_out(answer)
            except Faults as error:
                who = self.state.player_names[answer.player]
                self.trouble = CHANGED
                self.divergence = f"Answer {number + 1} ({who}: {answer.answer}) does not fit the rules any more: {error}"
                return

    def _carry_out(self, answer: Answer) -> None:
        following = self.state.clone()
        following.answer_for(answer.player, answer.answer)
        self._go_on(answer, following)

    def _go_on(self, answer: Answer, following: State) -> None:
        self.state, self._worked = following, interpreter.WorkedOut()
        self._answers.append(answer)
        self._given[answer.player] += 1
        if len(self._answers) % EVERY == 0:
            self._kept.append(self.state.clone())

    @property
    def made(self) -> int:
        """How many answers have been given."""
        return len(self._answers)

    # ---- looking
    def picture(self, seat: int | None) -> Picture:
        """The same one as before, when nothing has changed for this seat."""
        before = self._drawn.get(seat)
        found = self._drawn[seat] = drawn(self.showing, self.state, seat, self.answered(seat), before, self._worked)
        if self.trouble:
            return replace(found.picture, rest={**found.picture.rest, "trouble": self.trouble})
        return found.picture

    def answered(self, seat: int | None) -> int:
        return 0 if seat is None else self._given[seat]

    def at_moment(self, seat: int | None, moment: int) -> Picture:
        """The table as this seat saw it after so many decisions that it was told of."""
        state = self._state_after(self.answers_until(seat, moment))
        found = picture(self.showing, state, seat, -1)
        found.rest["request"] = None
        return found

    def answers_until(self, seat: int | None, moment: int) -> int:
        """How many answers had been given just before this seat was told of the next decision after `moment`."""
        known = self.state.events[: self.state.events_known(seat)]
        told = [event.decision for event in known if event.kind == "decision" and event.told_to(seat)]
        if moment >= len(told):
            return len(self._answers)
        return self._answers_before(told[max(0, moment)])

    def _answers_before(self, decision: int) -> int:
        """The last number of answers after which this decision was not yet made."""
        first = max(number for number, kept in enumerate(self._kept) if kept.decisions < decision)
        state, number = self._kept[first].clone(), first * EVERY
        while number < len(self._answers):
            state.answer_for(self._answers[number].player, self._answers[number].answer)
            if state.decisions >= decision:
                break
            number += 1
        return number

    def _state_after(self, answers: int) -> State:
        state = self._kept[answers // EVERY].clone()
        for answer in self._answers[answers // EVERY * EVERY : answers]:
            state.answer_for(answer.player, answer.answer)
        return state

    # ---- deciding
    def decide(self, seat: int, question: str, given: Mapping[str, Any]) -> Pending:
        """The answer of a person to the question of this name, to be written down and then taken."""
        request = interpreter.request_form(self.state, seat)
        if request is None or question_of(request, self.answered(seat)) != question:
            raise Refused("This question has been answered, or has changed meanwhile. Look again.")
        return self._tried(Answer(seat, self._name(seat, given)), by_person=True)

    def _name(self, seat: int, given: Mapping[str, Any]) -> str:
        request = self.state.request_for(seat)
        assert request is not None
        amount, number = given.get("amount"), given.get("choice")
        if type(amount) is int and request.kind == "amount":
            return str(amount)
        if type(number) is int and 0 <= number < len(request.choices):
            return request.choices[number].name
        raise Refused("That is no answer to this question.")

    def _tried(self, answer: Answer, by_person: bool) -> Pending:
        """Carried out on a copy."""
        try:
            following = self.state.clone()
            following.answer_for(answer.player, answer.answer)
        except interpreter.Fault as fault:
            raise Refused(f"A rule went wrong, and the answer was not taken: {fault.message}") from fault
        except ValueError as error:
            raise Refused(f"{error}".capitalize() + ".") from error
        return Pending(answer, following, len(self._answers), by_person)

    def take(self, pending: Pending) -> None:
        """An answer that is written down: now it is the state of the table."""
        assert pending.number == len(self._answers)
        self.trouble = self.divergence = ""
        self._go_on(pending.answer, pending.following)

    def write(self, pending: Pending) -> None:
        """Writes an answer down, and takes it."""
        self._store.append(self.setup.id, pending.number, pending.answer, pending.by_person).result()
        self.take(pending)

    @property
    def next_bot(self) -> str:
        """The word of the bot that the table waits for, or empty."""
        request = self.state.request
        if request is None or request.player not in self._bots or self.trouble:
            return ""
        return self._words[request.player]

    def bot_decides(self) -> Pending | None:
        """What the bot answers that the table waits for; None when it waits for none."""
        request = self.state.request
        if request is None or not self.next_bot:
            return None
        answer = self._bots[request.player](request, self.state.seat(request.player))
        if isinstance(answer, int):
            name = str(answer) if request.kind == "amount" and request.is_range else request.choices[answer].name
        else:
            name = answer.name
        try:
            return self._tried(Answer(request.player, name), by_person=False)
        except Refused as refused:
            self.trouble, self.divergence = WRONG, str(refused)
            return None

    def takes_number(self, number: int) -> bool:
        """The choice with this number, whoever is asked; False when it cannot be made."""
        request = self.state.request
        if request is None or not 0 <= number < len(request.choices):
            return False
        choice = request.choices[number]
        name = str(choice.value) if request.kind == "amount" and not choice.free else choice.name
        return self.takes(Answer(request.player, name))

    def takes(self, answer: Answer) -> bool:
        """An answer from elsewhere; False when it does not fit."""
        try:
            self.write(self._tried(answer, by_person=False))
        except Refused:
            return False
        return True

    # ---- going back
    def go_back(self, answers: int) -> None:
        self._store.cut(self.setup.id, answers)
        self.state, self._worked = self._state_after(answers), interpreter.WorkedOut()
        self._answers = self._answers[:answers]
        self._given = Counter(answer.player for answer in self._answers)
        self._kept = self._kept[: answers // EVERY + 1]
        self._drawn.clear()
        self.trouble = self.divergence = ""

    def scenario(self, answers: int) -> str:
        """What was decided after so many answers, as a scenario. Problems when it cannot be told."""
        first = self._state_after(answers).decisions
        return interpreter.record(self.showing.game, self.state.save(), f"{self.showing.game.title}, from a table", first)

    def answers_so_far(self, answers: int) -> list[Answer]:
        return self._answers[:answers]

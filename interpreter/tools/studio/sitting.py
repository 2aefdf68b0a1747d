"""A sitting: one running table.

In: its Setup and answers from the store. Out: pictures for its seats; answers taken, written down, and carried out. Layer:
tools. It is not safe for several threads: whoever calls holds the table's lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import interpreter

from .messages import Picture, Showing, picture, question_of
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


class Sitting:
    def __init__(self, setup: Setup, store: Store, showing: Showing, bots: Mapping[int, Bot]) -> None:
        self.setup, self.showing = setup, showing
        self._store, self._bots = store, bots
        self._answers: list[Answer] = []
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
        self.state = following
        self._answers.append(answer)
        if len(self._answers) % EVERY == 0:
            self._kept.append(self.state.clone())

    @property
    def made(self) -> int:
        """How many answers have been given."""
        return len(self._answers)

    # ---- looking
    def picture(self, seat: int | None) -> Picture:
        found = picture(self.showing, self.state, seat, self.answered(seat))
        found.rest["trouble"] = self.trouble
        return found

    def answered(self, seat: int | None) -> int:
        return sum(answer.player == seat for answer in self._answers)

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
    def decide(self, seat: int, question: str, given: Mapping[str, Any]) -> None:
        """The answer of a person to the question of this name."""
        request = interpreter.request_form(self.state, seat)
        if request is None or question_of(request, self.answered(seat)) != question:
            raise Refused("This question has been answered, or has changed meanwhile. Look again.")
        self._take(Answer(seat, self._name(seat, given)), by_person=True)

    def _name(self, seat: int, given: Mapping[str, Any]) -> str:
        request = self.state.request_for(seat)
        assert request is not None
        amount, place = given.get("amount"), given.get("choice")
        if type(amount) is int and request.kind == "amount":
            return str(amount)
        if type(place) is int and 0 <= place < len(request.choices):
            return request.choices[place].name
        raise Refused("That is no answer to this question.")

    def _take(self, answer: Answer, by_person: bool) -> None:
        """Carried out on a copy, written down, and only then the state of the table."""
        number = len(self._answers)
        try:
            following = self.state.clone()
            following.answer_for(answer.player, answer.answer)
        except interpreter.Fault as fault:
            raise Refused(f"A rule went wrong, and the answer was not taken: {fault.message}") from fault
        except ValueError as error:
            raise Refused(f"{error}".capitalize() + ".") from error
        self._store.append(self.setup.id, number, answer, by_person)
        self.state, self.trouble, self.divergence = following, "", ""
        self._answers.append(answer)
        if len(self._answers) % EVERY == 0:
            self._kept.append(self.state.clone())

    def bot_decides(self) -> bool:
        """One answer of a bot, if the table waits for one."""
        request = self.state.request
        if request is None or request.player not in self._bots or self.trouble:
            return False
        answer = self._bots[request.player](request, self.state.seat(request.player))
        if isinstance(answer, int):
            name = str(answer) if request.kind == "amount" and request.is_range else request.choices[answer].name
        else:
            name = answer.name
        try:
            self._take(Answer(request.player, name), by_person=False)
        except Refused as refused:
            self.trouble, self.divergence = WRONG, str(refused)
            return False
        return True

    def takes_place(self, place: int) -> bool:
        """The choice with this place, whoever is asked; False when it cannot be made."""
        request = self.state.request
        if request is None or not 0 <= place < len(request.choices):
            return False
        choice = request.choices[place]
        name = str(choice.value) if request.kind == "amount" and not choice.free else choice.name
        try:
            self._take(Answer(request.player, name), by_person=False)
        except Refused:
            return False
        return True

    # ---- going back
    def go_back(self, answers: int) -> None:
        self._store.cut(self.setup.id, answers)
        self.state = self._state_after(answers)
        self._answers = self._answers[:answers]
        self._kept = self._kept[: answers // EVERY + 1]
        self.trouble = self.divergence = ""

    def scenario(self, answers: int) -> str:
        """What was decided after so many answers, as a scenario. Problems when it cannot be told."""
        first = self._state_after(answers).decisions
        return interpreter.record(self.showing.game, self.state.save(), f"{self.showing.game.title}, from a table", first)

    def answers_so_far(self, answers: int) -> list[Answer]:
        return self._answers[:answers]

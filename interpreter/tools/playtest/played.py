"""Played tables: the games of a playtest as they were played, with what was recorded beside them.

In: a game, its set-up, the answers given and the records of its people. Out: PlayedTable. Layer: tools. Answers are replayed
once, and each question is remembered before it is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import interpreter
from interpreter import Game, State

PERSON, AUTOMA = "person", "automa"
LONGEST_PAUSE = 15 * 60.0  # seconds without a sign of anybody: a break, not part of the game


@dataclass(frozen=True)
class Person:
    """A participant at a table: `number` among all of the playtest, `seat` from 0."""

    number: int
    name: str
    seat: int


@dataclass(frozen=True)
class Did:
    """Something recorded of a person after this many answers at the table."""

    person: Person
    kind: str  # note, answer, time, refused, lookup, take_back, came, left
    at: float  # seconds since 1970
    answers: int
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Asked:
    """A question as it was asked, and what was chosen."""

    player: int
    rule: str
    name: str
    kind: str
    choices: int
    choice: str
    prompt: str = ""

    @property
    def question(self) -> str:
        """The question in the words that simulations count it by."""
        return self.rule if self.kind == "menu" else f"{self.rule}, {self.name}"


@dataclass(frozen=True)
class Fits:
    """Whether a game fits the present rules.

    It has the number of answers that do, and the first that does not."""

    same: bool
    fits: int
    why: str = ""


@dataclass(frozen=True)
class PlayedTable:
    id: str
    number: int  # from 1, in order of opening
    side: int
    opened: str
    game: Game
    variants: tuple[str, ...]
    options: Mapping[str, object]
    seats: tuple[str, ...]  # by seat: person, a bot's word or automa
    state: State  # after all answers
    asked: tuple[Asked, ...]  # one for each answer
    people: tuple[Person, ...] = ()
    did: tuple[Did, ...] = ()
    fits: Fits = field(default_factory=lambda: Fits(True, 0))
    trouble: str = ""  # why the replay stopped before the last answer
    hidden: bool = False  # it still runs, and the reader may be one of its players

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def of_people_alone(self) -> bool:
        return set(self.seats) <= {PERSON, AUTOMA}

    @property
    def people_seats(self) -> int:
        """The number of seats that are not played by the rules."""
        return sum(word != AUTOMA for word in self.seats)

    @cached_property
    def seconds(self) -> float | None:
        """Return the seconds from a person's first sign to the last, without long pauses.

        None if no times were recorded."""
        times = sorted(one.at for one in self.did if one.kind in ("time", "came") and one.data.get("over") is not True)
        if not any(one.kind == "time" for one in self.did):
            return None
        gaps = [later - earlier for earlier, later in pairwise(times)]
        return sum(gap for gap in gaps if gap <= LONGEST_PAUSE)


def replayed(start: Callable[[], State], answers: Sequence[tuple[int, str]]) -> tuple[State, tuple[Asked, ...], str]:
    """Replay the answers.

    Gives the state after them, each question, and why it ended early if it did."""
    state = start()
    asked: list[Asked] = []
    for player, answer in answers:
        request = state.request_for(player)
        if request is None:
            return state, tuple(asked), "an answer to a question that nobody asks"
        kind = request.kind
        found = Asked(player, request.rule, request.name, kind, len(request.choices), answer, request.prompt)
        following = state.clone()
        try:
            following.answer_for(player, answer)
        except (interpreter.Fault, ValueError) as error:
            return state, tuple(asked), str(error)
        state = following
        asked.append(found)
    return state, tuple(asked), ""


def state_after(start: Callable[[], State], answers: Sequence[tuple[int, str]]) -> State:
    """Return the table after these answers, or before the first that does not fit."""
    return replayed(start, answers)[0]

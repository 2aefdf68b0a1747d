"""Requests: the question that the game asks, and the possible answers.

In: a state that waits for a decision. Out: Request and Choice; labels and reasons are made on demand. Layer: runtime. A
Request is a snapshot: when its state moves on, it keeps a copy of the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import NamedTuple, overload

from interpreter.runtime.event_log import name_in_words
from interpreter.runtime.grounds import Ground
from interpreter.runtime.labels import called, free_label
from interpreter.runtime.machine import at_once
from interpreter.runtime.position import Position
from interpreter.runtime.refusals import Refusal, refusals
from interpreter.runtime.tables import Asked, Value
from interpreter.runtime.things import Laid, PromptText, Thing, laid_by, parts_of, said, thing_of


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer.

    `name` is its name in scenarios, `label` is for people; `value` is the engine's own."""

    name: str
    label: str
    value: Value
    free: bool = False  # a free action: taken beside the question, which is then asked again


class Several(NamedTuple):
    """For a choice of several things.

    The least and largest number (None: no limit), and the things already chosen."""

    least: int
    most: int | None
    chosen: tuple[Thing, ...]


class Choices(Sequence[Choice]):
    """The choices of a request, each made on access."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._options, self._free = request.options, request._free  # noqa: SLF001 - a part of Request

    def __len__(self) -> int:
        return len(self._options) + len(self._free)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | Sequence[Choice]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if index < len(self._options):
            return option_choice(self._position, self._options[index])
        return free_choice(self._position, self._free[index - len(self._options)])

    @property
    def _position(self) -> Position:
        return self._request._asked  # noqa: SLF001 - a part of Request

    def __iter__(self) -> Iterator[Choice]:
        return (self[i] for i in range(len(self)))


MAX_LISTED = 1000  # amounts that are listed one by one


class Request:
    """Who must decide what. Numbers stay a range: `low`, `high`, `step`."""

    __slots__ = ("__weakref__", "_asked", "_free", "_number", "_site", "_spots", "options", "player", "site")

    def __init__(self, state: Position) -> None:
        assert state.options is not None
        self._asked: Position = state  # the position in which texts are evaluated
        self.site = state.site  # its site number
        self._site = state.code.SITES[self.site]
        self.player = state.actor
        self.options, self._free = state.options, state.free
        self._number = len(state.decided)  # decisions before it
        self._spots: dict[Thing, dict[int, Ground]] = {}  # cache: the spots of each tile

    def hold(self) -> None:
        """Keep a copy of the position: the state moves on."""
        self._asked = self._asked.bare_clone()

    def is_put_by(self, state: Position) -> bool:
        """Is this still the current question of that state?"""
        return self.options is state.options and self._number == len(state.decided)

    @property
    def name(self) -> str:
        """The name of the decision, as in `chooses NAME`."""
        return self._site.name

    @property
    def rule(self) -> str:
        """The procedure that asks it."""
        return self._site.rule

    @property
    def kind(self) -> Asked:
        return self._site.asks_for

    @property
    def several(self) -> bool:
        return self._site.shape == "several"

    @property
    def optional(self) -> bool:
        return not isinstance(self.options, range) and None in self.options

    @property
    def private(self) -> bool:
        return self._site.private

    @property
    def prompt(self) -> str:
        return self._said.text

    @property
    def things(self) -> tuple[Thing, ...]:
        """The things that the prompt names."""
        return self._said.things

    @property
    def _said(self) -> PromptText:
        if self._site.prompt is not None:
            return said(self._asked, self._site.prompt)
        plain = {"menu": "What do you do?", "actions": "Which action?"}
        return PromptText(plain.get(self._site.shape, f"Choose {name_in_words(self.name)}"), ())

    @property
    def bounds(self) -> Several | None:
        """For a choice of several things: how many, and which are chosen already."""
        if self._site.bounds is None:
            return None
        chosen, least, most = at_once(self._asked, self._site.bounds, self._asked, self._asked.stack[-1])
        things = (thing_of(self._asked, number) for number in chosen)
        return Several(least, most, tuple(thing for thing in things if thing is not None))

    @property
    def choices(self) -> Choices:
        return Choices(self)

    def beside(self, choice: Choice) -> str:
        """What the rules show beside a choice, such as its price; empty if nothing."""
        tell = self._site.beside
        if tell is None or choice.free or choice.value is None:
            return ""
        return at_once(self._asked, tell, self._asked, self._asked.stack[-1], choice.value)

    def thing(self, choice: Choice) -> Thing | None:
        """Return the member that a choice means, if the asked player may know it."""
        return None if choice.free else _meant(self._asked, choice.value)

    def parts(self, choice: Choice) -> tuple[Thing, ...]:
        """For a choice of several things at once, such as where from and where to.

        Each of them, in order."""
        return () if choice.free else parts_of(self._asked, choice.value)

    def laid(self, choice: Choice) -> Laid | None:
        """For a choice that is a spot on a grid: the tile and the cells it would cover."""
        return None if choice.free else laid_by(self._asked, choice.value, self._spots)

    @property
    def keys(self) -> tuple[tuple[bool, Value], ...]:
        """The identities of the choices, in order.

        Cheaper than the choices, and stable across questions."""
        return (*((False, option) for option in self.options), *((True, number) for number in self._free))

    @property
    def is_range(self) -> bool:
        """Are the answers a range of amounts? It may be far too long to iterate."""
        return self.kind == "amount" and isinstance(self.options, range)

    @property
    def labels(self) -> list[str]:
        """The labels for people: every choice, or a long range of amounts as one."""
        choices = self.choices
        if not self.is_range or len(self.options) <= MAX_LISTED:
            return [choice.label for choice in choices]
        return [f"{self.low} to {self.high}", *(choice.label for choice in choices[len(self.options) :])]

    @property
    def low(self) -> int | None:
        numbers = self._numbers()
        return min(_ends(numbers), default=None)

    @property
    def high(self) -> int | None:
        numbers = self._numbers()
        return max(_ends(numbers), default=None)

    @property
    def step(self) -> int | None:
        if self.kind != "amount":
            return None
        if isinstance(self.options, range):
            return self.options.step
        numbers = sorted(self._numbers())
        return gcd(*(above - below for below, above in pairwise(numbers))) or 1

    def _numbers(self) -> Sequence[int]:
        if self.kind != "amount":
            return ()
        if isinstance(self.options, range):
            return self.options
        return [option for option in self.options if isinstance(option, int)]

    @property
    def refused(self) -> tuple[Refusal, ...]:
        return refusals(self._asked)


def _ends(numbers: Sequence[int]) -> Sequence[int]:
    """Return candidates for minimum and maximum without iterating a range."""
    return (*numbers[:1], *numbers[-1:]) if isinstance(numbers, range) else numbers


def option_choice(state: Position, option: Value) -> Choice:
    return Choice(*called(state, option), option)


def _meant(state: Position, option: Value) -> Thing | None:
    """The thing behind an answer.

    The thing chosen, or the only thing that a way's title names."""
    site = state.code.SITES[state.site]
    if not site.is_menu or not isinstance(option, int):
        return thing_of(state, option)
    title = site.labels[option].title
    named = said(state, title).things if title is not None else ()
    return named[0] if len(named) == 1 else None


def free_choice(state: Position, number: int) -> Choice:
    free = state.code.FREE[number]
    return Choice(free.name, free_label(state, free), number, free=True)

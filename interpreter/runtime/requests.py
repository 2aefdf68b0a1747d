"""Requests: the question that the game puts, and what can be answered.

In: a state that waits for a decision. Out: Request and Choice; labels and reasons are made only when asked for.
Layer: runtime.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import Any, overload

from interpreter.runtime.labels import called, spoken
from interpreter.runtime.machine import at_once
from interpreter.runtime.refusals import Refusal, refusals


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer. `name` is what a scenario calls it, `label` what a person reads; `value` is the engine's own."""

    name: str
    label: str
    value: Any
    free: bool = False  # a free action: taken beside the question, which is then put again


class Choices(Sequence[Choice]):
    """The choices of a request, each made when it is looked at."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self._options = state.options
        self._free = state.free

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
            return option_choice(self._state, self._options[index])
        return free_choice(self._state, self._free[index - len(self._options)])

    def __iter__(self) -> Iterator[Choice]:
        return (self[i] for i in range(len(self)))


class Request:
    """Who must decide what. Numbers stay a range: `low`, `high`, `step`."""

    __slots__ = ("_site", "_state")

    def __init__(self, state: Any) -> None:
        self._state = state
        self._site = state.code.SITES[state.site]

    @property
    def player(self) -> int:
        return int(self._state.actor)

    @property
    def name(self) -> str:
        """The name of the decision, as in `chooses NAME`."""
        return str(self._site[0])

    @property
    def rule(self) -> str:
        """The procedure in which it is put."""
        return str(self._site[1])

    @property
    def kind(self) -> str:
        shape = self._site[2]
        return {"several": "thing", "actions": "menu"}.get(shape, str(shape))

    @property
    def several(self) -> bool:
        return bool(self._site[2] == "several")

    @property
    def optional(self) -> bool:
        return None in self._state.options if not isinstance(self._state.options, range) else False

    @property
    def private(self) -> bool:
        return bool(self._site[5])

    @property
    def prompt(self) -> str:
        text = self._site[6]
        if text is not None:
            return str(at_once(self._state, text, self._state, self._state.stack[-1], None))
        return {"menu": "What do you do?", "actions": "Which action?"}.get(self._site[2], f"Choose {spoken(self.name)}")

    @property
    def choices(self) -> Choices:
        return Choices(self._state)

    def beside(self, choice: Choice) -> str:
        """What the rules show beside a choice, such as its price; empty when they show nothing."""
        tell = self._site[13]
        if tell is None or choice.free or choice.value is None:
            return ""
        return str(at_once(self._state, tell, self._state, self._state.stack[-1], choice.value))

    @property
    def low(self) -> int | None:
        numbers = self._numbers()
        return min(numbers) if numbers else None

    @property
    def high(self) -> int | None:
        numbers = self._numbers()
        return max(numbers) if numbers else None

    @property
    def step(self) -> int | None:
        options = self._state.options
        if self.kind != "amount":
            return None
        if isinstance(options, range):
            return options.step
        numbers = sorted(self._numbers())
        return gcd(*(above - below for below, above in pairwise(numbers))) or 1

    def _numbers(self) -> Any:
        if self.kind != "amount":
            return ()
        options = self._state.options
        return options if isinstance(options, range) else [option for option in options if option is not None]

    @property
    def refused(self) -> tuple[Refusal, ...]:
        return refusals(self._state)


def option_choice(state: Any, option: Any) -> Choice:
    return Choice(*called(state, option), option)


def free_choice(state: Any, number: int) -> Choice:
    name, _, title = state.code.FREE[number]
    return Choice(name, str(title), number, free=True)

"""Requests: the question that the game puts, and what can be answered.

In: a state that waits for a decision. Out: Request, Choice, Refusal; labels and reasons are made only when asked for.
Layer: runtime.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import Any, overload

from interpreter.runtime.machine import at_once


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to answer. `name` is what a scenario calls it, `label` what a person reads; `value` is the engine's own."""

    name: str
    label: str
    value: Any
    free: bool = False  # a free action: taken beside the question, which is then put again


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is not allowed now, and why: the rule's reason, its condition, the values in it, its place."""

    name: str
    label: str
    reason: str
    condition: str = ""
    values: str = ""
    place: str = ""
    clauses: tuple[str, ...] = ()


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


def spoken(name: str) -> str:
    return name.replace("_", " ")


def option_choice(state: Any, option: Any) -> Choice:
    name, label = option_name(state.code, state.site, option), option_label(state, option)
    return Choice(name, label, option)


def free_choice(state: Any, number: int) -> Choice:
    name, _, title = state.code.FREE[number]
    return Choice(name, str(title), number, free=True)


def option_name(code: Any, site_number: int, option: Any) -> str:
    """The name of an option: the same in every state, so it can stand in saves and scenarios."""
    site = code.SITES[site_number]
    if option is None:
        return "done" if site[2] == "several" else "pass"
    if site[2] in ("menu", "actions"):
        return str(site[7][option][0])
    if site[3] == "player":
        return f"player_{option + 1}"
    if site[3] is not None:
        return str(code.KINDS[site[3]][1][option])
    return _plain(option)


def _plain(option: Any) -> str:
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, tuple | list):
        return "(" + ", ".join(_plain(item) for item in option) + ")"
    return str(option)


def option_label(state: Any, option: Any) -> str:
    site = state.code.SITES[state.site]
    if option is None:
        return "Done" if site[2] == "several" else "Pass"
    if site[2] in ("menu", "actions"):
        name, title = site[7][option]
        return (
            str(at_once(state, title, state, state.stack[-1], None)) if title is not None else spoken(name).capitalize()
        )
    return str(at_once(state, site[10], state, option)) if site[10] is not None else str(option)


def refusals(state: Any) -> tuple[Refusal, ...]:
    site = state.code.SITES[state.site]
    found = []
    if site[8] is not None:
        for option, need, context in at_once(state, site[8], state, state.stack[-1]):
            found.append(_refusal(state, option, need, context))
    for option, reason in state.rejected:
        found.append(Refusal(option_name(state.code, state.site, option), option_label(state, option), reason))
    return tuple(found)


def _refusal(state: Any, option: Any, need: int, context: Any) -> Refusal:
    name, label = option_name(state.code, state.site, option), option_label(state, option)
    if need < 0:
        return Refusal(name, label, "there is nothing to choose for it")
    frame = context if isinstance(context, list) else state.stack[-1]
    return Refusal(name, label, *need_words(state, need, frame, context))


def need_words(state: Any, need: int, frame: Any, item: Any) -> tuple[str, str, str, str, tuple[str, ...]]:
    """Reason, condition, values, place and clauses of a `needs` that does not hold."""
    words, because, values, place, clauses = state.code.NEEDS[need]
    numbers = at_once(state, values, state, frame, item).rstrip("; ") if values is not None else ""
    return at_once(state, because, state, frame, item), words, numbers, place, clauses

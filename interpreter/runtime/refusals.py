"""Refusals: what cannot be chosen now, and the rule that forbids it.

In: a state that waits for a decision. Out: Refusals: the rule's reason, its condition with its values, its clauses and its
location. Layer: runtime. Everything is evaluated on demand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.runtime.event_log import name_in_words
from interpreter.runtime.labels import called, free_label
from interpreter.runtime.machine import at_once
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Frame, Tried, Value
from interpreter.runtime.things import Thing, thing_of

MAX_TOLD = 3  # items explained one by one when none can be chosen


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is not allowed now, and why.

    The rule's reason, its condition, the values in it, its location."""

    name: str
    label: str
    reason: str
    condition: str = ""
    values: str = ""
    location: str = ""
    clauses: tuple[str, ...] = ()
    free: bool = False  # a free action beside the question
    thing: Thing | None = None  # the member of a kind that it means, if the asked player may know it


def refusals(state: Position) -> tuple[Refusal, ...]:
    """List the options that fail a `needs` or a `must leave`.

    Then the free actions that cannot be taken."""
    found = _failing(state, state.code.SITES[state.site].refused)
    for option, words in state.rejected:
        name, label = called(state, option)
        found.append(Refusal(name, label, *words, thing=thing_of(state, option)))
    return (*found, *_free(state))


def _free(state: Position) -> list[Refusal]:
    found = []
    frame = [0, state.actor]
    for free in state.code.FREE:
        if free.between and state.code.SITES[state.site].detail:
            found.append(Refusal(free.name, free_label(state, free), "finish your current choice first", free=True))
            continue
        need = at_once(state, state.code.ACTIONS[free.name].why, state, frame)
        if need is None:
            continue
        words = need_words(state, need, frame, None) if need >= 0 else Tried(nothing_left(state, need, frame))
        found.append(Refusal(free.name, free_label(state, free), *words, True))
    return found


def left_out(state: Position) -> tuple[Refusal, ...]:
    """List what the `where` of the question leaves out."""
    return tuple(_failing(state, state.code.SITES[state.site].left_out))


def _failing(state: Position, tell: Callable[..., list[tuple[Value, int, object]]] | None) -> list[Refusal]:
    if tell is None:
        return []
    return [_refusal(state, *found) for found in at_once(state, tell, state, state.stack[-1])]


def _refusal(state: Position, option: Value, need: int, context: object) -> Refusal:
    frame = context if isinstance(context, list) else state.stack[-1]
    name, label = called(state, option)
    thing = thing_of(state, option)
    if need < 0:
        return Refusal(name, label, nothing_left(state, need, frame), thing=thing)
    return Refusal(name, label, *need_words(state, need, frame, context), thing=thing)


def need_words(state: Position, need: int, frame: Frame, item: object) -> Tried:
    """Reason, condition, values, location and clauses of a condition that fails."""
    found = state.code.NEEDS[need]
    reason, numbers = "the rule leaves it out", ""
    if found.because is not None:
        reason = at_once(state, found.because, state, frame, item)
    if found.values is not None:
        numbers = at_once(state, found.values, state, frame, item).rstrip("; ")
    return Tried(reason, found.words, numbers, found.location, found.clauses)


def nothing_left(state: Position, number: int, frame: Frame) -> str:
    """Explain why an action has nothing to choose from: its items, and why each fails."""
    name, tell = state.code.NONE_LEFT[-number - 1]
    candidates = at_once(state, tell, state, frame)
    told = [
        f"{label}: {_short_reason(state, need, frame, item)}" for label, need, item in candidates if need is not None
    ]
    if not told:
        return f"there is no {name_in_words(name)} to choose for it"
    more = f"; and {len(told) - MAX_TOLD} more" if len(told) > MAX_TOLD else ""
    return f"there is no {name_in_words(name)} to choose for it ({'; '.join(told[:MAX_TOLD])}{more})"


def _short_reason(state: Position, need: int, frame: Frame, item: Value) -> str:
    """Return the reason that players read.

    A `where` has none: its condition is for rule writers."""
    found = need_words(state, need, frame, item)
    return found.reason if state.code.NEEDS[need].because is not None else "it does not fit here"

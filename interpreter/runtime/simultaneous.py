"""Simultaneous decisions: in `secretly each` players may answer in any order.

In: a state that waits inside `secretly each`. Out: for each player who can decide now, a state with that question.
Layer: runtime. The machine asks one player after another. Later questions are found on a copy, in which earlier players
answer anything: no question may depend on another player's secret decision. Early answers are sealed in the state until the
machine asks for them; one that does not fit then is dropped, and its player is asked again.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

from interpreter.runtime import machine
from interpreter.runtime.faults import Fault, RejectedSignal
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Made, Value

AnyPosition = TypeVar("AnyPosition", bound=Position)
MAX_STEPS = 500  # questions stepped through to find everyone's


def open_questions(state: AnyPosition) -> dict[int, AnyPosition]:
    """Map each player who can decide now to a state with the question.

    The player whom the machine asks comes first."""
    if state.options is None:
        return {}
    if not _is_secret(state):
        return {state.actor: state}
    found: dict[int, AnyPosition] = {}
    ahead, walker = list(state.sealed), state.clone()
    walker.log = walker.known = None
    walker.watched = False
    watched = _Watched(walker)
    for _ in range(MAX_STEPS):
        if watched.is_over or not _is_secret(walker):
            break
        given = next((made for made in ahead if made.actor == walker.actor), None)
        if given is not None:
            ahead.remove(given)
        elif walker.actor not in found:
            found[walker.actor] = walker.clone()
        if not _goes_on(cast(Position, watched), given):
            break
    return found


class _Watched:
    """A state proxy that notices the end of its `secretly each`.

    `secret_turn_of` is reset then."""

    is_over: bool

    def __init__(self, state: Position) -> None:
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "is_over", False)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_state"), name)

    def __setattr__(self, name: str, value: object) -> None:
        if name == "secret_turn_of" and value is None:
            object.__setattr__(self, "is_over", True)
        setattr(object.__getattribute__(self, "_state"), name, value)


def _is_secret(state: Position) -> bool:
    return state.options is not None and state.secret_turn_of == state.actor and state.code.SITES[state.site].private


def _goes_on(walker: Position, given: Made | None) -> bool:
    """Answer on the copy: with the sealed answer, or with anything."""
    try:
        if given is not None and given.free and isinstance(given.option, int):
            machine.decide_free(walker, given.option)
        else:
            machine.decide(walker, given.option if given is not None and fits(walker, given) else _anything(walker))
    except (Fault, RejectedSignal, LookupError):
        return False
    return True


def _anything(walker: Position) -> Value:
    options = walker.options or ()
    return None if not isinstance(options, range) and None in options else options[0]


def fits(state: Position, made: Made) -> bool:
    """Does the sealed answer fit the current question?"""
    if made.site != state.site or made.actor != state.actor:
        return False
    return made.option in (state.free if made.free else state.options or ())


def next_sealed(state: Position) -> Made | None:
    """Remove and return the sealed answer to the current question.

    Answers that no longer fit are dropped."""
    if state.options is None or not _is_secret(state):
        state.sealed = ()
        return None
    mine = [made for made in state.sealed if made.actor == state.actor]
    if not mine:
        return None
    if not fits(state, mine[0]):
        state.sealed = tuple(made for made in state.sealed if made.actor != state.actor)
        return None
    at = state.sealed.index(mine[0])
    state.sealed = (*state.sealed[:at], *state.sealed[at + 1 :])
    return mine[0]

"""Deciding together: in `secretly each` everybody may answer at once, in any order.

In: a state that waits inside `secretly each`. Out: for everybody who can decide now, a state in which that question is put.
Layer: runtime. The machine asks one after the other. What the others will be asked is found on a copy, in which those before
them answer anything: nobody's question may depend on what another decides in secret. Answers that come early are kept sealed
in the state until the machine asks for them; one that does not fit then is dropped, and its player is asked again.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

from interpreter.runtime import machine
from interpreter.runtime.faults import Fault, Rejected
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Made, Value

AnyPosition = TypeVar("AnyPosition", bound=Position)
MOST_STEPS = 500  # questions that are looked through to find everybody's


def open_questions(state: AnyPosition) -> dict[int, AnyPosition]:
    """Everybody who can decide now, each with a state that puts the question; the one whom the machine asks comes first."""
    if state.options is None:
        return {}
    if not _is_secret(state):
        return {state.actor: state}
    found: dict[int, AnyPosition] = {}
    ahead, walker = list(state.sealed), state.clone()
    walker.log = walker.known = None
    watched = _Watched(walker)
    for _ in range(MOST_STEPS):
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
    """A state that notices when the `secretly each` in which it was begun is over: then the veil is lifted."""

    is_over: bool

    def __init__(self, state: Position) -> None:
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "is_over", False)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_state"), name)

    def __setattr__(self, name: str, value: object) -> None:
        if name == "veil" and value is None:
            object.__setattr__(self, "is_over", True)
        setattr(object.__getattribute__(self, "_state"), name, value)


def _is_secret(state: Position) -> bool:
    return state.options is not None and state.veil == state.actor and state.code.SITES[state.site].private


def _goes_on(walker: Position, given: Made | None) -> bool:
    """Answers on the copy: as it was sealed, or anything."""
    try:
        if given is not None and given.free and isinstance(given.option, int):
            machine.decide_free(walker, given.option)
        else:
            machine.decide(walker, given.option if given is not None and fits(walker, given) else _anything(walker))
    except (Fault, Rejected, LookupError):
        return False
    return True


def _anything(walker: Position) -> Value:
    options = walker.options or ()
    return None if not isinstance(options, range) and None in options else options[0]


def fits(state: Position, made: Made) -> bool:
    """Can the sealed answer be given to the question that is put now?"""
    if made.site != state.site or made.actor != state.actor:
        return False
    return made.option in (state.free if made.free else state.options or ())


def next_sealed(state: Position) -> Made | None:
    """The sealed answer to the present question, taken out. What can no longer be given is dropped."""
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

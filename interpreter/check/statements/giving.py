"""Does a procedure that gives something give it on every path?

In: a checked routine. Out: the place where it may end without `give`; None if it cannot. Layer: check.
A procedure that gives something `or none` may end like that: then it gives none.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Absent, Maybe, Unknown
from interpreter.source import Span


def gives_nothing_at(routine: rb.Routine) -> Span | None:
    if routine.gives is None or isinstance(routine.gives, Maybe | Absent | Unknown):
        return None
    for act in rb.walk_acts(routine.body):
        if isinstance(act, rb.Return) and act.value is None:
            return act.span
    return routine.span if _goes_on(routine.body) else None


def _goes_on(acts: tuple[rb.Act, ...]) -> bool:
    """Can control reach the end of these acts?"""
    return all(_can_be_left(act) for act in acts)


def _can_be_left(act: rb.Act) -> bool:
    match act:
        case rb.Return() | rb.EndGame():
            return False
        case rb.NamedStep(body=body):
            return _goes_on(body)
        case rb.Branching(cases=cases, otherwise=otherwise):
            return any(_goes_on(body) for body in (*(body for _, body in cases), otherwise))
        case rb.AskMenu(entries=entries, site=site):
            return site.optional or any(_goes_on(entry.body) for entry in entries)
        case rb.Loop(value=None, body=body):
            return any(isinstance(inner, rb.Break) for inner in rb.walk_acts(body))
        case _:
            return True

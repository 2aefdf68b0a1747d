"""Ways and actions that open with a question: offered only while it has an answer.

In: checked routines. Out: one more need on each way and action whose first step is a menu or `takes one of`: that one of
its ways or actions is possible. What opens with a choice needs no such condition, its `first` says it. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.ir import rulebook as rb
from interpreter.ir.effects import reached
from interpreter.ir.questions import choice, together
from interpreter.ir.traversal import size, substitute
from interpreter.ir.types import YES_NO

LARGEST = 1000  # terms: a condition that lets make larger than this is not looked ahead for

Lets = Mapping[rb.Variable, rb.Term]


def mark_openings(routines: dict[str, rb.Routine]) -> None:
    taken = {name: set(_first_actions(routine.own)) for name, routine in routines.items() if "action" in routine.word}
    circular = {name for name in taken if name in reached(name, taken)}
    for routine in routines.values():
        for act in reversed(list(rb.walk_acts(routine.body))):  # the innermost ways first
            for entry in act.entries if isinstance(act, rb.AskMenu) else ():
                entry.needs += _opening_need(entry.own, circular)
    for name in taken:
        routines[name].needs += _opening_need(routines[name].own, circular)


def _first_actions(body: tuple[rb.Act, ...]) -> Iterator[str]:
    """Yield the names of the actions that these steps may begin with."""
    question, _ = _opening(body)
    if isinstance(question, rb.AskAction):
        yield from (routine.name for routine, _ in question.actions)
    if isinstance(question, rb.AskMenu):
        for entry in question.entries:
            yield from _first_actions(entry.own)


def _opening(body: tuple[rb.Act, ...]) -> tuple[rb.AskMenu | rb.AskAction | None, Lets | None]:
    """Return the question before which nothing happens, and the lets before it.

    None in place of lets that would be too long to repeat."""
    lets: dict[rb.Variable, rb.Term] = {}
    small = True
    for act in body:
        match act:
            case rb.Assign() if small:
                lets[act.variable] = substitute(act.value, lets)
                small = size(lets[act.variable]) <= LARGEST
            case rb.Assign():
                pass
            case rb.NamedStep(body=()):  # only a mark
                pass
            case rb.NamedStep() if not lets:
                return _opening(act.body)
            case rb.AskMenu() | rb.AskAction():
                return act, lets if small else None
            case _:
                return None, None
    return None, None


def _opening_need(body: tuple[rb.Act, ...], circular: set[str]) -> tuple[rb.Condition, ...]:
    """Return the need of what opens with a question that somebody must answer.

    Nothing if it always has an answer."""
    question, lets = _opening(body)
    if question is None or lets is None or question.site.optional or question.automatic:
        return ()
    if isinstance(question, rb.AskMenu):
        noun, tests = "ways", [_possible(entry) for entry in question.entries]
    else:
        noun, tests = "actions", [_can_take(question, number, circular) for number in range(len(question.actions))]
    known = [substitute(test, lets) for test in tests if test is not None]
    holds = together("or", known)
    if holds is None or len(known) < len(tests) or size(holds) > LARGEST:
        return ()
    because = rb.Template((f"none of its {noun} is possible now",), question.span)
    return (rb.Condition(question.span, holds, f"one of its {noun} is possible", because, ()),)


def _possible(entry: rb.MenuEntry) -> rb.Term | None:
    """Return the condition under which a way is offered; None if it always is."""
    lets: dict[rb.Variable, rb.Term] = {}
    for let in entry.lets:
        lets[let.variable] = substitute(let.value, lets)
        if size(lets[let.variable]) > LARGEST:
            return None
    tests = [need.holds for need in entry.needs]
    if entry.first is not None:
        tests.append(choice(entry.first).enough)
    found = together("and", tests)
    return substitute(found, lets) if found is not None else None


def _can_take(question: rb.AskAction, number: int, circular: set[str]) -> rb.Term | None:
    """Return the condition under which an action is offered.

    None if asking for it could lead back to it."""
    routine, arguments = question.actions[number]
    if routine.name in circular:
        return None
    return rb.CanTake(YES_NO, routine, (question.actor, *arguments))

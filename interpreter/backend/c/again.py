"""Which values are asked for again and again while one question is put together.

In: a Program. Out: their names. Layer: backend. It is those that a search asks for each time, be it through other values, and
those that one value asks for at several places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from interpreter.check import rulebook as rb
from interpreter.program import Program
from interpreter.program.passes.budget import most_items
from interpreter.program.terms import parts

CHEAP = 40  # steps


def asked_again(program: Program) -> frozenset[str]:
    used = {name: [worked for term in terms_of(value) for worked in _used(term)] for name, value in program.values.items()}
    found = {name for inside in used.values() for name, count in Counter(name for name, _ in inside).items() if count > 1}
    found |= {name for inside in used.values() for name, in_search in inside if in_search}
    for cells in program.formulas.values():
        found |= {name for cell in cells for name, in_search in _used(cell) if in_search}
    for question in program.questions:
        if question.choice is not None and question.choice.where is not None:
            found |= {name for name, _ in _used(question.choice.where)}
    reached = set(found)
    while found:
        found = {name for one in found if one in used for name, _ in used[one]} - reached
        reached |= found
    return frozenset(reached)


def terms_of(value: rb.Value) -> Iterator[rb.Term]:
    for case in (*value.cases, *(case for alteration in value.alterations for case in alteration.cases)):
        yield from (term for term in (case.condition, case.value) if term is not None)


def is_dear(value: rb.Value, program: Program) -> bool:
    """Does it take longer to work out than to look up?"""
    return max((_steps(term, program) for term in terms_of(value)), default=0) > CHEAP


def _steps(term: rb.Term, program: Program) -> int:
    """About how many steps a term takes, without the values that it uses."""
    if not isinstance(term, rb.Search):
        return 1 + sum(_steps(part, program) for part in parts(term))
    inside = sum(_steps(part, program) for part in parts(term) if part is not term.items)
    return _steps(term.items, program) + most_items(term.items, program) * (1 + inside)


def _used(term: rb.Term, in_search: bool = False) -> Iterator[tuple[str, bool]]:
    """The values that a term uses, each with whether a search asks for it each time."""
    if isinstance(term, rb.Worked):
        yield term.value.name, in_search
    for part in parts(term):
        yield from _used(part, in_search or (isinstance(term, rb.Search) and part is not term.items))

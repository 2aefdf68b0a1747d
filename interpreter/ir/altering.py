"""Split the alterations of a value into cases that read the old value and cases that do not.

In: alterations of a value. Out: their cases in two parts. Layer: ir. Both back ends test the cases that do not read the old
value first, the last alteration before the others; an old value that is replaced is not evaluated, so it cannot fail.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import walk
from interpreter.ir.types import YES_NO

Cases = tuple[rb.Case, ...]


def in_two_parts(change: rb.Alteration) -> tuple[Cases, Cases]:
    """Return the cases that ignore `normal`, to be tested first, and the others."""
    independent: list[rb.Case] = []
    others: list[rb.Case] = []
    decided = not _asks(change.guard, change.normal)
    for case in change.cases:
        decided = decided and not _asks(case.condition, change.normal)
        if decided and not _asks(case.value, change.normal):
            independent.append(rb.Case(case.value, _unless(others, case.condition)))
        else:
            others.append(case)
    return tuple(independent), tuple(others)


def replaces_everything(change: rb.Alteration) -> bool:
    """Does it never read the old value when its guard holds?"""
    return not in_two_parts(change)[1]


def _unless(others: list[rb.Case], condition: rb.Term | None) -> rb.Term | None:
    """Condition of a case that is moved in front of these."""
    tests = tuple(case.condition for case in others if case.condition is not None)
    if not tests:
        return condition
    first = tests[0] if len(tests) == 1 else rb.Logic(YES_NO, "or", tests)
    before = rb.Logic(YES_NO, "not", (first,))
    return before if condition is None else rb.Logic(YES_NO, "and", (before, condition))


def _asks(term: rb.Term | None, normal: rb.Variable) -> bool:
    return term is not None and any(isinstance(part, rb.Local) and part.variable is normal for part in walk(term))

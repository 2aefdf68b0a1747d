"""Turn bounds in the conditions of a range choice into the ends of the range.

In: a range of numbers, the variable that ranges over it, and conditions. Out: a range narrowed by the conditions, and the
conditions that remain. Layer: ir. A range without conditions is never iterated, so it may be of any length; a shorter range
is faster to iterate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, Maybe, Number
from interpreter.source import Span

TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "=="}
ONE = rb.Constant(NUMBER, 1)


def narrowed(
    numbers: rb.Numbers, item: rb.Variable, tests: Iterable[rb.Term], span: Span
) -> tuple[rb.Numbers, list[rb.Term]]:
    """Narrow a range by conditions.

    The lower end only with a step of one: with a larger step it decides which numbers there are."""
    low, high, rest = numbers.low, numbers.high, []
    by_ones = isinstance(numbers.step, rb.Constant) and numbers.step.value == 1
    upwards = isinstance(numbers.step, rb.Constant) and numbers.step.value is not None and numbers.step.value > 0
    for test in _parts(tests):
        operator, bound = _bound(test, item)
        if bound is None or not upwards or (operator in (">=", ">", "==") and not by_ones):
            rest.append(test)
            continue
        if operator in ("<=", "<", "=="):
            high = _function("smaller", high, _next(bound, "-", span) if operator == "<" else bound)
        if operator in (">=", ">", "=="):
            low = _function("larger", low, _next(bound, "+", span) if operator == ">" else bound)
    return rb.Numbers(numbers.type, low, high, numbers.step), rest


def _parts(tests: Iterable[rb.Term]) -> Iterator[rb.Term]:
    for test in tests:
        if isinstance(test, rb.Logic) and test.word == "and":
            yield from _parts(test.parts)
        else:
            yield test


def _bound(test: rb.Term, item: rb.Variable) -> tuple[str, rb.Term | None]:
    """Match `amount is at most X`.

    X does not depend on the amount and is never none."""
    if isinstance(test, rb.Comparison) and test.operator in TURNED and test.right is not None:
        for operator, one, other in (
            (test.operator, test.left, test.right), (TURNED[test.operator], test.right, test.left),
        ):  # fmt: skip
            if isinstance(one, rb.Local) and one.variable is item and _is_plain(other, item):
                return operator, other
    return "", None


def _is_plain(term: rb.Term, item: rb.Variable) -> bool:
    """Is it a number that can always be evaluated: no part can be none or fail?"""
    if not isinstance(term.type, Number):
        return False
    match term:
        case rb.Constant() | rb.Setting():
            return True
        case rb.Local(variable=variable):
            return variable is not item and isinstance(variable.type, Number)
        case rb.Stored(keep=keep, keys=keys):
            return isinstance(keep.type, Number) and all(_is_there(key, item) for key in keys)
        case rb.Calculation(operator="+" | "-", parts=parts):
            return all(_is_plain(part, item) for part in parts)
        case _:
            return False


def _is_there(key: rb.Term, item: rb.Variable) -> bool:
    """Judge a variable by its declared type.

    A narrower one may depend on an earlier condition."""
    if isinstance(key, rb.Local):
        return key.variable is not item and not isinstance(key.variable.type, Maybe)
    return isinstance(key, rb.Constant) and key.value is not None


def _function(name: str, one: rb.Term, other: rb.Term) -> rb.Term:
    return rb.Builtin(NUMBER, name, (one, other))


def _next(term: rb.Term, operator: str, span: Span) -> rb.Term:
    """Return the adjacent number: `less than 5` is at most 4."""
    return rb.Calculation(NUMBER, operator, (term, ONE), None, span)

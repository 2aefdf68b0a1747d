"""Amounts from a range with a condition: what the condition says about the ends of the range is said by the range.

In: a range of numbers, the variable that stands for one of them, and conditions. Out: a range that is as short as the
conditions make it, and those that are left. Layer: program. Nobody goes through a range without conditions, so it may be
as long as it likes; and a short one is gone through sooner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.check import rulebook as rb
from interpreter.source import Span
from interpreter.types import NUMBER, Maybe, Number

TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "==": "=="}
ONE = rb.Constant(NUMBER, 1)


def narrowed(
    numbers: rb.Numbers, item: rb.Variable, tests: Iterable[rb.Term], span: Span
) -> tuple[rb.Numbers, list[rb.Term]]:
    """The lower end only of steps of one: with longer steps it says which numbers there are."""
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
    """`amount is at most X`, where X is the same for every amount and always there."""
    if isinstance(test, rb.Comparison) and test.operator in TURNED and test.right is not None:
        for operator, one, other in (
            (test.operator, test.left, test.right), (TURNED[test.operator], test.right, test.left),
        ):  # fmt: skip
            if isinstance(one, rb.Local) and one.variable is item and _is_plain(other, item):
                return operator, other
    return "", None


def _is_plain(term: rb.Term, item: rb.Variable) -> bool:
    """A number that can be worked out whatever the other conditions say: no part of it can be none or go wrong."""
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
    """Of a variable its own type is asked: a condition before may have made sure that it is not none."""
    if isinstance(key, rb.Local):
        return key.variable is not item and not isinstance(key.variable.type, Maybe)
    return isinstance(key, rb.Constant) and key.value is not None


def _function(name: str, one: rb.Term, other: rb.Term) -> rb.Term:
    return rb.Builtin(NUMBER, name, (one, other))


def _next(term: rb.Term, operator: str, span: Span) -> rb.Term:
    """The number beside it: `less than 5` is at most 4."""
    return rb.Calculation(NUMBER, operator, (term, ONE), None, span)

"""Find tests that can be evaluated whole, without a branch.

In: a checked term. Out: whether it only reads cells, variables and constants, so that it cannot fail and may be evaluated
unconditionally; and its text. Layer: backends. In random play such tests are unpredictable, and a branch misprediction costs
more than the whole test.
"""

from __future__ import annotations

from interpreter.backends.c.context import Context, write
from interpreter.backends.c.operators import COMPARISONS
from interpreter.backends.c.unit import c_type
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, ListOf, Maybe, Of, YesNo, Zone

MAX_PARTS = 3


def straight(term: rb.Term) -> bool:
    """Is it a branchless test: a few comparisons or yes/no cells that cannot fail?"""
    match term:
        case rb.Logic():
            return len(term.parts) <= MAX_PARTS and all(straight(part) for part in term.parts)
        case rb.Comparison(_, operator, left, right) if right is not None and operator in COMPARISONS:
            ordered = COMPARISONS[operator].is_ordered
            return all(is_value(side, ordered) for side in (left, right))
        case rb.Stored():
            return isinstance(term.keep.type, YesNo) and term.keep.start is not None and _cell(term)
        case _:
            return False


def is_value(term: rb.Term, there: bool) -> bool:
    """Is it a constant, a variable or a cell that cannot fail?

    With `there`, it must never be none."""
    match term:
        case rb.Constant():
            return term.value is not None or not there
        case rb.Local():
            return c_type(term.type) == "I" and not (there and isinstance(term.variable.type, Maybe))
        case rb.Stored():
            return _cell(term) and not (there and (term.keep.start is None or isinstance(term.keep.type, Maybe)))
        case _:
            return False


def _cell(term: rb.Stored) -> bool:
    """Is it a cell whose keys need no check?"""
    return not isinstance(term.keep.type, Zone | Grid | ListOf) and all(is_key(key) for key in term.keys)


def is_key(key: rb.Term) -> bool:
    """Is it a key that is never none?

    Decided by the variable's declared type, not by what is known here: that may rest on a test that is now evaluated
    unconditionally as well."""
    if isinstance(key, rb.Local):
        return isinstance(key.variable.type, Of)
    return isinstance(key, rb.Constant) and key.value is not None


def bit(term: rb.Term, context: Context) -> str:
    """Print a branchless test as 0 or 1, all parts evaluated."""
    if not isinstance(term, rb.Logic):
        text = write(term, context)
        return text if isinstance(term, rb.Comparison) else f"({text} != 0)"
    parts = [bit(part, context) for part in term.parts]
    if term.word == "not":
        return f"(!{parts[0]})"
    return "(" + f" {'&' if term.word == 'and' else '|'} ".join(parts) + ")"

"""Which tests are worked out whole, without a branch.

In: a checked term. Out: whether it only looks at cells, names and numbers, so that nothing can go wrong in it and it may be
worked out where it need not be; and its text. Layer: backend. In a random game nobody can guess how such a test turns out; a
wrong guess of the processor costs more than the whole test.
"""

from __future__ import annotations

from interpreter.backend.c.context import Context, write
from interpreter.backend.c.unit import c_type
from interpreter.check import rulebook as rb
from interpreter.types import Grid, ListOf, Maybe, Of, YesNo, Zone

MOST_PARTS = 3
COMPARED = ("==", "!=", "<", "<=", ">", ">=")


def straight(term: rb.Term) -> bool:
    """Is it a test of this kind?"""
    match term:
        case rb.Logic():
            return len(term.parts) <= MOST_PARTS and all(straight(part) for part in term.parts)
        case rb.Comparison(_, operator, left, right) if right is not None and operator in COMPARED:
            ordered = operator not in ("==", "!=")
            return all(is_value(side, ordered) for side in (left, right))
        case rb.Stored():
            return isinstance(term.keep.type, YesNo) and term.keep.start is not None and _cell(term)
        case _:
            return False


def is_value(term: rb.Term, there: bool) -> bool:
    """A number or a name that is at hand; with `there`, it is never none."""
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
    """A cell whose place needs no look at whether there is one."""
    return not isinstance(term.keep.type, Zone | Grid | ListOf) and all(is_key(key) for key in term.keys)


def is_key(key: rb.Term) -> bool:
    """By what the variable is, not by what is known of it here: that may rest on a test that is now worked out as well."""
    if isinstance(key, rb.Local):
        return isinstance(key.variable.type, Of)
    return isinstance(key, rb.Constant) and key.value is not None


def bit(term: rb.Term, context: Context) -> str:
    """A straight test as 0 or 1, every part of it worked out."""
    if not isinstance(term, rb.Logic):
        text = write(term, context)
        return text if isinstance(term, rb.Comparison) else f"({text} != 0)"
    parts = [bit(part, context) for part in term.parts]
    if term.word == "not":
        return f"(!{parts[0]})"
    return "(" + f" {'&' if term.word == 'and' else '|'} ".join(parts) + ")"

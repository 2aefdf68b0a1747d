"""Totality: which terms cannot fail, so that they may be evaluated at any time or not at all.

In: a term. Out: whether its evaluation can fail. Layer: ir.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, ListOf, Maybe, Number, Of, YesNo, Zone


def cannot_fail(term: rb.Term) -> bool:
    """Is it a condition that can be tested at any time?

    No part fails, or is none where a value is required."""
    match term:
        case rb.Constant(value=bool()):
            return True
        case rb.Logic():
            return all(map(cannot_fail, term.parts))
        case rb.Comparison(operator="==" | "!=", left=left, right=right) if right is not None:
            return all(is_at_hand(side, there=False) for side in (left, right))
        case rb.Comparison(operator=">=" | "<=" | ">" | "<", left=left, right=right) if right is not None:
            return all(is_at_hand(side, there=True) for side in (left, right))
        case rb.Stored(keep=keep):
            return isinstance(keep.type, YesNo) and is_at_hand(term, there=True)
        case _:
            return False


def is_at_hand(term: rb.Term, there: bool) -> bool:
    """Is it a name or number that can always be evaluated?

    With `there`, one that is never none."""
    match term:
        case rb.Constant():
            return term.value is not None or not there
        case rb.Local(variable=variable):
            return not (there and isinstance(variable.type, Maybe)) and isinstance(
                variable.type, Of | Number | YesNo | Maybe
            )
        case rb.Stored(keep=keep):
            plain = not isinstance(keep.type, Zone | Grid | ListOf)
            sure = not there or (keep.start is not None and not isinstance(keep.type, Maybe))
            return plain and sure and all(_is_place(key) for key in term.keys)
        case rb.Builtin(name="row_of" | "column_of" | "seat" | "number_of", arguments=(place,)):
            return _is_place(place)
        case rb.Builtin(name="far_end", arguments=(connection, here)):
            return _is_place(connection) and is_at_hand(here, there=False)
        case rb.Printed(column=column, member=member):
            return _is_place(member) and not (there and None in column.cells)
        case rb.Calculation(operator="+" | "-", parts=parts):
            return isinstance(term.type, Number) and all(is_at_hand(part, there=True) for part in parts)
        case rb.Chosen(condition=condition, value=value, other=other):
            return cannot_fail(condition) and is_at_hand(value, there) and is_at_hand(other, there)
        case _:
            return False


def is_sure_list(items: rb.Term) -> bool:
    """Is it a list that can always be built without failing?"""
    match items:
        case rb.Members():
            return True
        case rb.Local(variable=variable):
            return not isinstance(variable.type, Maybe)
        case rb.Stored(keys=keys):
            return all(map(_is_place, keys))
        case rb.Printed(column=column, member=member):
            return _is_place(member) and None not in column.cells
        case rb.Numbers(low=low, high=high, step=step):
            return all(isinstance(part, rb.Constant) for part in (low, high, step))
        case rb.Listing(items=some):
            return all(is_at_hand(one, there=False) for one in some)
        case rb.Rotated(items=some, start=start):
            return is_sure_list(some) and _is_place(start)
        case rb.Builtin(name="neighbours" | "exits" | "others", arguments=(place,)):
            return _is_place(place)
        case rb.Builtin(name="counted" | "reverse" | "distinct", arguments=(some, *_)):
            return is_sure_list(some)
        case rb.Search(word="list", body=None, where=where, keys=()):
            return is_sure_list(items.items) and (where is None or cannot_fail(where))
        case rb.LetIn(term=inside) | rb.Lazy(value=inside):
            return is_sure_list(inside)
        case _:
            return False


def _is_place(key: rb.Term) -> bool:
    """Judge a variable by its declared type.

    A narrower one may depend on an earlier test."""
    if isinstance(key, rb.Local):
        return isinstance(key.variable.type, Of)
    return isinstance(key, rb.Constant) and key.value is not None

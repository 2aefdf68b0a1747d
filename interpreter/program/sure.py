"""What cannot go wrong, so that it may be worked out at any time, or not at all.

In: a term. Out: whether working it out can come to a fault. Layer: program.
"""

from __future__ import annotations

from interpreter.check import rulebook as rb
from interpreter.types import Grid, ListOf, Maybe, Number, Of, YesNo, Zone


def is_sure(term: rb.Term) -> bool:
    """A test that can be made at any time: no part of it can be none where something must be there, or go wrong."""
    match term:
        case rb.Constant(value=bool()):
            return True
        case rb.Logic():
            return all(map(is_sure, term.parts))
        case rb.Comparison(operator="==" | "!=", left=left, right=right) if right is not None:
            return all(is_at_hand(side, there=False) for side in (left, right))
        case rb.Comparison(operator=">=" | "<=" | ">" | "<", left=left, right=right) if right is not None:
            return all(is_at_hand(side, there=True) for side in (left, right))
        case rb.Stored(keep=keep):
            return isinstance(keep.type, YesNo) and is_at_hand(term, there=True)
        case _:
            return False


def is_at_hand(term: rb.Term, there: bool) -> bool:
    """A name or a number that can be looked at; with `there`, it is never none."""
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
            return is_sure(condition) and is_at_hand(value, there) and is_at_hand(other, there)
        case _:
            return False


def _is_place(key: rb.Term) -> bool:
    """By what the variable is, not by what is known of it here: that may rest on a test that comes before."""
    if isinstance(key, rb.Local):
        return isinstance(key.variable.type, Of)
    return isinstance(key, rb.Constant) and key.value is not None

"""Totality: which terms cannot fail, so that they may be evaluated at any time or not at all.

In: a term. Out: whether its evaluation can fail. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, ListOf, Maybe, Number, Of, YesNo, Zone

Names = frozenset[rb.Variable]
TERMS = get_args(rb.Term)


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


@dataclass(frozen=True, slots=True)
class Sure:
    """Whether a term can be evaluated at any time.

    The values that it calls are followed. `there`: names that an earlier test has found not to be none."""

    values: Mapping[str, rb.Value]
    called: frozenset[str] = frozenset()  # values around: one that calls itself may never end

    def of(self, term: rb.Term, there: Names = frozenset()) -> bool:
        """Can it not fail? It may be none."""
        match term:
            case rb.Constant() | rb.Local():
                return True
            case rb.Logic(word="not", parts=(part,)):
                return self.of(part, there)
            case rb.Logic(word=word):
                return self._in_turn(term.parts, there, word == "and")
            case rb.Comparison(operator="==" | "!=", left=left, right=right) if right is not None:
                return self.of(left, there) and self.of(right, there)
            case rb.Comparison(operator=">=" | "<=" | ">" | "<", left=left, right=right) if right is not None:
                return self.is_something(left, there) and self.is_something(right, there)
            case rb.Stored(keep=keep):
                plain = not isinstance(keep.type, Zone | Grid | ListOf)
                return plain and all(self.is_something(key, there) for key in term.keys)
            case rb.Printed(member=member):
                return self.is_something(member, there)
            case rb.Formula():
                return self._formula(term, there)
            case rb.ValueCall():
                return self._call(term, there)
            case rb.Chosen(condition=condition, value=value, other=other):
                then, otherwise = there | _found(condition, True), there | _found(condition, False)
                return self.of(condition, there) and self.of(value, then) and self.of(other, otherwise)
            case _:
                return False

    def is_something(self, term: rb.Term, there: Names) -> bool:
        """Is it sure, and never none?"""
        match term:
            case rb.Constant():
                return term.value is not None
            case rb.Local(variable=variable):
                return variable in there or not isinstance(variable.type, Maybe)
            case rb.Stored(keep=keep):
                return keep.start is not None and not isinstance(keep.type, Maybe) and self.of(term, there)
            case rb.Printed(column=column):
                return None not in column.cells and self.of(term, there)
            case _:
                return False

    def _in_turn(self, parts: tuple[rb.Term, ...], there: Names, holds: bool) -> bool:
        for part in parts:
            if not self.of(part, there):
                return False
            there |= _found(part, holds)
        return True

    def _formula(self, term: rb.Formula, there: Names) -> bool:
        column = term.column
        cells = [cell if isinstance(cell, TERMS) else rb.Constant(term.type, cell) for cell in column.cells]
        return (
            self.is_something(term.member, there)
            and self._given(column.parameters, term.arguments, there)
            and all(self.of(cell) for cell in cells)
        )

    def _call(self, term: rb.ValueCall, there: Names) -> bool:
        value = self.values[term.value.name]
        if value.name in self.called or value.limits or value.alterations or isinstance(value.type, Number | ListOf):
            return False
        inside, known = Sure(self.values, self.called | {value.name}), Names()
        for case in value.cases:
            if case.condition is not None and not inside.of(case.condition, known):
                return False
            reached = known | (_found(case.condition, True) if case.condition is not None else known)
            wanted = inside.of if isinstance(value.type, Maybe | YesNo) else inside.is_something
            if not wanted(case.value, reached):
                return False
            if case.condition is None:
                return self._given(value.parameters, term.arguments, there)
            known |= _found(case.condition, False)
        return False  # without an `otherwise`

    def _given(self, parameters: tuple[rb.Variable, ...], arguments: tuple[rb.Term, ...], there: Names) -> bool:
        pairs = zip(parameters, arguments, strict=True)
        return all(
            self.of(given, there) if isinstance(parameter.type, Maybe) else self.is_something(given, there)
            for parameter, given in pairs
        )


def _found(condition: rb.Term, holds: bool) -> Names:
    """The names that are not none when a condition holds, or when it does not."""
    match condition:
        case rb.Comparison(
            operator="==" | "!=" as operator, left=rb.Local(variable=variable), right=rb.Constant(value=None)
        ):
            return frozenset({variable} if holds == (operator == "!=") else ())
        case rb.Logic(word="not", parts=(part,)):
            return _found(part, not holds)
        case rb.Logic(word="and" | "or" as word, parts=parts) if holds == (word == "and"):
            return frozenset().union(*(_found(part, holds) for part in parts))
        case _:
            return frozenset()

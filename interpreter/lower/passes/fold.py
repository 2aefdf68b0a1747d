"""Constant folding.

In: a Program. Out: one in which calculations, comparisons and table lookups with known operands are constants, and branches
that cannot be taken are gone. Layer: lower. A term that would fail is left to fail at run time; a term evaluated earlier is
dropped only if it cannot fail. An option that is still open is not a constant.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.totality import cannot_fail, is_at_hand
from interpreter.ir.traversal import rewrite
from interpreter.ir.types import LARGEST, YES_NO, ListOf, Type, Words, element
from interpreter.lower.evaluate import calculated
from interpreter.lower.passes.mapping import mapped
from interpreter.lower.tidy import straightened

MAX_LISTED = 8  # longest list from a table that is written in place

YES, NO = rb.Constant(YES_NO, True), rb.Constant(YES_NO, False)


def fold(program: Program) -> Program:
    folding = Folding(program)
    new = mapped(program, lambda term: rewrite(term, folding.folded))
    new.values = {name: replace(value, cases=_open_cases(value.cases)) for name, value in new.values.items()}
    for block in new.blocks:
        match block.end:
            case pb.Fork(condition=rb.Constant(value=bool() as known)):
                block.end = pb.Goto(block.end.yes if known else block.end.no)
    straightened(new)
    return new


class Folding:
    def __init__(self, program: Program) -> None:
        self.rulebook, self.values = program.rulebook, program.values
        self._known: dict[str, rb.Constant | None] = {}  # values that fold to a constant

    def folded(self, term: rb.Term) -> rb.Term:
        """Fold a term whose parts are folded already."""
        match term:
            case rb.Logic():
                return _logic(term)
            case rb.Comparison():
                return _comparison(term)
            case rb.Calculation():
                return _calculation(term)
            case rb.Chosen(condition=rb.Constant(value=bool() as known)):
                return term.value if known else term.other
            case rb.Printed(member=rb.Constant(value=int() as member)):
                return _printed(term, member)
            case rb.Builtin():
                return self._builtin(term)
            case rb.ValueCall(arguments=given) if all(is_at_hand(one, there=False) for one in given):
                return self._value(term.value.name) or term
            case rb.Search(where=rb.Constant(value=True)) if term.word != "while":
                return replace(term, where=None)
            case _:
                return term

    def _value(self, name: str) -> rb.Constant | None:
        if name not in self._known:
            self._known[name] = None  # recursion finds this entry
            value = self.values[name]
            term = plain_body(replace(value, cases=_open_cases(self._cases(value))))
            self._known[name] = term if isinstance(term, rb.Constant) else None
        return self._known[name]

    def _cases(self, value: rb.Value) -> tuple[rb.Case, ...]:
        return tuple(
            rb.Case(rewrite(case.value, self.folded), case.condition and rewrite(case.condition, self.folded))
            for case in value.cases
        )

    def _builtin(self, term: rb.Builtin) -> rb.Term:
        """Fold the neighbours of a known place."""
        if term.name not in ("neighbours", "exits", "adjacent") or term.kind is None:
            return term
        here = term.arguments[0]
        if not isinstance(here, rb.Constant) or here.value is None:
            return term
        places = self.rulebook.maps[self.rulebook.kinds[term.kind].joins or term.kind]
        rows = places.exits if term.name == "exits" else places.neighbours
        if len(rows[here.value]) > MAX_LISTED:
            return term
        type_ = ListOf(here.type) if term.name == "adjacent" else term.type
        near = listing(rows[here.value], type_)
        return rb.Comparison(YES_NO, "in", term.arguments[1], near) if term.name == "adjacent" else near


def _open_cases(cases: tuple[rb.Case, ...]) -> tuple[rb.Case, ...]:
    """Drop cases that can never hold or never be reached."""
    left: list[rb.Case] = []
    for case in cases:
        said = case.condition.value if isinstance(case.condition, rb.Constant) else None
        if said is True:
            return (*left, replace(case, condition=None))
        if said is not False:
            left.append(case)
    return tuple(left) or cases


def plain_body(value: rb.Value) -> rb.Term | None:
    """Return the single term a value consists of.

    None if it has alterations, recursion, a limit or several cases."""
    if value.alterations or value.uses_itself or value.limit or value.rest is not None or len(value.cases) != 1:
        return None
    return value.cases[0].value


def listing(items: tuple[int, ...], type_: Type) -> rb.Listing:
    inner = element(type_)
    assert inner is not None
    return rb.Listing(type_, tuple(rb.Constant(inner, item) for item in items))


def _printed(term: rb.Printed, member: int) -> rb.Term:
    cell = term.column.cells[member]
    if isinstance(term.column.type, Words):
        return term
    if cell is None or isinstance(cell, int):
        return rb.Constant(term.type, cell)
    if isinstance(cell, tuple) and isinstance(term.type, ListOf) and all(isinstance(item, int) for item in cell):
        return listing(cell, term.type)
    return term


def _logic(term: rb.Logic) -> rb.Term:
    if term.word == "not":
        match term.parts[0]:
            case rb.Constant(value=bool() as known):
                return NO if known else YES
            case rb.Logic(word="not", parts=(inner,)):
                return inner
            case _:
                return term
    absorbing, neutral = (False, True) if term.word == "and" else (True, False)
    left: list[rb.Term] = []
    for part in term.parts:
        said = part.value if isinstance(part, rb.Constant) else None
        if said is neutral:
            continue
        left.append(part)
        if said is absorbing:  # the rest is never evaluated, but what precedes may still fail
            if all(map(cannot_fail, left)):
                return part
            break
    if not left:
        return YES if neutral else NO
    if len(left) == 1:
        return left[0]
    return term if len(left) == len(term.parts) else replace(term, parts=tuple(left))


def _comparison(term: rb.Comparison) -> rb.Term:
    match term:
        case rb.Comparison(operator="empty" | "not empty", left=rb.Listing(items=items)):
            if all(isinstance(item, rb.Constant) for item in items):
                return YES if bool(items) == (term.operator == "not empty") else NO
        case rb.Comparison(left=rb.Constant(value=left), right=rb.Constant(value=right)):
            known = _compared(term.operator, left, right)
            if known is not None:
                return YES if known else NO
        case rb.Comparison(operator="in" | "not in", left=rb.Constant(value=left), right=rb.Listing(items=items)):
            if all(isinstance(item, rb.Constant) for item in items):
                found = any(isinstance(item, rb.Constant) and item.value == left for item in items)
                return YES if found == (term.operator == "in") else NO
    return term


def _compared(operator: str, left: int | None, right: int | None) -> bool | None:
    """Evaluate a comparison; None if the operands do not allow it."""
    match operator:
        case "==":
            return left == right
        case "!=":
            return left != right
    if left is None or right is None:
        return None
    match operator:
        case ">=":
            return left >= right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case "<":
            return left < right
        case _:
            return None


def _calculation(term: rb.Calculation) -> rb.Term:
    match term.parts:
        case (rb.Constant(value=int() as only),):
            return rb.Constant(term.type, -only)
        case (rb.Calculation(parts=(inner,)),):
            return inner
        case (rb.Constant(value=int() as left), rb.Constant(value=int() as right)):
            result = calculated(term.operator, left, right, term.rounding)
            if result is not None and abs(result) <= LARGEST:
                return rb.Constant(term.type, result)
    return term

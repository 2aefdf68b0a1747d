"""What is known before anything is played is worked out now.

In: a Program. Out: one in which calculations, comparisons and looks into tables are constants wherever everything in them
is known, and ways that nothing can take are gone. Layer: program. A term that would go wrong is left as it is, to go wrong
when the game comes to it; what the rules would work out first is left out only if it cannot go wrong. An option that is still
open is not known.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check import rulebook as rb
from interpreter.program import blocks as pb
from interpreter.program.blocks import Program
from interpreter.program.passes.mapping import mapped
from interpreter.program.sure import is_at_hand, is_sure
from interpreter.program.terms import rewrite
from interpreter.program.tidy import straightened
from interpreter.types import LARGEST, YES_NO, ListOf, Type, Words, element

MOST_LISTED = 8  # items of a list in a table that is written where it is used

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
        self._known: dict[str, rb.Constant | None] = {}  # values that are one known thing

    def folded(self, term: rb.Term) -> rb.Term:
        """What a term is when its parts are folded already."""
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
            case rb.Worked(arguments=given) if all(is_at_hand(one, there=False) for one in given):
                return self._value(term.value.name) or term
            case rb.Search(where=rb.Constant(value=True)) if term.word != "while":
                return replace(term, where=None)
            case _:
                return term

    def _value(self, name: str) -> rb.Constant | None:
        if name not in self._known:
            self._known[name] = None  # a value that uses itself comes here again
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
        """Neighbours of a place that is known."""
        if term.name not in ("neighbours", "exits", "adjacent") or term.kind is None:
            return term
        here = term.arguments[0]
        if not isinstance(here, rb.Constant) or here.value is None:
            return term
        places = self.rulebook.maps[self.rulebook.kinds[term.kind].joins or term.kind]
        rows = places.exits if term.name == "exits" else places.neighbours
        if len(rows[here.value]) > MOST_LISTED:
            return term
        type_ = ListOf(here.type) if term.name == "adjacent" else term.type
        near = listing(rows[here.value], type_)
        return rb.Comparison(YES_NO, "in", term.arguments[1], near) if term.name == "adjacent" else near


def _open_cases(cases: tuple[rb.Case, ...]) -> tuple[rb.Case, ...]:
    """Without those that can never be the case, or never be come to."""
    left: list[rb.Case] = []
    for case in cases:
        said = case.condition.value if isinstance(case.condition, rb.Constant) else None
        if said is True:
            return (*left, replace(case, condition=None))
        if said is not False:
            left.append(case)
    return tuple(left) or cases


def plain_body(value: rb.Value) -> rb.Term | None:
    """The one term that a value is; None when it is more than that."""
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
        if said is absorbing:  # what comes later is never looked at; what comes before may still go wrong
            if all(map(is_sure, left)):
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
    """None: nobody can say."""
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


def calculated(operator: str, left: int, right: int, rounding: str | None) -> int | None:
    """None: it goes wrong."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case _ if right == 0:
            return None
        case _:
            rounded = {"down": left // right, "up": -(-left // right)}
            return rounded.get(rounding or "", (2 * left + right) // (2 * right))

"""How large a number can be: sums that stay within a word need no check for overflow.

In: a term. Out: the largest absolute value that it can have, or None if that may be any. Layer: backends. A stored number is
never beyond LARGEST, because what is stored is checked, so that up to nine of them are added as they are; what is counted is
shorter than memory. A value is as large as the largest of its cases.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.backends.c.unit import FAR, Unit
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, Number, Of, Spot, YesNo, Zone
from interpreter.lower.passes.budget import uncounted

SMALL = 10**9  # longer than any list, larger than any member or spot
WORD = 2**63 - 1
DEEP = 6  # nested terms and values that are looked at


def bound(term: rb.Term, unit: Unit, depth: int = 0) -> int | None:
    if depth > DEEP:
        return None
    if isinstance(term.type, Of | YesNo | Spot):
        return SMALL
    match term:
        case rb.Constant():
            return abs(term.value or 0)
        case rb.Stored(keep=rb.Keep(type=Number() as type_)):
            return FAR if type_.low is None or type_.high is None else max(-type_.low, type_.high)
        case rb.Printed():
            return _largest(abs(cell or 0) if isinstance(cell, int | None) else None for cell in term.column.cells)
        case rb.Search():
            return _of_search(term, unit, depth)
        case rb.Calculation():
            return _of_calculation(term, unit, depth)
        case rb.Chosen():
            return _largest(bound(part, unit, depth + 1) for part in (term.value, term.other))
        case rb.LetIn():
            return bound(term.term, unit, depth + 1)
        case rb.Lazy():
            return bound(term.value, unit, depth + 1)
        case rb.ValueCall():
            return _of_value(unit.program.values[term.value.name], unit, depth)
        case _:
            return None


def fits(terms: Iterable[rb.Term], unit: Unit) -> bool:
    """Does the sum of these terms fit into a word, whatever their signs?"""
    found = [bound(term, unit) for term in terms]
    return None not in found and sum(filter(None, found)) <= WORD


def sum_fits(term: rb.Search, unit: Unit) -> bool:
    """Does a sum over members or cards stay within a word at each step?"""
    return _of_search(term, unit, 0) is not None


def _of_search(term: rb.Search, unit: Unit, depth: int) -> int | None:
    if term.word == "count":
        return SMALL
    one = None if term.body is None else bound(term.body, unit, depth + 1)
    if one is None or term.word not in ("sum", "highest", "lowest"):
        return None
    most = one * _most_items(term.items, unit) if term.word == "sum" else one
    return most if most <= WORD else None


def _most_items(items: rb.Term, unit: Unit) -> int:
    """Count the items at most: the members, or the cards, where nothing repeats."""
    found, _ = uncounted(items)
    match found:
        case rb.Members(kind=kind) | rb.Stored(keep=rb.Keep(type=Zone(kind) | Grid(kind))):
            return unit.size(kind)
        case _:
            return SMALL


def _of_calculation(term: rb.Calculation, unit: Unit, depth: int) -> int | None:
    found = [bound(part, unit, depth + 1) for part in term.parts]
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return None
    match term.operator:
        case "+" | "-":
            most = sum(known)
        case "*":
            most = known[0] * known[1]
        case _:
            most = known[0] + 1
    return most if most <= WORD else None


def _of_value(value: rb.Value, unit: Unit, depth: int) -> int | None:
    if value.alterations or value.limits:
        return None
    return _largest(bound(case.value, unit, depth + 1) for case in value.cases)


def _largest(found: Iterable[int | None]) -> int | None:
    known = list(found)
    return None if None in known else max(filter(None, known), default=0)

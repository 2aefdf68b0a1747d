"""Values that cards change in order of arrival: the change of the card that came first is made first.

In: a value and its changes by cards in such places. Out: a value that makes the changes one after the other. Layer: check.
Engines know nothing of this: the value takes the latest change and uses itself for those before. What only adds needs no order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.check.check_state import Checker
from interpreter.check.expressions.base import check_condition
from interpreter.check.laws.sources import SourcedLaw, adds_only
from interpreter.check.names.scope import Scope
from interpreter.check.statements.arrivals import arrival_name
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import substitute
from interpreter.ir.types import NUMBER, YES_NO, ListOf, Of, Zone
from interpreter.source import Span
from interpreter.syntax import nodes as n

Changes = Sequence[SourcedLaw[n.ChangeValue]]
ZERO, ONE = rb.Constant(NUMBER, 0), rb.Constant(NUMBER, 1)


def in_order_of_arrival(checker: Checker, changes: Changes) -> Changes:
    """Return the changes that need their order.

    Those by cards in such places, unless all of them only add."""
    kinds = {keep.type.kind for keep in checker.keeps.values() if keep.by_arrival and isinstance(keep.type, Zone)}
    found = [said for said in changes if said.origin.card and _kind_of(checker, said.origin.card) in kinds]
    return [] if all(adds_only(said.law) for said in found) else found


def _kind_of(checker: Checker, card: str) -> str:
    return checker.env.names.members[card][0][0]


def changed_by_arrival(checker: Checker, value: rb.Value, changes: Sequence[tuple[str, rb.Alteration]]) -> rb.Value:
    """Return the value with these changes made in order: the earliest card's first."""
    parameters = value.parameters
    if value.uses_itself:
        message = f'"{value.name}" uses itself, and cards change it in order of arrival: that cannot be both'
        help = "let another value do the calculation, and let this one be that and the changes"
        checker.reporter.error("R0315", value.span, message, help)
        return value
    given = tuple(rb.Local(parameter.type, parameter) for parameter in parameters)
    own = replace(value, name=f"{value.name} by itself", is_part=False)
    left = rb.Variable("arrivals left", ListOf(NUMBER))
    rest = rb.Value(f"{value.name} by arrival", (*parameters, left), value.type, value.span, uses_itself=True)
    earlier = rb.ValueCall(value.type, rest, (*given, _without_last(left, value.span)))
    own.type = rest.type = value.type
    arrived = [(_arrival(checker, card, number, len(changes)), found) for number, (card, found) in enumerate(changes)]
    rest.cases = (
        rb.Case(rb.ValueCall(value.type, own, given), rb.Comparison(YES_NO, "==", _count(left, value.span), ZERO)),
        *(case for came, found in arrived for case in _cases(rest, came, found, earlier)),
        rb.Case(earlier, None),
    )
    checker.values[own.name], checker.values[rest.name] = own, rest
    coming = [rb.Chosen(NUMBER, _in_force(checker, card, value.span), came, ZERO)
              for (card, _), (came, _) in zip(changes, arrived, strict=True)]  # fmt: skip
    value.cases = (rb.Case(rb.ValueCall(value.type, rest, (*given, _in_order(coming, value.span))), None),)
    value.alterations = ()
    return value


def _arrival(checker: Checker, card: str, number: int, many: int) -> rb.Term:
    """Return when a card came, as a number that no other card has.

    Those that were there from the start are in table order."""
    kind, member = checker.env.names.members[card][0]
    keep = checker.keeps[arrival_name(kind)]
    came = rb.Stored(NUMBER, keep, (rb.Constant(Of(kind), member),))
    scaled = rb.Calculation(NUMBER, "*", (came, rb.Constant(NUMBER, many)), None, keep.span)
    return rb.Calculation(NUMBER, "+", (scaled, rb.Constant(NUMBER, number + 1)), None, keep.span)


def _in_force(checker: Checker, card: str, span: Span) -> rb.Term:
    return check_condition(checker.env, n.Call(span, "in_force", (n.Name(span, card),)), Scope())


def _in_order(coming: Sequence[rb.Term], span: Span) -> rb.Term:
    one = rb.Variable("arrival", NUMBER)
    here = rb.Local(NUMBER, one)
    items = rb.Listing(ListOf(NUMBER), tuple(coming))
    there = rb.Comparison(YES_NO, ">", here, ZERO)
    return rb.Search(ListOf(NUMBER), "list", one, items, there, (rb.Key(False, here),), None, span)


def _count(left: rb.Variable, span: Span) -> rb.Term:
    one = rb.Variable("arrival", NUMBER)
    return rb.Search(NUMBER, "count", one, rb.Local(left.type, left), None, (), None, span)


def _without_last(left: rb.Variable, span: Span) -> rb.Term:
    fewer = rb.Calculation(NUMBER, "-", (_count(left, span), ONE), None, span)
    return rb.Builtin(left.type, "take", (fewer, rb.Local(left.type, left)))


def _cases(rest: rb.Value, came: rb.Term, found: rb.Alteration, earlier: rb.Term) -> Iterator[rb.Case]:
    """Return the cases of one card's change.

    Where it is the latest of those that are left."""
    left = rest.parameters[-1]
    latest = rb.Builtin(NUMBER, "item", (rb.Local(left.type, left), _count(left, rest.span)))
    normal = {found.normal: earlier}
    mine: list[rb.Term] = [rb.Comparison(YES_NO, "==", latest, came)]
    mine += [found.guard] if found.guard is not None else []
    for case in found.cases:
        parts = tuple(mine) if case.condition is None else (*mine, substitute(case.condition, normal))
        condition = parts[0] if len(parts) == 1 else rb.Logic(YES_NO, "and", parts)
        yield rb.Case(substitute(case.value, normal), condition)

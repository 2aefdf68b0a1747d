"""Places that are in force in order of arrival: when each card came.

In: what is kept, and acts that put cards somewhere. Out: a number kept for each card, and acts that set it when a card comes to
such a place. Layer: check. What follows from it for values is in `declarations/arrivals.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.check.environment import Env
from interpreter.check.names.memory import Memory
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, YES_NO, ListOf, Of, Zone
from interpreter.source import Span
from interpreter.syntax import nodes as n

COUNTED = "arrivals_so_far"
ONE = rb.Constant(NUMBER, 1)


def kept_for_arrivals(nodes: Sequence[n.Declaration], memory: Memory) -> Iterator[n.Keep]:
    """Declare when each card came, if there are places in force in order of arrival."""
    keeps = [keep for node in nodes for keep in memory.of("arrivals", node, _by_arrival)]
    number = [n.NumberType(keep.span, None, None) for keep in keeps]
    if keeps:
        yield _kept(n.Head(keeps[0].span, COUNTED, ()), number[0])
    for kind in dict.fromkeys(keep.type.kind for keep in keeps if isinstance(keep.type, n.PileType | n.RowType)):
        parameter = n.Parameter(keeps[0].span, n.KindType(keeps[0].span, kind), kind)
        yield _kept(n.Head(keeps[0].span, arrival_name(kind), (parameter,)), number[0])


def _by_arrival(node: n.Declaration) -> list[n.Keep]:
    return [one for one in n.walk(node) if isinstance(one, n.Keep) and one.by_arrival]


def _kept(head: n.Head, type_: n.TypeNode) -> n.Keep:
    return n.Keep(head.span, head, type_, None, (), None, None, False, False, False, not_shown=True, implicit=True)


def arrival_name(kind: str) -> str:
    return f"{kind}_arrival"


# ---------------------------------------------------------------- when a card comes


def arriving(env: Env, zone: rb.Stored, act: rb.Act, span: Span) -> tuple[rb.Act, ...]:
    """Return an act that moves cards into a zone, and what notes their arrival.

    Only of those that were not there."""
    if not zone.keep.by_arrival or not isinstance(zone.type, Zone):
        return (act,)
    of = Of(zone.type.kind)
    before = rb.Variable(f"{zone.keep.name} before", ListOf(of))
    card = rb.Variable(f"new in {zone.keep.name}", of)
    here = rb.Local(of, card)
    fresh = rb.Comparison(YES_NO, "not in", here, rb.Local(before.type, before))
    now = rb.Variable(f"{zone.keep.name} now", ListOf(of))
    counted, came = env.names.keeps[COUNTED], env.names.keeps[arrival_name(of.kind)]
    noted = (
        rb.Alter(span, counted, (), ONE, 1, False),
        rb.Store(span, came, (here,), rb.Stored(counted.type, counted, ())),
    )
    keys = [rb.Variable(f"key {number} of {zone.keep.name}", key.type) for number, key in enumerate(zone.keys)]
    fixed = replace(zone, keys=tuple(rb.Local(key.type, key) for key in keys))
    whole = _listed(fixed, of, span)
    return (
        *(rb.Assign(span, variable, key) for variable, key in zip(keys, zone.keys, strict=True)),
        rb.Assign(span, before, whole),
        act,
        rb.Assign(span, now, whole),
        rb.ForEach(span, card, rb.Local(now.type, now), fresh, noted, secretly=False),
    )


def _listed(zone: rb.Stored, of: Of, span: Span) -> rb.Term:
    one = rb.Variable(f"one of {zone.keep.name}", of)
    return rb.Search(ListOf(of), "list", one, zone, None, (), None, span)


def refuse_passing(env: Env, zone: rb.Stored | None, span: Span) -> bool:
    """Report a card that would return by itself to a place that notes arrivals."""
    if zone is None or not zone.keep.by_arrival:
        return False
    message = f'"{zone.keep.name}" is in force in order of arrival, and a card that goes there by itself has no time'
    env.error("R0311", span, message, "let it go elsewhere, and move it from there")
    return True

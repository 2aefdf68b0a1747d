"""Windows in which one of several may act: written with the sentences that there are anyway.

In: the parts of `one of ... may` and of `repeat until all pass`. Out: steps made of `each`, `may` and `repeat while`.
Layer: syntax.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.source import Span
from interpreter.syntax import nodes as n

LEAVING = (n.Stop, n.Give, n.EndGame, n.StopRepeating)


def window(span: Span, query: n.Query, ask: n.Menu | n.Take) -> n.Each:
    """Those of the query are asked in its order.

    The first who does it closes the window."""
    if isinstance(ask, n.Menu):
        branches = tuple(replace(branch, body=_closing(branch.body, span)) for branch in ask.branches)
        return n.Each(span, False, query, (replace(ask, branches=branches),))
    taken = "somebody takes it"
    close = n.If(span, (n.IfCase(span, n.Name(span, taken), (n.StopRepeating(span),)),), ())
    return n.Each(span, False, query, (replace(ask, alias=taken), close))


def secret_window(span: Span, query: n.Query, ask: n.Menu) -> n.Step:
    """All are asked at the same time, and nobody learns who could or would.

    Then the first of those who want to does it."""
    asked = n.Name(span, query.binder or "")
    lists = [n.Name(span, f"who wants to {way.name} in {span.line}:{span.column}") for way in ask.branches]
    nobody = n.Aggregate(span, "list", None, replace(query, where=n.YesNo(span, False)))
    ways, cases = [], []
    for way, wishes in zip(ask.branches, lists, strict=True):
        noted = n.SetValue(span, wishes, n.Call(span, "joined", (wishes, n.ListOf(span, (asked,)))))
        front = _front(way.body)
        ways.append(replace(way, body=(*way.body[:front], *_something_to_choose(way.body[front:]), noted)))
        body = tuple(step for step in way.body if not isinstance(step, n.Needs))
        cases.append(n.IfCase(way.span, n.Compare(span, "is in", asked, wishes), _closing(body, span)))
    asking = n.Each(span, True, query, (replace(ask, branches=tuple(ways)),))
    acting = n.Each(span, False, query, (n.If(span, tuple(cases), ()),))
    return n.Step(span, "all at once", (*(n.LetHere(span, one.name, nobody) for one in lists), asking, acting))


def _something_to_choose(body: tuple[n.Statement, ...]) -> tuple[n.Needs, ...]:
    """Return the need that a first choice has something to choose from.

    It is tested before a player says whether they want to act."""
    first = body[0] if body else None
    if not isinstance(first, n.Choose) or first.optional or first.bounds is not None or first.also:
        return ()
    span = first.span
    parts = [part for part in (first.where, *(need.condition for need in first.needs)) if part is not None]
    where = n.Both(span, tuple(n.Group(span, part) for part in parts)) if len(parts) > 1 else next(iter(parts), None)
    query = n.Query(span, first.name if first.members is not None else None, _members(first), None, where, ())
    there = n.Aggregate(span, "some", None, query)
    return (n.Needs(span, there, n.Text(span, ("there is nothing to choose for it",))),)


def _members(node: n.Choose) -> Any:
    return node.members if node.members is not None else n.Name(node.span, node.name)


def _front(body: tuple[n.Statement, ...]) -> int:
    count = 0
    while count < len(body) and isinstance(body[count], n.Needs | n.LetHere):
        count += 1
    return count


def _closing(body: tuple[n.Statement, ...], span: Span) -> tuple[Any, ...]:
    return body if isinstance(body[-1], LEAVING) else (*body, n.StopRepeating(span))


def until_all_pass(span: Span, body: tuple[n.Statement, ...]) -> tuple[Any, ...] | None:
    """The steps again and again, until nobody has done in one round what may be done.

    None if nobody may do anything."""
    flag = n.Name(span, f"somebody acts in {span.line}:{span.column}")
    acted = n.SetValue(span, flag, n.YesNo(span, True))
    found = 0

    def noted(node: object) -> Any:
        nonlocal found
        match node:
            case n.Menu(optional=True):
                found += 1
                ways = tuple(replace(way, body=_behind_needs(way.body, acted)) for way in node.branches)
                return replace(node, branches=ways)
            case n.Take(optional=True, repeated=False):
                found += 1
                alias = node.alias or "somebody takes it"
                return (replace(node, alias=alias), n.If(span, (n.IfCase(span, n.Name(span, alias), (acted,)),), ()))
            case n.Choose(optional=True, bounds=None):
                found += 1
                chosen = n.Name(span, node.alias or node.name)
                there = n.Compare(span, "is not", chosen, n.NoneValue(span))
                return (node, n.If(span, (n.IfCase(span, there, (acted,)),), ()))
            case _:
                return node

    inside = n.rewrite(n.Step(span, "round", body), noted).body
    if not found:
        return None
    begin = n.SetValue(span, flag, n.YesNo(span, False))
    return (n.LetHere(span, flag.name, n.YesNo(span, True)), n.Repeat(span, "while", flag, (begin, *inside)))


def _behind_needs(body: tuple[n.Statement, ...], step: object) -> tuple[Any, ...]:
    count = _front(body)
    return (*body[:count], step, *body[count:])

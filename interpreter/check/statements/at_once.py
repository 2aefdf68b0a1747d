"""Check `each … at once`: what is in force when the loop begins stays in force until it is done, for the same owner.

In: the node of a loop and what the game keeps of its cards. Out: acts that note for each card in force whose it is, and that
forget it afterwards; what the rules of a card ask is whether it is noted, or in force now. Layer: check. Engines know nothing
of this: it is said with one kept number for each card, which only games with such loops have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from interpreter.check.environment import Env
from interpreter.check.names.memory import Memory
from interpreter.ir import rulebook as rb
from interpreter.ir.rulebook import MAX_PLAYERS
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, Absent, ListOf, Maybe, Of
from interpreter.source import Span
from interpreter.syntax import nodes as n

IN_A_CELL = re.compile(r"^[ \t]*each\b.*\bat[ \t]+once\b", re.MULTILINE)
OWNER = "owner in force"  # whose card it is as long as its rules hold; only laws say this
NOT_NOTED, NOBODYS = 0, 1  # then the players


def kept_for_loops(nodes: Sequence[n.Declaration], cells: Iterable[object], memory: Memory) -> Iterator[n.Keep]:
    """Declare the keep for loops `at once`, if the rules or a card has one."""
    span = next((loop.span for node in nodes for loop in memory.of("loops at once", node, _loops_at_once)), None)
    if span is None and any(isinstance(cell, str) and IN_A_CELL.search(cell) for cell in cells):
        span = nodes[0].span if nodes else None
    if span is None:
        return
    keeps = (one for node in nodes for one in n.walk(node) if isinstance(one, n.Keep) and one.in_force)
    kinds = dict.fromkeys(keep.type.kind for keep in keeps if isinstance(keep.type, n.PileType | n.RowType))
    for kind in kinds:
        head = n.Head(span, _kept(kind), (n.Parameter(span, n.KindType(span, kind), kind),))
        type_ = n.NumberType(span, 0, MAX_PLAYERS + NOBODYS)
        yield n.Keep(span, head, type_, None, (), None, None, False, False, False, implicit=True)


def _loops_at_once(node: n.Declaration) -> list[n.Each]:
    return [one for one in n.walk(node) if isinstance(one, n.Each) and one.at_once]


def _kept(kind: str) -> str:
    return f"{kind}_still_in_force"


def _noted(keeps: dict[str, rb.Keep], card: rb.Term) -> rb.Stored | None:
    keep = keeps.get(_kept(card.type.kind)) if isinstance(card.type, Of) else None
    return rb.Stored(keep.type, keep, (card,)) if keep is not None and keep.implicit else None


def still_in_force(keeps: dict[str, rb.Keep], now: rb.Builtin) -> rb.Term:
    """Return the term for whether the rules of a card hold.

    It is noted, or in force now."""
    noted = _noted(keeps, now.arguments[0])
    if noted is None:
        return now
    return rb.Logic(YES_NO, "or", (now, rb.Comparison(YES_NO, "!=", noted, rb.Constant(NUMBER, NOT_NOTED))))


def owner_in_force(keeps: dict[str, rb.Keep], now: rb.Builtin, span: Span) -> rb.Term:
    """Return the term for whose card it is.

    The owner who is noted, or of the place where it lies."""
    noted = _noted(keeps, now.arguments[0])
    if noted is None:
        return now
    is_noted = rb.Comparison(YES_NO, ">", noted, rb.Constant(NUMBER, NOBODYS))
    owner = rb.Calculation(PLAYER, "-", (noted, rb.Constant(NUMBER, NOBODYS + 1)), None, span)
    return rb.Chosen(PLAYER, is_noted, owner, now)


def noting(env: Env, span: Span) -> tuple[rb.Act, ...]:
    """Note what is in force when a loop begins.

    What an outer loop has noted stays noted."""
    before: list[rb.Act] = []
    for kind in env.names.kinds.values():
        keep = env.names.keeps.get(_kept(kind.name))
        if keep is None or not keep.implicit:
            continue
        noted = rb.Variable(f"{kind.plural} in force", ListOf(Of(kind.name)))
        before.append(rb.Assign(span, noted, _in_force_now(kind, keep, span)))
        before.append(_for_each(noted, keep, span, forget=False))
    return tuple(before)


def forgotten(acts: Iterable[rb.Act], span: Span) -> tuple[rb.Act, ...]:
    """Forget what these acts have noted."""
    noting = [act for act in acts if isinstance(act, rb.ForEach) and isinstance(act.items, rb.Local)]
    stores = [(act.items, act.body[0]) for act in noting]
    return tuple(
        _for_each(items.variable, store.keep, span, forget=True)
        for items, store in stores
        if isinstance(items, rb.Local) and isinstance(store, rb.Store)
    )


def _in_force_now(kind: rb.Kind, keep: rb.Keep, span: Span) -> rb.Term:
    of = Of(kind.name)
    card = rb.Variable(kind.name, of)
    here = rb.Local(of, card)
    in_force = rb.Builtin(YES_NO, "in_force", (here,), kind.name)
    fresh = rb.Comparison(YES_NO, "==", rb.Stored(keep.type, keep, (here,)), rb.Constant(NUMBER, NOT_NOTED))
    where = rb.Logic(YES_NO, "and", (in_force, fresh))
    return rb.Search(ListOf(of), "list", card, rb.Members(ListOf(of), kind.name), where, (), None, span)


def _for_each(noted: rb.Variable, keep: rb.Keep, span: Span, forget: bool) -> rb.ForEach:
    of = keep.parameters[0].type
    assert isinstance(of, Of)
    card = rb.Variable(of.kind, of)
    here = rb.Local(of, card)
    value: rb.Term = rb.Constant(NUMBER, NOT_NOTED)
    if not forget:
        owner = rb.Builtin(Maybe(PLAYER), "holder", (here,), of.kind)
        is_nobodys = rb.Comparison(YES_NO, "==", owner, rb.Constant(Absent(), None))
        seat = rb.Builtin(NUMBER, "seat", (rb.Builtin(PLAYER, "owner_of", (here,), of.kind),))
        theirs = rb.Calculation(NUMBER, "+", (seat, rb.Constant(NUMBER, NOBODYS)), None, span)
        value = rb.Chosen(NUMBER, is_nobodys, rb.Constant(NUMBER, NOBODYS), theirs)
    return rb.ForEach(
        span, card, rb.Local(noted.type, noted), None, (rb.Store(span, keep, (here,), value),), secretly=False
    )

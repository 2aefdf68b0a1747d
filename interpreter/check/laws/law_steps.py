"""The steps of a law, woven before, after or instead of its target, and guarded while its card is in force.

In: a law and the steps of its target. Out: steps. Layer: check.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import TypeVar

from interpreter.check.laws.giving_laws import Steps
from interpreter.check.laws.sources import SourcedLaw, outermost_first
from interpreter.check.statements.at_once import OWNER
from interpreter.source import Span
from interpreter.syntax import nodes as n

AnyLaw = TypeVar("AnyLaw", bound=n.Node)


def laws_before(group: list[SourcedLaw[n.Hook]], asked: bool, procedures: Container[str] = ()) -> tuple[Steps, Steps]:
    """Return the needs and the steps of `before` laws.

    Needs are only split off for an action or way, which is offered first."""
    needs: list[n.Statement] = []
    steps: list[n.Statement] = []
    for said in group:
        if said.law.word != "before":
            continue
        body = said.law.body
        if asked:
            marks = tuple(node for node in body[:1] if isinstance(node, n.Step) and not node.body)
            front, body = leading_needs(body[len(marks) :], procedures)
            wanted = tuple(node for node in front if isinstance(node, n.Needs))
            needs += guarded_needs(
                said, wanted, {node.name: node.value for node in front if isinstance(node, n.LetHere)}
            )
            lets = tuple(node for node in front if isinstance(node, n.LetHere)) if body else ()
            body = (*marks, *lets, *body)
        steps += _guarded(said, body) if body else ()
    return tuple(needs), tuple(steps)


def laws_after(group: list[SourcedLaw[n.Hook]], hidden: tuple[tuple[str, str], ...]) -> Steps:
    return _flat([_guarded(said, said.law.body, hidden) for said in group if said.law.word == "after"])


def guarded_needs(
    said: SourcedLaw[n.Hook | n.Answering],
    needs: tuple[n.Needs, ...],
    named: Mapping[str, n.Expression] | None = None,
) -> tuple[n.Needs, ...]:
    """Guard the needs of a law: they hold where the law does not apply.

    Names bound by its `let` are inlined."""

    def written_out(node: n.Node) -> n.Node:
        value = (named or {}).get(node.name) if isinstance(node, n.Name) else None
        return n.Group(node.span, value) if value is not None else node

    spelled = _spelled_out(said) if said.origin.card else lambda node: node
    guards: list[n.Expression] = (
        [n.Call(said.law.span, "in_force", (n.Name(said.law.span, said.origin.card),))] if said.origin.card else []
    )
    guards += [n.rewrite(said.law.where, spelled)] if said.law.where is not None else []
    found = []
    for short in needs:
        need = n.rewrite(n.rewrite(short, written_out), spelled)
        free = tuple(n.Not(need.span, n.Group(need.span, guard)) for guard in guards)
        condition = n.Either(need.span, (*free, n.Group(need.span, need.condition))) if free else need.condition
        found.append(replace(need, condition=condition))
    return tuple(found)


def law_parts(said: SourcedLaw[n.Hook]) -> tuple[n.Expression | None, Steps, Steps]:
    """Return a law's condition (None: always), what must precede it, and its steps."""
    if not said.origin.card:
        return said.law.where, (), said.law.body
    guard, front, _, body = _card_parts(said, None, said.law.body)
    where = n.rewrite(said.law.where, _spelled_out(said)) if said.law.where is not None else None
    return (guard if where is None else n.Both(said.law.span, (guard, where))), front, body


def woven_around(body: Steps, group: list[SourcedLaw[n.Hook]], name: str) -> Steps:
    """Weave the laws on the steps printed on a card around them."""
    for number, said in enumerate(reversed(outermost_first([s for s in group if s.law.word == "instead of"])), start=1):
        body = in_place_of(said, body, f"{name}'s going on {number}")
    return (*laws_before(group, False)[1], *body, *laws_after(group, ()))


def _guarded(said: SourcedLaw[n.Hook], body: Steps, hidden: tuple[tuple[str, str], ...] = ()) -> Steps:
    law = said.law
    if said.origin.card:
        return _by_card(said, law.where, body)
    body = (n.Enclosed(law.span, body, hidden),)
    if law.where is None:
        return body
    return (n.If(law.span, (n.IfCase(law.span, law.where, body),), ()),)


def in_place_of(said: SourcedLaw[n.Hook], original: Steps, flag: str) -> Steps:
    """Replace the original by a law.

    The original must not be duplicated: several laws on one step would double it each time."""

    def proceed(node: n.Node) -> n.Node | Steps:
        return original if isinstance(node, n.Proceed) else node

    law = said.law
    body: Steps = law.body
    proceeds = sum(isinstance(node, n.Proceed) for part in body for node in n.walk(part))
    if proceeds == 1 and isinstance(body[-1], n.Proceed):
        return (*(_guarded(said, body[:-1]) if body[:-1] else ()), *original)
    if proceeds and _only_at_ends(body):
        return _instead_by_flag(said, original, flag)
    if said.origin.card:  # before `proceed` is filled in: the original means another `you`
        guard, front, _, body = _card_parts(said, None, body)
    body = tuple(item for node in body for item in _as_tuple(n.rewrite(node, proceed)))
    if said.origin.card:
        where = n.rewrite(law.where, _spelled_out(said)) if law.where is not None else None
        condition = guard if where is None else n.Both(law.span, (guard, where))
        return (n.If(law.span, (n.IfCase(law.span, condition, front + body),), original),)
    if law.where is None:
        return body
    return (n.If(law.span, (n.IfCase(law.span, law.where, body),), original),)


def _instead_by_flag(said: SourcedLaw[n.Hook], original: Steps, name: str) -> Steps:
    """Put the original last, guarded by a flag.

    Skipped if the law held and did not `proceed`."""
    span, flag = said.law.span, n.Name(said.law.span, name)

    def proceed(node: n.Node) -> n.Node:
        return n.SetValue(node.span, flag, n.YesNo(node.span, True)) if isinstance(node, n.Proceed) else node

    body = (n.SetValue(span, flag, n.YesNo(span, False)), *(n.rewrite(node, proceed) for node in said.law.body))
    last = n.If(span, (n.IfCase(span, flag, original),), ())
    return (n.LetHere(span, name, n.YesNo(span, True)), *_guarded(said, body), last)


def _only_at_ends(body: Steps) -> bool:
    """Does nothing follow a `proceed`, on any path?"""
    if not body:
        return True
    if any(isinstance(node, n.Proceed) for part in body[:-1] for node in n.walk(part)):
        return False
    match body[-1]:
        case n.Proceed():
            return True
        case n.If(cases=cases, otherwise=otherwise):
            return all(_only_at_ends(part) for part in (*(case.body for case in cases), otherwise))
        case n.Menu(branches=branches):
            return all(_only_at_ends(branch.body) for branch in branches)
        case n.Step(body=inner):
            return _only_at_ends(inner)
        case last:
            return not any(isinstance(node, n.Proceed) for node in n.walk(last))


def _as_tuple(value: n.Statement | Steps) -> Steps:
    return value if isinstance(value, tuple) else (value,)


def _by_card(said: SourcedLaw[n.Hook], where: n.Expression | None, body: Steps) -> Steps:
    guard, front, where, body = _card_parts(said, where, body)
    span = said.law.span
    if where is not None:
        body = (n.If(span, (n.IfCase(span, where, body),), ()),)
    return (n.If(span, (n.IfCase(span, guard, front + body),), ()),)


def _card_parts(
    said: SourcedLaw[n.Hook], where: n.Expression | None, body: Steps
) -> tuple[n.Expression, Steps, n.Expression | None, Steps]:
    """Guard a card's law: in force only while the card is in a place where it acts.

    `this` is the card, `you` its holder."""
    span, card = said.law.span, said.origin.card
    guard = n.Call(span, "in_force", (n.Name(span, card),))
    holder = f"holder_of_{card}"
    front: Steps = (n.Touch(span, card),)
    if said.origin.owned:
        front = (
            *front,
            n.LetHere(span, holder, n.Call(span, OWNER, (n.Name(span, card),))),
        )

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Name) and node.name == "this":
            return replace(node, name=card)
        if isinstance(node, n.Name) and node.name == "you" and said.origin.owned:
            return replace(node, name=holder)
        return node

    new_where = n.rewrite(where, change) if where is not None else None
    return guard, front, new_where, tuple(n.rewrite(node, change) for node in body)


def card_change(said: SourcedLaw[AnyLaw]) -> tuple[n.Expression, AnyLaw]:
    """Return a card's change of a value or answer.

    Its guard, and the law with `this` and `you` resolved."""
    span, card = said.law.span, said.origin.card
    guard = n.Call(span, "in_force", (n.Name(span, card),))
    return guard, n.rewrite(said.law, _spelled_out(said))


def _spelled_out(said: SourcedLaw[n.Node]) -> Callable[[n.Node], n.Node]:
    """Resolve `this` and `you` without binding a variable.

    To the card, and to the owner of the place it is in."""
    card = said.origin.card

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Name) and node.name == "this":
            return replace(node, name=card)
        if isinstance(node, n.Name) and node.name == "you" and said.origin.owned:
            return n.Call(node.span, OWNER, (n.Name(node.span, card),))
        return node

    return change


def moment(word: str, keep: n.Keep, span: Span) -> n.Procedure:
    """Build a built-in moment, such as `pay_money(payer, amount, payee)`."""
    name = keep.head.name
    amount = n.Parameter(span, n.NumberType(span, None, None), "amount")
    first, *more = keep.head.parameters
    rest = tuple(n.Name(span, parameter.name) for parameter in more)
    resource = n.Resource(span, name, rest)
    body: Steps
    if word == "pay":
        payer = n.Parameter(span, first.type, "payer")
        payee = n.Parameter(span, n.OrNone(span, first.type), "payee")
        parameters = (payer, *more, amount, payee)
        body = (n.Pay(span, n.Name(span, "payer"), n.Name(span, "amount"), resource, n.Name(span, "payee"), True),)
    else:
        parameters = (first, *more, amount)
        sign = 1 if word == "gain" else -1
        body = (n.Gain(span, n.Name(span, first.name), n.Name(span, "amount"), resource, sign, True),)
    head = n.Head(span, f"{word}_{name}", parameters)
    return n.Procedure(span, "procedure", head, None, (), body)


def leading(routine: n.Procedure | n.Action, procedures: Container[str]) -> tuple[Steps, Steps]:
    """Split off the `needs` of an action, which stay in front of woven steps."""
    return ((), routine.body) if isinstance(routine, n.Procedure) else leading_needs(routine.body, procedures)


def leading_needs(body: Steps, procedures: Container[str]) -> tuple[Steps, Steps]:
    """Split off what is looked at when an action or way is offered.

    `needs` and `let`, unless it runs a procedure."""
    count = 0
    while count < len(body) and (isinstance(body[count], n.Needs) or _names_a_value(body[count], procedures)):
        count += 1
    return body[:count], body[count:]


def _names_a_value(node: n.Statement, procedures: Container[str]) -> bool:
    return isinstance(node, n.LetHere) and getattr(node.value, "name", "") not in procedures


def leaves_early(routine: n.Procedure | n.Action) -> bool:
    return any(isinstance(node, n.Stop | n.Give) for node in n.walk(routine))


def _flat(groups: list[Steps]) -> Steps:
    return tuple(item for group in groups for item in group)

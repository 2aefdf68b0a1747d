"""Check decisions about several things: all of them together (`chooses A and B`), or one of them (`chooses A or B`).

In: a `chooses` with more than one name, and the scope around it. Out: acts; the question is about a number that encodes what
is chosen. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import prod

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_condition, check_template
from interpreter.check.names.binding import bind
from interpreter.check.names.scope import Scope, known_if
from interpreter.check.statements.calls import bind_again, check_actor, named_actor
from interpreter.check.statements.decisions import (
    answered_by,
    beside,
    check_conditions,
    item_of,
    offered,
    where_parts,
)
from interpreter.ir import rulebook as rb
from interpreter.ir.combinations import MAX_COMBINATIONS, Alternatives, Together, part_of
from interpreter.ir.rulebook import MAX_PLAYERS
from interpreter.ir.types import NUMBER, Maybe, Of, Type, Unknown, bare, element
from interpreter.source import Span
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def check_combined(env: Env, node: n.Choose, scope: Scope) -> Acts:
    """Check a combined decision.

    The question is about a number that encodes what is chosen."""
    actor = check_actor(env, node.actor, scope)
    inner = scope.inner()
    coded = _alternatives(env, node, inner) if node.either else _together(env, node, inner)
    item = rb.Variable(node.called, NUMBER)
    number = rb.Local(NUMBER, item)
    where = check_condition(env, node.where, inner) if node.where is not None else None
    parts = where_parts(env, node.where, inner, actor)
    if node.where is not None:
        inner.learn(known_if(node.where, True))
    needs = check_conditions(env, node.needs, inner, actor)
    prompt = check_template(env, node.prompt, scope) if node.prompt is not None else None
    private, alone = scope.secret or node.secretly, node.secretly and not scope.secret
    site = rb.Site(node.called, node.span, scope.routine, "thing", prompt, node.optional, private, alone)
    site.openly, site.parts, site.where = node.openly, coded.parts, coded.of(parts, number)
    site.either = node.either
    link = " or " if node.either else " and "
    site.among = link.join(write(members) for _, members in node.lists if members is not None)
    site.beside = coded.of(beside(env, node, "thing", inner), number)
    answer: Type = Maybe(NUMBER) if node.optional else NUMBER
    automatic = answered_by(env, node.automatic, scope, coded)
    variable = rb.Variable(node.called, answer)
    items = coded.combinations()
    where, needs = coded.of(where, number), coded.of(needs, number)
    named, actor = named_actor(actor, private, node.span)
    ask = rb.AskThing(node.span, site, actor, variable, item, items, where, needs, automatic)
    scope.forget_table()
    return (*named, ask, *_named(env, node, scope, coded, rb.Local(answer, variable)))


def _named(
    env: Env, node: n.Choose, scope: Scope, coded: Together | Alternatives, chosen: rb.Local
) -> tuple[rb.Assign, ...]:
    """Give each name what was chosen."""
    values = coded.perhaps(chosen) if node.optional else coded.values(chosen)
    named = []
    for name, value in zip(node.names, values, strict=True):
        of = bare(value.type)
        kind = of.kind if dict(node.lists)[name] is None and isinstance(of, Of) else None
        named.append(rb.Assign(node.span, bind_again(env, scope, name, value.type, node.span, kind), value))
    return tuple(named)


def _part(env: Env, type_: Type, name: str, span: Span, with_what: str) -> rb.Part:
    part = part_of(type_, env.names.kinds, MAX_PLAYERS)
    if part is None and not isinstance(type_, Unknown):
        message = f'"{name}" cannot be chosen {with_what} something else'
        env.error("R0301", span.word(name), message, "things of a kind and numbers can; choose it in a line of its own")
    return part or rb.Part(None, 0, 1)


def _together(env: Env, node: n.Choose, inner: Scope) -> Together:
    """Check the parts of a combined decision; each may depend on those before it."""
    variables, listed, parts = [], [], []
    for called, members in node.lists:
        one = replace(node, name=called, members=members, also=())
        items, name, _ = offered(env, one, inner)
        type_ = element(items.type) or Unknown()
        variables.append(item_of(env, inner, name, type_, one))
        listed.append(items)
        parts.append(_part(env, type_, name, node.span, "together with"))
    if prod(part.size for part in parts) > MAX_COMBINATIONS:
        env.error("R0301", node.span, "these are too many things for one decision",
                    "choose some of them in a line of its own")  # fmt: skip
    return Together(tuple(variables), tuple(listed), tuple(parts), node.span)


def _alternatives(env: Env, node: n.Choose, inner: Scope) -> Alternatives:
    """Check the lists of which one thing is chosen.

    In the rules below, each name is the thing chosen or none."""
    ones, listed, parts, kinds = [], [], [], []
    for called, members in node.lists:
        one = replace(node, name=called, members=members, also=())
        items, _, _ = offered(env, one, inner)
        type_ = element(items.type) or Unknown()
        ones.append(rb.Variable(called, type_))
        listed.append(items)
        parts.append(_part(env, type_, called, node.span, "instead of"))
        kinds.append(called if members is None else None)
    for first, second in combinations(range(len(parts)), 2):
        if parts[first].kind == parts[second].kind and not isinstance(ones[second].type, Unknown):
            _refuse_same(env, node, ones[first].name, ones[second].name)
    variables = tuple(_perhaps(env, inner, one, node.span, kind) for one, kind in zip(ones, kinds, strict=True))
    return Alternatives(variables, tuple(ones), tuple(listed), tuple(parts), node.span)


def _perhaps(env: Env, inner: Scope, one: rb.Variable, span: Span, kind: str | None) -> rb.Variable:
    """Declare the name of one alternative for the conditions below.

    The thing chosen, or none."""
    found = inner.find(one.name)
    if found is None or bare(found.type) != one.type:
        return bind(env, inner, one.name, Maybe(one.type), span, kind)
    again = inner.declare(one.name, Maybe(one.type))
    if env.recorder is not None:
        env.recorder.bound(again, span, kind)
    return again


def _refuse_same(env: Env, node: n.Choose, first: str, second: str) -> None:
    """Refuse two lists of one kind: the choice would not say which list is meant."""
    env.error(
        "R0301", node.span.word(second), f'"{first}" and "{second}" are things of the same kind, so a choice could mean both',
        f"choose from one list, and ask afterwards which it is: chooses {first} in joined(..., ...)",
    )  # fmt: skip

"""Check queries: rotation, `where`, order, and aggregates over them.

In: nodes that range over several things. Out: searches. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.environment import Env
from interpreter.check.expressions.base import check_amount, check_condition, check_expression
from interpreter.check.expressions.lists import members_of
from interpreter.check.expressions.mistakes import mismatch, perhaps_none
from interpreter.check.expressions.phrasing import article, quoted
from interpreter.check.names.binding import another, bind, is_value, kind_named
from interpreter.check.names.scope import Scope, known_if
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    NUMBER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    YesNo,
    Zone,
    element,
    fits,
    type_in_words,
)
from interpreter.source.fixes import leave_out, to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def check_query(
    env: Env, node: n.Query, scope: Scope, declare: bool = True
) -> tuple[rb.Variable, rb.Term, rb.Term | None, tuple[rb.Key, ...], Scope]:
    """Check `x in SET from START where ... by ...`.

    Return its parts, and the scope in which x is bound."""
    items, singular = members_of(env, node.members, scope)
    if node.rotation is not None:
        items = _rotated(env, node.rotation, items, scope)
    inner_type = element(items.type) or Unknown()
    inner = scope.inner()
    name = node.binder or singular
    if not declare and node.binder is None and node.where is None and not node.keys:
        name = None  # count(players): no name is needed
    if name is None:
        variable = rb.Variable("it", inner_type)
        if node.where is not None or node.keys:
            one = inner_type.kind if isinstance(inner_type, Of) else "one"
            help = to_write(f"{one} in {quoted(node.members.span) or '...'}", start="give them one: ")
            env.error("R0308", node.span, "the things in this list have no name to speak of them", help)
    else:
        variable = bind(env, inner, name, inner_type, node.span, singular if node.binder is None else None)
    if node.as_long_as is not None:
        items = _as_long_as(env, node.as_long_as, items, variable, inner)
        variable = renewed(env, inner, variable)
    where = check_condition(env, node.where, inner) if node.where is not None else None
    if node.where is not None:
        inner.learn(known_if(node.where, True))
    keys = tuple(rb.Key(key.highest, _sort_key(env, key.value, inner)) for key in node.keys)
    return variable, items, where, keys, inner


def _as_long_as(env: Env, node: n.Expression, items: rb.Term, variable: rb.Variable, inner: Scope) -> rb.Term:
    """Cut the items at the first for which the condition is false."""
    holds = check_condition(env, node, inner)
    inner.learn(known_if(node, True))
    return rb.Search(ListOf(variable.type), "while", variable, items, holds, (), None, node.span)


def renewed(env: Env, inner: Scope, variable: rb.Variable) -> rb.Variable:
    """Give the rest of a query a variable separate from that of `as long as`."""
    for name, found in inner.variables.items():
        if found is variable:
            inner.variables[name] = another(env, variable)
            return inner.variables[name]
    return variable


def _sort_key(env: Env, node: n.Expression, scope: Scope) -> rb.Term:
    term = env.term(node, scope, None)
    if isinstance(term.type, Number | YesNo | Of | Unknown):
        return term
    if isinstance(term.type, Maybe):
        return perhaps_none(env, node.span)
    message = f"things are put in order by a number, this is {article(type_in_words(term.type))}"
    return env.error("R0301", node.span, message, "name a number, such as count(...) of what is there")


def _rotated(env: Env, node: n.Rotation, items: rb.Term, scope: Scope) -> rb.Term:
    start = env.term(node.start, scope, element(items.type))
    inner = element(items.type)
    if isinstance(start.type, Maybe):
        return perhaps_none(env, node.start.span)
    if inner is not None and not fits(start.type, inner):
        mismatch(env, node.start, start.type, inner)
    return rb.Rotated(ListOf(inner or Unknown()), items, start, node.after, node.counterclockwise)


def check_aggregate(env: Env, node: n.Aggregate, scope: Scope) -> rb.Term:
    taken = _taken(env, node, scope)
    if taken is not None:
        return taken
    variable, items, where, keys, inner = check_query(env, node.query, scope, declare=node.body is not None)
    body: rb.Term | None = None
    if node.word == "every" and node.body is not None:
        body = check_condition(env, node.body, inner)
    elif node.word == "list" and node.body is not None:
        body = check_expression(env, node.body, inner)
    elif node.word in ("first", "last") and node.body is not None:
        body = check_expression(env, node.body, scope, variable.type)
    elif node.body is not None:
        body = check_amount(env, node.body, inner)
    if keys and node.word not in ("list", "first", "last", "sole", "tied", "the"):
        span = node.query.keys[0].span
        env.error("R0309", span, f"an order means nothing in {node.word}(...)", leave_out("by ..."))
    if not keys and node.word == "tied":
        what = "the one that is best" if node.word == "sole" else "those that are equally best"
        message = f"{node.word}(...) finds {what}, but does not say by what"
        env.error("R0309", node.query.span, message, "add: by highest ..., or by lowest ...")
    type_ = _aggregate_type(env, node, variable.type, items, where)
    if body is not None and node.word == "list":
        listed = ListOf(element(body.type) or Unknown()) if isinstance(body.type, Zone | Grid) else body.type
        type_ = ListOf(listed)
    elif body is not None and node.word in ("first", "last"):
        type_ = variable.type
    if keys and node.word == "the":  # the best one, of equals the first; a fault if there is none
        ordered = rb.Search(ListOf(variable.type), "list", variable, items, where, keys, None, node.span)
        return rb.Builtin(type_, "item", (ordered, rb.Constant(NUMBER, 1)))
    return rb.Search(type_, node.word, variable, items, where, keys, body, node.span)


def _taken(env: Env, node: n.Aggregate, scope: Scope) -> rb.Term | None:
    """Report `sum(player's money over players)` where `player` is bound already.

    The help renames the members."""
    members = node.query.members
    if node.query.binder is not None or not isinstance(members, n.Name) or is_value(env, members.name):
        return None
    kind = kind_named(env, members.name)
    speaks = node.body is not None or node.query.where is not None or node.query.keys
    if kind is None or kind == members.name or not speaks or scope.find(kind) is None:
        return None
    name = next(one for one in ("other", f"other_{kind}", f"one_{kind}") if scope.find(one) is None)

    def renamed(part: n.Node) -> n.Node:
        return replace(part, name=name) if isinstance(part, n.Name) and part.name == kind else part

    better = n.rewrite(replace(node, query=replace(node.query, binder=name)), renamed)
    message = f'"{kind}" already means one {kind} here, not each of the {members.name}'
    return env.error("R0204", node.span, message, to_write(write(better)))


def _aggregate_type(env: Env, node: n.Aggregate, inner: Type, items: rb.Term, where: rb.Term | None) -> Type:
    match node.word:
        case "count" | "sum" | "highest" | "lowest":
            return NUMBER
        case "some" | "no" | "every":
            return YES_NO
        case "list" | "tied":
            return ListOf(inner)
        case "the":
            return inner
        case "first" | "last" if where is None and _never_empty(env, items):
            return inner
        case _:
            return inner if isinstance(inner, Maybe | Unknown) else Maybe(inner)


def _never_empty(env: Env, items: rb.Term) -> bool:
    if isinstance(items, rb.Rotated):
        return _never_empty(env, items.items)
    if isinstance(items, rb.Members):
        return items.kind == "player" or bool(env.names.kinds[items.kind].members)
    return isinstance(items, rb.Listing) and bool(items.items)

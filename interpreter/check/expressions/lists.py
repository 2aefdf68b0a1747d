"""Check lists and ranges, and what a query can range over.

In: nodes of lists. Out: terms. Layer: check.
"""

from __future__ import annotations

from interpreter.check.environment import NOTHING, Env
from interpreter.check.expressions.base import check_amount, check_expression
from interpreter.check.expressions.phrasing import article, quoted
from interpreter.check.names.binding import is_value, kind_named
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, ListOf, Number, Of, Type, Unknown, bare, element, join, type_in_words
from interpreter.source.fixes import to_write
from interpreter.syntax import nodes as n


def members_of(env: Env, node: n.Expression, scope: Scope) -> tuple[rb.Term, str | None]:
    """Return what a query ranges over, and the singular if it is a whole kind."""
    if isinstance(node, n.Name) and scope.find(node.name) is None and not is_value(env, node.name):
        kind = kind_named(env, node.name)
        if kind is not None:
            if env.recorder is not None:
                env.recorder.kind(node.span, kind)
            return rb.Members(ListOf(Of(kind)), kind), kind
    if isinstance(node, n.Range):
        return check_range(env, node, scope), None
    term = check_expression(env, node, scope)
    if element(term.type) is None:
        _no_list(env, node, term.type)
        return rb.Constant(ListOf(Unknown()), 0), None
    return term, None


def _no_list(env: Env, node: n.Expression, type_: Type) -> None:
    kind = kind_named(env, node.name) if isinstance(node, n.Name) else None
    if isinstance(node, n.Name) and kind is not None:
        plural = env.names.kinds[kind].plural
        help: str = to_write(f"other_{kind} in {plural}", start="to go through all of them write: ")
        env.error("R0204", node.span, f'"{node.name}" already means one {kind} here', help)
        return
    help = "a list is all of a kind (players), a pile or row of cards, some numbers (1 to 6), or [one, other]"
    if isinstance(type_, Number):
        help = to_write(f"1 to {quoted(node.span) or '...'}", start="to go through the numbers up to it write: ")
    env.error("R0303", node.span, f"a list is needed here, but this is {article(type_in_words(type_))}", help)


def check_list(env: Env, node: n.ListOf, scope: Scope, want: Type | None) -> rb.Term:
    inner = element(want) if want is not None else None
    items: tuple[rb.Term, ...] = ()
    for part in node.items:  # a name that several kinds have is of the kind that the list begins with
        items = (*items, env.term(part, scope, inner if inner is not None or not items else items[0].type))
    type_: Type = inner if inner is not None else Unknown()
    for i, item in enumerate(items):
        joined = item.type if i == 0 and inner is None else join(type_, item.type)
        if joined is None:
            first, other = article(type_in_words(type_)), article(type_in_words(item.type))
            message = f"this list begins with {first}, and this is {other}"
            return env.error("R0306", node.items[i].span, message, "a list holds things of one kind")
        type_ = joined
    return rb.Listing(ListOf(bare(type_) if inner is not None else type_), items)


def check_range(env: Env, node: n.Range, scope: Scope) -> rb.Term:
    step = check_amount(env, node.step, scope) if node.step is not None else rb.Constant(NUMBER, 1)
    if node.step is not None and isinstance(step, rb.Constant | rb.Setting) and step is not NOTHING and not step.value:
        env.error("R0301", node.step.span, "the numbers go up by at least 1")
    return rb.Numbers(ListOf(NUMBER), check_amount(env, node.low, scope), check_amount(env, node.high, scope), step)

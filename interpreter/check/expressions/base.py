"""Check an expression, a condition or a text against what is wanted there.

In: expression nodes and the scope around them. Out: terms; mistakes go to the reporter. Layer: check.
A mistake yields a term of type Unknown, which fits everywhere, so that each is reported once.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.environment import NOTHING, Env
from interpreter.check.expressions.mistakes import mismatch, perhaps_none
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.types import NUMBER, YES_NO, Maybe, Number, Type, Words, fits
from interpreter.syntax import nodes as n

A_TEXT = Words()  # expected type where a text may be a value: only in a `let`


COMPOUND = (n.Both, n.Either, n.Not)  # coverage marks their parts


def check_expression(env: Env, node: n.Expression, scope: Scope, want: Type | None = None) -> rb.Term:
    """Check a node; with `want`, also that its type fits."""
    term = env.term(node, scope, want)
    if want is not None and not fits(term.type, want):
        mismatch(env, node, term.type, want)
        return replace_type(NOTHING, want)
    if isinstance(want, Number) and want.low is not None and isinstance(term, rb.Constant | rb.Setting):
        _in_range(env, node, term.value, want)
    return term


def _in_range(env: Env, node: n.Expression, value: int | bool | None, want: Number) -> None:
    if isinstance(value, int) and want.low is not None and want.high is not None and not want.low <= value <= want.high:
        env.error("R0301", node.span, f"this goes from {want.low} to {want.high}, and {value} is outside that range")


def check_condition(env: Env, node: n.Expression, scope: Scope, decides: str | None = None) -> rb.Term:
    """Check a condition. `decides`: what it decides as a whole, for coverage."""
    term = check_expression(env, node, scope, YES_NO)
    if env.names.marks is not None:
        _mark_condition(env.names.marks, term, node)
        if decides is not None:
            env.names.marks.decides(term, node.span, decides)
    return term


def check_template(env: Env, text: n.Text, scope: Scope) -> rb.Template:
    parts = [part if isinstance(part, str) else check_expression(env, part, scope) for part in text.parts]
    return rb.Template(tuple(parts), text.span)


def check_amount(env: Env, node: n.Expression, scope: Scope) -> rb.Term:
    term = env.term(node, scope, NUMBER)
    if isinstance(term.type, Maybe) and fits(term.type.inner, NUMBER):
        return perhaps_none(env, node.span)
    if not fits(term.type, NUMBER):
        mismatch(env, node, term.type, NUMBER)
        return NOTHING
    return term


def _mark_condition(marks: Marks, term: rb.Term, node: n.Expression) -> None:
    while isinstance(node, n.Group):
        node = node.inner
    if not isinstance(node, COMPOUND):
        marks.condition(term, node.span)


def replace_type(term: rb.Term, type_: Type) -> rb.Term:
    return replace(term, type=type_)

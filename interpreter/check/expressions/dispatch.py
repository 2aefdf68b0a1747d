"""Check an expression by its form: the one `match` of this folder.

In: an expression node and the scope around it. Out: a term; mistakes go to the reporter. Layer: check.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.check.environment import NOTHING, Env
from interpreter.check.expressions.base import (
    A_TEXT,
    check_amount,
    check_condition,
    check_template,
    replace_type,
)
from interpreter.check.expressions.comparisons import check_can, check_compare, check_logic
from interpreter.check.expressions.lists import check_list, check_range
from interpreter.check.expressions.name_terms import check_call, check_name, check_possessive
from interpreter.check.expressions.phrasing import article, named_here
from interpreter.check.expressions.queries import check_aggregate
from interpreter.check.names.scope import Scope, known_if, path
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, YES_NO, Absent, Maybe, Type, Unknown, Words, join, type_in_words
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def check_term(env: Env, node: n.Expression, scope: Scope, want: Type | None) -> rb.Term:  # noqa: C901 - one case per form
    match node:
        case n.Number(value=value):
            return rb.Constant(NUMBER, value)
        case n.YesNo(value=value):
            return rb.Constant(YES_NO, value)
        case n.NoneValue():
            return rb.Constant(Absent(), None)
        case n.Group(inner=inner):
            return env.term(inner, scope, want)
        case n.Name():
            return _narrowed(env, node, check_name(env, node, scope, want), scope, want)
        case n.Call():
            return _narrowed(env, node, check_call(env, node, scope), scope, want)
        case n.Possessive():
            return _narrowed(env, node, check_possessive(env, node, scope), scope, want)
        case n.Both() | n.Either() | n.Not():
            return check_logic(env, node, scope)
        case n.Compare():
            return check_compare(env, node, scope)
        case n.Can():
            return check_can(env, node, scope)
        case n.Arithmetic() | n.Negative():
            return _arithmetic(env, node, scope)
        case n.Conditional():
            return _conditional(env, node, scope, want)
        case n.Cases():
            return _cases(env, node, scope, want)
        case n.Usual():
            return _usual(env, node, scope, want)
        case n.ListOf():
            return check_list(env, node, scope, want)
        case n.Range():
            return check_range(env, node, scope)
        case n.Aggregate():
            return check_aggregate(env, node, scope)
        case n.Text() if want is A_TEXT:
            return rb.Phrase(Words(), check_template(env, node, scope))
        case n.Text():
            help = "texts go after prompt, because and announce, and serve as titles"
            return env.error("R0301", node.span, "a text is only shown: it is not a value to calculate with", help)
        case _:
            assert_never(node)


def _narrowed(
    env: Env, node: n.Name | n.Call | n.Possessive, term: rb.Term, scope: Scope, want: Type | None
) -> rb.Term:
    """Narrow the type of an optional value where it is known not to be none."""
    if env.recorder is not None:
        env.recorder.term(node, term, scope, want)
    if isinstance(term.type, Maybe):
        found = path(node)
        if found is not None and found in scope.facts:
            return replace_type(term, term.type.inner)
    return term


def _arithmetic(env: Env, node: n.Arithmetic | n.Negative, scope: Scope) -> rb.Term:
    if isinstance(node, n.Negative):
        return rb.Calculation(NUMBER, "-", (check_amount(env, node.inner, scope),), None, node.span)
    parts = (check_amount(env, node.left, scope), check_amount(env, node.right, scope))
    if (
        node.operator == "/"
        and isinstance(parts[1], rb.Constant | rb.Setting)
        and parts[1].value == 0
        and parts[1] is not NOTHING
    ):
        return env.error("R0301", node.right.span, "nothing can be divided by 0")
    return rb.Calculation(NUMBER, node.operator, parts, node.rounding, node.span)


def _cases(env: Env, node: n.Cases, scope: Scope, want: Type | None) -> rb.Term:
    """Check the cases of a `let` in a procedure: the first whose condition holds."""
    first, *others = node.cases
    if first.condition is None and others:
        message = "`otherwise` comes last: the cases below it would never be reached"
        return env.error("R0316", first.span, message, "move this line to the end")
    if first.condition is None:
        return env.term(first.value, scope, want)
    if not others:
        message = "the cases do not say what the value is otherwise"
        return env.error("R0316", first.span, message, "add a last line: ... otherwise")
    rest = n.Cases(node.span, tuple(others))
    return _conditional(env, n.Conditional(first.span, first.value, first.condition, rest), scope, want)


def _usual(env: Env, node: n.Usual, scope: Scope, want: Type | None) -> rb.Term:
    """Check `(V otherwise W)`: V, or W if V is none."""
    value = env.term(node.value, scope, want)
    if isinstance(value.type, Unknown):
        return value
    if not isinstance(value.type, Maybe | Absent):
        message = f"{named_here(node.value.span)} is never none, so what is behind `otherwise` is never used"
        return env.error("R0307", node.span, message, f"leave out `otherwise`: {write(node.value)}")
    inner = value.type.inner if isinstance(value.type, Maybe) else None
    other = env.term(node.otherwise, scope, inner)
    if isinstance(other.type, Absent):
        message = "what replaces none cannot be none itself"
        return env.error("R0307", node.otherwise.span, message, f"leave out `otherwise`: {write(node.value)}")
    both = other.type if inner is None else join(inner, other.type)
    if both is None:
        given, wanted = article(type_in_words(other.type)), article(type_in_words(inner or other.type))
        return env.error(
            "R0306", node.otherwise.span, f"this is {given}, and it would replace {wanted}", "both must be of one sort"
        )
    return rb.Builtin(both, "otherwise", (value, other))


def _conditional(env: Env, node: n.Conditional, scope: Scope, want: Type | None) -> rb.Term:
    condition = check_condition(env, node.condition, scope)
    yes, no = scope.inner(), scope.inner()
    yes.learn(known_if(node.condition, True))
    no.learn(known_if(node.condition, False))
    value = env.term(node.value, yes, want)
    other = env.term(node.otherwise, no, want)
    both = join(value.type, other.type)
    if both is None:
        message = f"one way gives {article(type_in_words(value.type))}, the other {article(type_in_words(other.type))}"
        return env.error("R0306", node.span, message, "both ways give the same sort of value")
    return rb.Chosen(both, condition, value, other)

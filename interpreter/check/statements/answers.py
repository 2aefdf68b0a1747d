"""Check `answer`, with which a law decides for a player.

In: the node and the scope, which holds what is to be answered. Out: acts. Layer: check.
"""

from __future__ import annotations

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.combinations import Alternatives, Together
from interpreter.ir.types import NUMBER, Unknown, fits
from interpreter.source import did_you_mean
from interpreter.source.fixes import one_of
from interpreter.syntax import nodes as n


def check_answer(env: Env, node: n.Answer, scope: Scope) -> Acts:
    if scope.answer is None:
        help = "to give something back from a procedure write: give ..."
        env.error("R0312", node.span, "`answer` can only be used in `instead of choosing`", help)
        return ()
    if isinstance(scope.answer, list):
        name = node.value.name if isinstance(node.value, n.Name) else ""
        if name not in scope.answer:
            help = did_you_mean(name, scope.answer) or one_of("the ways are ", scope.answer, name)
            env.error("R0201", node.value.span, f'"{name}" is not one of the ways', help)
            return ()
        return rb.GiveAnswer(node.span, rb.Constant(NUMBER, scope.answer.index(name)))
    if isinstance(scope.answer, Together):
        return _answer_together(env, node, scope, scope.answer)
    if isinstance(scope.answer, Alternatives):
        return _answer_either(env, node, scope, scope.answer)
    return rb.GiveAnswer(node.span, check_expression(env, node.value, scope, scope.answer))


def _answer_either(env: Env, node: n.Answer, scope: Scope, coded: Alternatives) -> Acts:
    """Check `answer e2`: which of the alternatives it is follows from its kind."""
    if isinstance(node.value, n.NoneValue):
        return rb.GiveAnswer(node.span, check_expression(env, node.value, scope))
    name = node.value.name if isinstance(node.value, n.Name) and scope.find(node.value.name) is None else ""
    members = [env.names.kinds[part.kind].members if part.kind in env.names.kinds else () for part in coded.parts]
    at = next((at for at, found in enumerate(members) if name in found), None)
    if at is not None:
        wanted = coded.one[at].type
        return rb.GiveAnswer(node.span, coded.number(at, check_expression(env, node.value, scope, wanted)))
    value = env.term(node.value, scope, None)
    for at, one in enumerate(coded.one):
        if fits(value.type, one.type):
            return rb.GiveAnswer(node.span, coded.number(at, value))
    if not isinstance(value.type, Unknown):
        names = " or ".join(one.name for one in coded.one)
        env.error("R0301", node.value.span, f"one {names} is chosen here, and this is neither", f"answer one {names}")
    return ()


def _answer_together(env: Env, node: n.Answer, scope: Scope, together: Together) -> Acts:
    """Check `answer e2 and e4`: an answer to all parts of a combined decision."""
    if isinstance(node.value, n.NoneValue):
        return rb.GiveAnswer(node.span, check_expression(env, node.value, scope))
    given = node.value.parts if isinstance(node.value, n.Both) else (node.value,)
    names = [variable.name for variable in together.variables]
    if len(given) != len(names):
        help = "answer all of them, joined by and: answer ... and ..."
        env.error("R0301", node.value.span, f"{' and '.join(names)} are one decision: all of them are answered", help)
        return ()
    checked = [check_expression(env, one, scope, v.type) for one, v in zip(given, together.variables, strict=True)]
    return rb.GiveAnswer(node.span, together.number(tuple(checked)))

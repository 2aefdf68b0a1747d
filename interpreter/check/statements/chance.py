"""Check statements of chance: roll and pick.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from interpreter.check.environment import NOTHING, Acts, Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.names.scope import Scope
from interpreter.check.statements.calls import bind_again, check_actor, named_actor
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, ListOf, Unknown, element
from interpreter.source.fixes import to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def check_roll(env: Env, node: n.Roll, scope: Scope) -> Acts:
    count = check_expression(env, node.count, scope, NUMBER)
    sides = check_expression(env, node.sides, scope, NUMBER) if node.sides is not None else rb.Constant(NUMBER, 6)
    if (
        node.sides is not None
        and isinstance(sides, rb.Constant | rb.Setting)
        and sides is not NOTHING
        and not sides.value
    ):
        env.error("R0301", node.sides.span, "a die has at least 1 side")
    if node.single and not (isinstance(count, rb.Constant | rb.Setting) and count.value in (1, None)):
        message = "a single die is thrown once: what several throws show is a list"
        env.error("R0301", node.count.span, message, to_write(f"roll {write(node.count)} dice as {node.name}"))
    variable = bind_again(env, scope, node.name, NUMBER if node.single else ListOf(NUMBER), node.span)
    if node.by is None:
        return rb.RollDice(node.span, variable, count, sides, node.single, None)
    named, by = named_actor(check_actor(env, node.by, scope), True, node.span)
    return (*named, rb.RollDice(node.span, variable, count, sides, node.single, by))


def check_pick(env: Env, node: n.Pick, scope: Scope) -> Acts:
    query = n.Aggregate(node.span, "list", None, node.query)
    if node.query.binder is None and node.query.where is None:
        query = n.Aggregate(node.span, "list", None, node.query)
    items = check_expression(env, query, scope)
    variable = bind_again(env, scope, node.name, element(items.type) or Unknown(), node.span)
    return rb.PickRandom(node.span, variable, items)

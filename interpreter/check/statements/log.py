"""Check statements that tell players something: show and announce.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_expression, check_template
from interpreter.check.expressions.phrasing import article
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, ListOf, fits, type_in_words
from interpreter.syntax import nodes as n


def check_show(env: Env, node: n.Show, scope: Scope) -> Acts:
    what = check_expression(env, node.what, scope)
    return rb.ShowTo(node.span, what, _audience(env, node.audience, scope))


def check_announce(env: Env, node: n.Announce, scope: Scope) -> Acts:
    audience = _audience(env, node.audience, scope) if node.audience is not None else None
    return rb.Tell(node.span, check_template(env, node.text, scope), audience)


def _audience(env: Env, node: n.Expression, scope: Scope) -> rb.Term | None:
    if isinstance(node, n.Name) and node.name == "everyone":
        return None
    term = check_expression(env, node, scope)
    if not fits(term.type, PLAYER) and not fits(term.type, ListOf(PLAYER)):
        message = (
            f"a player, a list of players or everyone is needed here, but this is {article(type_in_words(term.type))}"
        )
        env.error("R0301", node.span, message)
    return term

"""Check statements that end a game, or a player's part in it.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_expression, check_template
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, PLAYER, Unknown, element, fits
from interpreter.source.fixes import to_write
from interpreter.syntax import nodes as n


def check_win(env: Env, node: n.Win, scope: Scope) -> Acts:
    """Check `LIST wins because "..."`: the reason is told first."""
    return (*_reason(env, node, scope), *_acts(_each_of(env, node.player, scope, partial(rb.Winner, node.span))))


def _reason(env: Env, node: n.Win | n.Lost, scope: Scope) -> tuple[rb.Act, ...]:
    return () if node.because is None else (rb.Tell(node.span, check_template(env, node.because, scope), None),)


def _acts(acts: Acts) -> tuple[rb.Act, ...]:
    return acts if isinstance(acts, tuple) else (acts,)


def _each_of(env: Env, players: n.Expression, scope: Scope, make: Callable[[rb.Term], rb.Act]) -> Acts:
    """Make an act for one player, or for each of a list of players."""
    term = env.term(players, scope, PLAYER)
    if isinstance(term.type, Unknown) or element(term.type) is None or not fits(element(term.type) or PLAYER, PLAYER):
        return make(check_expression(env, players, scope, PLAYER))
    player = rb.Variable("player", PLAYER)
    return rb.ForEach(players.span, player, term, None, (make(rb.Local(PLAYER, player)),), secretly=False)


def check_score(env: Env, node: n.Score, scope: Scope) -> Acts:
    player = check_expression(env, node.player, scope, PLAYER)
    value = check_expression(env, node.value, scope, NUMBER)
    return rb.SetScore(node.span, player, value, _row(env, node.row) if node.row is not None else None)


def _row(env: Env, text: n.Text) -> str:
    """Return the name of a score row.

    Constant, so that the players' numbers are comparable."""
    holes = [part for part in text.parts if not isinstance(part, str)]
    if holes or not text.parts:
        message = "a row of the score sheet has the same name for everybody"
        env.error("R0314", text.span, message, to_write('scores 3 as "Influence"', start="write a plain text: "))
    return "".join(part for part in text.parts if isinstance(part, str))


def check_lost(env: Env, node: n.Lost, scope: Scope) -> Acts:
    """Check `players lose because "..."`: the reason is logged, and they are out."""
    return (*_reason(env, node, scope), *_acts(_each_of(env, node.player, scope, partial(rb.Eliminate, node.span))))


def check_leave(env: Env, node: n.Leave, scope: Scope) -> Acts:
    return _each_of(env, node.player, scope, partial(rb.Eliminate, node.span))

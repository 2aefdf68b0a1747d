"""Check a statement by its form: the one `match` of this folder, and the environment.

In: a statement node and the scope around it. Out: acts; mistakes go to the reporter. Layer: check.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.check.environment import Acts, Env, Names
from interpreter.check.expressions.dispatch import check_term
from interpreter.check.names.scope import Scope
from interpreter.check.statements.answers import check_answer
from interpreter.check.statements.card_steps import (
    check_draw,
    check_lay,
    check_move,
    check_refill,
    check_shuffle,
    check_tick,
    check_touch,
)
from interpreter.check.statements.chance import check_pick, check_roll
from interpreter.check.statements.combined import check_combined
from interpreter.check.statements.control import (
    check_each,
    check_enclosed,
    check_give,
    check_if,
    check_must_leave,
    check_repeat,
    check_step,
    check_stop_repeating,
)
from interpreter.check.statements.decisions import check_choose, check_menu, check_take
from interpreter.check.statements.endings import check_leave, check_lost, check_score, check_win
from interpreter.check.statements.log import check_announce, check_show
from interpreter.check.statements.made_cards import check_add_made, check_remove
from interpreter.check.statements.running import check_run
from interpreter.check.statements.setting import check_gain, check_let_here, check_pay, check_raise, check_set_value
from interpreter.ir import rulebook as rb
from interpreter.source import Help
from interpreter.source.fixes import cut
from interpreter.syntax import nodes as n


def check_statement(env: Env, node: n.Statement, scope: Scope) -> Acts:  # noqa: C901 - one case per form
    match node:
        case n.LetHere():
            return check_let_here(env, node, scope)
        case n.SetValue():
            return check_set_value(env, node, scope)
        case n.Raise():
            return check_raise(env, node, scope)
        case n.Gain():
            return check_gain(env, node, scope)
        case n.Pay():
            return check_pay(env, node, scope)
        case n.Choose():
            return check_combined(env, node, scope) if node.also else check_choose(env, node, scope)
        case n.Menu():
            return check_menu(env, node, scope)
        case n.Take():
            return check_take(env, node, scope)
        case n.Move():
            return check_move(env, node, scope)
        case n.AddMade():
            return check_add_made(env, node, scope)
        case n.Remove():
            return check_remove(env, node, scope)
        case n.Draw():
            return check_draw(env, node, scope)
        case n.Refill():
            return check_refill(env, node, scope)
        case n.Shuffle():
            return check_shuffle(env, node, scope)
        case n.Lay():
            return check_lay(env, node, scope)
        case n.Roll():
            return check_roll(env, node, scope)
        case n.Pick():
            return check_pick(env, node, scope)
        case n.Show():
            return check_show(env, node, scope)
        case n.Announce():
            return check_announce(env, node, scope)
        case n.Each():
            return check_each(env, node, scope)
        case n.Repeat():
            return check_repeat(env, node, scope)
        case n.If():
            return check_if(env, node, scope)
        case n.Step():
            return check_step(env, node, scope)
        case n.Needs():
            return _needs(env, node)
        case n.MustLeave():
            return check_must_leave(env, node, scope)
        case n.Give():
            return check_give(env, node, scope)
        case n.Stop():
            return (*scope.leaving, rb.Return(node.span, None))
        case n.StopRepeating():
            return check_stop_repeating(env, node, scope)
        case n.Proceed():
            return _proceed(env, node)
        case n.Answer():
            return check_answer(env, node, scope)
        case n.Tick():
            return check_tick(env, node, scope)
        case n.Touch():
            return check_touch(env, node)
        case n.Enclosed():
            return check_enclosed(env, node, scope)
        case n.Run():
            return check_run(env, node, scope)
        case n.Win():
            return check_win(env, node, scope)
        case n.Score():
            return check_score(env, node, scope)
        case n.Lost():
            return check_lost(env, node, scope)
        case n.Leave():
            return check_leave(env, node, scope)
        case n.EndGame():
            return rb.EndGame(node.span)
        case n.Remark():
            return ()  # a note for readers; does nothing
        case _:
            assert_never(node)


def _proceed(env: Env, node: n.Proceed) -> Acts:
    env.error("R0312", node.span, "`proceed` can only be used in `instead of`", Help("leave it out", cut))
    return ()


def _needs(env: Env, node: n.Needs) -> Acts:
    """Report a `needs` that is not at the top."""
    help = "move it to the top, or write `if ...` with `stop` below it"
    env.error("R0313", node.span, "`needs` goes at the top of an action or a way, or below a choice", help)
    return ()


def environment(names: Names) -> Env:
    """Return the environment for expressions and statements with these declarations."""
    return Env(names, check_term, check_statement)

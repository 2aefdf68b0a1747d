"""Check lines that run something: a procedure, or the steps printed on a card.

In: a Run node and the scope around it. Out: acts. Layer: check.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.declarations.designs import printed_on
from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.expressions.mistakes import perhaps_none
from interpreter.check.expressions.phrasing import named_here
from interpreter.check.names.binding import column_of, is_value
from interpreter.check.names.recorder import name_span
from interpreter.check.names.scope import Scope
from interpreter.check.statements.calls import check_arguments, routine_call
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Maybe, Of, Unknown
from interpreter.source import Help, did_you_mean
from interpreter.source.fixes import declared_above
from interpreter.syntax import nodes as n


def check_run(env: Env, node: n.Run, scope: Scope) -> Acts:
    called = routine_call(env, node.what, scope)
    if called is not None:
        scope.forget_table()
        return rb.CallRoutine(node.span, *called)
    if isinstance(node.what, n.Possessive):
        printed = _printed_steps(env, node.what, scope)
        if printed is not None:
            scope.forget_table()
            return printed
    _nothing_done(env, node, scope)
    return ()


def _nothing_done(env: Env, node: n.Run, scope: Scope) -> None:
    name = getattr(node.what, "name", "")
    known = [*env.names.routines, "proceed", "stop"]
    if isinstance(node.what, n.Possessive):
        owner = check_expression(env, node.what.owner, scope)
        kind = env.names.kinds.get(owner.type.kind) if isinstance(owner.type, Of) else None
        known += [column.name for column in kind.columns.values() if column.type is None] if kind is not None else []
    if name and not is_value(env, name) and scope.find(name) is None and name not in known:
        help: str = did_you_mean(name, known) or Help(
            f"begin the line with what is to be done (set, move, each ...), or declare it: procedure {name}",
            partial(declared_above, f"procedure {name}\n  stop"),
        )
        env.error("R0206", node.span.word(name), f'there is no procedure called "{name}"', help)
    else:
        help = "say what is to be done with it: set ... to ..., let ... = ..., announce ..."
        env.error("R0206", node.span, f"{named_here(node.span)} is a value: by itself this line does nothing", help)


def _printed_steps(env: Env, node: n.Possessive, scope: Scope) -> rb.Act | tuple[()] | None:
    owner = check_expression(env, node.owner, scope)
    if isinstance(owner.type, Unknown):
        return ()
    column = column_of(env, owner.type, node.name)
    if column is None or column.type is not None:
        return None
    if isinstance(owner.type, Maybe):
        perhaps_none(env, node.owner.span)
        return ()
    if env.recorder is not None:
        env.recorder.thing(name_span(node), column)
    arguments = check_arguments(env, node, column.name, column.parameters, node.arguments, scope)
    return rb.CallColumn(node.span, column, printed_on(column, owner, env.names.kinds), arguments)

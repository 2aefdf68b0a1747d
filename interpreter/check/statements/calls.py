"""What all statements share: blocks, calls with their arguments, names for results.

In: nodes inside a statement and the scope around it. Out: acts, terms, routines and variables. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.environment import NOTHING, Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.expressions.phrasing import article, miscounted, quoted
from interpreter.check.names.binding import bind
from interpreter.check.names.recorder import name_span
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, Type, fits, type_in_words
from interpreter.source import Span
from interpreter.source.fixes import to_write
from interpreter.syntax import nodes as n


def routine_call(env: Env, node: n.Expression, scope: Scope) -> tuple[rb.Routine, tuple[rb.Term, ...]] | None:
    given: tuple[n.Expression, ...] = ()
    if isinstance(node, n.Name) and scope.find(node.name) is None:
        name = node.name
    elif isinstance(node, n.Call):
        name, given = node.name, node.arguments
    elif isinstance(node, n.Possessive) and node.name in env.names.routines:
        name, given = node.name, (node.owner, *node.arguments)
    else:
        return None
    routine = env.names.routines.get(name)
    if routine is None:
        return None
    if env.recorder is not None:
        env.recorder.thing(name_span(node), routine)
    return routine, check_arguments(env, node, name, routine.parameters, given, scope)


def check_arguments(
    env: Env,
    node: n.Name | n.Call | n.Possessive | n.Taken,
    name: str,
    parameters: tuple[rb.Variable, ...],
    given: tuple[n.Expression, ...],
    scope: Scope,
) -> tuple[rb.Term, ...]:
    if len(given) != len(parameters):
        form = f"{name}({', '.join(parameter.name for parameter in parameters)})" if parameters else name
        if isinstance(node, n.Possessive) and name not in env.names.routines:
            form = f"{quoted(node.owner.span) or '...'}'s {form}"
        env.error("R0302", node.span, miscounted(name, parameters, len(given)), to_write(form, start="write "))
        return tuple(NOTHING for _ in parameters)
    return tuple(
        check_expression(env, argument, scope, parameter.type)
        for argument, parameter in zip(given, parameters, strict=True)
    )


def must_give(env: Env, routine: rb.Routine, span: Span, want: Type | None = None) -> None:
    """Check that a procedure whose result is used gives one, of a type that fits."""
    if routine.gives is None:
        help = f"add what it gives to its first line: {routine.word} {routine.name} ... gives number"
        if routine.word != "procedure":
            help = "only a procedure gives something back"
        env.error("R0304", span, f'"{routine.name}" gives nothing back', help)
    elif want is not None and not fits(routine.gives, want):
        gives, wanted = article(type_in_words(routine.gives)), article(type_in_words(want))
        message = f'"{routine.name}" gives {gives}, and {wanted} is needed here'
        env.error("R0301", span, message)


def check_actor(env: Env, node: n.Expression, scope: Scope) -> rb.Term:
    return check_expression(env, node, scope, PLAYER)


def named_actor(actor: rb.Term, alone: bool, span: Span) -> tuple[tuple[rb.Assign, ...], rb.Term]:
    """Return who is asked or rolls.

    What one player `alone` knows is that player's later, too, when `first(players)` or `leader` may be another: then the player
    gets a name first."""
    if not alone or isinstance(actor, rb.Local):
        return (), actor
    name = rb.Variable("the player alone", PLAYER)
    return (rb.Assign(span, name, actor),), rb.Local(PLAYER, name)


def bind_again(env: Env, scope: Scope, name: str, type_: Type, span: Span, kind: str | None = None) -> rb.Variable:
    """Bind the variable of a choice or roll.

    A name may be reused for the next one of the same type."""
    found = scope.find(name)
    if found is not None and found.type == type_:
        scope.forget(name)
        if env.recorder is not None:
            env.recorder.bound(found, span, kind)
        return found
    return bind(env, scope, name, type_, span, kind)


def check_block(env: Env, nodes: tuple[n.Statement, ...], scope: Scope) -> tuple[rb.Act, ...]:
    acts: list[rb.Act] = []
    for node in nodes:
        acts.extend(env.acts(node, scope))
    return _looking_ahead(acts)


def _after_naming(acts: list[rb.Act], at: int) -> rb.Act:
    """Return the act there, or the choice behind it if it only names who chooses."""
    act, rest = acts[at], acts[at + 1 :]
    if isinstance(act, rb.Assign) and rest and isinstance(rest[0], rb.AskThing):
        return rest[0] if rest[0].actor == rb.Local(PLAYER, act.variable) else act
    return act


def _looking_ahead(acts: list[rb.Act]) -> tuple[rb.Act, ...]:
    """Link two choices in a row.

    The first offers only what leaves something to choose for the second."""
    for i in range(len(acts) - 2, -1, -1):
        first, second = acts[i], _after_naming(acts, i + 1)
        if not isinstance(first, rb.AskThing) or not isinstance(second, rb.AskThing):
            continue
        second.site.detail = True
        answered = any(law.asked is None for law in second.automatic)
        if not second.site.optional and not answered and not isinstance(first.items, rb.Numbers):
            acts[i] = replace(first, then=second)
    return tuple(acts)

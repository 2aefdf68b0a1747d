"""Check control flow: loops, branches, steps, what is given back, what must hold at the end.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_condition, check_expression, check_template
from interpreter.check.expressions.queries import check_query, renewed
from interpreter.check.names.scope import NamePath, Scope, known_if
from interpreter.check.statements.at_once import forgotten, noting
from interpreter.check.statements.calls import check_block, must_give, routine_call
from interpreter.check.statements.decisions import check_conditions
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import BRANCH
from interpreter.ir.types import NUMBER, ListOf, Type, Unknown
from interpreter.source import Help
from interpreter.source.fixes import instead
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

LEAVING = (n.Stop, n.Give, n.StopRepeating, n.EndGame, n.Answer)


def check_each(env: Env, node: n.Each, scope: Scope) -> Acts:
    variable, items, where, keys, inner = check_query(env, node.query, scope)
    if keys:
        items = rb.Search(ListOf(variable.type), "list", variable, items, where, keys, None, node.query.span)
        variable, where = renewed(env, inner, variable), None
    inner.secret = scope.secret or node.secretly
    inner.looping = True
    inner.forget_table()
    if node.query.where is not None:
        inner.learn(known_if(node.query.where, True))
    around = noting(env, node.span) if node.at_once else ()
    inner.leaving = (*forgotten(around, node.span), *inner.leaving)
    body = check_block(env, node.body, inner)
    scope.forget_table()
    loop = rb.ForEach(node.span, variable, items, where, body, node.secretly)
    return (*around, loop, *forgotten(around, node.span)) if around else loop


def check_repeat(env: Env, node: n.Repeat, scope: Scope) -> Acts:
    scope.forget_table()
    value: rb.Term | None = None
    if node.value is not None:
        counted = node.mode == "times"
        value = (check_expression(env, node.value, scope, NUMBER) if counted
                 else check_condition(env, node.value, scope, BRANCH))  # fmt: skip
    inner = scope.inner()
    inner.looping = True
    if node.mode == "while" and node.value is not None:
        inner.learn(known_if(node.value, True))
    body = check_block(env, node.body, inner)
    scope.forget_table()
    return rb.Loop(node.span, node.mode, value, body)


def check_if(env: Env, node: n.If, scope: Scope) -> Acts:
    cases: list[tuple[rb.Term, tuple[rb.Act, ...]]] = []
    after = scope.facts
    negated: frozenset[NamePath] = frozenset()
    for case in node.cases:
        test = scope.inner()
        test.learn(negated)
        condition = check_condition(env, case.condition, test, BRANCH)
        test.learn(known_if(case.condition, True))
        cases.append((condition, check_block(env, case.body, test)))
        negated |= known_if(case.condition, False)
    other = scope.inner()
    other.learn(negated)
    otherwise = check_block(env, node.otherwise, other)
    scope.facts = after
    scope.forget_table()
    if len(node.cases) == 1 and not node.otherwise and _leaves(node.cases[0].body):
        scope.learn(negated)
    return rb.Branching(node.span, tuple(cases), otherwise, tuple(case.span for case in node.cases))


def check_step(env: Env, node: n.Step, scope: Scope) -> Acts:
    """Check a step. It is only a label: names bound in it stay visible after it."""
    return rb.NamedStep(node.span, node.name, check_block(env, node.body, scope), node.variant)


def check_enclosed(env: Env, node: n.Enclosed, scope: Scope) -> Acts:
    """Check the steps of a law: its names are local, what it has tested stays known."""
    inner = scope.inner()
    inner.hidden = {**scope.hidden, **dict(node.hidden)}
    acts = check_block(env, node.body, inner)
    scope.keep_facts_of(inner)
    return acts


def check_give(env: Env, node: n.Give, scope: Scope) -> Acts:
    routine = env.names.routines[scope.routine]
    if routine.gives is None:
        message, help = f'"{routine.name}" does not say what it gives', "add `gives ...` to its first line"
        if routine.word != "procedure":
            message, help = (
                "only a procedure gives something back",
                Help("write stop to leave", partial(instead, "stop")),
            )
        env.error("R0304", node.span, message, help)
        return rb.Return(node.span, None)
    if scope.leaving:
        return _given_first(env, node, scope, routine.gives)
    called = routine_call(env, node.value, scope)
    if called is not None:
        must_give(env, called[0], node.value.span, routine.gives)
        result = rb.Variable("result", called[0].gives or Unknown())
        return (
            rb.CallRoutine(node.span, *called, result), rb.Return(node.span, rb.Local(result.type, result)),
        )  # fmt: skip
    return rb.Return(node.span, check_expression(env, node.value, scope, routine.gives))


def _given_first(env: Env, node: n.Give, scope: Scope, gives: Type) -> Acts:
    """Evaluate what is given before the steps that must be done to leave."""
    result = rb.Variable("result", gives)
    called = routine_call(env, node.value, scope)
    first: rb.Act
    if called is not None:
        must_give(env, called[0], node.value.span, gives)
        first = rb.CallRoutine(node.span, *called, result)
    else:
        first = rb.Assign(node.span, result, check_expression(env, node.value, scope, gives))
    return (first, *scope.leaving, rb.Return(node.span, rb.Local(gives, result)))


def check_stop_repeating(env: Env, node: n.StopRepeating, scope: Scope) -> Acts:
    if not scope.looping:
        env.error(
            "R0312",
            node.span,
            "nothing is repeated here",
            Help("write stop to leave the procedure", partial(instead, "stop")),
        )
    return rb.Break(node.span)


def check_must_leave(env: Env, node: n.MustLeave, scope: Scope) -> Acts:
    if node.best is None:
        return rb.Check(node.span, check_conditions(env, (n.Needs(node.span, node.condition, node.because),), scope)[0])
    number = check_expression(env, node.condition, scope, NUMBER)
    words = f"the {node.best} {write(node.condition)}"
    because = check_template(env, node.because, scope)
    return rb.Check(node.span, rb.Condition(node.span, number, words, because, ()), 1 if node.best == "highest" else -1)


def _leaves(body: tuple[n.Statement, ...]) -> bool:
    return bool(body) and isinstance(body[-1], LEAVING)

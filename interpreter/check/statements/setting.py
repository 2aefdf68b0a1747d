"""Check statements that name and change values: let, set, raise, gains, pays.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.expressions.phrasing import article, quoted
from interpreter.check.names.binding import bind
from interpreter.check.names.scope import Scope
from interpreter.check.statements.calls import must_give, routine_call
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    Zone,
    element,
    fits,
    type_in_words,
)
from interpreter.source import Help, did_you_mean
from interpreter.source.fixes import declared_above, one_of, to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def check_let_here(env: Env, node: n.LetHere, scope: Scope) -> Acts:
    called = routine_call(env, node.value, scope)
    if called is not None:
        routine, arguments = called
        must_give(env, routine, node.value.span)
        variable = bind(env, scope, node.name, routine.gives or Unknown(), node.span)
        scope.forget_table()
        return rb.CallRoutine(node.span, routine, arguments, variable)
    term = check_expression(env, node.value, scope)
    type_ = ListOf(element(term.type) or Unknown()) if isinstance(term.type, Zone | Grid) else term.type
    variable = bind(env, scope, node.name, type_, node.span)
    return rb.Assign(node.span, variable, term)


def check_set_value(env: Env, node: n.SetValue, scope: Scope) -> Acts:
    target = node.target
    if isinstance(target, n.Name):
        variable = scope.find(target.name)
        if variable is not None:
            _named(env, target, variable, scope)
            return _set_local(env, node, variable, scope)
    stored = _stored(env, target, scope)
    if stored is None:
        return ()
    if isinstance(stored.type, Zone | Grid):
        help = f"write: move ... to {quoted(target.span) or 'it'}"
        env.error("R0310", target.span, "cards come and go with move, draw and shuffle, not with set", help)
        return ()
    called = routine_call(env, node.value, scope)
    if called is not None:
        must_give(env, called[0], node.value.span, stored.keep.type)
        result = rb.Variable("result", called[0].gives or Unknown())
        call = rb.CallRoutine(node.span, *called, result)
        scope.forget_table()
        return (call, *_climbing(rb.Store(node.span, stored.keep, stored.keys, rb.Local(result.type, result))))
    value = check_expression(env, node.value, scope, stored.keep.type)
    scope.forget_table()
    return _climbing(rb.Store(node.span, stored.keep, stored.keys, value))


def _named(env: Env, node: n.Name, variable: rb.Variable, scope: Scope) -> None:
    if env.recorder is not None:
        env.recorder.term(node, rb.Local(variable.type, variable), scope, None)


def _set_local(env: Env, node: n.SetValue, variable: rb.Variable, scope: Scope) -> Acts:
    called = routine_call(env, node.value, scope)
    scope.forget(variable.name)
    if called is not None:
        must_give(env, called[0], node.value.span, variable.type)
        scope.forget_table()
        return rb.CallRoutine(node.span, *called, variable)
    return rb.Assign(node.span, variable, check_expression(env, node.value, scope, variable.type))


def _stored(env: Env, node: n.Expression, scope: Scope) -> rb.Stored | None:
    """Check what is set: a stored value with its keys."""
    term = check_expression(env, node, scope)
    if isinstance(term, rb.Stored):
        return term
    if not isinstance(term.type, Unknown):
        _fixed(env, node, term)
    return None


def _fixed(env: Env, node: n.Expression, term: rb.Term) -> None:
    name = getattr(node, "name", "")
    help = "declare it with keep if it can change"
    match term:
        case rb.ValueCall():
            message = f'"{name}" is calculated with let: it cannot be set'
            help = "change what it is calculated from, or declare it with keep"
        case rb.Printed() | rb.Formula():
            message = f'"{name}" is printed and never changes'
            help = f"keep a value of your own for it: keep {name}_now({term.column.kind}): ..."
        case rb.Constant() | rb.Setting() if name in env.names.options:
            message, help = (
                f'"{name}" is an option: it stays the same for the whole game',
                "keep a value of your own",
            )
        case _:
            message = "only a value that is kept can be changed"
    env.error("R0310", node.span, message, help)


def check_raise(env: Env, node: n.Raise, scope: Scope) -> Acts:
    if isinstance(node.target, n.Name):
        variable = scope.find(node.target.name)
        if variable is not None:
            _named(env, node.target, variable, scope)
            amount = check_expression(env, node.amount, scope, NUMBER)
            now: rb.Term = rb.Local(variable.type, variable)
            operator = "+" if node.sign > 0 else "-"
            return rb.Assign(node.span, variable, rb.Calculation(NUMBER, operator, (now, amount), None, node.span))
    stored = _stored(env, node.target, scope)
    if stored is None:
        return ()
    return _alter(env, node, stored, node.amount, node.sign, False, scope)


def _alter(
    env: Env, node: n.Raise | n.Gain, stored: rb.Stored, amount: n.Expression, sign: int, told: bool, scope: Scope
) -> Acts:
    if not isinstance(stored.keep.type, Number):
        span = node.target.span if isinstance(node, n.Raise) else node.span
        message = f'"{stored.keep.name}" is {article(type_in_words(stored.keep.type))}: only a number goes up and down'
        env.error("R0301", span, message, "write: set ... to ...")
        return ()
    value = check_expression(env, amount, scope, NUMBER)
    scope.forget_table()
    return _climbing(rb.Alter(node.span, stored.keep, stored.keys, value, sign, told))


def _resource(env: Env, subject: n.Expression, resource: n.Resource, scope: Scope) -> rb.Stored | None:
    """Resolve `P gains 3 points` to the points stored for P.

    Accepts singular and plural."""
    name, keeps = _resource_name(env, resource), env.names.keeps
    if name not in keeps:
        known = [keep.name for keep in keeps.values() if isinstance(keep.type, Number)]
        help = did_you_mean(name, known) or Help(
            f"declare it: keep {name}(player): number", partial(declared_above, f"keep {name}(player): number")
        )
        env.error("R0201", resource.span, f'nothing called "{resource.name}" is kept', help)
        return None
    if _no_purse(env, subject, keeps[name], scope):
        return None
    call = n.Possessive(resource.span, subject, name, resource.arguments, resource.span)
    term = check_expression(env, call, scope)
    return term if isinstance(term, rb.Stored) else None


def _no_purse(env: Env, subject: n.Expression, keep: rb.Keep, scope: Scope) -> bool:
    """Report an owner for whom this is not kept, but who has a number of its own.

    A company with a treasury, for example."""
    if (isinstance(subject, n.Name) and subject.name == "bank") or not keep.parameters:
        return False
    type_ = env.term(subject, scope, keep.parameters[0].type).type
    help = _treasury(env, type_, subject)
    if help is None or not isinstance(type_, Of) or fits(type_, keep.parameters[0].type):
        return False
    wanted = " and ".join(type_in_words(parameter.type) for parameter in keep.parameters)
    message = f'"{keep.name}" is kept for each {wanted}, and this is {article(type_in_words(type_))}'
    env.error("R0301", subject.span, message, help)
    return True


def _resource_name(env: Env, resource: n.Resource) -> str:
    """The name of what is paid or gained as it is kept.

    `point` for `points`, and the other way round."""
    keeps, name = env.names.keeps, resource.name
    return name if name in keeps else next((one for one in (name + "s", name.removesuffix("s")) if one in keeps), name)


def check_gain(env: Env, node: n.Gain, scope: Scope) -> Acts:
    stored = _resource(env, node.subject, node.resource, scope)
    if stored is None:
        return ()
    moment = env.names.routines.get(("gain_" if node.sign > 0 else "lose_") + stored.keep.name)
    if moment is not None and not node.plain:
        amount = check_expression(env, node.amount, scope, NUMBER)
        scope.forget_table()
        return rb.CallRoutine(node.span, moment, (*stored.keys, amount))
    return _alter(env, node, stored, node.amount, node.sign, True, scope)


def check_pay(env: Env, node: n.Pay, scope: Scope) -> Acts:
    kept = _kept_number(env, node.payer, scope), _kept_number(env, node.payee, scope)
    if kept != (None, None):
        return _pay_kept(env, node, *kept, scope)
    stored = _resource(env, node.payer, node.resource, scope)
    amount = check_expression(env, node.amount, scope, NUMBER)
    if stored is None:
        return ()
    payee: rb.Term = rb.Constant(Maybe(PLAYER), None)
    if not (isinstance(node.payee, n.Name) and node.payee.name == "bank" and scope.find("bank") is None):
        payee = _payee(env, node.payee, stored, scope)
    moment = env.names.routines.get("pay_" + stored.keep.name)
    scope.forget_table()
    if moment is not None and not node.plain:
        return rb.CallRoutine(node.span, moment, (*stored.keys, amount, payee))
    to_bank = isinstance(payee, rb.Constant) and payee.value is None
    target = None if to_bank else (payee, *stored.keys[1:])
    optional = payee if isinstance(payee.type, Maybe) and not to_bank else None
    return rb.Transfer(node.span, stored.keep, stored.keys, target, optional, amount)


def _kept_number(env: Env, node: n.Expression, scope: Scope) -> rb.Stored | None:
    """Return the kept number that pays or is paid, such as `company's treasury`.

    None if it is somebody."""
    if not isinstance(node, n.Name | n.Call | n.Possessive) or scope.find(node.name) is not None:
        return None
    keep = env.names.keeps.get(node.name)
    term = env.term(node, scope) if keep is not None and isinstance(keep.type, Number) else None
    return term if isinstance(term, rb.Stored) else None


def _pay_kept(env: Env, node: n.Pay, payer: rb.Stored | None, payee: rb.Stored | None, scope: Scope) -> Acts:
    """Check a payment out of a kept number, or into one.

    What is paid is lowered and raised, and told once."""
    variable = rb.Variable("amount", NUMBER)
    paid: rb.Term = rb.Local(NUMBER, variable)
    once = rb.Assign(node.span, variable, check_expression(env, node.amount, scope, NUMBER))
    source = payer or _resource(env, node.payer, node.resource, scope)
    is_bank = isinstance(node.payee, n.Name) and node.payee.name == "bank" and payee is None
    target = payee if payee is not None or is_bank else _resource(env, node.payee, node.resource, scope)
    scope.forget_table()
    if source is None or (target is None and not is_bank):
        return ()
    to = None if target is None else _called(target, payee is not None)
    moment = env.names.routines.get("pay_" + source.keep.name) if payer is None and not node.plain else None
    taken: rb.Act = rb.Transfer(
        node.span, source.keep, source.keys, None, None, paid, None if payer is None else _called(source, True), to,
        env.names.keeps.get(_resource_name(env, node.resource)),
    )  # fmt: skip
    if moment is not None:
        taken = rb.CallRoutine(node.span, moment, (*source.keys, paid, rb.Constant(Maybe(PLAYER), None)))
    given = () if target is None else (rb.Alter(node.span, target.keep, target.keys, paid, 1, False),)
    return (once, taken, *given)


def _called(stored: rb.Stored, is_number: bool) -> rb.Template:
    """Name a payer or payee for the log: `acme's treasury`, or the player."""
    name = stored.keep.name.replace("_", " ")
    if not is_number:
        return rb.Template((stored.keys[0],))
    return rb.Template((stored.keys[0], f"'s {name}")) if stored.keys else rb.Template((f"the {name}",))


def _payee(env: Env, node: n.Expression, stored: rb.Stored, scope: Scope) -> rb.Term:
    want = stored.keep.parameters[0].type
    term = env.term(node, scope, want)
    if fits(term.type, Maybe(want)):
        return term
    message = (
        f"{article(type_in_words(term.type))} cannot be paid: {article(type_in_words(want))} or bank is needed here"
    )
    env.error("R0301", node.span, message, _treasury(env, term.type, node))
    return rb.Constant(Maybe(want), None)


def _treasury(env: Env, type_: Type, node: n.Expression) -> str | Help | None:
    """Suggest the kept number of an owner that is not a player.

    Such as a company's treasury."""
    found = [
        keep.name for keep in env.names.keeps.values()
        if isinstance(keep.type, Number) and [parameter.type for parameter in keep.parameters] == [type_]
    ]  # fmt: skip
    if not found:
        return None
    written = [f"{write(node)}'s {name}" for name in found]
    return (
        to_write(written[0], start="name the number that pays or is paid: ")
        if len(found) == 1
        else one_of("name the number: ", written)
    )


def _climbing(act: rb.Store | rb.Alter) -> tuple[rb.Act, ...]:
    """On a stacked track, put a piece that moves to another spot on top there.

    Tested before the spot changes."""
    height = act.keep.height
    if height is None:
        return (act,)
    given = act.value if isinstance(act, rb.Store) else act.amount
    if isinstance(act, rb.Alter) and isinstance(given, rb.Constant) and given.value != 0:
        return (rb.Climb(act.span, height, act.keys, None), act)
    variable = rb.Variable("spot" if isinstance(act, rb.Store) else "steps", given.type)
    known = rb.Local(given.type, variable)
    if isinstance(act, rb.Store):
        now: rb.Term = rb.Stored(act.keep.type, act.keep, act.keys)
        act = replace(act, value=known)
    else:
        now = rb.Constant(NUMBER, 0)
        act = replace(act, amount=known)
    moves = rb.Comparison(YES_NO, "!=", known, now)
    return (rb.Assign(act.span, variable, given), rb.Climb(act.span, height, act.keys, moves), act)

"""Check statements that name and change values: let, set, raise, gains, pays.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.check.expressions.phrasing import article, quoted
from interpreter.check.names.scope import Scope
from interpreter.check.statements.calls import Acts, Calls
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Unknown,
    Zone,
    element,
    fits,
    type_in_words,
)
from interpreter.source import did_you_mean
from interpreter.syntax import nodes as n


class ValueSteps(Calls):
    def _let_here(self, node: n.LetHere, scope: Scope) -> Acts:
        called = self._routine_call(node.value, scope)
        if called is not None:
            routine, arguments = called
            self._must_give(routine, node.value.span)
            variable = self.expressions.bind(scope, node.name, routine.gives or Unknown(), node.span)
            scope.forget_table()
            return rb.CallRoutine(node.span, routine, arguments, variable)
        term = self.expressions.check(node.value, scope)
        type_ = ListOf(element(term.type) or Unknown()) if isinstance(term.type, Zone | Grid) else term.type
        variable = self.expressions.bind(scope, node.name, type_, node.span)
        return rb.Assign(node.span, variable, term)

    def _set_value(self, node: n.SetValue, scope: Scope) -> Acts:
        target = node.target
        if isinstance(target, n.Name):
            variable = scope.find(target.name)
            if variable is not None:
                return self._set_local(node, variable, scope)
        stored = self._stored(target, scope)
        if stored is None:
            return ()
        if isinstance(stored.type, Zone | Grid):
            help = f"write: move ... to {quoted(target.span) or 'it'}"
            self._error("R0310", target.span, "cards come and go with move, draw and shuffle, not with set", help)
            return ()
        called = self._routine_call(node.value, scope)
        if called is not None:
            self._must_give(called[0], node.value.span, stored.keep.type)
            result = rb.Variable("result", called[0].gives or Unknown())
            call = rb.CallRoutine(node.span, *called, result)
            scope.forget_table()
            return (call, *_climbing(rb.Store(node.span, stored.keep, stored.keys, rb.Local(result.type, result))))
        value = self.expressions.check(node.value, scope, stored.keep.type)
        scope.forget_table()
        return _climbing(rb.Store(node.span, stored.keep, stored.keys, value))

    def _named(self, node: Any, variable: rb.Variable, scope: Scope) -> None:
        if self.recorder is not None:
            self.recorder.term(node, rb.Local(variable.type, variable), scope, None)

    def _set_local(self, node: n.SetValue, variable: rb.Variable, scope: Scope) -> Acts:
        self._named(node.target, variable, scope)
        called = self._routine_call(node.value, scope)
        scope.forget(variable.name)
        if called is not None:
            self._must_give(called[0], node.value.span, variable.type)
            scope.forget_table()
            return rb.CallRoutine(node.span, *called, variable)
        return rb.Assign(node.span, variable, self.expressions.check(node.value, scope, variable.type))

    def _stored(self, node: Any, scope: Scope) -> rb.Stored | None:
        """Check what is set: a stored value with its keys."""
        term = self.expressions.check(node, scope)
        if isinstance(term, rb.Stored):
            return term
        if not isinstance(term.type, Unknown):
            self._fixed(node, term)
        return None

    def _fixed(self, node: Any, term: rb.Term) -> None:
        name = getattr(node, "name", "")
        help = "declare it with keep if it can change"
        match term:
            case rb.ValueCall():
                message = f'"{name}" is worked out with let: it cannot be set'
                help = "change what it is worked out from, or declare it with keep"
            case rb.Printed() | rb.Formula():
                message = f'"{name}" is printed and never changes'
                help = f"keep a value of your own for it: keep {name}_now({term.column.kind}): ..."
            case rb.Constant() | rb.Setting() if name in self.names.options:
                message, help = (
                    f'"{name}" is an option: it stays the same for the whole game',
                    "keep a value of your own",
                )
            case _:
                message = "only a value that is kept can be changed"
        self._error("R0310", node.span, message, help)

    def _raise(self, node: n.Raise, scope: Scope) -> Acts:
        if isinstance(node.target, n.Name):
            variable = scope.find(node.target.name)
            if variable is not None:
                self._named(node.target, variable, scope)
                amount = self.expressions.check(node.amount, scope, NUMBER)
                now: rb.Term = rb.Local(variable.type, variable)
                operator = "+" if node.sign > 0 else "-"
                return rb.Assign(node.span, variable, rb.Calculation(NUMBER, operator, (now, amount), None, node.span))
        stored = self._stored(node.target, scope)
        if stored is None:
            return ()
        return self._alter(node, stored, node.amount, node.sign, False, scope)

    def _alter(self, node: Any, stored: rb.Stored, amount: Any, sign: int, told: bool, scope: Scope) -> Acts:
        if not isinstance(stored.keep.type, Number):
            span = node.target.span if isinstance(node, n.Raise) else node.span
            message = (
                f'"{stored.keep.name}" is {article(type_in_words(stored.keep.type))}: only a number goes up and down'
            )
            self._error("R0301", span, message, "write: set ... to ...")
            return ()
        value = self.expressions.check(amount, scope, NUMBER)
        scope.forget_table()
        return _climbing(rb.Alter(node.span, stored.keep, stored.keys, value, sign, told))

    def _resource(self, subject: Any, resource: n.Resource, scope: Scope) -> rb.Stored | None:
        """Resolve `P gains 3 points` to the points stored for P; accepts singular and plural."""
        name = resource.name
        keeps = self.names.keeps
        if name not in keeps:
            name = next((other for other in (name + "s", name.removesuffix("s")) if other in keeps), name)
        if name not in keeps:
            known = [keep.name for keep in keeps.values() if isinstance(keep.type, Number)]
            help = did_you_mean(name, known) or f"declare it: keep {name}(player): number"
            self._error("R0201", resource.span, f'nothing called "{resource.name}" is kept', help)
            return None
        call = n.Possessive(resource.span, subject, name, resource.arguments, resource.span)
        term = self.expressions.check(call, scope)
        return term if isinstance(term, rb.Stored) else None

    def _gain(self, node: n.Gain, scope: Scope) -> Acts:
        stored = self._resource(node.subject, node.resource, scope)
        if stored is None:
            return ()
        moment = self.names.routines.get(("gain_" if node.sign > 0 else "lose_") + stored.keep.name)
        if moment is not None and not node.plain:
            amount = self.expressions.check(node.amount, scope, NUMBER)
            scope.forget_table()
            return rb.CallRoutine(node.span, moment, (*stored.keys, amount))
        return self._alter(node, stored, node.amount, node.sign, True, scope)

    def _pay(self, node: n.Pay, scope: Scope) -> Acts:
        stored = self._resource(node.payer, node.resource, scope)
        amount = self.expressions.check(node.amount, scope, NUMBER)
        if stored is None:
            return ()
        payee: rb.Term = rb.Constant(Maybe(PLAYER), None)
        if not (isinstance(node.payee, n.Name) and node.payee.name == "bank" and scope.find("bank") is None):
            payee = self._payee(node.payee, stored, scope)
        moment = self.names.routines.get("pay_" + stored.keep.name)
        scope.forget_table()
        if moment is not None and not node.plain:
            return rb.CallRoutine(node.span, moment, (*stored.keys, amount, payee))
        to_bank = isinstance(payee, rb.Constant) and payee.value is None
        target = None if to_bank else (payee, *stored.keys[1:])
        optional = payee if isinstance(payee.type, Maybe) and not to_bank else None
        return rb.Transfer(node.span, stored.keep, stored.keys, target, optional, amount)

    def _payee(self, node: Any, stored: rb.Stored, scope: Scope) -> rb.Term:
        want = stored.keep.parameters[0].type
        term = self.expressions._term(node, scope, want)
        if fits(term.type, Maybe(want)):
            return term
        message = (
            f"{article(type_in_words(term.type))} cannot be paid: {article(type_in_words(want))} or bank is wanted here"
        )
        self._error("R0301", node.span, message)
        return rb.Constant(Maybe(want), None)


def _climbing(act: rb.Store | rb.Alter) -> tuple[rb.Act, ...]:
    """On a stacked track, put a piece that moves to another spot on top there; tested before the spot changes."""
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

"""Check lets on demand: the type of one follows from its formula, which may need other lets first.

In: the lets of a game and the changes to them. Out: values with their cases and alterations. Layer: check.
"""

from __future__ import annotations

from typing import Any

from interpreter.check.declarations.declare import Declarations
from interpreter.check.expressions.base import A_TEXT
from interpreter.check.expressions.phrasing import article, miscounted
from interpreter.check.laws.law_steps import card_change
from interpreter.check.laws.sources import SourcedLaw
from interpreter.check.names.scope import NamePath, Scope, known_if
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import BRANCH
from interpreter.ir.types import (
    NUMBER,
    YES_NO,
    Grid,
    ListOf,
    Of,
    Type,
    Unknown,
    Words,
    Zone,
    element,
    join,
    type_in_words,
)
from interpreter.syntax import nodes as n

MAX_FORMULAS = 1_000_000  # evaluated by one value, calls included


class Values(Declarations):
    def is_working(self, name: str) -> bool:
        """Is this value being checked right now?"""
        return name in self._working

    def value_names(self) -> list[str]:
        return list(self.woven.lets)

    def value(self, name: str) -> rb.Value | None:
        found = self._value(name)
        if self._working and name in self._formulas:
            self._formulas[self._working[-1]] += self._formulas[name]
        return found

    def _value(self, name: str) -> rb.Value | None:
        if name in self.values:
            return self.values[name]
        node = self.woven.lets.get(name)
        if node is None:
            return None
        if name in self._working and node.head.parameters and name in self._provisional:
            self._provisional[name].uses_itself = True
            return self._provisional[name]
        if name in self._working:
            circle = [*self._working[self._working.index(name) :], name]
            chain = ": " + " from ".join(circle) if len(circle) > 2 else ""
            other = circle[1]
            help = (
                f'write the formula of "{other}" where "{name}" uses it, so that "{name}" uses only itself'
                if chain
                else ("leave itself out of its formula, or count with keep: keep ...: number, and raise ... by 1")
            )
            if chain and not node.head.parameters:
                help = f'leave "{name}" out of the formula of "{circle[-2]}"'
            if node.head.parameters and not chain:
                help = "give it a case that does not use it: ... if ..., and below it the one that does: ... otherwise"
            self.reporter.error("R0315", node.head.span, f'"{name}" is calculated from itself{chain}', help)
            return rb.Value(name, self._parameters(node.head), Unknown(), node.span)
        self._working.append(name)
        self._formulas[name] = 1
        value = self._check_value(node)
        self._working.pop()
        if self._formulas[name] > MAX_FORMULAS:
            self._formulas[name] = 1  # one error, not one for every value that depends on it
            message = f'"{name}" takes more than {MAX_FORMULAS:,} other values to work out'
            self.reporter.error("R0315", node.head.span, message, "store a value on the way with keep, and use that")
        self.values[name] = value
        return value

    def _check_value(self, node: n.Let) -> rb.Value:
        parameters = self._parameters(node.head)
        value = rb.Value(node.head.name, parameters, Unknown(), node.span)
        if node.limit is not None:
            value.limit = rb.Limit(node.limit.value, rb.Variable("depth", NUMBER))
        wanted = self.type(node.type) if node.type is not None else self._first_type(node, parameters)
        if wanted is not None:
            value.type = wanted
            self._provisional[node.head.name] = value
        scope = Scope(variables={parameter.name: parameter for parameter in parameters})
        value.cases, value.type = self._named_parts(
            node, list(node.names), parameters, scope, 1, wanted if node.type else None
        )
        self._provisional.pop(node.head.name, None)
        self._limited(node, value)
        if value.uses_itself and wanted is not None and join(wanted, value.type) is None:
            message = f"its first case gives {article(type_in_words(wanted))}, and others {article(type_in_words(value.type))}"
            self.reporter.error("R0306", node.head.span, message, "all cases give the same sort of value")
        alterations = [self._alteration(said, value) for said in self.woven.changes.get(node.head.name, ())]
        value.alterations = tuple(found for found in alterations if found is not None)
        return value

    def _limited(self, node: n.Let, value: rb.Value) -> None:
        """Check the recursion limit of a value and share it with its parts."""
        if node.limit is None:
            return
        if not value.uses_itself:
            message = f'"{value.name}" does not use itself: there is nothing to limit'
            self.reporter.error("R0315", node.limit.span, message, f"leave out: {node.limit.span.text}")
        part = value.rest
        while part is not None:
            part.limit, part = value.limit, part.rest

    def _first_type(self, node: n.Let, parameters: tuple[rb.Variable, ...]) -> Type | None:
        """Infer the type of a recursive value from a case that does not recurse; None if it is not recursive."""
        name = node.head.name
        inside = [node.names, *((case,) for case in node.cases)]
        if not any(_speaks_of(part, name) for parts in inside for part in parts) or not parameters:
            return None
        for case in node.cases:
            if not _speaks_of(case, name):
                quiet, self.reporter._found = self.reporter._found, []
                scope = Scope(variables={parameter.name: parameter for parameter in parameters})
                for part in node.names:
                    if not _speaks_of(part, name):
                        scope.declare(part.name, self.expressions.check(part.value, scope).type)
                type_ = self.expressions.check(case.value, scope).type
                self.reporter._found = quiet
                return ListOf(element(type_) or Unknown()) if isinstance(type_, Zone | Grid) else type_
        return None

    def _named_parts(
        self, node: n.Let, names: list[n.LetHere], parameters: tuple[rb.Variable, ...], scope: Scope, number: int,
        wanted: Type | None,
    ) -> tuple[tuple[rb.Case, ...], Type]:  # fmt: skip
        """Check the cases of a value.

        Each local `let` is passed as an argument to the rest, which becomes a value of its own."""
        if not names:
            return self._cases(node.cases, scope, wanted)
        first, *others = names
        part = self.expressions.check(first.value, scope)
        type_ = ListOf(element(part.type) or Unknown()) if isinstance(part.type, Zone | Grid) else part.type
        inner = Scope(variables={parameter.name: parameter for parameter in parameters})
        variable = self.expressions.bind(inner, first.name, type_, first.span)
        rest = rb.Value(
            f"{node.head.name}'s part {number}", (*parameters, variable), Unknown(), node.span, is_part=True
        )
        rest.cases, rest.type = self._named_parts(node, others, rest.parameters, inner, number + 1, wanted)
        self.values[rest.name] = rest
        given = (*(rb.Local(parameter.type, parameter) for parameter in parameters), part)
        return (rb.Case(rb.ValueCall(rest.type, rest, given), None),), rest.type

    def _cases(self, nodes: tuple[n.Case, ...], scope: Scope, want: Type | None) -> tuple[tuple[rb.Case, ...], Type]:
        found: list[rb.Case] = []
        type_: Type | None = want
        above: frozenset[NamePath] = frozenset()  # facts that follow from the false conditions above
        for i, case in enumerate(nodes):
            inner = scope.inner()
            inner.learn(above)
            condition = None if case.condition is None else self.expressions.condition(case.condition, inner, BRANCH)
            if case.condition is not None:
                inner.learn(known_if(case.condition, True))
                above |= known_if(case.condition, False)
            may_be_text = (want is None or isinstance(want, Words)) and _is_text(case.value)
            value = self.expressions.check(case.value, inner, A_TEXT if may_be_text else want)
            joined = value.type if type_ is None else join(type_, value.type)
            if joined is None:
                before, given = article(type_in_words(type_ or NUMBER)), article(type_in_words(value.type))
                message = f"the cases above give {before}, this one gives {given}"
                self.reporter.error("R0306", case.value.span, message, "all cases give the same sort of value")
            type_ = joined if joined is not None and want is None else type_ or joined
            found.append(rb.Case(value, condition))
            if case.condition is None and i < len(nodes) - 1:
                message = "`otherwise` comes last: the cases below it would never be looked at"
                self.reporter.error("R0316", case.span, message, "move this line to the end")
        if all(case.condition is not None for case in nodes):
            message = "the cases do not say what holds otherwise"
            self.reporter.error("R0316", nodes[-1].span, message, "add a last line: ... otherwise")
        if isinstance(type_, Zone | Grid):
            type_ = ListOf(Of(type_.kind))
        return tuple(found), type_ or Unknown()

    def _alteration(self, said: SourcedLaw, value: rb.Value) -> rb.Alteration | None:
        guard_node, law = card_change(said) if said.origin.card else (None, said.law)
        scope = self._change_scope(law, value)
        if scope is None:
            return None
        normal = scope.declare("normal", value.type)
        parts: list[rb.Term] = []
        if guard_node is not None:
            parts.append(self.expressions.condition(guard_node, scope))
        if law.when is not None:
            parts.append(self.expressions.condition(law.when, scope))
            scope.learn(known_if(law.when, True))
        cases, _ = self._cases(law.cases, scope, value.type)
        guard = None if not parts else parts[0] if len(parts) == 1 else rb.Logic(YES_NO, "and", tuple(parts))
        return rb.Alteration(guard, one_by_one(cases), normal, said.origin.in_words)

    def _change_scope(self, law: n.ChangeValue, value: rb.Value) -> Scope | None:
        given = law.head.parameters
        if given and len(given) != len(value.parameters):
            message = miscounted(value.name, value.parameters, len(given))
            self.reporter.error("R0302", law.head.span, message, "name them as the rules do, or leave the brackets out")
            return None
        scope = Scope()
        for i, parameter in enumerate(value.parameters):
            scope.variables[given[i].name if given else parameter.name] = parameter
        return scope


def one_by_one(cases: tuple[rb.Case, ...]) -> tuple[rb.Case, ...]:
    """Split `(A if B otherwise C)` into two cases, so that one that does not read the old value is separate."""
    found: list[rb.Case] = []
    for case in cases:
        if not isinstance(case.value, rb.Chosen):
            found.append(case)
            continue
        both = [part for part in (case.condition, case.value.condition) if part is not None]
        first = both[0] if len(both) == 1 else rb.Logic(YES_NO, "and", tuple(both))
        found += one_by_one((rb.Case(case.value.value, first), rb.Case(case.value.other, case.condition)))
    return tuple(found)


def _speaks_of(node: Any, name: str) -> bool:
    return any(isinstance(part, n.Call | n.Possessive) and part.name == name for part in n.walk(node))


def _is_text(node: Any) -> bool:
    """Is it a text, or a choice between texts?"""
    match node:
        case n.Conditional():
            return _is_text(node.value) or _is_text(node.otherwise)
        case n.Group():
            return _is_text(node.inner)
        case _:
            return isinstance(node, n.Text)

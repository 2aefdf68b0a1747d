"""What all statements share: calls with their arguments, names for results, the actor.

In: nodes inside a statement and the scope around it. Out: terms, routines and variables. Layer: check.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from interpreter.check.expressions.base import NOTHING
from interpreter.check.expressions.dispatch import Expressions
from interpreter.check.expressions.phrasing import article, miscounted, quoted
from interpreter.check.names.recorder import name_span
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, Type, fits, type_in_words
from interpreter.source import Span
from interpreter.syntax import nodes as n

Acts = rb.Act | tuple[rb.Act, ...]  # the result of one statement


class Calls(ABC):
    """Base of the classes that check statements; `Statements` combines them."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.owned_units: set[str] = set()  # units of time that belong to a player, such as turns
        self.wanted_units: dict[str, Span] = {}  # units of time counted `of` a player
        self.names = expressions.names
        self.reporter = expressions.reporter
        self.recorder = expressions.recorder

    @abstractmethod
    def block(self, nodes: tuple[Any, ...], scope: Scope) -> tuple[rb.Act, ...]:
        """Check statements in order."""

    @abstractmethod
    def act(self, node: n.Statement, scope: Scope) -> tuple[rb.Act, ...]:
        """Check one statement; `Statements` dispatches."""

    def _routine_call(self, node: Any, scope: Scope) -> tuple[rb.Routine, tuple[rb.Term, ...]] | None:
        given: tuple[Any, ...] = ()
        if isinstance(node, n.Name) and scope.find(node.name) is None:
            name = node.name
        elif isinstance(node, n.Call):
            name, given = node.name, node.arguments
        elif isinstance(node, n.Possessive) and node.name in self.names.routines:
            name, given = node.name, (node.owner, *node.arguments)
        else:
            return None
        routine = self.names.routines.get(name)
        if routine is None:
            return None
        if self.recorder is not None:
            self.recorder.thing(name_span(node), routine)
        return routine, self._arguments(node, name, routine.parameters, given, scope)

    def _arguments(
        self, node: Any, name: str, parameters: tuple[rb.Variable, ...], given: tuple[Any, ...], scope: Scope
    ) -> tuple[rb.Term, ...]:
        if len(given) != len(parameters):
            form = f"{name}({', '.join(parameter.name for parameter in parameters)})" if parameters else name
            if isinstance(node, n.Possessive) and name not in self.names.routines:
                form = f"{quoted(node.owner.span) or '...'}'s {form}"
            self._error("R0302", node.span, miscounted(name, parameters, len(given)), f"write {form}")
            return tuple(NOTHING for _ in parameters)
        return tuple(
            self.expressions.check(argument, scope, parameter.type)
            for argument, parameter in zip(given, parameters, strict=True)
        )

    def _must_give(self, routine: rb.Routine, span: Span, want: Type | None = None) -> None:
        """Check that a procedure whose result is used gives one, of a type that fits."""
        if routine.gives is None:
            help = f"add what it gives to its first line: {routine.word} {routine.name} ... gives number"
            if routine.word != "procedure":
                help = "only a procedure gives something back"
            self._error("R0304", span, f'"{routine.name}" gives nothing back', help)
        elif want is not None and not fits(routine.gives, want):
            gives, wanted = article(type_in_words(routine.gives)), article(type_in_words(want))
            message = f'"{routine.name}" gives {gives}, and {wanted} is wanted here'
            self._error("R0301", span, message)

    def _actor(self, node: Any, scope: Scope) -> rb.Term:
        return self.expressions.check(node, scope, PLAYER)

    def _bound(self, scope: Scope, name: str, type_: Type, span: Span, kind: str | None = None) -> rb.Variable:
        """Bind the variable of a choice or roll; a name may be reused for the next one of the same type."""
        found = scope.find(name)
        if found is not None and found.type == type_:
            scope.forget(name)
            if self.recorder is not None:
                self.recorder.bound(found, span, kind)
            return found
        return self.expressions.bind(scope, name, type_, span, kind)

    def _error(self, code: str, span: Span, message: str, help: str | None = None) -> None:
        self.reporter.error(code, span, message, help)

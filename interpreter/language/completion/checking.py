"""Check one declaration, to capture the context of the mark in it.

In: a declaration with the mark, and the checker of its game. Out: what Spy has captured. Layer: language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from interpreter.check import Checker
from interpreter.check.declarations.types import parameters_of as declared_parameters
from interpreter.check.declarations.types import type_of
from interpreter.check.expressions.base import check_expression
from interpreter.check.names.recorder import Recorder
from interpreter.check.names.scope import Scope
from interpreter.check.statements.calls import check_block
from interpreter.check.statements.decisions import check_leading
from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, ListOf, Type, Unknown, element
from interpreter.language.analysis import Analysis
from interpreter.language.completion.spot import MARK, Spot
from interpreter.syntax import nodes as n
from interpreter.syntax.build import EXPRESSIONS
from interpreter.syntax.scenario import Scenario


class Spy(Recorder):
    """A recorder that captures the context of the mark."""

    def __init__(self) -> None:
        super().__init__()
        self.spot: Spot | None = None
        self._types: dict[int, Type] = {}  # by the id of a node

    def term(self, node: Any, term: rb.Term, scope: Scope, want: Type | None) -> None:
        if node.name == MARK and self.spot is None:
            names = {
                name: variable.type for name in reversed(scope.names()) if (variable := scope.find(name)) is not None
            }
            self.spot = Spot(node, names, want)
        self._types[id(node)] = term.type

    def owner_of(self, node: n.Possessive) -> Type | None:
        return self._types.get(id(node.owner))


def parameters_of(node: object, checker: Checker) -> dict[str, Type]:
    head = getattr(node, "head", None)
    found = (
        {parameter.name: parameter.type for parameter in declared_parameters(checker, head)}
        if isinstance(head, n.Head)
        else {}
    )
    return {"you": PLAYER, **found} if isinstance(node, n.Action) else found


def check_declaration(node: object, checker: Checker, analysis: Analysis) -> None:
    """Check everything in a declaration, as far as possible."""
    routine = "play" if "play" in checker.routines else next(iter(checker.routines), "")
    scope = Scope(routine=routine)
    for name, type_ in parameters_of(node, checker).items():
        scope.declare(name, type_)
    try:
        match node:
            case n.Procedure():
                check_block(checker.env, node.body, scope)
            case n.Action():
                check_leading(checker.env, node.body, scope)
            case n.Let() | n.ChangeValue() | n.ChangeCell():
                _value(node, checker, scope)
            case n.Hook() | n.Answering():
                _law(node, checker, scope, analysis)
            case Scenario():
                _scenario(node, checker)
            case _:
                _formulas(node, checker, scope)
    except (KeyError, AttributeError, AssertionError, IndexError, TypeError, ValueError):
        return  # the text is unfinished: what was captured so far is enough


def _value(node: n.Let | n.ChangeValue | n.ChangeCell, checker: Checker, scope: Scope) -> None:
    want: Type | None = None
    if isinstance(node, n.ChangeValue):
        value = checker.value(node.head.name)
        for parameter in value.parameters if value is not None and not node.head.parameters else ():
            scope.variables[parameter.name] = parameter
        want = value.type if value is not None else None
    if not isinstance(node, n.Let):
        scope.declare("normal", want or Unknown())
    for part in node.names if isinstance(node, n.Let) else ():
        scope.declare(part.name, check_expression(checker.env, part.value, scope).type)
    for case in node.cases:
        if case.condition is not None:
            check_expression(checker.env, case.condition, scope)
        check_expression(checker.env, case.value, scope, want)
    if not isinstance(node, n.Let) and node.when is not None:
        check_expression(checker.env, node.when, scope)


def _law(node: n.Hook | n.Answering, checker: Checker, scope: Scope, analysis: Analysis) -> None:
    """Check a law in the scope of its target.

    Its parameters, and the variables declared in it."""
    target = node.target
    for name in (target.name, target.inside) if target is not None else ():
        for holder in (name, *analysis.words.declarations.steps.get(name or "", ())):
            routine = checker.routines.get(holder or "")
            for variable in _named_in(routine, analysis) if routine is not None else ():
                scope.variables.setdefault(variable.name, variable)
    if node.where is not None:
        check_expression(checker.env, node.where, scope)
    check_block(checker.env, tuple(step for step in node.body if not isinstance(step, n.Proceed)), scope)


def _named_in(routine: rb.Routine, analysis: Analysis) -> Iterator[rb.Variable]:
    yield from routine.parameters
    for word in analysis.words.by_text.get(id(routine.span.source), ()):
        inside = routine.span.line <= word.span.line <= routine.span.end_line
        if inside and word.meaning.sort == "variable" and word.type is not None:
            yield rb.Variable(word.meaning.name, word.type)


def _scenario(node: Scenario, checker: Checker) -> None:
    for part in node.parts:
        if part.formula is not None:
            check_expression(checker.env, part.formula, Scope())
        for line in part.lines:
            if line.statement is not None:
                checker.env.acts(line.statement, Scope(routine="play"))
                continue
            given = line.left if isinstance(line.left, tuple) else (line.left,)
            types = [check_expression(checker.env, item, Scope()).type for item in given if item is not None]
            if line.right is not None:
                want = types[0] if types and not isinstance(line.left, tuple) else None
                inner = element(want) if want is not None else None
                check_expression(checker.env, line.right, Scope(), ListOf(inner) if inner is not None else want)


def _formulas(node: object, checker: Checker, scope: Scope) -> None:
    """Check every expression of other declarations separately."""
    want = type_of(checker, node.type) if isinstance(node, n.Keep) else None
    for child in n.children(node):
        if isinstance(child, EXPRESSIONS) and not isinstance(child, n.Text):
            check_expression(checker.env, cast(n.Expression, child), scope, want)

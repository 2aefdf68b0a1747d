"""The environment in which expressions and statements are checked.

In: the declarations of a game, and the two functions that check a node by its form. Out: what every check is given
beside its node and scope. Layer: check. The forms contain each other; they meet here, so that no module imports in a circle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from interpreter.check.names.recorder import Recorder
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.types import Type, Unknown
from interpreter.source import Reporter, Span
from interpreter.syntax import nodes as n

NOTHING = rb.Constant(Unknown(), 0)  # stands for what is wrong: it fits everywhere
Acts = rb.Act | tuple[rb.Act, ...]  # the result of one statement


class Names(Protocol):
    """The declarations of a game, and where findings go.

    Provided by the checker of declarations."""

    kinds: dict[str, rb.Kind]
    plurals: dict[str, str]
    keeps: dict[str, rb.Keep]
    options: dict[str, rb.Option]
    routines: dict[str, rb.Routine]
    members: dict[str, list[tuple[str, int]]]
    open_options: bool
    marks: Marks | None
    reporter: Reporter
    recorder: Recorder | None

    def value(self, name: str) -> rb.Value | None: ...
    def value_names(self) -> list[str]: ...
    def is_working(self, name: str) -> bool: ...
    def column_value(self, column: rb.Column) -> rb.Value | None: ...
    def known_number(self, node: n.Expression) -> int | None: ...


@dataclass(frozen=True, slots=True)
class TimeUnits:
    """Units of time, such as turns, found while statements are checked."""

    owned: set[str] = field(default_factory=set)  # those that belong to a player
    wanted: dict[str, Span] = field(default_factory=dict)  # those counted `of` a player


@dataclass(frozen=True, slots=True)
class Env:
    """What every check is given.

    The declarations, and how to check a part of its node."""

    names: Names
    check_term: Callable[[Env, n.Expression, Scope, Type | None], rb.Term]
    check_statement: Callable[[Env, n.Statement, Scope], Acts]
    units: TimeUnits = field(default_factory=TimeUnits)

    @property
    def recorder(self) -> Recorder | None:
        return self.names.recorder

    def term(self, node: n.Expression, scope: Scope, want: Type | None = None) -> rb.Term:
        """Check an expression by its form.

        `want` resolves names; whether the type fits is up to the caller."""
        return self.check_term(self, node, scope, want)

    def acts(self, node: n.Statement, scope: Scope) -> tuple[rb.Act, ...]:
        """Check a statement by its form."""
        found = self.check_statement(self, node, scope)
        return found if isinstance(found, tuple) else (found,)

    def error(self, code: str, span: Span, message: str, help: str | None = None) -> rb.Term:
        """Report a mistake; returns the term that stands for what is wrong."""
        self.names.reporter.error(code, span, message, help)
        return NOTHING

"""Base of the expression checks: expected types, lists, bindings, errors.

In: expression nodes and the scope around them. Out: terms; mistakes go to the reporter. Layer: check.
A mistake yields a term of type Unknown, which fits everywhere, so that each is reported once.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, Protocol

from interpreter.check.expressions.phrasing import AGGREGATES, FOREIGN_NAMES, article, named_here, quoted, written
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.check.names.recorder import Recorder
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.types import (
    NUMBER,
    YES_NO,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    Words,
    bare,
    element,
    fits,
    join,
    type_in_words,
)
from interpreter.source import Reporter, Span, did_you_mean, did_you_mean_number
from interpreter.syntax import nodes as n

NOTHING = rb.Constant(Unknown(), 0)
COMPOUND = (n.Both, n.Either, n.Not)  # coverage marks their parts
A_TEXT = Words()  # expected type where a text may be a value: only in a `let`


class Names(Protocol):
    """The declarations of a game, provided by the checker of declarations."""

    kinds: dict[str, rb.Kind]
    plurals: dict[str, str]
    keeps: dict[str, rb.Keep]
    options: dict[str, rb.Option]
    routines: dict[str, rb.Routine]
    members: dict[str, list[tuple[str, int]]]
    reporter: Reporter
    open_options: bool
    marks: Marks | None

    def value(self, name: str) -> rb.Value | None: ...
    def value_names(self) -> list[str]: ...
    def is_working(self, name: str) -> bool: ...
    def column_value(self, column: rb.Column) -> rb.Value | None: ...
    def known_number(self, node: Any) -> int | None: ...


class Checking(ABC):
    def __init__(self, names: Names, recorder: Recorder | None = None) -> None:
        self.names = names
        self.reporter = names.reporter
        self.recorder = recorder

    # ---- entry points
    def check(self, node: Any, scope: Scope, want: Type | None = None) -> rb.Term:
        """Check a node; with `want`, also that its type fits."""
        term = self._term(node, scope, want)
        if want is not None and not fits(term.type, want):
            self._mismatch(node, term.type, want)
            return replace_type(NOTHING, want)
        if isinstance(want, Number) and want.low is not None and isinstance(term, rb.Constant | rb.Setting):
            self._in_range(node, term.value, want)
        return term

    def _in_range(self, node: Any, value: int | bool | None, want: Number) -> None:
        if (
            isinstance(value, int)
            and want.low is not None
            and want.high is not None
            and not want.low <= value <= want.high
        ):
            self._error("R0301", node.span, f"this goes from {want.low} to {want.high}, and {value} lies outside of it")

    def condition(self, node: Any, scope: Scope, decides: str | None = None) -> rb.Term:
        """Check a condition. `decides`: what it decides as a whole, for coverage."""
        term = self.check(node, scope, YES_NO)
        if self.names.marks is not None:
            _mark_condition(self.names.marks, term, node)
            if decides is not None:
                self.names.marks.decides(term, node.span, decides)
        return term

    def template(self, text: n.Text, scope: Scope) -> rb.Template:
        parts = [part if isinstance(part, str) else self.check(part, scope) for part in text.parts]
        return rb.Template(tuple(parts), text.span)

    def members_of(self, node: Any, scope: Scope) -> tuple[rb.Term, str | None]:
        """Return what a query ranges over, and the singular that names one of them if it is a whole kind."""
        if isinstance(node, n.Name) and scope.find(node.name) is None and not self._is_value(node.name):
            kind = self._kind_named(node.name)
            if kind is not None:
                if self.recorder is not None:
                    self.recorder.kind(node.span, kind)
                return rb.Members(ListOf(Of(kind)), kind), kind
        if isinstance(node, n.Range):
            return self._range(node, scope), None
        term = self.check(node, scope)
        if element(term.type) is None:
            self._no_list(node, term.type)
            return rb.Constant(ListOf(Unknown()), 0), None
        return term, None

    def _no_list(self, node: Any, type_: Type) -> None:
        kind = self._kind_named(node.name) if isinstance(node, n.Name) else None
        if kind is not None:
            plural = self.names.kinds[kind].plural
            help = f"to go through all of them write: other_{kind} in {plural}"
            self._error("R0204", node.span, f'"{node.name}" already means one {kind} here', help)
            return
        help = "a list is all of a kind (players), a pile or row of cards, some numbers (1 to 6), or [one, other]"
        if isinstance(type_, Number):
            help = f"to go through the numbers up to it write: 1 to {quoted(node.span) or '...'}"
        self._error("R0303", node.span, f"a list is wanted here, this is {article(type_in_words(type_))}", help)

    def bind(self, scope: Scope, name: str, type_: Type, span: Span, kind: str | None = None) -> rb.Variable:
        """Declare a variable; a name already in use is an error. `kind`: it is named after its kind."""
        known = scope.find(name) is not None
        if known or self._is_value(name):
            what = "already means something here" if known else f"is already the name of {self._sort_of(name)}"
            help = f"choose another name, such as {'other' if known else 'this'}_{name}"
            self._error("R0204", span.word(name), f'"{name}" {what}', help)
            type_ = Unknown()  # so that the mistake is reported once
        variable = scope.declare(name, type_)
        if self.recorder is not None:
            self.recorder.bound(variable, span, kind)
        return variable

    def _sort_of(self, name: str) -> str:
        """Return what a name refers to, in the designer's words."""
        names = self.names
        if name in names.routines:
            word = names.routines[name].word
            return f"{article(word)}"
        if name in names.keeps:
            return "a value that is kept"
        return "an option" if name in names.options else "a value"

    # ---- kinds, lists and ranges
    def _is_value(self, name: str) -> bool:
        names = self.names
        return name in names.keeps or name in names.options or name in names.value_names() or name in names.routines

    def _kind_named(self, name: str) -> str | None:
        if name in self.names.kinds:
            return name
        return self.names.plurals.get(name)

    def _amount(self, node: Any, scope: Scope) -> rb.Term:
        term = self._term(node, scope, NUMBER)
        if isinstance(term.type, Maybe) and fits(term.type.inner, NUMBER):
            return self._perhaps_none(node.span)
        if not fits(term.type, NUMBER):
            self._mismatch(node, term.type, NUMBER)
            return NOTHING
        return term

    def _list(self, node: n.ListOf, scope: Scope, want: Type | None) -> rb.Term:
        inner = element(want) if want is not None else None
        items = tuple(self._term(item, scope, inner) for item in node.items)
        type_: Type = inner if inner is not None else Unknown()
        for i, item in enumerate(items):
            joined = item.type if i == 0 and inner is None else join(type_, item.type)
            if joined is None:
                first, other = article(type_in_words(type_)), article(type_in_words(item.type))
                message = f"this list begins with {first}, and this is {other}"
                return self._error("R0306", node.items[i].span, message, "a list holds things of one kind")
            type_ = joined
        return rb.Listing(ListOf(bare(type_) if inner is not None else type_), items)

    def _range(self, node: n.Range, scope: Scope) -> rb.Term:
        step = self._amount(node.step, scope) if node.step is not None else rb.Constant(NUMBER, 1)
        if (
            node.step is not None
            and isinstance(step, rb.Constant | rb.Setting)
            and step is not NOTHING
            and not step.value
        ):
            self._error("R0301", node.step.span, "the numbers go up by at least 1")
        return rb.Numbers(ListOf(NUMBER), self._amount(node.low, scope), self._amount(node.high, scope), step)

    @abstractmethod
    def _term(self, node: Any, scope: Scope, want: Type | None) -> rb.Term:
        """Check a node according to its form."""

    # ---- mistakes
    def _error(self, code: str, span: Span, message: str, help: str | None = None) -> rb.Term:
        self.reporter.error(code, span, message, help)
        return NOTHING

    def _perhaps_none(self, span: Span) -> rb.Term:
        text = quoted(span)
        if text is None or text.startswith(("first(", "last(", "sole(", "item(")):
            help = "give it a name with let, and ask first: if ... is not none"
        else:
            help = f"ask first: if {text} is not none (or: where {text} is not none and ...)"
        return self._error("R0305", span, f"{named_here(span)} may be none here", help)

    def _several(self, type_: Type) -> str:
        return self.names.kinds[type_.kind].plural if isinstance(type_, Of) else f"{type_in_words(type_)}s"

    def _mismatch(self, node: Any, given: Type, want: Type) -> None:
        if isinstance(given, Maybe) and fits(given.inner, want):
            self._perhaps_none(node.span)
            return
        message = f"{article(type_in_words(want))} is wanted here, this is {article(type_in_words(given))}"
        self._error("R0301", node.span, message)

    def _unknown(self, span: Span, name: str, scope: Scope, function: bool = False) -> rb.Term:
        names = self.names
        known = [*names.keeps, *names.options, *names.value_names(), *FUNCTIONS, "none", "bank"]
        here = [found for found in scope.names() if not found.startswith("holder_of_")]
        if function:
            known += [*names.routines, *AGGREGATES]
        else:
            known += [*here, *names.members, *names.plurals]
            if len(here) < len(scope.names()):  # in the rules of a card that has a holder
                known += ["you", "this"]
        what = "value or procedure" if function else "thing or value"
        if not function and name in names.routines:
            return self._no_value(span, names.routines[name])
        help = (
            scope.hidden.get(name)
            or _named_by_another_line(span, name)
            or FOREIGN_NAMES.get(name)
            or (None if function else self._printed_on(name))
            or did_you_mean(name, known)
            or did_you_mean_number(name)
            or "check the spelling; what is stored is declared with keep, what is worked out with let"
        )
        return self._error("R0201", span, f'there is no {what} called "{name}"', help)

    def _no_value(self, span: Span, routine: rb.Routine) -> rb.Term:
        """Report a procedure used as a value; suggest using its result, or counting its runs."""
        name, counted = routine.name, _named_again(routine.name)
        message = f'"{name}" is {article(routine.word)}: it has no value'
        if routine.gives is not None:
            help = f"run it on a line of its own: let result = {written(name, routine.parameters)}, and use result here"
        else:
            counting = f"keep {counted}: number, in {name} raise {counted} by 1"
            help = f"to count how often it runs: {counting}, and write here: {counted}"
        return self._error("R0304", span, message, help)

    def _printed_on(self, name: str) -> str | None:
        """Return the help for the name of a column: it belongs to a card or another thing."""
        kinds = [kind.name for kind in self.names.kinds.values() if name in kind.columns]
        return f"it is printed on each {kinds[0]}: write {kinds[0]}'s {name}" if kinds else None


def _named_by_another_line(span: Span, name: str) -> str | None:
    """Explain that lines of a scenario have separate scopes, if another line binds this name."""
    names = re.compile(rf"^\s.*\b(?:let|as|pick) {re.escape(name)}\b(?: = (?P<value>[^#]+))?")
    for number in range(span.line - 1, 0, -1):
        line = span.source.line_text(number)
        if line.startswith("scenario "):
            break
        if line[:1].strip():
            return None  # rules, not a scenario
    else:
        return None
    for number in range(span.line - 1, 0, -1):
        found = names.match(span.source.line_text(number))
        if found is not None and found["value"]:
            return (
                f"a line of a scenario names nothing for the others; write the value itself: {found['value'].strip()}"
            )
        if found is not None:
            return "a line of a scenario names nothing for the others: keep the value in the rules, or name the card itself"
    return None


def _named_again(name: str) -> str:
    return f"{name}s_played" if not name.endswith("s") else f"{name}_played"


def _mark_condition(marks: Marks, term: rb.Term, node: n.Expression) -> None:
    while isinstance(node, n.Group):
        node = node.inner
    if not isinstance(node, COMPOUND):
        marks.condition(term, node.span)


def replace_type(term: rb.Term, type_: Type) -> rb.Term:
    return replace(term, type=type_)

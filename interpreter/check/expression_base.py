"""What every check of an expression stands on: a term that fits, lists, bindings, mistakes.

In: expression nodes and the scope around them. Out: terms; mistakes go to the reporter. Layer: check.
A mistake yields a term of type Unknown, which fits everywhere, so that one slip is reported once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from interpreter.check import rulebook as rb
from interpreter.check.builtins import FUNCTIONS
from interpreter.check.expression_words import (
    AGGREGATES,
    FOREIGN_NAMES,
    article,
    named_here,
    quoted,
)
from interpreter.check.marks import Marks
from interpreter.check.recorder import Recorder
from interpreter.check.scope import Scope
from interpreter.source import Reporter, Span, did_you_mean, did_you_mean_number
from interpreter.syntax import nodes as n
from interpreter.types import (
    NUMBER,
    YES_NO,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    Words,
    YesNo,
    bare,
    element,
    fits,
    join,
    type_in_words,
)

NOTHING = rb.Constant(Unknown(), 0)
MOST_PLAYERS = 99
A_TEXT = Words()  # what is wanted where a text may stand as a value: in a `let`, and nowhere else


class Names(Protocol):
    """What a whole game declares; the checker of declarations answers."""

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
        """The term of a node; with `want`, also that it fits there."""
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
        """`decides`: what depends on it as a whole, for those who watch the rules at play."""
        term = self.check(node, scope, YES_NO)
        if self.names.marks is not None:
            self.names.marks.condition(term, node)
            if decides is not None:
                self.names.marks.decides(term, node.span, decides)
        return term

    def template(self, text: n.Text, scope: Scope) -> rb.Template:
        parts: list[str | rb.Term] = []
        for part in text.parts:
            parts.append(part if isinstance(part, str) else self.check(part, scope))
        return rb.Template(tuple(parts), text.span)

    def members_of(self, node: Any, scope: Scope) -> tuple[rb.Term, str | None]:
        """The things a query ranges over, and the singular that names one of them if the set is a whole kind."""
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
        """A new variable; a name that means something here already is refused. `kind`: it is called like its kind."""
        known = scope.find(name) is not None
        if known or self._is_value(name):
            what = "already means something here" if known else f"is already the name of {self._sort_of(name)}"
            help = f"choose another name, such as {'other' if known else 'this'}_{name}"
            self._error("R0204", span.word(name), f'"{name}" {what}', help)
            type_ = Unknown()  # so that the slip is reported once
        variable = scope.declare(name, type_)
        if self.recorder is not None:
            self.recorder.bound(variable, span, kind)
        return variable

    def _sort_of(self, name: str) -> str:
        """What a name stands for, in the designer's words."""
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
        """By the form of the node."""

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
        help = (
            scope.hidden.get(name)
            or FOREIGN_NAMES.get(name)
            or did_you_mean(name, known)
            or did_you_mean_number(name)
            or "check the spelling; what is stored is declared with keep, what is worked out with let"
        )
        return self._error("R0201", span, f'there is no {what} called "{name}"', help)


def values_of(type_: Type, kinds: Mapping[str, rb.Kind]) -> tuple[int, int] | None:
    """The lowest value of a type, and how many there can be, with one for none; None if there is no end of them."""
    match bare(type_):
        case Number(low, high) if low is not None and high is not None:
            return low, high - low + 2
        case YesNo():
            return 0, 3
        case Of(kind):
            return 0, (MOST_PLAYERS if kind == "player" else len(kinds[kind].members)) + 1
        case _:
            return None


def replace_type(term: rb.Term, type_: Type) -> rb.Term:
    return replace(term, type=type_)

"""Record the meaning of each word in the rules, for editors.

In: words and the meanings that name resolution finds. Out: a Word for every place: its meaning, its type, and where the
name was bound. Layer: check. Without a recorder nothing is recorded and nothing costs.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from interpreter.check.names.builtins import FUNCTIONS
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Of, Type
from interpreter.source import Span
from interpreter.syntax import nodes as n

WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word refers to.

    `sort`: kind, member, column, keep, value, option, routine, variable or function.

    `of` is the kind of a member or column; for variables, the place that binds it, which tells equal names apart."""

    sort: str
    name: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    span: Span
    meaning: Meaning
    type: Type | None = None
    given: Span | None = None  # of a variable: where it is bound


class Recorder:
    """All recorded words, by place.

    If a word is checked again, the last meaning counts."""

    def __init__(self) -> None:
        self.words: dict[tuple[int, int, int], Word] = {}
        self.options: Container[str] = ()  # option names, set by the checker
        self._given: dict[rb.Variable, Word] = {}

    def _put(self, word: Word) -> None:
        self.words[id(word.span.source), word.span.line, word.span.column] = word

    # ---- called by the checker
    def term(self, node: n.Name | n.Call | n.Possessive, term: rb.Term, _scope: Scope, _want: Type | None) -> None:
        """Record a name in an expression; `want` is the expected type."""
        span = name_span(node)
        if isinstance(term, rb.Local):
            self._variable(span, node.name, term.variable)
            return
        meaning = self._meaning(node.name, term)
        if meaning is not None:
            self._put(Word(span, meaning, term.type))

    def thing(self, span: Span, thing: rb.Routine | rb.Column | rb.Keep) -> None:
        """Record a procedure, column or stored value named outside of an expression."""
        match thing:
            case rb.Routine():
                self._put(Word(span, Meaning("routine", thing.name), thing.gives))
            case rb.Column():
                self._put(Word(span, Meaning("column", thing.name, thing.kind), thing.type))
            case rb.Keep():
                self._put(Word(span, Meaning("keep", thing.name), thing.type))

    def kind(self, span: Span, kind: str) -> None:
        """Record all of a kind, or one of them."""
        self._put(Word(span, Meaning("kind", kind), ListOf(Of(kind))))

    def bound(self, variable: rb.Variable, span: Span, kind: str | None = None) -> None:
        """Record where in `span` a variable is bound.

        With `kind`, it is not named and takes the name of its kind."""
        place = span.word(variable.name)
        if kind is not None:
            self._given[variable] = Word(place, Meaning("kind", kind), variable.type)
            return
        word = self._given.get(variable)
        if word is None:
            written = place.text == variable.name
            of = f"{place.source.path}:{id(place.source)}:{place.line}:{place.column}"
            word = Word(place, Meaning("variable", variable.name, of), variable.type, place if written else None)
            self._given[variable] = word
        if word.given is not None:
            self._put(Word(place, word.meaning, variable.type, word.given))

    def copied(self, old: rb.Variable, new: rb.Variable) -> None:
        """Record that a variable continues under the same name as another one."""
        if old in self._given:
            self._given[new] = self._given[old]

    # ---- meanings
    def _variable(self, span: Span, name: str, variable: rb.Variable) -> None:
        word = self._given.get(variable)
        if word is not None:
            self._put(Word(span, word.meaning, variable.type, word.given))
        else:
            self._put(Word(span, Meaning("variable", name), variable.type))

    def _meaning(self, name: str, term: rb.Term) -> Meaning | None:
        match term:
            case rb.Stored():
                return Meaning("keep", term.keep.name)
            case rb.ValueCall():
                return _worked(term.value)
            case rb.Printed() | rb.Formula():
                return Meaning("column", term.column.name, term.column.kind)
            case rb.Members():
                return Meaning("kind", term.kind)
            case rb.Constant() | rb.Setting() if name in self.options:
                return Meaning("option", name)
            case rb.Constant(type=Of(kind)):
                return Meaning("kind", kind) if name == kind else Meaning("member", name, kind)
            case rb.Builtin(name="made_of", kind=str() as kind):
                return Meaning("kind", kind)
            case _:
                return Meaning("function", name) if name in FUNCTIONS else None


def _worked(value: rb.Value) -> Meaning:
    """Return the meaning of a value; one that overrides a column means that column."""
    column = value.column
    return Meaning("value", value.name) if column is None else Meaning("column", column.name, column.kind)


def name_span(node: n.Name | n.Call | n.Possessive) -> Span:
    """Return the span of the name alone, in a name, a call or `owner's name`."""
    return first_word(node.name_span if isinstance(node, n.Possessive) else node.span)


def first_word(span: Span) -> Span:
    """Return the first word of a span, as written."""
    found = WORD.match(span.source.line_text(span.line), span.column - 1)
    return Span(span.source, span.line, span.column, span.line, found.end() + 1) if found is not None else span

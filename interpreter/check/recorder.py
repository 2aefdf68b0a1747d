"""What each word of the rules means, kept for editors.

In: words and what the checker found them to mean, told where names are resolved. Out: a Word for every place: its
meaning, its type, and where the name was given. Layer: check. Without a recorder nothing is told and nothing costs.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.builtins import FUNCTIONS
from interpreter.check.scope import Scope
from interpreter.source import Span
from interpreter.syntax import nodes as n
from interpreter.types import ListOf, Of, Type

WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a word names. `sort`: kind, member, column, keep, value, option, routine, variable or function.

    `of` is the kind of a member or column, and tells the variables of one name apart (the place that names it)."""

    sort: str
    name: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    span: Span
    meaning: Meaning
    type: Type | None = None
    given: Span | None = None  # of a variable: where it gets its name


class Recorder:
    """Everything that was told, by place. A word that is checked again means what it meant last."""

    def __init__(self) -> None:
        self.words: dict[tuple[int, int, int], Word] = {}
        self.options: Container[str] = ()  # their names; the checker says them
        self._given: dict[rb.Variable, Word] = {}

    def _put(self, word: Word) -> None:
        self.words[id(word.span.source), word.span.line, word.span.column] = word

    # ---- what the checker tells
    def term(self, node: n.Name | n.Call | n.Possessive, term: rb.Term, scope: Scope, want: Type | None) -> None:
        """A name in a formula; `want` is the type that the place asks for."""
        span = name_span(node)
        if isinstance(term, rb.Local):
            self._variable(span, node.name, term.variable)
            return
        meaning = self._meaning(node.name, term)
        if meaning is not None:
            self._put(Word(span, meaning, term.type))

    def thing(self, span: Span, thing: rb.Routine | rb.Column | rb.Keep) -> None:
        """A procedure, column or stored value, named outside of a formula."""
        match thing:
            case rb.Routine():
                self._put(Word(span, Meaning("routine", thing.name), thing.gives))
            case rb.Column():
                self._put(Word(span, Meaning("column", thing.name, thing.kind), thing.type))
            case rb.Keep():
                self._put(Word(span, Meaning("keep", thing.name), thing.type))

    def kind(self, span: Span, kind: str) -> None:
        """All of a kind, or one of them."""
        self._put(Word(span, Meaning("kind", kind), ListOf(Of(kind))))

    def bound(self, variable: rb.Variable, span: Span, kind: str | None = None) -> None:
        """A variable gets its name somewhere in `span`; or nobody names it, and it is called like its kind."""
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
        """The same name goes on as another variable."""
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
            case rb.Worked():
                return _worked(term.value)
            case rb.Printed() | rb.Formula():
                return Meaning("column", term.column.name, term.column.kind)
            case rb.Members():
                return Meaning("kind", term.kind)
            case rb.Constant() | rb.Setting() if name in self.options:
                return Meaning("option", name)
            case rb.Constant(type=Of(kind)):
                return Meaning("member", name, kind)
            case _:
                return Meaning("function", name) if name in FUNCTIONS else None


def _worked(value: rb.Value) -> Meaning:
    """A column that variants change is worked out by a value that stands before it."""
    column = value.column
    return Meaning("value", value.name) if column is None else Meaning("column", column.name, column.kind)


def name_span(node: Any) -> Span:
    """The place of the name alone, in a name, a call or `owner's name`."""
    return first_word(node.name_span if isinstance(node, n.Possessive) else node.span)


def first_word(span: Span) -> Span:
    """The word with which a place begins, as it is written there."""
    found = WORD.match(span.source.line_text(span.line), span.column - 1)
    return Span(span.source, span.line, span.column, span.line, found.end() + 1) if found is not None else span

"""Checks expressions: names get their meaning, values their type.

In: expression nodes and the scope around them. Out: terms; mistakes go to the reporter. Layer: check.
A mistake yields a term of type Unknown, which fits everywhere, so that one slip is reported once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from interpreter.check import rulebook as rb
from interpreter.check.board_terms import board_term
from interpreter.check.builtins import FUNCTIONS, first_kind
from interpreter.check.marks import Marks
from interpreter.check.recorder import Recorder, first_word
from interpreter.check.scope import Scope, known_if, path
from interpreter.source import Reporter, Span, did_you_mean, did_you_mean_number
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Absent,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    Words,
    YesNo,
    Zone,
    bare,
    element,
    fits,
    join,
    type_in_words,
)

NOTHING = rb.Constant(Unknown(), 0)
MOST_PLAYERS = 99
COMPARISONS = {
    "is at least": ">=", "is at most": "<=", "is more than": ">", "is less than": "<",
}  # fmt: skip


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ONE_MAY = "write: one of players as rival may ..."
# What people call things that the language calls otherwise.
AGGREGATES = ("count", "sum", "highest", "lowest", "some", "every", "list", "first", "last", "sole", "tied")
FOREIGN_NAMES = {
    "max": "write larger(a, b); over a query: highest(VALUE over ...)", "mod": "write remainder(a, b)",
    "min": "write smaller(a, b); over a query: lowest(VALUE over ...)", "abs": "write absolute(a)",
    "len": "write count(...)", "length": "write count(...)", "size": "write count(...)", "sqrt": "there are no roots",
    "append": "write joined(list, [thing])", "random": "write: pick NAME at random from ..., or: roll 1 die as NAME",
    "anyone": ONE_MAY, "anybody": ONE_MAY, "somebody": ONE_MAY, "someone": ONE_MAY,
    **{word: f"write the number in digits: {number}" for number, word in enumerate(NUMBERS, start=1)},
}  # fmt: skip

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


class Expressions:
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

    # ---- by form
    def _term(self, node: Any, scope: Scope, want: Type | None) -> rb.Term:
        match node:
            case n.Number(value=value):
                return rb.Constant(NUMBER, value)
            case n.YesNo(value=value):
                return rb.Constant(YES_NO, value)
            case n.NoneValue():
                return rb.Constant(Absent(), None)
            case n.Group(inner=inner):
                return self._term(inner, scope, want)
            case n.Name():
                return self._known(node, self._name(node, scope, want), scope, want)
            case n.Call():
                return self._known(node, self._call(node, scope), scope, want)
            case n.Possessive():
                return self._known(node, self._possessive(node, scope), scope, want)
            case n.Both() | n.Either() | n.Not():
                return self._logic(node, scope)
            case n.Compare():
                return self._compare(node, scope)
            case n.Can():
                return self._can(node, scope)
            case n.Arithmetic() | n.Negative():
                return self._arithmetic(node, scope)
            case n.Conditional():
                return self._conditional(node, scope, want)
            case n.ListOf():
                return self._list(node, scope, want)
            case n.Range():
                return self._range(node, scope)
            case n.Aggregate():
                return self._aggregate(node, scope)
            case n.Text() if want is A_TEXT:
                return rb.Phrase(Words(), self.template(node, scope))
            case _:
                help = "texts stand after prompt, because and announce, and as titles"
                return self._error("R0301", node.span, "a text is only shown: it is no value to work with", help)

    def _known(self, node: Any, term: rb.Term, scope: Scope, want: Type | None) -> rb.Term:
        """A value that may be none, at a place where it is known to be there."""
        if self.recorder is not None:
            self.recorder.term(node, term, scope, want)
        if isinstance(term.type, Maybe):
            found = path(node)
            if found is not None and found in scope.facts:
                return replace_type(term, term.type.inner)
        return term

    # ---- names
    def _name(self, node: n.Name, scope: Scope, want: Type | None) -> rb.Term:
        variable = scope.find(node.name)
        if variable is not None:
            return rb.Local(variable.type, variable)
        found = self._global(node, node.name, (), (), scope)
        if found is not None:
            return found
        kind = self.names.plurals.get(node.name)
        if kind is not None:
            return rb.Members(ListOf(Of(kind)), kind)
        member = self._member(node, want)
        if member is not None:
            return member
        return self._unknown(node.span, node.name, scope)

    def _member(self, node: n.Name, want: Type | None) -> rb.Term | None:
        candidates = self.names.members.get(node.name, [])
        if not candidates:
            return None
        wanted = bare(want) if want is not None else None
        if isinstance(wanted, Of):
            for kind, index in candidates:
                if kind == wanted.kind:
                    return rb.Constant(Of(kind), index)
        if len(candidates) > 1:
            kinds = " and ".join(article(kind) for kind, _ in candidates)
            return self._error("R0205", node.span, f'"{node.name}" is {kinds}, and nothing here says which is meant',
                               "use it where a value of one kind is wanted, or give one of them another name")  # fmt: skip
        kind, index = candidates[0]
        return rb.Constant(Of(kind), index)

    def _is_value(self, name: str) -> bool:
        names = self.names
        return name in names.keeps or name in names.options or name in names.value_names() or name in names.routines

    def _kind_named(self, name: str) -> str | None:
        if name in self.names.kinds:
            return name
        return self.names.plurals.get(name)

    def _global(
        self, node: Any, name: str, terms: tuple[rb.Term, ...], spans: tuple[Span, ...], scope: Scope
    ) -> rb.Term | None:
        """A stored value, a worked-out value, an option or a built-in function of this name."""
        names = self.names
        if name in names.keeps:
            keep = names.keeps[name]
            return self._applied(node, name, keep.parameters, terms, spans, lambda: rb.Stored(keep.type, keep, terms))
        value = names.value(name)
        if value is not None:
            return self._applied(
                node, name, value.parameters, terms, spans, lambda: rb.Worked(value.type, value, terms)
            )
        if name in names.options and not terms:
            option = names.options[name]
            return rb.Setting(option.type, option) if names.open_options else rb.Constant(option.type, option.value)
        if name in FUNCTIONS and (terms or not (name in names.members or name in names.plurals)):
            return self._builtin(node, name, terms, spans)
        return None

    def _applied(
        self, node: Any, name: str, parameters: tuple[rb.Variable, ...], terms: tuple[rb.Term, ...], spans: tuple[Span, ...],
        make: Any,
    ) -> rb.Term:  # fmt: skip
        if len(parameters) != len(terms):
            return self._error(
                "R0302", node.span, miscounted(name, parameters, len(terms)), f"write {written(name, parameters)}"
            )
        for i, (parameter, term) in enumerate(zip(parameters, terms, strict=True)):
            if not fits(term.type, parameter.type):
                self._not_fitting(spans[i] if i < len(spans) else node.span, name, parameters, parameter, term.type)
                return NOTHING
        made: rb.Term = make()
        return made

    def _not_fitting(
        self, span: Span, name: str, parameters: tuple[rb.Variable, ...], parameter: rb.Variable, given: Type
    ) -> None:
        if isinstance(given, Maybe) and fits(given.inner, parameter.type):
            self._perhaps_none(span)
            return
        message = f'"{name}" wants {article(type_in_words(parameter.type))} here, this is {article(type_in_words(given))}'
        self._error("R0301", span, message, f"write {name}({', '.join(other.name for other in parameters)})")

    def _snapshot(self, node: n.Call) -> rb.Term:
        """How these stored things stand now, as one number that is the same for the same position."""
        keeps = []
        for argument in node.arguments:
            keep = self.names.keeps.get(argument.name) if isinstance(argument, n.Name) else None
            if keep is None:
                help = "write the names of what is kept, without brackets: snapshot(piece, on_turn)"
                return self._error("R0301", argument.span, "a snapshot is of something that is kept, all of it", help)
            if self._values_of(keep) is None:
                help = "a snapshot is of numbers with a range, yes or no, and members of kinds"
                return self._error("R0301", argument.span, f'"{keep.name}" has no end of possible values', help)
            if self.recorder is not None:
                self.recorder.thing(argument.span, keep)
            keeps.append(rb.Stored(keep.type, keep, ()))
        return rb.Builtin(NUMBER, "snapshot", tuple(keeps))

    def _values_of(self, keep: rb.Keep) -> tuple[int, int] | None:
        """The lowest value of a stored thing, and how many there can be, with one for none."""
        return values_of(keep.type, self.names.kinds)

    def _call(self, node: n.Call, scope: Scope) -> rb.Term:
        if node.name == "snapshot" and not self._is_value("snapshot"):
            return self._snapshot(node)
        wants = self.wanted_by(node.name)
        terms = tuple(
            self._argument(argument, scope, wants[i] if i < len(wants) else None)
            for i, argument in enumerate(node.arguments)
        )
        spans = tuple(argument.span for argument in node.arguments)
        found = self._global(node, node.name, terms, spans, scope)
        if found is not None:
            return found
        column = self._column(terms[0].type, node.name) if terms else None
        if column is not None:
            return self._read_column(node, column, terms[0], terms[1:])
        if node.name in self.names.routines:
            return self._error("R0304", node.span, f'"{node.name}" is a procedure: it cannot stand inside a value',
                               "run it on a line of its own in a procedure: "
                               f"let result = {quoted(node.span) or node.name}")  # fmt: skip
        return self._unknown(node.span.word(node.name), node.name, scope, function=True)

    def _argument(self, node: Any, scope: Scope, want: Type | None) -> rb.Term:
        """An argument helps a bare name to its kind, but a misfit is reported by what it is given to."""
        return self._term(node, scope, want)

    def wanted_by(self, name: str) -> tuple[Type, ...]:
        """What a stored value, procedure or let wants in its brackets."""
        if name in self.names.keeps:
            return tuple(parameter.type for parameter in self.names.keeps[name].parameters)
        if name in self.names.routines:
            return tuple(parameter.type for parameter in self.names.routines[name].parameters)
        if self.names.is_working(name):  # a column of the same name may be meant
            return ()
        value = self.names.value(name)
        return tuple(parameter.type for parameter in value.parameters) if value is not None else ()

    def _possessive(self, node: n.Possessive, scope: Scope) -> rb.Term:
        wants = self.wanted_by(node.name)
        owner = self._term(node.owner, scope, wants[0] if wants else None)
        more = tuple(
            self._argument(argument, scope, wants[i + 1] if i + 1 < len(wants) else None)
            for i, argument in enumerate(node.arguments)
        )
        if isinstance(owner.type, Unknown):
            return NOTHING
        if isinstance(owner.type, Maybe):
            return self._perhaps_none(node.owner.span)
        column = self._column(owner.type, node.name)
        if column is not None:
            return self._read_column(node, column, owner, more)
        spans = (node.owner.span, *(argument.span for argument in node.arguments))
        found = self._global(node, node.name, (owner, *more), spans, scope)
        if found is not None:
            return found
        message = f'{article(type_in_words(owner.type))} has no "{node.name}"'
        owned = self._owned_names(owner.type)
        help = (
            did_you_mean(node.name, owned)
            or f"declare it: keep {node.name}({type_in_words(owner.type)}): ... or let {node.name}"
        )
        return self._error("R0201", node.name_span, message, help)

    def _owned_names(self, type_: Type) -> list[str]:
        names = self.names
        found = [keep.name for keep in names.keeps.values() if keep.parameters and fits(type_, keep.parameters[0].type)]
        if isinstance(type_, Of) and type_.kind in names.kinds:
            found += list(names.kinds[type_.kind].columns)
        return found + names.value_names() + list(FUNCTIONS)

    def _column(self, type_: Type, name: str) -> rb.Column | None:
        found = bare(type_)
        if isinstance(found, Of) and found.kind in self.names.kinds:
            return self.names.kinds[found.kind].columns.get(name)
        return None

    def _read_column(self, node: Any, column: rb.Column, member: rb.Term, more: tuple[rb.Term, ...]) -> rb.Term:
        if isinstance(member.type, Maybe):
            return self._perhaps_none(node.span)
        if column.type is None:
            help = f"run them on a line of their own in a procedure: {quoted(node.span) or column.name}"
            return self._error(
                "R0304", node.span, f'"{column.name}" holds steps: they cannot stand inside a value', help
            )
        type_ = column.type
        if not column.parameters:
            if more:
                help = f"leave the brackets out: {column.name}"
                return self._error(
                    "R0302", node.span, f'"{column.name}" is printed and wants nothing in brackets', help
                )
            changed = self.names.column_value(column)
            return rb.Printed(type_, column, member) if changed is None else rb.Worked(type_, changed, (member,))
        return self._applied(
            node, column.name, column.parameters, more, tuple(argument.span for argument in node.arguments),
            lambda: self._formula(column, type_, member, more),
        )  # fmt: skip

    def _formula(self, column: rb.Column, type_: Type, member: rb.Term, more: tuple[rb.Term, ...]) -> rb.Term:
        changed = self.names.column_value(column)
        if changed is not None:
            return rb.Worked(type_, changed, (member, *more))
        return rb.Formula(type_, column, member, more)

    def _builtin(self, node: Any, name: str, terms: tuple[rb.Term, ...], spans: tuple[Span, ...]) -> rb.Term:
        function = FUNCTIONS[name]
        given = tuple(term.type for term in terms)
        if any(isinstance(type_, Unknown) for type_ in given):
            return NOTHING
        for i, type_ in enumerate(given):
            if isinstance(type_, Maybe):
                return self._perhaps_none(spans[i] if i < len(spans) else node.span)
        on_board = board_term(name, terms, self.names.kinds, node.span)
        if on_board is not None:
            return on_board
        result = function.check(given, self.names.kinds)
        if isinstance(result, str):
            return self._error("R0301", node.span, f'"{name}" wants {result}', f"it is written {function.form}")
        if name == "others":
            return self._others(terms[0], node.span)
        return rb.Builtin(result, name, terms, first_kind(given))

    def _others(self, player: rb.Term, span: Span) -> rb.Term:
        """Everybody else, from the next seat on."""
        other = rb.Variable("other", PLAYER)
        around = rb.Rotated(ListOf(PLAYER), rb.Members(ListOf(PLAYER), "player"), player, True, False)
        not_me = rb.Comparison(YES_NO, "!=", rb.Local(PLAYER, other), player)
        return rb.Search(ListOf(PLAYER), "list", other, around, not_me, (), None, span)

    # ---- logic and comparison
    def _logic(self, node: Any, scope: Scope) -> rb.Term:
        if isinstance(node, n.Not):
            return rb.Logic(YES_NO, "not", (self.condition(node.inner, scope),))
        holds = isinstance(node, n.Both)
        inner = scope.inner()
        parts = []
        for part in node.parts:
            parts.append(self.condition(part, inner))
            inner.learn(known_if(part, holds))
        return rb.Logic(YES_NO, "and" if holds else "or", tuple(parts))

    def _compare(self, node: n.Compare, scope: Scope) -> rb.Term:
        if node.operator in ("is empty", "is not empty"):
            return self._emptiness(node, scope)
        if node.operator in ("is in", "is not in"):
            return self._membership(node, scope)
        if node.operator in COMPARISONS:
            left = self._amount(node.left, scope)
            right = self._amount(node.right, scope)
            return rb.Comparison(YES_NO, COMPARISONS[node.operator], left, right)
        return self._equality(node, scope)

    def _can(self, node: n.Can, scope: Scope) -> rb.Term:
        """Exactly what the menu would offer: so the two cannot disagree."""
        player = self.check(node.player, scope, PLAYER)
        name = node.action.name
        routine = self.names.routines.get(name)
        if routine is None or "action" not in routine.word:
            known = [other for other, found in self.names.routines.items() if "action" in found.word]
            help = did_you_mean(name, known) or f"declare it with: action {name}"
            message = f'there is no action called "{name}"'
            if routine is not None:
                message = f'"{name}" is {article(routine.word)}: only an action can be asked about'
                help = "make the choice an action, or name a condition with let"
            return self._error("R0207", node.action.span.word(name), message, help)
        given = node.action.arguments
        if len(given) != len(routine.parameters) - 1:
            message = miscounted(name, routine.parameters[1:], len(given))
            return self._error("R0302", node.action.span, message, f"write {written(name, routine.parameters[1:])}")
        if self.recorder is not None:
            self.recorder.thing(first_word(node.action.span), routine)
        wants = [parameter.type for parameter in routine.parameters[1:]]
        more = tuple(self.check(argument, scope, want) for argument, want in zip(given, wants, strict=True))
        can = rb.CanTake(YES_NO, routine, (player, *more))
        return can if node.holds else rb.Logic(YES_NO, "not", (can,))

    def _amount(self, node: Any, scope: Scope) -> rb.Term:
        term = self._term(node, scope, NUMBER)
        if isinstance(term.type, Maybe) and fits(term.type.inner, NUMBER):
            return self._perhaps_none(node.span)
        if not fits(term.type, NUMBER):
            self._mismatch(node, term.type, NUMBER)
            return NOTHING
        return term

    def _emptiness(self, node: n.Compare, scope: Scope) -> rb.Term:
        term = self.check(node.left, scope)
        if element(term.type) is None:
            nothing = "0" if isinstance(term.type, Number) else "none"
            help = f"write: {write(node.left)} {node.operator.removesuffix(' empty')} {nothing}"
            message = f"only a list or pile can be empty, this is {article(type_in_words(term.type))}"
            return self._error("R0303", node.span, message, help)
        return rb.Comparison(YES_NO, node.operator.removeprefix("is "), term, None)

    def _membership(self, node: n.Compare, scope: Scope) -> rb.Term:
        operator = node.operator.removeprefix("is ")
        left = self._term(node.left, scope, None)
        right = self._list(node.right, scope, ListOf(left.type)) if isinstance(node.right, n.ListOf) else None
        items = right if right is not None else self.members_of(node.right, scope)[0]
        inner = element(items.type)
        if inner is not None and not fits(bare(left.type), inner):
            message = f"{article(type_in_words(left.type))} can never be in a list of {self._several(inner)}"
            return self._error("R0306", node.span, message, "ask for a thing of the kind that the list holds")
        if isinstance(items, rb.Stored) and isinstance(items.type, Zone) and isinstance(left.type, Of):
            lies: rb.Term = rb.LiesIn(YES_NO, left, items)
            return lies if operator == "in" else rb.Logic(YES_NO, "not", (lies,))
        return rb.Comparison(YES_NO, operator, left, items)

    def _equality(self, node: n.Compare, scope: Scope) -> rb.Term:
        predicate = self._predicate(node, scope)
        if predicate is not None:
            return predicate
        if self._only_member(node.left, scope):
            right = self._term(node.right, scope, None)
            left = self._term(node.left, scope, right.type)
        else:
            left = self._term(node.left, scope, None)
            right = self._term(node.right, scope, left.type)
        if join(left.type, right.type) is None:
            message = f"{article(type_in_words(left.type))} can never be {article(type_in_words(right.type))}"
            help = "compare two things of the same kind"
            if isinstance(element(left.type), Number) and isinstance(right.type, Number):
                help = f"add them up: total({quoted(node.left.span) or '...'}) {node.operator} ..., or ask: ... is in ..."
            return self._error("R0306", node.span, message, help)
        if isinstance(right.type, Absent) and not isinstance(left.type, Maybe | Unknown):
            text = f"{_named(node.left.span)} is always there: {article(type_in_words(left.type))} is never none"
            help = "leave the question out, or say `or none` where it is declared if it can be absent"
            return self._error("R0307", node.span, text, help)
        if isinstance(left.type, Words):
            return self._error("R0301", node.span, "texts are only shown: they are not compared", "ask what the text is made of")
        if node.operator == "is":
            self._within_reach(node, left)
        return rb.Comparison(YES_NO, "==" if node.operator == "is" else "!=", left, right)

    def _within_reach(self, node: n.Compare, left: rb.Term) -> None:
        """A kept number can only be what lies in its range; a variant that wants more of it is told here."""
        if not isinstance(left, rb.Stored) or not isinstance(left.keep.type, Number) or left.keep.type.low is None:
            return
        low, high = left.keep.type.low, left.keep.type.high
        wanted = self.names.known_number(node.right) if isinstance(node.right, n.Name | n.Number) else None
        if wanted is not None and high is not None and not low <= wanted <= high:
            message = f'"{left.keep.name}" goes from {low} to {high}, so it is never {wanted}'
            end = node.right.name if isinstance(node.right, n.Name) else str(wanted)
            help = f"let its range go as far: keep {written(left.keep.name, left.keep.parameters)}: {low} to {end}"
            if left.keep.parameters:
                help = f"let its range go as far: {low} to {end}"
            self._error("R0306", node.span, message, help)

    def _only_member(self, node: Any, scope: Scope) -> bool:
        return (
            isinstance(node, n.Name) and scope.find(node.name) is None and not self._is_value(node.name)
            and len(self.names.members.get(node.name, [])) > 1
        )  # fmt: skip

    def _predicate(self, node: n.Compare, scope: Scope) -> rb.Term | None:
        """`company is full`, where full is a yes/no value of one company, or a yes/no column."""
        if not isinstance(node.right, n.Name) or scope.find(node.right.name) is not None:
            return None
        name = node.right.name
        if name in self.names.members or not (self._says_yes_or_no(name) or self._any_column(name, node.left)):
            return None
        left = self._term(node.left, scope, None)
        column = self._column(left.type, name)
        term: rb.Term | None = None
        if column is not None and isinstance(column.type, YesNo) and not column.parameters:
            term = self._read_column(node, column, left, ())
        elif self._says_yes_or_no(name):
            term = self._global(node, name, (left,), (node.span,), scope)
        if term is None or isinstance(term.type, Unknown):
            return term
        if self.recorder is not None:
            self.recorder.term(node.right, term, scope, YES_NO)
        return term if node.operator == "is" else rb.Logic(YES_NO, "not", (term,))

    def _any_column(self, name: str, left: Any) -> bool:
        """May this be a column of what stands in front? Not of something that is yes or no itself."""
        while isinstance(left, n.Group):
            left = left.inner
        if isinstance(left, n.Compare | n.Both | n.Either | n.Not):
            return False
        return any(name in kind.columns for kind in self.names.kinds.values())

    def _says_yes_or_no(self, name: str) -> bool:
        keep = self.names.keeps.get(name)
        if keep is not None:
            return isinstance(keep.type, YesNo) and len(keep.parameters) == 1
        value = self.names.value(name)
        return value is not None and isinstance(value.type, YesNo) and len(value.parameters) == 1

    # ---- calculation
    def _arithmetic(self, node: Any, scope: Scope) -> rb.Term:
        if isinstance(node, n.Negative):
            return rb.Calculation(NUMBER, "-", (self._amount(node.inner, scope),), None, node.span)
        parts = (self._amount(node.left, scope), self._amount(node.right, scope))
        if (
            node.operator == "/"
            and isinstance(parts[1], rb.Constant | rb.Setting)
            and parts[1].value == 0
            and parts[1] is not NOTHING
        ):
            return self._error("R0301", node.right.span, "nothing can be divided by 0")
        return rb.Calculation(NUMBER, node.operator, parts, node.rounding, node.span)

    def _conditional(self, node: n.Conditional, scope: Scope, want: Type | None) -> rb.Term:
        condition = self.condition(node.condition, scope)
        yes, no = scope.inner(), scope.inner()
        yes.learn(known_if(node.condition, True))
        no.learn(known_if(node.condition, False))
        value = self._term(node.value, yes, want)
        other = self._term(node.otherwise, no, want)
        both = join(value.type, other.type)
        if both is None:
            message = f"one way gives {article(type_in_words(value.type))}, the other {article(type_in_words(other.type))}"
            return self._error("R0306", node.span, message, "both ways give the same sort of value")
        return rb.Chosen(both, condition, value, other)

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
        if node.step is not None and isinstance(step, rb.Constant | rb.Setting) and step is not NOTHING and not step.value:
            self._error("R0301", node.step.span, "the numbers go up by at least 1")
        return rb.Numbers(ListOf(NUMBER), self._amount(node.low, scope), self._amount(node.high, scope), step)

    # ---- queries
    def query(
        self, node: n.Query, scope: Scope, declare: bool = True
    ) -> tuple[rb.Variable, rb.Term, rb.Term | None, tuple[rb.Key, ...], Scope]:
        """The parts of `x in SET from START where ... by ...`, and the scope in which x means one of them."""
        items, singular = self.members_of(node.members, scope)
        if node.rotation is not None:
            items = self._rotated(node.rotation, items, scope)
        inner_type = element(items.type) or Unknown()
        inner = scope.inner()
        name = node.binder or singular
        if not declare and node.binder is None and node.where is None and not node.keys:
            name = None  # count(players): nobody speaks of one of them
        if name is None:
            variable = rb.Variable("it", inner_type)
            if node.where is not None or node.keys:
                one = inner_type.kind if isinstance(inner_type, Of) else "one"
                help = f"give them one: {one} in {quoted(node.members.span) or '...'}"
                self._error("R0308", node.span, "the things in this list have no name to speak of them", help)
        else:
            variable = self.bind(inner, name, inner_type, node.span, singular if node.binder is None else None)
        if node.as_long_as is not None:
            items = self._as_long_as(node.as_long_as, items, variable, inner)
            variable = self._apart(inner, variable)
        where = self.condition(node.where, inner) if node.where is not None else None
        if node.where is not None:
            inner.learn(known_if(node.where, True))
        keys = tuple(rb.Key(key.highest, self._sort_key(key.value, inner)) for key in node.keys)
        return variable, items, where, keys, inner

    def _as_long_as(self, node: Any, items: rb.Term, variable: rb.Variable, inner: Scope) -> rb.Term:
        """The members up to the first for which the condition does not hold."""
        holds = self.condition(node, inner)
        inner.learn(known_if(node, True))
        return rb.Search(ListOf(variable.type), "while", variable, items, holds, (), None, node.span)

    def _apart(self, inner: Scope, variable: rb.Variable) -> rb.Variable:
        """The rest of a query speaks of another variable than the condition that ends it."""
        for name, found in inner.variables.items():
            if found is variable:
                inner.variables[name] = self.again(variable)
                return inner.variables[name]
        return variable

    def again(self, variable: rb.Variable) -> rb.Variable:
        """Another variable of the same name."""
        new = rb.Variable(variable.name, variable.type)
        if self.recorder is not None:
            self.recorder.copied(variable, new)
        return new

    def _sort_key(self, node: Any, scope: Scope) -> rb.Term:
        term = self._term(node, scope, None)
        if isinstance(term.type, Number | YesNo | Of | Unknown):
            return term
        if isinstance(term.type, Maybe):
            return self._perhaps_none(node.span)
        message = f"things are put in order by a number, this is {article(type_in_words(term.type))}"
        return self._error("R0301", node.span, message, "name a number, such as count(...) of what lies there")

    def _rotated(self, node: n.Rotation, items: rb.Term, scope: Scope) -> rb.Term:
        start = self._term(node.start, scope, element(items.type))
        inner = element(items.type)
        if isinstance(start.type, Maybe):
            return self._perhaps_none(node.start.span)
        if inner is not None and not fits(start.type, inner):
            self._mismatch(node.start, start.type, inner)
        return rb.Rotated(ListOf(inner or Unknown()), items, start, node.after, node.counterclockwise)

    def _aggregate(self, node: n.Aggregate, scope: Scope) -> rb.Term:
        variable, items, where, keys, inner = self.query(node.query, scope, declare=node.body is not None)
        body: rb.Term | None = None
        if node.word == "every" and node.body is not None:
            body = self.condition(node.body, inner)
        elif node.word == "list" and node.body is not None:
            body = self.check(node.body, inner)
        elif node.word in ("first", "last") and node.body is not None:
            body = self.check(node.body, scope, variable.type)
        elif node.body is not None:
            body = self._amount(node.body, inner)
        if keys and node.word not in ("list", "first", "last", "sole", "tied"):
            span = node.query.keys[0].span
            self._error("R0309", span, f"an order means nothing in {node.word}(...)", "leave `by ...` out")
        if not keys and node.word == "tied":
            what = "the one that is best" if node.word == "sole" else "those that are equally best"
            message = f"{node.word}(...) finds {what}, but does not say by what"
            self._error("R0309", node.query.span, message, "add: by highest ..., or by lowest ...")
        type_ = self._aggregate_type(node, variable.type, items, where)
        if body is not None and node.word == "list":
            listed = ListOf(element(body.type) or Unknown()) if isinstance(body.type, Zone | Grid) else body.type
            type_ = ListOf(listed)
        elif body is not None and node.word in ("first", "last"):
            type_ = variable.type
        return rb.Search(type_, node.word, variable, items, where, keys, body, node.span)

    def _aggregate_type(self, node: n.Aggregate, inner: Type, items: rb.Term, where: rb.Term | None) -> Type:
        match node.word:
            case "count" | "sum" | "highest" | "lowest":
                return NUMBER
            case "some" | "no" | "every":
                return YES_NO
            case "list" | "tied":
                return ListOf(inner)
            case "the":
                return inner
            case "first" | "last" if where is None and self._never_empty(items):
                return inner
            case _:
                return inner if isinstance(inner, Maybe | Unknown) else Maybe(inner)

    def _never_empty(self, items: rb.Term) -> bool:
        if isinstance(items, rb.Rotated):
            return self._never_empty(items.items)
        if isinstance(items, rb.Members):
            return items.kind == "player" or bool(self.names.kinds[items.kind].members)
        return isinstance(items, rb.Listing) and bool(items.items)

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
        return self._error("R0305", span, f"{_named(span)} may be none here", help)

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


def written(name: str, parameters: tuple[rb.Variable, ...]) -> str:
    """How a value with these parameters is written."""
    if not parameters:
        return name
    if len(parameters) == 1:
        return f"{parameters[0].name}'s {name}"
    return f"{name}({', '.join(parameter.name for parameter in parameters)})"


def miscounted(name: str, parameters: tuple[rb.Variable, ...], given: int) -> str:
    """What is said when a value or procedure is given too much or too little."""
    wanted = ", ".join(parameter.name for parameter in parameters)
    counted = {0: "nothing in brackets", 1: f"1 value ({wanted})"}.get(
        len(parameters), f"{len(parameters)} values ({wanted})"
    )
    here = {0: "are none", 1: "is 1"}.get(given, f"are {given}")
    return f'"{name}" wants {counted}, here {here}'


def quoted(span: Span) -> str | None:
    """What stands at a place, if it is short enough to be repeated in a message."""
    text = span.text.strip()
    return text if text and "\n" not in text and len(text) <= 40 else None


def _named(span: Span) -> str:
    text = quoted(span)
    return f'"{text}"' if text is not None else "this"


def article(words: str) -> str:
    if words.startswith(("yes or no", "none", "text")) or words[0].isdigit() or words[0] == "-":
        return words
    return ("an " if words[0] in "aeiou" else "a ") + words


__all__ = ["A_TEXT", "NOTHING", "PLAYER", "Expressions", "Grid", "Names", "Words", "article", "miscounted", "quoted", "written"]

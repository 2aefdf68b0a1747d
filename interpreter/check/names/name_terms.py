"""Check names, calls and possessives.

In: nodes that name something. Out: terms that read it. Layer: check.
"""

from __future__ import annotations

from typing import Any

from interpreter.check.expressions.base import NOTHING, Checking
from interpreter.check.expressions.board_terms import board_term
from interpreter.check.expressions.phrasing import article, miscounted, quoted, written
from interpreter.check.names.builtins import FUNCTIONS, first_kind
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.rulebook import values_of
from interpreter.ir.types import NUMBER, PLAYER, YES_NO, ListOf, Maybe, Of, Type, Unknown, bare, fits, type_in_words
from interpreter.source import Span, did_you_mean
from interpreter.syntax import nodes as n


class NameTerms(Checking):
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
            plurals = [self.names.kinds[kind].plural for kind, _ in candidates]
            ways = [f"the(one in {plural} where one is {node.name})" for plural in plurals]
            return self._error("R0205", node.span, f'"{node.name}" is {kinds}, and nothing here says which is meant',
                               "write: " + ", or: ".join(ways))  # fmt: skip
        kind, index = candidates[0]
        return rb.Constant(Of(kind), index)

    def _global(
        self, node: Any, name: str, terms: tuple[rb.Term, ...], spans: tuple[Span, ...], scope: Scope
    ) -> rb.Term | None:
        """Resolve a stored value, a let, an option or a built-in function of this name."""
        names = self.names
        if name in names.keeps:
            keep = names.keeps[name]
            return self._applied(node, name, keep.parameters, terms, spans, lambda: rb.Stored(keep.type, keep, terms))
        value = names.value(name)
        if value is not None:
            return self._applied(
                node, name, value.parameters, terms, spans, lambda: rb.ValueCall(value.type, value, terms)
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
        message = (
            f'"{name}" wants {article(type_in_words(parameter.type))} here, this is {article(type_in_words(given))}'
        )
        self._error("R0301", span, message, f"write {name}({', '.join(other.name for other in parameters)})")

    def _snapshot(self, node: n.Call) -> rb.Term:
        """Encode the values of these keeps as one number, equal for equal positions."""
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
        """Return the lowest value of a keep, and how many there can be, counting none."""
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
        """Check an argument. Its expected type resolves a bare name; a mismatch is reported by the callee's check."""
        return self._term(node, scope, want)

    def wanted_by(self, name: str) -> tuple[Type, ...]:
        """Return the parameter types of a keep, procedure or let."""
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
            return rb.Printed(type_, column, member) if changed is None else rb.ValueCall(type_, changed, (member,))
        return self._applied(
            node, column.name, column.parameters, more, tuple(argument.span for argument in node.arguments),
            lambda: self._formula(column, type_, member, more),
        )  # fmt: skip

    def _formula(self, column: rb.Column, type_: Type, member: rb.Term, more: tuple[rb.Term, ...]) -> rb.Term:
        changed = self.names.column_value(column)
        if changed is not None:
            return rb.ValueCall(type_, changed, (member, *more))
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
        """Build the list of all other players, starting at the next seat."""
        other = rb.Variable("other", PLAYER)
        around = rb.Rotated(ListOf(PLAYER), rb.Members(ListOf(PLAYER), "player"), player, True, False)
        not_me = rb.Comparison(YES_NO, "!=", rb.Local(PLAYER, other), player)
        return rb.Search(ListOf(PLAYER), "list", other, around, not_me, (), None, span)

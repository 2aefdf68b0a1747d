"""Check conditions: logic, comparisons, membership, `can`.

In: nodes of conditions. Out: terms of yes or no. Layer: check.
"""

from __future__ import annotations

from typing import Any

from interpreter.check.expressions.phrasing import article, miscounted, named_here, quoted, written
from interpreter.check.names.name_terms import NameTerms
from interpreter.check.names.recorder import first_word
from interpreter.check.names.scope import Scope, known_if
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    PLAYER,
    YES_NO,
    Absent,
    ListOf,
    Maybe,
    Number,
    Of,
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
from interpreter.source import did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

COMPARISONS = {
    "is at least": ">=", "is at most": "<=", "is more than": ">", "is less than": "<",
}  # fmt: skip


class Comparisons(NameTerms):
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
        """Check `can`: evaluated exactly like the menu's offer, so that the two cannot disagree."""
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
                help = (
                    f"add them up: total({quoted(node.left.span) or '...'}) {node.operator} ..., or ask: ... is in ..."
                )
            return self._error("R0306", node.span, message, help)
        if isinstance(right.type, Absent) and not isinstance(left.type, Maybe | Unknown):
            text = f"{named_here(node.left.span)} is always there: {article(type_in_words(left.type))} is never none"
            help = "leave the question out, or say `or none` where it is declared if it can be absent"
            return self._error("R0307", node.span, text, help)
        if isinstance(left.type, Words):
            return self._error(
                "R0301", node.span, "texts are only shown: they are not compared", "ask what the text is made of"
            )
        if node.operator == "is":
            self._within_reach(node, left)
        return rb.Comparison(YES_NO, "==" if node.operator == "is" else "!=", left, right)

    def _within_reach(self, node: n.Compare, left: rb.Term) -> None:
        """Report a comparison that is outside the range of a kept number.

        A variant that needs a larger range finds out here."""
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
        """Check `company is full`, where full is a yes/no value of one company, or a yes/no column."""
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
        """May this be a column of the left side? Not if that is a condition itself."""
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

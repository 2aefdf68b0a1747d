"""Check expressions: resolve names, infer types.

In: expression nodes and the scope around them. Out: terms; mistakes go to the reporter. Layer: check.
Dispatches on the form of a node; `name_terms`, `comparisons` and `queries` check the forms, on top of `base`.
"""

from __future__ import annotations

from typing import Any

from interpreter.check.expressions.base import A_TEXT, NOTHING, replace_type
from interpreter.check.expressions.phrasing import article
from interpreter.check.expressions.queries import Queries
from interpreter.check.names.scope import Scope, known_if, path
from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, YES_NO, Absent, Maybe, Type, Words, join, type_in_words
from interpreter.syntax import nodes as n


class Expressions(Queries):
    """Checks every form of expression."""

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
        """Narrow the type of an optional value where it is known not to be none."""
        if self.recorder is not None:
            self.recorder.term(node, term, scope, want)
        if isinstance(term.type, Maybe):
            found = path(node)
            if found is not None and found in scope.facts:
                return replace_type(term, term.type.inner)
        return term

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
            message = (
                f"one way gives {article(type_in_words(value.type))}, the other {article(type_in_words(other.type))}"
            )
            return self._error("R0306", node.span, message, "both ways give the same sort of value")
        return rb.Chosen(both, condition, value, other)

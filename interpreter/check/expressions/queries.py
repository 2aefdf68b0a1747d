"""Check queries: rotation, `where`, order, and aggregates over them.

In: nodes that range over several things. Out: searches. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.check.expressions.comparisons import Comparisons
from interpreter.check.expressions.phrasing import article, quoted
from interpreter.check.names.scope import Scope, known_if
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    NUMBER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    Type,
    Unknown,
    YesNo,
    Zone,
    element,
    fits,
    type_in_words,
)
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


class Queries(Comparisons):
    # ---- queries
    def query(
        self, node: n.Query, scope: Scope, declare: bool = True
    ) -> tuple[rb.Variable, rb.Term, rb.Term | None, tuple[rb.Key, ...], Scope]:
        """Check `x in SET from START where ... by ...`; return its parts, and the scope in which x is bound."""
        items, singular = self.members_of(node.members, scope)
        if node.rotation is not None:
            items = self._rotated(node.rotation, items, scope)
        inner_type = element(items.type) or Unknown()
        inner = scope.inner()
        name = node.binder or singular
        if not declare and node.binder is None and node.where is None and not node.keys:
            name = None  # count(players): no name is needed
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
        """Cut the items at the first for which the condition is false."""
        holds = self.condition(node, inner)
        inner.learn(known_if(node, True))
        return rb.Search(ListOf(variable.type), "while", variable, items, holds, (), None, node.span)

    def _apart(self, inner: Scope, variable: rb.Variable) -> rb.Variable:
        """Give the rest of a query a variable of its own, apart from that of the `as long as` condition."""
        for name, found in inner.variables.items():
            if found is variable:
                inner.variables[name] = self.again(variable)
                return inner.variables[name]
        return variable

    def again(self, variable: rb.Variable) -> rb.Variable:
        """Return another variable of the same name."""
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
        taken = self._taken(node, scope)
        if taken is not None:
            return taken
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

    def _taken(self, node: n.Aggregate, scope: Scope) -> rb.Term | None:
        """Report `sum(player's money over players)` where `player` is bound already; the help renames the members."""
        members = node.query.members
        if node.query.binder is not None or not isinstance(members, n.Name) or self._is_value(members.name):
            return None
        kind = self._kind_named(members.name)
        speaks = node.body is not None or node.query.where is not None or node.query.keys
        if kind is None or kind == members.name or not speaks or scope.find(kind) is None:
            return None
        name = next(one for one in ("other", f"other_{kind}", f"one_{kind}") if scope.find(one) is None)

        def renamed(part: Any) -> Any:
            return replace(part, name=name) if isinstance(part, n.Name) and part.name == kind else part

        better = n.rewrite(replace(node, query=replace(node.query, binder=name)), renamed)
        message = f'"{kind}" already means one {kind} here, not each of the {members.name}'
        return self._error("R0204", node.span, message, f"write: {write(better)}")

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

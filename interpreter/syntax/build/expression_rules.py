"""Builds the nodes of expressions and types.

In: parse trees of the rules of `grammars/expressions.lark`. Out: nodes. Layer: syntax.
"""

from __future__ import annotations

from typing import Any, get_args

from lark.tree import Meta

from interpreter.syntax import nodes as n
from interpreter.syntax.build.parts import (
    Item,
    Mark,
    Parts,
    Rule,
    all_of,
    alone,
    around,
    expressions,
    has,
    mark,
    maybe,
    names,
    tokens,
)

TYPES: tuple[type[n.Node], ...] = get_args(n.TypeNode)


def _binary(word: str) -> Any:
    def method(self: Expressions, meta: Meta, items: list[Item]) -> n.Compare:
        found = expressions(items)
        return n.Compare(self.at(meta), word, found[0], found[1] if len(found) > 1 else None)

    return method


def _aggregate(word: str) -> Any:
    def method(self: Expressions, meta: Meta, items: list[Item]) -> n.Aggregate:
        found = expressions(items)
        query = all_of(items, n.Query)[0]
        return n.Aggregate(self.at(meta), word, found[0] if found else None, query)

    return method


def _arithmetic(operator: str) -> Rule:
    def rule(build: Parts, meta: Meta, items: list[Item]) -> n.Arithmetic:
        left, right = expressions(items)
        return n.Arithmetic(build.at(meta), operator, left, right, mark(items, "rounding"))

    return rule


class Expressions(Parts):
    def either(self, meta: Meta, items: list[Item]) -> Any:
        found = expressions(items)
        return found[0] if len(found) == 1 else n.Either(self.at(meta), tuple(found))

    def both(self, meta: Meta, items: list[Item]) -> Any:
        found = expressions(items)
        return found[0] if len(found) == 1 else n.Both(self.at(meta), tuple(found))

    not_ = around(n.Not)

    is_ = _binary("is")
    is_not = _binary("is not")
    is_at_least = _binary("is at least")
    is_at_most = _binary("is at most")
    is_more_than = _binary("is more than")
    is_less_than = _binary("is less than")
    is_in = _binary("is in")
    is_not_in = _binary("is not in")
    is_empty = _binary("is empty")
    is_not_empty = _binary("is not empty")

    plus = _arithmetic("+")
    minus = _arithmetic("-")
    times = _arithmetic("*")
    divide = _arithmetic("/")

    def rounding(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("rounding", str(items[0]).split()[-1])

    negative = around(n.Negative)

    def possessive(self, meta: Meta, items: list[Item]) -> n.Possessive:
        name = tokens(items, "NAME")[0]
        owner = expressions(items)[0]
        return n.Possessive(self.at(meta), owner, str(name), mark(items, "arguments") or (), self.at_token(name))

    def yours(self, meta: Meta, items: list[Item]) -> n.Possessive:
        """`your money` is `you's money`, as people say it."""
        name = tokens(items, "NAME")[0]
        you = n.Name(self.at_token(tokens(items, "YOUR")[0]), "you")
        return n.Possessive(self.at(meta), you, str(name), mark(items, "arguments") or (), self.at_token(name))

    def name(self, meta: Meta, items: list[Item]) -> n.Name:
        return n.Name(self.at(meta), str(items[0]))

    def call(self, meta: Meta, items: list[Item]) -> n.Call:
        return n.Call(self.at(meta), str(items[0]), mark(items, "arguments") or ())

    def arguments(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("arguments", tuple(expressions(items)))

    def number(self, meta: Meta, items: list[Item]) -> n.Number:
        return n.Number(self.at(meta), self.whole(items[0]))

    def yes(self, meta: Meta, _items: list[Item]) -> n.YesNo:
        return n.YesNo(self.at(meta), True)

    def no(self, meta: Meta, _items: list[Item]) -> n.YesNo:
        return n.YesNo(self.at(meta), False)

    none = alone(n.NoneValue)

    def string(self, _meta: Meta, items: list[Item]) -> n.Text:
        return self.text(items[0])

    group = around(n.Group)

    def conditional(self, meta: Meta, items: list[Item]) -> n.Conditional:
        return n.Conditional(self.at(meta), *expressions(items))

    def usual(self, meta: Meta, items: list[Item]) -> n.Usual:
        return n.Usual(self.at(meta), *expressions(items))

    def list_of(self, meta: Meta, items: list[Item]) -> n.ListOf:
        return n.ListOf(self.at(meta), tuple(expressions(items)))

    count = _aggregate("count")
    sum_over = _aggregate("sum")
    highest = _aggregate("highest")
    lowest = _aggregate("lowest")
    some = _aggregate("some")
    no_such = _aggregate("no")
    every = _aggregate("every")
    list_query = _aggregate("list")
    list_over = _aggregate("list")
    first = _aggregate("first")
    last = _aggregate("last")
    sole = _aggregate("sole")
    tied = _aggregate("tied")
    the = _aggregate("the")

    def query(self, meta: Meta, items: list[Item]) -> n.Query:
        binder = names(items)
        keys = mark(items, "order") or ()
        where = mark(items, "where")
        members, rotation = expressions(items)[0], maybe(items, n.Rotation)
        return n.Query(
            self.at(meta), binder[0] if binder else None, members, rotation, where, keys, mark(items, "while")
        )

    def query_argument(self, meta: Meta, items: list[Item]) -> n.Aggregate:
        """`groups(cell in cells where ...)`: a list without its word."""
        return n.Aggregate(self.at(meta), "list", None, self.query(meta, items), bare=True)

    def range_argument(self, meta: Meta, items: list[Item]) -> n.Aggregate:
        return n.Aggregate(self.at(meta), "list", None, self.query(meta, [self.range(meta, items), *items]), bare=True)

    def over_argument(self, meta: Meta, items: list[Item]) -> n.Aggregate:
        return n.Aggregate(self.at(meta), "list", expressions(items)[0], all_of(items, n.Query)[0], bare=True)

    def range(self, meta: Meta, items: list[Item]) -> n.Range:
        found = expressions(items)
        return n.Range(self.at(meta), found[0], found[1], found[2] if len(found) > 2 else None)

    def rotation_from(self, meta: Meta, items: list[Item]) -> n.Rotation:
        return n.Rotation(self.at(meta), expressions(items)[0], False, has(items, "COUNTERCLOCKWISE"))

    def rotation_after(self, meta: Meta, items: list[Item]) -> n.Rotation:
        return n.Rotation(self.at(meta), expressions(items)[0], True, has(items, "COUNTERCLOCKWISE"))

    def as_long_as(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("while", expressions(items)[0])

    def can(self, meta: Meta, items: list[Item]) -> n.Can:
        return n.Can(self.at(meta), expressions(items)[0], all_of(items, n.Taken)[0], True)

    def cannot_(self, meta: Meta, items: list[Item]) -> n.Can:
        return n.Can(self.at(meta), expressions(items)[0], all_of(items, n.Taken)[0], False)

    def filter(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("where", expressions(items)[0])

    def order(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("order", tuple(all_of(items, n.SortKey)))

    def first_key(self, meta: Meta, items: list[Item]) -> n.SortKey:
        return n.SortKey(self.at(meta), items[0].type.endswith("HIGHEST"), expressions(items)[0])

    then_key = first_key

    # ---- types
    def number_type(self, meta: Meta, _items: list[Item]) -> n.NumberType:
        return n.NumberType(self.at(meta), None, None)

    def range_type(self, meta: Meta, items: list[Item]) -> n.NumberType:
        low, high = (item.value for item in items if isinstance(item, Mark))
        return n.NumberType(self.at(meta), low, high)

    def signed(self, _meta: Meta, items: list[Item]) -> Mark:
        value = self.whole(tokens(items, "INT")[0])
        return Mark("signed", -value if has(items, "MINUS") else value)

    def bound_name(self, meta: Meta, items: list[Item]) -> Mark:
        return Mark("bound", n.Name(self.at(meta), names(items)[0]))

    def bound_group(self, _meta: Meta, items: list[Item]) -> Mark:
        return Mark("bound", expressions(items)[0])

    yes_or_no_type = alone(n.YesNoType)
    text_type = alone(n.TextType)
    spot_type = alone(n.SpotType)
    shape_type = alone(n.ShapeType)

    def kind_type(self, meta: Meta, items: list[Item]) -> n.KindType:
        return n.KindType(self.at(meta), str(items[0]))

    def or_none(self, meta: Meta, items: list[Item]) -> n.OrNone:
        return n.OrNone(self.at(meta), self._type(items))

    def list_type(self, meta: Meta, items: list[Item]) -> n.ListType:
        return n.ListType(self.at(meta), self._type(items))

    def list_of_lists_type(self, meta: Meta, items: list[Item]) -> n.ListType:
        return n.ListType(self.at(meta), n.ListType(self.at(meta), self._type(items)))

    def pile_type(self, meta: Meta, items: list[Item]) -> n.PileType:
        return n.PileType(self.at(meta), names(items)[0])

    def row_type(self, meta: Meta, items: list[Item]) -> n.RowType:
        return n.RowType(self.at(meta), self.whole(tokens(items, "INT")[0]), names(items)[0])

    def grid_type(self, meta: Meta, items: list[Item]) -> n.GridType:
        kind, *places = names(items)
        return n.GridType(self.at(meta), kind, places[0] if places else None)

    def _type(self, items: list[Item]) -> Any:
        return next((item for item in items if isinstance(item, TYPES)), None)

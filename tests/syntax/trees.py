"""Trees of the language, made at random: every node class, in every shape that the grammar can read.

Expressions are made level by level, as the grammar reads them, so that no brackets have to be added.
`depth` is how much deeper a tree may grow.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st

from interpreter.source import Source
from interpreter.syntax import nodes as n

Made = st.SearchStrategy[Any]
HERE = Source("made.rules", "").whole()
NAMES = st.sampled_from(
    ["player", "you", "card", "money", "row_1", "x", "industry_row", "b2", "island", "order", "tox"]
)
NUMBERS = st.one_of(st.integers(0, 9), st.integers(0, 10**18 - 1))
LETTERS = st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"], exclude_characters='"{}')
PLAIN_TEXT = st.text(LETTERS, min_size=1)
FILES = st.sampled_from(["cards/deck.yaml", "map.yml"])
POSITIONS = st.sampled_from([None, "top", "bottom", "random"])
COMPARISONS = ["is", "is not", "is at least", "is at most", "is more than", "is less than"]
SENTENCES = [sort for sort in get_args(n.Statement) if issubclass(sort, n.Sentence)]
ASKING = ["count", "some", "no", "list", "first", "last", "sole", "tied", "the"]


def maybe(strategy: Made) -> Made:
    return st.one_of(st.none(), strategy)


def several(strategy: Made, least: int = 1, most: int = 2) -> Made:
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def make(node: type[Any], *parts: Made) -> Made:
    return st.builds(node, st.just(HERE), *parts)


def lazily(strategy: Callable[[int], Made], depth: int) -> Made:
    return st.deferred(lambda: strategy(depth))


# ---------------------------------------------------------------- expressions


@cache
def name() -> Made:
    return make(n.Name, NAMES)


@cache
def number() -> Made:
    return make(n.Number, NUMBERS)


@cache
def text() -> Made:
    holes = st.one_of(name(), number(), make(n.Possessive, name(), NAMES, st.just(()), st.just(HERE)))
    parts = st.lists(st.one_of(PLAIN_TEXT, holes), max_size=4).map(_without_neighbours)
    return make(n.Text, parts)


def _without_neighbours(parts: list[Any]) -> tuple[Any, ...]:
    """Two plain texts never follow each other: they would be read as one."""
    kept: list[Any] = []
    for part in parts:
        if not (kept and isinstance(part, str) and isinstance(kept[-1], str)):
            kept.append(part)
    return tuple(kept)


@cache
def atom(depth: int) -> Made:
    leaves = [name(), number(), make(n.YesNo, st.booleans()), make(n.NoneValue), text()]
    if depth <= 0:
        return st.one_of(leaves)
    inner = lazily(expression, depth - 1)
    queries = lazily(query, depth - 1)
    return st.one_of(
        *leaves,
        make(n.Call, NAMES, several(inner, 0)),
        make(n.Group, inner),
        make(n.Conditional, inner, inner, inner),
        make(n.Usual, inner, inner),
        make(n.ListOf, several(inner, 0, 3)),
        make(n.Aggregate, st.sampled_from(ASKING), st.none(), queries),
        make(
            n.Aggregate, st.sampled_from(["sum", "highest", "lowest", "every", "list", "first", "last"]), inner, queries
        ),
    )


@cache
def postfix(depth: int) -> Made:
    if depth <= 0:
        return atom(depth)
    owned = make(
        n.Possessive, lazily(postfix, depth - 1), NAMES, several(lazily(expression, depth - 2), 0), st.just(HERE)
    )
    return st.one_of(atom(depth), owned)


@cache
def unary(depth: int) -> Made:
    return st.one_of(postfix(depth), make(n.Negative, lazily(unary, depth - 1))) if depth > 0 else postfix(depth)


@cache
def product(depth: int) -> Made:
    if depth <= 0:
        return unary(depth)
    left, right = lazily(product, depth - 1), unary(depth - 1)
    return st.one_of(
        unary(depth),
        make(n.Arithmetic, st.just("*"), left, right, st.none()),
        make(n.Arithmetic, st.just("/"), left, right, st.sampled_from(["up", "down", "nearest"])),
    )


@cache
def total(depth: int) -> Made:
    if depth <= 0:
        return product(depth)
    adding = make(n.Arithmetic, st.sampled_from(["+", "-"]), lazily(total, depth - 1), product(depth - 1), st.none())
    return st.one_of(product(depth), adding)


@cache
def members(depth: int) -> Made:
    return st.one_of(total(depth), make(n.Range, total(depth - 1), total(depth - 1), maybe(total(depth - 1))))


@cache
def comparison(depth: int) -> Made:
    if depth <= 0:
        return total(depth)
    side = total(depth - 1)
    return st.one_of(
        total(depth),
        make(n.Compare, st.sampled_from(COMPARISONS), side, side),
        make(n.Compare, st.sampled_from(["is in", "is not in"]), side, members(depth - 1)),
        make(n.Compare, st.sampled_from(["is empty", "is not empty"]), side, st.none()),
        make(n.Can, side, taken(depth - 1), st.booleans()),
    )


@cache
def negated(depth: int) -> Made:
    return st.one_of(comparison(depth), make(n.Not, lazily(negated, depth - 1))) if depth > 0 else comparison(depth)


@cache
def both(depth: int) -> Made:
    return st.one_of(negated(depth), make(n.Both, several(negated(depth - 1), 2, 3)))


@cache
def either(depth: int) -> Made:
    return st.one_of(both(depth), make(n.Either, several(both(depth - 1), 2, 3)))


@cache
def expression(depth: int) -> Made:
    return either(depth) if depth > 0 else atom(0)


@cache
def rotation(depth: int) -> Made:
    return make(n.Rotation, total(depth), st.booleans(), st.booleans())


@cache
def sort_key(depth: int) -> Made:
    return make(n.SortKey, st.booleans(), total(depth))


@cache
def query(depth: int) -> Made:
    where, keys = maybe(expression(depth)), several(sort_key(depth), 0)
    return make(n.Query, maybe(NAMES), members(depth), maybe(rotation(depth)), where, keys, maybe(expression(depth)))


# ---------------------------------------------------------------- types and heads


@cache
def simple_type() -> Made:
    ranges = st.tuples(st.integers(-9, 9), st.integers(-9, 99)).map(lambda ends: n.NumberType(HERE, *ends))
    plain = [n.NumberType(HERE, None, None), n.YesNoType(HERE), n.TextType(HERE), n.SpotType(HERE)]
    return st.one_of(ranges, st.sampled_from(plain), make(n.KindType, NAMES))


@cache
def any_type() -> Made:
    return st.one_of(
        simple_type(),
        make(n.OrNone, simple_type()),
        make(n.ListType, simple_type()),
        make(n.ListType, make(n.ListType, simple_type())),
        make(n.PileType, NAMES),
        make(n.RowType, st.integers(0, 99), NAMES),
        make(n.GridType, NAMES, maybe(NAMES)),
        make(n.ShapeType),
    )


@cache
def parameter() -> Made:
    number_type = st.just(n.NumberType(HERE, None, None))
    kinds = make(n.KindType, NAMES)
    types = st.one_of(kinds, make(n.OrNone, kinds), make(n.YesNoType), number_type, make(n.ListType, simple_type()))
    return make(n.Parameter, types, NAMES)


@cache
def head() -> Made:
    return make(n.Head, NAMES, several(parameter(), 0))


# ---------------------------------------------------------------- statements


@cache
def needs(depth: int) -> Made:
    return make(n.Needs, expression(depth), text())


@cache
def resource(depth: int) -> Made:
    return make(n.Resource, NAMES, several(expression(depth), 0))


@cache
def taken(depth: int) -> Made:
    return make(n.Taken, NAMES, several(expression(depth), 0))


@cache
def bounds(depth: int) -> Made:
    count = st.one_of(number(), make(n.Group, expression(depth)))
    return st.one_of(
        make(n.Bounds, st.none(), st.none()), make(n.Bounds, st.none(), total(depth)), make(n.Bounds, count, count)
    )


@cache
def choose(depth: int) -> Made:
    def chosen(bound: Made, among: Made, alias: Made, also: Made) -> Made:
        where, rest = maybe(expression(depth)), several(needs(depth), 0)
        flag, nothing, no = st.booleans(), st.just(()), st.just(False)
        who, prompt = postfix(depth), maybe(text())
        return make(
            n.Choose, who, flag, NAMES, among, where, bound, alias, prompt, rest, flag, nothing, no, st.none(), also
        )

    one = maybe(members(depth))
    alone, too = st.just(()), several(make(n.ChosenToo, NAMES, one))
    return st.one_of(
        chosen(st.none(), one, maybe(NAMES), alone),
        chosen(bounds(depth), members(depth), maybe(NAMES), alone),
        chosen(st.none(), one, st.none(), too),
    )


@cache
def branch(depth: int) -> Made:
    return make(n.Branch, NAMES, maybe(text()), body(depth))


@cache
def menu(depth: int) -> Made:
    return make(n.Menu, postfix(depth), st.booleans(), maybe(text()), several(branch(depth)), st.booleans())


@cache
def take(depth: int) -> Made:
    who, actions, prompt = postfix(depth), several(taken(depth)), maybe(text())
    once = make(n.Take, who, st.booleans(), actions, maybe(NAMES), prompt)
    return st.one_of(once, make(n.Take, who, st.just(True), actions, st.none(), prompt, st.just(()), st.just(True)))


@cache
def duration(depth: int) -> Made:
    return make(n.Duration, total(depth), NAMES, maybe(postfix(depth)), postfix(depth), POSITIONS)


@cache
def if_case(depth: int) -> Made:
    return make(n.IfCase, expression(depth), body(depth))


@cache
def repeat(depth: int) -> Made:
    return st.one_of(
        make(n.Repeat, st.just("times"), total(depth), body(depth)),
        make(n.Repeat, st.sampled_from(["until", "while"]), expression(depth), body(depth)),
        make(n.Repeat, st.just("forever"), st.none(), body(depth)),
    )


@cache
def body(depth: int) -> Made:
    return several(lazily(statement, depth - 1)) if depth > 0 else several(short_statement(0))


@cache
def statements_with_blocks(depth: int) -> list[Made]:
    return [
        menu(depth), repeat(depth), make(n.Each, st.booleans(), query(depth), body(depth)),
        make(n.Step, NAMES, body(depth)),
        make(n.If, several(if_case(depth)), st.one_of(st.just(()), body(depth))),
    ]  # fmt: skip


@cache
def short_statements(depth: int) -> list[Made]:
    value, place, amount, sign = expression(depth), postfix(depth), total(depth), st.sampled_from([1, -1])
    places = {"": value, "sum": amount, "postfix": place}
    return [
        *(make(sort, *(places[level] for level in re.findall(r"{\w+:?(\w*)}", sort.form))) for sort in SENTENCES),
        make(n.LetHere, NAMES, value), make(n.LetHere, NAMES, make(n.Cases, cases(depth))), make(n.Raise, place, value, sign),
        make(n.Gain, place, amount, resource(depth), sign), make(n.Pay, place, amount, resource(depth), place),
        choose(depth), take(depth), make(n.Move, amount, place, POSITIONS, maybe(duration(depth))),
        make(n.Draw, amount, place, place, POSITIONS, maybe(NAMES)), make(n.Remove, amount),
        make(n.AddMade, NAMES, place, POSITIONS, maybe(NAMES), several(make(n.Written, NAMES, expression(depth)), 0)),
        make(n.Roll, amount, st.booleans(), maybe(amount), NAMES),
        make(n.Pick, NAMES, query(depth)), make(n.Announce, text(), maybe(place)),
        needs(depth), make(n.MustLeave, value, text()),
        make(n.MustLeave, total(depth), text(), st.sampled_from(["highest", "lowest"])),
        make(n.Score, place, amount, maybe(text())),
        make(n.Lost, place, maybe(text())), make(n.Win, place, maybe(text())),
    ]  # fmt: skip


@cache
def short_statement(depth: int) -> Made:
    return st.one_of(short_statements(depth))


@cache
def statement(depth: int) -> Made:
    if depth <= 0:
        return short_statement(0)
    return st.one_of(*short_statements(depth - 1), *statements_with_blocks(depth - 1))


# ---------------------------------------------------------------- declarations


@cache
def column() -> Made:
    return make(n.Column, head(), maybe(any_type()))


@cache
def board() -> Made:
    size = st.one_of(number(), name(), make(n.Group, expression(1)))
    one, two, no = size.map(lambda only: (only,)), st.tuples(size, size), st.just(False)
    return st.one_of(
        make(n.Board, st.just("grid"), two, st.booleans(), st.none(), st.booleans()),
        make(n.Board, st.just("rhombus"), two, st.just(False), st.none(), st.booleans()),
        make(n.Board, st.sampled_from(["hexagon", "triangle"]), one),
        make(n.Board, st.sampled_from(["corners", "edges"]), st.just(()), no, NAMES),
    )  # fmt: skip


@cache
def dimension() -> Made:
    return make(n.Dimension, NAMES, maybe(members(1)))


@cache
def kind() -> Made:
    def kinds(names: Made, file: Made, board: Made, columns: Made, *more: Made) -> Made:
        words = st.sampled_from(["kind", "cards", "places", "connections"])
        return typed(words, names, file, board, columns, *more)

    def typed(words: Made, names: Made, file: Made, board: Made, columns: Made, *more: Made) -> Made:
        return make(n.Kind, words, NAMES, maybe(NAMES), names, file, board, columns, st.just(HERE), *more)

    none, nothing = st.none(), st.just(())
    design = make(n.Design, NAMES, maybe(NAMES))
    return st.one_of(
        kinds(several(name(), 1, 3), none, none, nothing),
        kinds(nothing, FILES, none, several(column(), 0), nothing, none, none, maybe(design)),
        kinds(nothing, none, none, several(column(), 0), nothing, none, none, none, number()),
        kinds(nothing, maybe(FILES), board(), several(column(), 0)),
        typed(st.just("parts"), nothing, none, none, several(column(), 0), nothing, none, none, none, none, name()),
        kinds(nothing, none, none, nothing, several(dimension()), maybe(expression(1)), maybe(number()), maybe(design)),
    )


@cache
def seen_by(depth: int) -> Made:
    called = make(n.Call, NAMES, several(expression(depth - 1), most=2)) if depth > 0 else name()
    return make(n.SeenBy, several(name() | called), maybe(expression(depth)))


@cache
def keep(depth: int) -> Made:
    zone, flag = maybe(name()), st.booleans()
    starts_at, seen = maybe(expression(depth)), several(seen_by(depth), 0)
    return make(n.Keep, head(), any_type(), starts_at, seen, zone, zone, flag, flag, flag, flag)


@cache
def option(depth: int) -> Made:
    def options(names: Made, low: Made, high: Made) -> Made:
        return make(n.Option, NAMES, maybe(text()), names, low, high, expression(depth))

    low, high = st.integers(-9, 9), st.integers(-9, 9)
    return st.one_of(
        options(several(name(), 2, 3), st.none(), st.none()),
        options(st.just(()), st.none(), st.none()),
        options(st.just(()), low, high),
    )


@cache
def case(depth: int) -> Made:
    return make(n.Case, expression(depth), maybe(expression(depth)))


@cache
def cases(depth: int) -> Made:
    return several(case(depth), 1, 3)


@cache
def target() -> Made:
    return st.one_of(make(n.Target, NAMES, maybe(NAMES)), make(n.Target, NAMES, st.none(), NAMES))


@cache
def change_value(depth: int) -> Made:
    plain = make(n.Case, expression(depth), st.none()).map(lambda only: (only,))
    return st.one_of(
        make(n.ChangeValue, head(), plain, maybe(expression(depth)), maybe(expression(depth))),
        make(n.ChangeValue, head(), cases(depth), st.none(), st.none()),
    )


@cache
def change_cell(depth: int) -> Made:
    plain = make(n.Case, expression(depth), st.none()).map(lambda only: (only,))
    return st.one_of(
        make(n.ChangeCell, NAMES, head(), plain, maybe(expression(depth)), maybe(expression(depth))),
        make(n.ChangeCell, NAMES, head(), cases(depth), st.none(), st.none()),
    )


@cache
def add_to(depth: int) -> Made:
    place = [(st.none(), st.none()), (st.sampled_from(["before", "after"]), name())]
    return st.one_of([make(n.AddTo, several(taken(depth)), target(), *where) for where in place])


@cache
def fill(depth: int) -> Made:
    return st.one_of(make(n.Fill, NAMES, expression(depth), st.just(())), make(n.Fill, NAMES, st.none(), body(depth)))


@cache
def relation() -> Made:
    return st.one_of(
        make(n.Relation, st.sampled_from(["requires", "excludes", "extends"]), several(name())),
        make(n.Relation, st.just("extends"), several(name()), name()),
    )


@cache
def blank(depth: int) -> Made:
    return st.one_of(
        make(n.Blank, head(), any_type(), maybe(expression(depth)), st.none()),
        make(n.Blank, head(), st.none(), st.none(), maybe(body(depth))),
        make(n.Blank, head(), *[st.none()] * 3, st.sampled_from(["kind", "cards", "places", "connections"])),
    )


def routine(depth: int, node: type[Any], *parts: Made) -> Made:
    filled = make(node, *parts, several(keep(depth), 0), body(depth))
    return st.one_of(filled, make(node, *parts, several(keep(depth)), st.just(())))


@cache
def procedure(depth: int) -> Made:
    return routine(depth, n.Procedure, st.sampled_from(["procedure", "phase"]), head(), maybe(any_type()))


@cache
def action(depth: int) -> Made:
    plain = routine(depth, n.Action, st.booleans(), head(), maybe(text()))
    parts = (st.just(True), head(), maybe(text()), several(keep(depth), 0), body(depth), st.just(True))
    return st.one_of(plain, make(n.Action, *parts))


@cache
def laws(depth: int) -> list[Made]:
    value, where = expression(depth), maybe(expression(depth))
    return [
        make(n.Hook, st.sampled_from(["before", "after", "instead of"]), target(), where, body(depth)),
        make(n.Removal, target()), make(n.Answering, make(n.Target, NAMES, maybe(NAMES)), where, body(depth)),
        make(n.ChangeStart, NAMES, value, where), change_value(depth), change_cell(depth), add_to(depth),
        make(n.Answering, maybe(target()), where, body(depth), st.just("before")),
        make(n.ChangeRange, head(), st.tuples(total(depth), total(depth)), st.just(())),
        make(n.ChangeRange, head(), *[st.tuples(total(depth), total(depth))] * 2),
        make(n.ChangeSight, head(), several(seen_by(depth))), make(n.NeedsRemoval, text(), maybe(name())),
    ]  # fmt: skip


@cache
def declarations(depth: int) -> list[Made]:
    plain = [
        kind(), keep(depth), option(depth), make(n.Let, head(), cases(depth)), procedure(depth), action(depth),
        make(
            n.Let, head(), cases(depth), st.none(), st.none(), st.just(False),
            several(make(n.LetHere, NAMES, expression(depth))), st.none(), maybe(make(n.Number, st.integers(1, 99))),
        ),
        make(n.Always, NAMES, expression(depth), text()), make(n.Requirement, expression(depth), text()), blank(depth),
        make(n.Automas, several(st.integers(1, 12), most=3), st.none()), make(n.Automas, st.just(()), st.integers(1, 12)),
        st.integers(1, 12).flatmap(lambda low: make(n.People, st.just(low), st.integers(low, 12))),
        make(n.Addition, NAMES, FILES),
        make(n.Says, several(make(n.Called, NAMES, st.none() | NAMES), most=2), st.just(()) | several(text(), most=2)),
        make(n.Instance, NAMES, head(), several(fill(depth))), *laws(depth),
    ]  # fmt: skip
    return plain if depth <= 0 else [*plain, *shared(depth - 1)]


@cache
def shared(depth: int) -> list[Made]:
    inside = lazily(declaration, depth)
    return [
        make(n.Variant, NAMES, maybe(text()), several(relation(), 0), several(inside, 0)),
        make(n.Mechanic, head(), maybe(text()), several(inside)),
    ]


@cache
def declaration(depth: int) -> Made:
    return st.one_of(declarations(depth))


@cache
def module(depth: int) -> Made:
    return st.builds(n.Module, several(declaration(depth), 0, 3), st.just(()))

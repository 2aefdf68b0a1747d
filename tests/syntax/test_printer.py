"""What is printed reads back as the same tree: for every node class, and for whole modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.source import Source
from interpreter.syntax import Parser, TextOrigin
from interpreter.syntax import nodes as n
from interpreter.syntax.formatter import same
from interpreter.syntax.printer import write
from tests.syntax import trees

DEPTH = 2
quickly = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def place(text: str) -> TextOrigin:
    return TextOrigin(Source("made.rules", text))


def read_formula(parser: Parser, text: str) -> Any:
    return parser.formula(text, place(text))


def read_step(parser: Parser, text: str) -> Any:
    (found,) = parser.steps(text, place(text))
    return found


def read_declaration(parser: Parser, text: str) -> Any:
    (found,) = parser.module(Source("made.rules", text)).declarations
    return found


def again(parser: Parser, text: str, read: Callable[[Parser, str], Any]) -> Any:
    try:
        return read(parser, text)
    except Exception as error:
        raise AssertionError(f"cannot be read back ({error}):\n{text}") from error


@given(tree=trees.expression(DEPTH + 1))
@settings(quickly, max_examples=150)
def test_expressions(parser: Parser, tree: Any) -> None:
    assert same(again(parser, write(tree), read_formula), tree), write(tree)


@given(tree=trees.statement(DEPTH))
@settings(quickly, max_examples=150)
def test_statements(parser: Parser, tree: Any) -> None:
    assert same(again(parser, write(tree), read_step), tree), write(tree)


@given(tree=trees.declaration(DEPTH - 1))
@settings(quickly, max_examples=100)
def test_declarations(parser: Parser, tree: Any) -> None:
    assert same(again(parser, write(tree), read_declaration), tree), write(tree)


@given(tree=trees.module(1))
@quickly
def test_modules(parser: Parser, tree: n.Module) -> None:
    found = again(parser, write(tree), lambda parser, text: parser.module(Source("made.rules", text)))
    assert same(found, tree), write(tree)


# A part of a sentence, a sentence around it, and the way back to the part.
PARTS: list[tuple[type[Any], Any, str, Callable[[Any], Any]]] = [
    (n.NumberType, trees.simple_type(), "keep x: {}", lambda keep: keep.type),
    (n.ListType, trees.any_type(), "keep x: {}", lambda keep: keep.type),
    (n.Head, trees.head(), "let {} = 1", lambda let: let.head),
    (n.Parameter, trees.parameter(), "let x({}) = 1", lambda let: let.head.parameters[0]),
    (n.Query, trees.query(1), "let x = count({})", lambda let: let.cases[0].value.query),
    (n.Rotation, trees.rotation(1), "let x = count(a {})", lambda let: let.cases[0].value.query.rotation),
    (n.SortKey, trees.sort_key(1), "let x = first(a {})", lambda let: let.cases[0].value.query.keys[0]),
    (n.Resource, trees.resource(1), "procedure p\n  x gains 1 {}", lambda play: play.body[0].resource),
    (n.Taken, trees.taken(1), "procedure p\n  x takes one of {}", lambda play: play.body[0].actions[0]),
    (n.Bounds, trees.bounds(1), "procedure p\n  x chooses {} y in z", lambda play: play.body[0].bounds),
    (n.Duration, trees.duration(1), "procedure p\n  move x to y {}", lambda play: play.body[0].duration),
    (n.SeenBy, trees.seen_by(1), "keep x: number, {}", lambda keep: keep.seen_by[0]),
    (n.Target, trees.target(), "without {}", lambda removal: removal.target),
    (n.Column, trees.column(), 'cards c from "c.yaml"\n  {}', lambda kind: kind.columns[0]),
    (n.Case, trees.case(1), "let x =\n  {}", lambda let: let.cases[0]),
    (n.Relation, trees.relation(), "variant v\n  {}", lambda variant: variant.relations[0]),
    (n.Fill, trees.fill(0), "auction a\n  {}", lambda instance: instance.fills[0]),
    (n.IfCase, trees.if_case(0), "procedure p\n  {}", lambda play: play.body[0].cases[0]),
    (n.Branch, trees.branch(0), "procedure p\n  x chooses\n    {}", lambda play: play.body[0].branches[0]),
]


@pytest.mark.parametrize(("around", "way"), [part[2:] for part in PARTS], ids=[part[0].__name__ for part in PARTS])
@given(data=st.data())
@quickly
def test_parts(parser: Parser, around: str, way: Callable[[Any], Any], data: st.DataObject) -> None:
    strategy = next(part[1] for part in PARTS if part[2:] == (around, way))
    tree = data.draw(strategy)
    indent = " " * (len(around) - len(around.rstrip("{}").rstrip(" ")) - 2) if "\n" in around else ""
    text = around.format(write(tree).replace("\n", "\n" + indent))
    assert same(way(again(parser, text, read_declaration)), tree), text


def node_classes() -> set[type[Any]]:
    found = {kind for kind in vars(n).values() if isinstance(kind, type) and issubclass(kind, n.Node)}
    return found - {n.Node, n.Sentence}


WOVEN = {n.Automatic, n.Tick, n.Touch, n.Enclosed, n.Remark}  # no text makes these


def test_every_node_class_is_made_by_the_strategies() -> None:
    seen: set[type[Any]] = set()
    kinds = [*trees.short_statements(1), *trees.statements_with_blocks(0), *trees.declarations(0), *trees.shared(0)]

    @given(found=st.tuples(*kinds, *[part[1] for part in PARTS[:3]]))
    @settings(quickly, max_examples=60, derandomize=True, database=None)
    def collect(found: tuple[Any, ...]) -> None:
        seen.update(type(node) for tree in found for node in n.walk(tree))

    collect()
    assert node_classes() - seen - WOVEN == set()


def spanned(text: str, parser: Parser) -> Any:
    return parser.formula(text, place(text))


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1_000+2", "1000 + 2"),
        ("player 's   money", "player's money"),
        ("x   is   at least   - 3", "x is at least -3"),
        ("count( x  in players where  x's out is no)", "count(x in players where x's out is no)"),
        ("( a )", "(a)"),
    ],
)
def test_the_text_is_canonical(parser: Parser, written: str, canonical: str) -> None:
    assert write(spanned(written, parser)) == canonical


def test_brackets_are_added_where_a_rewritten_tree_needs_them(parser: Parser) -> None:
    one, two = (spanned(text, parser) for text in ("a + b", "x or y"))
    here = trees.HERE
    assert write(n.Arithmetic(here, "*", one, one, None)) == "(a + b) * (a + b)"
    assert write(n.Arithmetic(here, "-", one, one, None)) == "a + b - (a + b)"
    assert write(n.Not(here, two)) == "not (x or y)"
    assert write(n.Both(here, (two, one))) == "(x or y) and a + b"
    assert write(n.Possessive(here, one, "c", (), here)) == "(a + b)'s c"
    assert write(n.Negative(here, one)) == "-(a + b)"


def test_what_only_weaving_makes_is_shown_as_a_comment() -> None:
    stop = n.Stop(trees.HERE)
    assert write(n.Tick(trees.HERE, "round")).startswith("#")
    assert write(n.Automatic(trees.HERE, None, (stop,))).splitlines() == ["# instead of choosing", "  stop"]
    assert write(n.Automatic(trees.HERE, None, (stop,), answers=False)).splitlines() == ["# before choosing", "  stop"]

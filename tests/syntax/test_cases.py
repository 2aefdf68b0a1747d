"""The cases in tests/cases/syntax: good files are read and use the whole grammar; bad files bring the errors they name.

A bad file says what is wrong in a comment at the end of the offending line: `#! R0104 col 3`, several with commas.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Tree

from interpreter.source import CODES, Problems, Source
from interpreter.syntax import Parser, TextOrigin

CASES = Path(__file__).resolve().parents[1] / "cases" / "syntax"
GOOD = sorted(CASES.glob("good/*.rules"))
BAD = sorted(CASES.glob("bad/*.rules"))
EXPECTED = re.compile(r"(R\d{4}) col (\d+)")
OTHER_STARTS = {"laws", "cell_steps", "cell_formula", "text_hole"}  # texts inside files: see below


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good(parser: Parser, path: Path) -> None:
    assert parser.module(Source.read(path)).declarations


def expected(source: Source) -> list[tuple[int, int, str]]:
    return [
        (number, int(column), code)
        for number, line in enumerate(source.lines, start=1)
        for code, column in EXPECTED.findall(line.partition("#!")[2])
    ]


def found(parser: Parser, source: Source) -> list[tuple[int, int, str]]:
    with pytest.raises(Problems) as caught:
        parser.module(source)
    return [(d.span.line, d.span.column, d.code) for d in caught.value.diagnostics if d.span is not None]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad(parser: Parser, path: Path) -> None:
    source = Source.read(path)
    assert found(parser, source) == sorted(expected(source))


def test_every_code_has_a_bad_case() -> None:
    named = {code for path in BAD for _, _, code in expected(Source.read(path))}
    assert {code for code in CODES if code.startswith("R01")} - named == set()


# ---------------------------------------------------------------- does anything in the grammar go unused?


def lark_of(parser: Parser) -> Lark:
    return parser._lark


def names_of_rules(lark: Lark) -> set[str]:
    """Every rule and alias that gives a node; rules with ? and without alias give none of their own."""
    return {
        rule.alias or str(rule.origin.name)
        for rule in lark.rules
        if (rule.alias or not rule.options.expand1) and not (rule.alias or rule.origin.name).startswith("_")
    }


def names_in(tree: Tree[Any]) -> set[str]:
    return {str(part.data) for part in tree.iter_subtrees()}


def test_the_good_cases_use_every_rule(parser: Parser) -> None:
    lark = lark_of(parser)
    used: set[str] = set()
    for path in GOOD:
        used |= names_in(lark.parse(Source.read(path).text + "\n", start="module"))
    assert names_of_rules(lark) - used - OTHER_STARTS == set()


def test_the_good_cases_use_every_word(parser: Parser) -> None:
    used = {token.type for path in GOOD for token in parser.tokens(Source.read(path), "module")}
    unused = {terminal.name for terminal in lark_of(parser).terminals} - used
    assert unused == {"COMMENT", "BLANKS", "CONTINUE"}


def test_texts_inside_files(parser: Parser) -> None:
    source = Source("made.yaml", "cell: x")
    place = TextOrigin(source, 1, 7, 2)
    assert len(parser.laws("change x to 3\nwithout y", place).declarations) == 2
    assert len(parser.steps("stop\n\nif a\n  stop\n", place)) == 2
    assert parser.formula("\n1\n+ 2 \n  ", place).span.line == 2
    assert parser.hole("player's money", place).span.column == 7


def test_places_inside_files(parser: Parser) -> None:
    """A cell that starts at 3:7 and goes on in lines indented by two: the second mistake lies at 5:3."""
    source = Source("made.yaml", "a: 1\nb:\n  c:   set x = 1\n  stop\n  set y = 2\n")
    with pytest.raises(Problems) as caught:
        parser.steps("set x = 1\nstop\nset y = 2", TextOrigin(source, 3, 8, 2))
    assert [str(found.span) for found in caught.value.diagnostics] == ["made.yaml:3:8", "made.yaml:5:3"]

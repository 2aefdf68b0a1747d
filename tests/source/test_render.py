"""Reports: headline, excerpt, carets under the right characters, whatever the line is made of."""

from __future__ import annotations

import json
import unicodedata

import pytest

from interpreter.source import Diagnostic, Note, Source, Span, render, to_json
from interpreter.source.render import WIDEST


def report(text: str, line: int, column: int, width: int = 1) -> list[str]:
    source = Source("f.yaml", text)
    return render(Diagnostic("R0401", "no", source.at(line, column, width))).split("\n")


def test_a_whole_report() -> None:
    source = Source("game.yaml", "\n" * 8 + "title: a\ntitle: b\n")
    note = Note("the first one is here", source.at(9, 1, 5))
    diagnostic = Diagnostic("R0402", "twice", source.at(10, 1, 5), "delete one", (note,))
    assert render(diagnostic) == (
        "game.yaml:10:1: error[R0402]: twice\n"
        " 10 | title: b\n"
        "    | ^^^^^\n"
        "    help: delete one\n"
        "    note: the first one is here (game.yaml:9:1)\n"
        "  9 | title: a\n"
        "    | ^^^^^"
    )


def test_a_diagnostic_without_a_place_is_one_line() -> None:
    assert render(Diagnostic("R0401", "no")) == "error[R0401]: no"
    assert render(Diagnostic("R0401", "no", Source("f", "").whole())) == "f:1:1: error[R0401]: no"


@pytest.mark.parametrize(
    ("text", "column", "shown", "before"),
    [
        ("\tab: c", 2, "    ab: c", 4),
        ("日本: x", 5, "日本: x", 6),
        ("e\u0301: x", 5, "e\u0301: x", 3),
        ("\x1b[31mred", 2, "\N{REPLACEMENT CHARACTER}[31mred", 1),
        ("a\u202eb", 3, "a\N{REPLACEMENT CHARACTER}b", 2),
    ],
)
def test_the_caret_stands_under_its_character(text: str, column: int, shown: str, before: int) -> None:
    _, excerpt, carets = report(text, 1, column)
    assert excerpt == f" 1 | {shown}"
    assert carets == f"   | {' ' * before}^"


def columns(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


@pytest.mark.parametrize("letter", ["a", "日"])
@pytest.mark.parametrize("column", [1, 40, 61, 100, 500, 1000])
def test_long_lines_are_clipped_around_the_caret(letter: str, column: int) -> None:
    text = letter * (column - 1) + "X" + letter * (1000 - column)
    _, excerpt, carets = report(text, 1, column)
    content = excerpt.removeprefix(" 1 | ")
    assert columns(content) <= WIDEST
    before = content[: content.index("X")]
    assert columns(before) == len(carets.removeprefix("   | ")) - 1


def test_a_wide_span_is_clipped_too() -> None:
    _, excerpt, carets = report("a" * 400, 1, 50, 300)
    assert len(excerpt) <= WIDEST + 5
    assert len(carets) <= WIDEST + 5


def test_a_span_of_several_lines_marks_the_first() -> None:
    source = Source("f", "one two  \nthree")
    lines = render(Diagnostic("R0401", "no", Span(source, 1, 5, 2, 3))).split("\n")
    assert lines[1:] == [" 1 | one two", "   |     ^^^"]


def test_a_place_after_the_end_still_has_a_caret() -> None:
    assert report("ab", 1, 3)[2] == "   |   ^"
    assert report("ab", 1, 30)[1] == " 1 | ab"
    assert report("ab", 7, 1) == ["f.yaml:7:1: error[R0401]: no"]


def test_colour_adds_nothing_but_colour() -> None:
    source = Source("f", "abc")
    diagnostic = Diagnostic("R0401", "no", source.at(1, 2), "yes", (Note("see"),), "warning")
    coloured = render(diagnostic, colour=True)
    assert "\033[33m" in coloured
    for ink in ("\033[0m", "\033[1m", "\033[31m", "\033[32m", "\033[33m", "\033[34m"):
        coloured = coloured.replace(ink, "")
    assert coloured == render(diagnostic)


def test_json_has_everything() -> None:
    source = Source("f", "abc")
    diagnostic = Diagnostic("R0401", "no", source.at(1, 2), "yes", (Note("see"),))
    place = {"path": "f", "line": 1, "column": 2, "end_line": 1, "end_column": 3}
    nowhere = dict.fromkeys(place)
    assert json.loads(json.dumps(to_json(diagnostic))) == {
        "code": "R0401",
        "severity": "error",
        "message": "no",
        **place,
        "help": "yes",
        "fixes": [],
        "notes": [{"message": "see", **nowhere}],
    }

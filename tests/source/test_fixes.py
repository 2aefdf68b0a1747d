"""A help carries its fixes: each is an edit at the place of the mistake."""

from __future__ import annotations

import pickle

import pytest

from interpreter.source import Diagnostic, Fix, Source, did_you_mean, to_json
from interpreter.source.fixes import (
    cut_brackets,
    declared_above,
    leave_out,
    line_instead,
    lines_to_write,
    one_of,
    to_write,
)

TEXT = "keep pot: number\n\nprocedure play\n  set pott to trump(3)  # twice\n"


def followed(source: Source, fix: Fix, number: int = 0) -> str:
    edit = fix.edits[number]
    return source.text[: edit.span.start] + edit.text + source.text[edit.span.end :]


def at(word: str) -> Diagnostic:
    source = Source("a.rules", TEXT)
    return Diagnostic("R0201", "no", source.span(TEXT.index(word), TEXT.index(word) + len(word)), None)


def test_a_misspelt_word_is_replaced_and_safe() -> None:
    found = at("set pott to")
    assert found.span is not None
    told = Diagnostic("R0201", "no", found.span, did_you_mean("pott", ["pot", "play"]))
    assert told.help == 'did you mean "pot"?'
    (fix,) = told.fixes
    assert fix.is_safe
    assert followed(found.span.source, fix) == TEXT.replace("pott", "pot")


def test_what_only_a_person_can_fill_in_is_no_fix() -> None:
    span = at("pott").span
    assert Diagnostic("R0201", "no", span, to_write("set ... to ...")).fixes == ()
    assert Diagnostic("R0201", "no", span, "write: pot").fixes == ()
    assert len(Diagnostic("R0201", "no", span, to_write("pot", "3")).fixes) == 2
    assert to_write("pot", "3") == "write: pot, or: 3"


def test_few_names_are_offered_one_by_one_and_many_are_not() -> None:
    span = at("pott").span
    assert len(Diagnostic("R0201", "no", span, one_of("there are ", ["a", "b"])).fixes) == 2
    assert Diagnostic("R0201", "no", span, one_of("there are ", map(str, range(20)))).fixes == ()


def test_a_part_of_a_line_is_left_out_with_its_comma() -> None:
    source = Source("a.rules", "keep pot: number, seen by everyone, starts at 3\n")
    told = Diagnostic("R0201", "no", source.at(1, 6, 3), leave_out("seen by ..."))
    assert told.help == "leave `seen by ...` out"
    assert followed(source, told.fixes[0]) == "keep pot: number, starts at 3\n"


def test_brackets_are_left_out() -> None:
    found = at("trump")
    assert found.span is not None
    assert followed(found.span.source, cut_brackets(found.span)) == TEXT.replace("trump(3)", "trump")


@pytest.mark.parametrize(
    ("text", "word", "wanted"),
    [
        (TEXT, "pott", "keep pot: number\n\nkeep x: number\nprocedure play"),
        ("variant v\n  # first\n  procedure p\n    stop\n", "stop", "variant v\n  keep x: number\n  # first"),
    ],
)
def test_a_declaration_goes_above_the_one_that_lacks_it(text: str, word: str, wanted: str) -> None:
    source = Source("a.rules", text)
    span = source.span(text.index(word), text.index(word) + len(word))
    assert followed(source, declared_above("keep x: number", span)).startswith(wanted)


def test_two_lines_are_indented_like_the_old_one() -> None:
    found = at("set pott to trump(3)")
    assert found.span is not None
    help = lines_to_write("repeat 2 times", "  set pot to 1")
    assert help == "write: repeat 2 times -- and indented below it: set pot to 1"
    fix = Diagnostic("R0201", "no", found.span, help).fixes[0]
    assert followed(found.span.source, fix) == TEXT.replace("set pott to trump(3)", "repeat 2 times\n    set pot to 1")


def test_a_repaired_line_keeps_its_comment() -> None:
    found = at("pott")
    assert found.span is not None
    fix = line_instead("  set pott to trump(3)  # twice", "  set pot to 3  # twice", 1, found.span)
    assert followed(found.span.source, fix) == TEXT.replace("pott to trump(3)", "pot to 3")


def test_a_help_travels_between_processes_and_to_programs() -> None:
    help = did_you_mean("pott", ["pot"])
    span = at("pott").span
    told = Diagnostic("R0201", "no", span, pickle.loads(pickle.dumps(help)))
    assert told.fixes == Diagnostic("R0201", "no", span, help).fixes
    (fix,) = to_json(told)["fixes"]
    assert fix["is_safe"] is True
    assert fix["edits"][0]["text"] == "pot"

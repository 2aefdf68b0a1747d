"""What a designer is told: tests/cases/syntax/messages.txt, where each line is wrong in one natural way.

A line there is `what was written | code | the help that is given`; a heading says into what text it is put.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.source import CODES, Problems, Source
from interpreter.syntax import Parser
from interpreter.syntax.common_mistakes import ALONE, NUMBERS, PHRASES
from interpreter.syntax.recovery import masked
from tests.syntax.typed import TYPED

MESSAGES = Path(__file__).resolve().parents[1] / "cases" / "syntax" / "messages.txt"
AROUND = {
    "a step": "procedure play\n  {}\n  stop\n",
    "a step in a block": "procedure play\n  each player\n    {}\n    stop\n",
    "a line that opens a block": "procedure play\n  {}\n    stop\n",
    "an option": "procedure play\n  player chooses\n    {}\n      stop\n    to pass\n      stop\n",
    "below chooses": "procedure play\n  player chooses\n    {}\n    to pass\n      stop\n",
    "behind an if": "procedure play\n  if a\n    stop\n  {}\n    stop\n",
    "a declaration with steps": "{}\n  stop\n",
    "a declaration": "{}\nlet later = 1\n",
}


def written() -> list[tuple[str, str, str, str]]:
    """(text around, what was written, code, help)"""
    found = []
    around = ""
    for line in MESSAGES.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            around = AROUND[line[3:]]
        elif line and not line.startswith("# "):
            wrong, code, help = line.split(" | ")
            found.append((around, wrong, code, help))
    return found


WRITTEN = written()


@pytest.mark.parametrize(("around", "wrong", "code", "help"), WRITTEN, ids=[line[1] for line in WRITTEN])
def test_message(parser: Parser, around: str, wrong: str, code: str, help: str) -> None:
    with pytest.raises(Problems) as caught:
        parser.module(Source("made.rules", around.replace("{}", wrong)))
    assert [(found.code, found.help) for found in caught.value.diagnostics] == [(code, help)]


def test_what_is_suggested_can_be_read(parser: Parser) -> None:
    """Every help of the form `write: a whole line` is true."""
    for around, _, _, help in WRITTEN:
        first, _, below = help.removeprefix("write: ").partition(" -- and ")
        if help.startswith("write: "):
            indent = "\n    " if "indented" in below else "\n  "
            line = first + (indent + below.partition(": ")[2] if below else "")
            parser.module(Source("made.rules", around.replace("{}", line)))


def test_every_phrase_is_written_once() -> None:
    lines = [masked(line[1]) for line in WRITTEN] + [f"roll {word} dice" for word in NUMBERS]
    lines += ["let a\u00a0= 1"]  # a text file would not show it
    lines += [masked(line) for text, _ in TYPED for line in text.replace("{", "\n").replace("}", "\n").split("\n")]
    unused = [phrase.pattern.pattern for phrase in PHRASES if not any(phrase.pattern.search(line) for line in lines)]
    assert unused == []


@pytest.mark.parametrize("word", ALONE)
def test_words_that_stand_alone(parser: Parser, word: str) -> None:
    with pytest.raises(Problems) as caught:
        parser.module(Source("made.rules", f"procedure play\n  {word}\n"))
    assert [found.code for found in caught.value.diagnostics] == ["R0113"]
    parser.module(Source("made.rules", f"procedure play\n  {word}()\n"))  # with brackets it is a procedure's name


@pytest.mark.parametrize(
    "entry", [entry for code, entry in CODES.items() if code.startswith("R01")], ids=lambda e: e.code
)
def test_the_examples_of_the_catalogue(parser: Parser, entry: object) -> None:
    code, wrong, right = (str(getattr(entry, part)) for part in ("code", "wrong", "right"))
    with pytest.raises(Problems) as caught:
        parser.module(Source("made.rules", wrong))
    assert {found.code for found in caught.value.diagnostics} == {code}
    parser.module(Source("made.rules", right))


def all_words() -> list[str]:
    entries = [entry for code, entry in CODES.items() if code.startswith("R01")]
    said = [phrase.message for phrase in PHRASES] + [phrase.help or "" for phrase in PHRASES]
    return said + [words for entry in entries for words in (entry.title, entry.meaning)]


def test_messages_speak_of_the_table_not_of_the_parser() -> None:
    for words in all_words():
        assert not re.search(
            r"token|parse|syntax|terminal|expected|statement|expression|string|indent level|[A-Z]{5}", words
        )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("let a = b and\n  c\n", 'a line does not end with "and"'),
        ("let a = b +\n\n  # so\n  c + d\n", 'a line does not end with "+"'),
        ('always a: b because\n  "c"\n', 'a line does not end with "because"'),
    ],
)
def test_a_sentence_that_goes_on_in_the_wrong_way(parser: Parser, text: str, message: str) -> None:
    with pytest.raises(Problems) as caught:
        parser.module(Source("made.rules", text))
    assert [found.message for found in caught.value.diagnostics] == [message]


# ---------------------------------------------------------------- several mistakes, and where reading goes on


def problems(parser: Parser, text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        parser.module(Source("made.rules", text))
    return [f"{found.span.line}:{found.span.column} {found.code}" for found in caught.value.diagnostics if found.span]


def test_every_declaration_is_read_after_a_mistake(parser: Parser) -> None:
    text = "let a == 1\n\nprocedure p\n  set x = 3\n  set y = 4\n\nlet b = 1\nkep c: number\n"
    assert problems(parser, text) == ["1:7 R0106", "4:3 R0113", "8:1 R0104"]


def test_a_bracket_that_is_never_closed_hides_nothing(parser: Parser) -> None:
    text = "let a = (1 + 2\nlet b = 3\nlet c == 4\nprocedure p\n  set x to (1\n  stop\nkep d: number\n"
    assert problems(parser, text) == ["1:9 R0111", "3:7 R0106", "5:12 R0111", "7:1 R0104"]


def test_a_sentence_of_several_lines_is_one(parser: Parser) -> None:
    text = "let a = count(\nplayers 3\nwhere x\n)\nand b\n+ 1\nlet c == 2\n"
    assert problems(parser, text) == ["2:9 R0112", "7:7 R0106"]


def test_mistakes_inside_texts_are_found_between_the_others(parser: Parser) -> None:
    text = 'always a: b because "{c"\nlet d == 1\nalways e: f because "{g h}"\nlet i = 1 cites TYC-3..1\n'
    assert problems(parser, text) == ["1:22 R0116", "2:7 R0106", "3:25 R0101", "4:17 R0115"]


def test_at_most_twenty_are_reported(parser: Parser) -> None:
    assert len(problems(parser, "let a == 1\n" * 50)) == 20
    assert len(problems(parser, 'always a: b because "{c"\n' * 50)) == 20


def test_a_mistake_deep_in_a_long_procedure(parser: Parser) -> None:
    steps = "  if a\n    stop\n  otherwise\n    stop\n" * 200
    text = f"procedure p\n{steps}  otherwise\n    stop\n  if b\n    player gets 3 money\n{steps}let c == 1\n"
    assert problems(parser, text) == ["802:3 R0101", "1606:7 R0106"]
    text = f"procedure p\n{steps}  if b\n    player gets 3 money\n{steps}let c == 1\n"
    assert problems(parser, text) == ["803:12 R0113", "1604:7 R0106"]

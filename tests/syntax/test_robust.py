"""No text brings a traceback or a hang: whatever is written, the answer is a tree or Problems that can be shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.source import Diagnostic, Problems, Source, render
from interpreter.syntax import Parser, TextOrigin
from tests.support.sampling import EVERYTHING

GOOD = Path(__file__).resolve().parents[1] / "cases" / "syntax" / "good"
WORDS = [
    "procedure", "play", "let", "x", "=", "(", ")", "[", "]", ",", ":", "'s", "+", "-", "*", "/", "if", "otherwise", "each",
    "player", "in", "players", "where", "because", "needs", "chooses", "to", "may", '"text"', '"', "{", "}", "#", "cites",
    "TYC-1..2", "is", "at", "least", "not", "3", "1_000", "and", "or", "by", "highest", "change", "was", "move", "draw",
    "keep", "number", "\n", "\n  ", "\n    ", "\n\t", "\r\n", "\u00a0", "“", "’", "é", ">", "==", ";", ".", "variant",
    "mechanic", "first", "count", "no", "every", "satisfies", "over", "Procedure", "your",
]  # fmt: skip
few = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def outcome(parser: Parser, text: str) -> list[str]:
    """The codes of what is wrong; every problem is rendered, as a run would."""
    found = wrong(lambda: parser.module(Source("made.rules", text)))
    assert all(problem.span is not None and problem.span.line >= 1 for problem in found)
    return [problem.code for problem in found]


def wrong(read: Callable[[], object]) -> tuple[Diagnostic, ...]:
    try:
        read()
    except Problems as problems:
        found = problems.diagnostics
    else:
        return ()
    assert all(render(problem) for problem in found)
    return found


@given(text=st.text())
@few
def test_any_text(parser: Parser, text: str) -> None:
    outcome(parser, text)


@given(data=st.binary(max_size=300))
@few
def test_any_bytes(parser: Parser, data: bytes) -> None:
    outcome(parser, data.decode("utf-8", errors="replace"))


@given(words=st.lists(st.sampled_from(WORDS), max_size=40))
@few
def test_any_words(parser: Parser, words: list[str]) -> None:
    outcome(parser, " ".join(words))


@given(text=st.text(alphabet="ab1(\n )[]'s\"{}#-+.,:=", max_size=40))
@few
def test_any_cell(parser: Parser, text: str) -> None:
    place = TextOrigin(Source("made.yaml", "cell: " + text), 1, 7, 2)
    for read in (parser.formula, parser.steps, parser.laws, parser.hole):
        wrong(partial(read, text, place))


def mutated(text: str, chance: Random) -> str:
    """The text with some pieces cut out, doubled, moved or replaced."""
    for _ in range(chance.randrange(1, 4)):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.choice([1, 1, 2, 5, 20, 80]))
        piece = chance.choice(["", text[start:end] * 2, chance.choice(WORDS), "\n", text[end : end + 9]])
        text = text[:start] + piece + text[end:] or "x"
    return text


@pytest.mark.parametrize("path", sorted(GOOD.glob("*.rules")), ids=lambda path: path.stem)
def test_any_damage_to_a_good_file(parser: Parser, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    chance = Random(path.stem)
    for _ in range(12):
        outcome(parser, mutated(text, chance))


EXTREMES = {
    "nothing": ("", []),
    "only blank lines": ("\n \n\n", []),
    "only comments": ("# a\n\n  # b", []),
    "no line end": ("let x = 1", []),
    "a byte order mark": ("\ufefflet x = 1\n", ["R0106"]),
    "a null character": ("let x = \0 1\n", ["R0106"]),
    "old line ends": ("let x = 1\r\nlet y = 2\rlet z = 3\r\n", []),
    "a tab between words": ("let\tx = 1\n", []),
    "a tab before a line": ("procedure p\n\tstop\n", ["R0102"]),
    "a text without end": ('procedure p\n  announce "a\n  stop\n', ["R0110"]),
    "a first line that is indented": ("  let x = 1\n  let y = 2\n", ["R0103"]),
    "brackets": ("let x = " + "(" * 10_000 + "1" + ")" * 10_000 + "\n", ["R0107"]),
    "square brackets": ("let x = " + "[" * 10_000, ["R0107"]),
    "closing brackets": ("let x = " + ")" * 10_000, ["R0111"]),
    "blocks": ("procedure p\n" + "".join(f"{' ' * depth}if a\n" for depth in range(1, 500)), ["R0107"]),
    "nots": ("let x = " + "not " * 10_000 + "a\n", ["R0107"]),
    "minuses": ("let x = " + "-" * 10_000 + "1\n", ["R0107"]),
    "owners": ("let x = a" + "'s b" * 10_000 + "\n", ["R0107"]),
    "a long sum": ("let x = 1" + " + 1" * 20_000 + "\n", ["R0107"]),
    "a long list": ("let x = [1" + ", 1" * 5_000 + "]\n", []),
    "a long condition": ("let x = a" + " or a" * 5_000 + "\n", []),
    "a long number": ("let x = " + "9" * 100_000 + "\n", ["R0114"]),
    "a long name": ("let " + "x" * 100_000 + " = 1\n", []),
    "a long text": (f'always x: y because "{"z" * 100_000}"\n', []),
    "many holes": ('procedure p\n  announce "' + "{a}" * 2_000 + '"\n', []),
    "many bad holes": ('procedure p\n  announce "' + "{}" * 200 + '"\n', ["R0112"] * 20),
    "a long citation": ("let x = 1 cites TYC-1" + ", TYC-1" * 10_000 + "\n", []),
    "an endless citation": ("let x = 1 cites TYC-1..999999999\n", ["R0115"]),
    "a citation of letters": ("let x = 1 cites TYC-1.." + "A" * 100_000 + "\n", ["R0115"]),
    "newlines": ("let x = 1" + "\n" * 50_000 + "let y = 2\n", []),
    "blank lines with spaces": ("let x = 1" + "\n          " * 20_000 + "\nlet y = 2\n", []),
    "comments": ("let x = 1\n" + "# a comment\n" * 50_000 + "let y = 2\n", []),
    "a comment before a continuation": ("let x = 1\n" + "# a comment\n" * 50_000 + "  + 2\n", []),
    "spaces": ("let x" + " " * 100_000 + "= 1" + " " * 100_000 + "\n", []),
    "spaces in a phrase": ("let x = a is" + " " * 100_000 + "at" + " " * 100_000 + "least 1\n", []),
    "a broken line of many words": ("let x = " + "b " * 5_000 + "\n", ["R0101"]),
    "a broken line of many signs": ("let x = 1 " + "> " * 5_000 + "\n", ["R0106"]),
    "a broken long procedure": ("procedure p\n" + "  set x to 1\n" * 3_000 + "  set x = 1\n", ["R0113"]),
    "a thousand mistakes": ("let x == 1\n" * 1_000, ["R0106"] * 20),
}


@pytest.mark.parametrize(("text", "codes"), EXTREMES.values(), ids=EXTREMES)
def test_extremes(parser: Parser, text: str, codes: list[str]) -> None:
    start = time.process_time()
    found = outcome(parser, text)
    assert found == codes
    assert time.process_time() - start < 20


@pytest.mark.slow
def test_a_very_long_file(parser: Parser) -> None:
    """A hundred thousand lines in `make test-all`, ten thousand otherwise."""
    start, times = time.process_time(), 25_000 if EVERYTHING else 2_500
    text = "let x = 1\n# so\n" * times + "let y == 1\nprocedure p\n" + "  set x to 1\n\n" * times
    assert outcome(parser, text) == ["R0106"]
    assert time.process_time() - start < 120


def test_time_grows_with_the_length_and_no_faster(parser: Parser) -> None:
    def seconds(lines: int) -> float:
        start = time.process_time()
        outcome(parser, "let x = a is at least 3\n\n# so\n" * lines)
        return time.process_time() - start

    seconds(100)
    assert seconds(4_000) < 12 * seconds(1_000) + 1

"""Formatting keeps every sentence, comment and citation, gives one layout, and is done after once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.source import Problems, Source
from interpreter.syntax import Parser
from interpreter.syntax import nodes as n
from interpreter.syntax.formatter import format_text, same
from interpreter.syntax.printer import write
from interpreter.syntax.split_file import halves
from tests.syntax import trees

ROOT = Path(__file__).resolve().parents[2]
CASES = Path(__file__).resolve().parents[1] / "cases" / "syntax" / "good"


def formatted(parser: Parser, text: str) -> str:
    return format_text(parser, Source("made.rules", text))


def read(parser: Parser, text: str) -> n.Module:
    return parser.module(Source("made.rules", text))


def outside_texts(line: str, change: re.Pattern[str], new: str) -> str:
    parts = re.split(r'("[^"]*")', line)
    parts[::2] = [change.sub(new, part) for part in parts[::2]]
    return "".join(parts)


def dishevelled(text: str, chance: Random) -> str:
    """The same text as an author in a hurry leaves it: spaces, blank lines, comments and breaks anywhere."""
    step = chance.choice([1, 2, 3, 4])
    lines = []
    for number, line in enumerate(text.split("\n")):
        indent = (len(line) - len(line.lstrip())) // 2 * step
        code = outside_texts(line.strip(), re.compile(" "), " " * chance.choice([1, 1, 3]))
        if chance.random() < 0.3:
            code = outside_texts(code, re.compile(r" +(?=(and|because)\b|\+ )"), "\n" + " " * chance.randrange(9))
        if chance.random() < 0.3:
            code += f"{' ' * chance.randrange(1, 5)}cites TYC-{number},TYC-{number}..{number + 3}"
        if chance.random() < 0.3:
            code += f"  # comment {number}"
        lines += [" " * chance.randrange(5)] * chance.choice([0, 0, 0, 1, 3])
        if chance.random() < 0.2:
            lines.append(" " * chance.randrange(9) + f"# remark {number}")
        lines.append(" " * indent + code if line.strip() else line)
    return "\n".join(lines)


def comments(text: str) -> Counter[str]:
    return Counter(re.findall(r"# (?:comment|remark) \d+", text))


@given(tree=trees.module(1), chance=st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_the_author_left(parser: Parser, tree: n.Module, chance: Random) -> None:
    text = dishevelled(write(tree), chance)
    before = read(parser, text)
    after = formatted(parser, text)
    assert same(before, read(parser, after))
    assert comments(after) == comments(text)
    assert [citation.clauses for citation in before.citations] == [c.clauses for c in read(parser, after).citations]
    assert formatted(parser, after) == after
    assert "\n\n\n" not in after
    assert not re.search(r"[ \t]$", after, re.MULTILINE)


@pytest.mark.parametrize(
    "path", [*sorted(CASES.glob("*.rules")), *sorted(ROOT.glob("games/**/*.rules"))], ids=lambda path: path.stem
)
def test_real_files_keep_their_meaning(parser: Parser, path: Path) -> None:
    source = Source(str(path), halves(path.read_text(encoding="utf-8"))[0])
    once = format_text(parser, source)
    assert formatted(parser, once) == once
    assert same(parser.module(source), read(parser, once))


LAYOUTS = {
    "spaces between words": (
        "keep  money( player ) :number,starts at  - 3\nlet a = b - - c*( d )+[ 1,2 ]\n",
        "keep money(player): number, starts at -3\nlet a = b - -c * (d) + [1, 2]\n",
    ),
    "brackets of calls, choices and amounts": (
        "procedure p\n  x chooses( 2 )y in z\n  x gains(2*y)money (z)\n  set x's a (b) to count (c)\n",
        "procedure p\n  x chooses (2) y in z\n  x gains (2 * y) money(z)\n  set x's a(b) to count(c)\n",
    ),
    "indentation": (
        "procedure p\n        if a\n         stop\n        otherwise\n                  stop\n",
        "procedure p\n  if a\n    stop\n  otherwise\n    stop\n",
    ),
    "blank lines": (
        "\n\nkeep a: number\nkeep b: number\n\n\n\nkeep c: number\nprocedure p\n  stop\n\n\n  stop\nkeep d: number\n\n",
        "keep a: number\nkeep b: number\n\nkeep c: number\n\nprocedure p\n  stop\n\n  stop\n\nkeep d: number\n",
    ),
    "comments belong to what follows": (
        "keep a: number\n# about p\nprocedure p\n    # first\n    if a\n"
        "        stop\n        # inside\n    # after\n    stop\n# end",
        "keep a: number\n\n# about p\nprocedure p\n  # first\n  if a\n    stop\n    # inside\n  # after\n  stop\n# end\n",
    ),
    "a sentence of several lines": (
        "let a = b\n+ c\n\n       # why\n       - d   # so\n",
        "let a = b\n  + c\n  # why\n  - d  # so\n",
    ),
    "lines inside brackets": (
        "let a = count(b in c\nwhere b's d\n)\n",
        "let a = count(b in c\n  where b's d\n  )\n",
    ),
    "citations in one column": (
        f"let a = 1 cites TYC-1,TYC-3..5 # so\nlet b = {'c' * 100} cites  TYC-2\n",
        f"let a = 1{' ' * 82}cites TYC-1, TYC-3..5  # so\nlet b = {'c' * 100}  cites TYC-2\n",
    ),
    "the reason in a line of its own": (
        f'always a: {"b" * 50} is {"c" * 50} because "d" cites TYC-1 # e\nalways a: b because "c"\n',
        f'always a: {"b" * 50} is {"c" * 50}  cites TYC-1  # e\n  because "d"\nalways a: b because "c"\n',
    ),
    "columns of cases": (
        "let a(b) =\n  1    if b\n  (2 if c otherwise 3) if d\n  22 otherwise\nchange a to\n  1 if b\n  100 otherwise\n",
        "let a(b) =\n  1                     if b\n  (2 if c otherwise 3)  if d\n  22                    otherwise\n"
        "change a to\n  1    if b\n  100  otherwise\n",
    ),
    "a formula below its name": ("let a =\n     1 + 2\n", "let a =\n  1 + 2\n"),
    "tables may stand together": (
        'cards a from "a.yaml"\n    b: number\nkeep c: number\n',
        'cards a from "a.yaml"\n  b: number\nkeep c: number\n',
    ),
    "nothing": ("", ""),
    "only a comment": ("  # so", "# so\n"),
}


@pytest.mark.parametrize(("written", "wanted"), LAYOUTS.values(), ids=LAYOUTS)
def test_layout(parser: Parser, written: str, wanted: str) -> None:
    assert formatted(parser, written) == wanted
    assert formatted(parser, wanted) == wanted


def test_what_cannot_be_read_is_not_formatted(parser: Parser) -> None:
    with pytest.raises(Problems):
        formatted(parser, "procedrue p\n  stop\n")


def test_trees_are_compared_without_places(parser: Parser) -> None:
    first, second, other = (read(parser, text) for text in ("let a = 1", "\nlet  a = 1", "let a = 2"))
    assert same(first, second)
    assert not same(first, other)
    assert not same(read(parser, "let a = 1 cites TYC-1"), read(parser, "let a = 1 cites TYC-2"))

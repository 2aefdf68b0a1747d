"""Whatever is in a file, only diagnostics come out of it: never a traceback, never a place outside of the text."""

from __future__ import annotations

import random

import pytest

from interpreter.data import Cell, read_map, read_table, read_yaml
from interpreter.source import Diagnostic, Problems, Reporter, Source, render, to_json

TEXTS = (
    "- id: spy\n  title: Spy\n  copies: 2\n  text: Look at a hand.\n  rules: |\n    when played\n      look\n"
    "  source: rulebook\n  cites: DYS-225, DYS-230..232\n- id: thief\n  source: stand-in\n",
    'title: T\nplayers: {min: 2, max: 2}\ndesigners: [a, "b"]\nabout: >\n  x\n  y\n',
    "source: rulebook\nplaces:\n  - id: a\n  - {id: b, x: [1, 2.5, true]}\nconnections:\n  - {from: a, to: b}\n",
    "a: |2+\n    x\n\n  y\nb: \"q\\n\\x41\"\n? c\n: d\ne: 'it''s'\n",
)
PIECES = (*"\t\n :-?[]{},&*!|>'\"%@`#~.\\0\r\x85\u2028\ufeffé日x<\x00\x1b", "---", "...", "- ", "<<: ")
PIECES = (*PIECES, "!!", "*a", "&a", "\\U", "0x", "1e999", "\n\n", "  ", "\\ud800", "9" * 30, "\n- ", "\n  ")


def mutated(chance: random.Random) -> str:
    text = chance.choice(TEXTS)
    for _ in range(chance.randrange(1, 8)):
        here, there = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        kind = chance.random()
        if kind < 0.5:
            text = text[:here] + chance.choice(PIECES) + text[here:]
        elif kind < 0.8:
            text = text[:here] + text[here + chance.randrange(1, 5) :]
        else:
            text = text[:here] + text[there : there + 20] + text[here:]
    return text


@pytest.mark.parametrize("seed", range(20))
def test_mutated_files_bring_only_diagnostics(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(50):
        source = Source("f", mutated(chance))
        reporter = Reporter()
        try:
            check_places(read_yaml(source))
        except Problems as problems:
            reporter.extend(problems)
        read_table(source, reporter)
        read_map(source, reporter)
        for diagnostic in reporter.diagnostics:
            check_report(diagnostic, source)


def check_report(diagnostic: Diagnostic, source: Source) -> None:
    assert diagnostic.span is not None
    assert 1 <= diagnostic.span.line <= len(source.lines)
    assert 1 <= diagnostic.span.column <= len(source.line_text(diagnostic.span.line)) + 1
    assert to_json(diagnostic)["code"] == diagnostic.code
    render(diagnostic, colour=True).encode("utf-8")


def check_places(cell: Cell) -> None:
    """Embedded texts stand where they say, and what is inside of a cell stands inside of its span."""
    if isinstance(cell.value, str) and cell.embedded is not None and "\\" not in cell.span.text:
        first = cell.value.split("\n")[0].split("'")[0]
        line, column = cell.embedded.point(1, 1)
        assert cell.span.source.line_text(line)[column - 1 :].startswith(first)
    inner = cell.value.values() if isinstance(cell.value, dict) else cell.value
    for part in inner if not isinstance(inner, str | int | float | None) else ():
        assert (cell.span.line, cell.span.column) <= (part.span.line, part.span.column)
        assert (part.span.end_line, part.span.end_column) <= (cell.span.end_line, cell.span.end_column)
        check_places(part)

"""Citations of a rulebook's clauses, wherever a line may have them."""

from __future__ import annotations

import pytest

from interpreter.source import Source
from interpreter.syntax.parser import Parser


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("let a = 1   cites TYC-012", [("TYC-012",)]),
        ("let a = 1   cites TYC-012  # as printed", [("TYC-012",)]),
        ("let a = 1  # as printed   cites TYC-012, TYC-014", [("TYC-012", "TYC-014")]),
        ("let a = 1  # this number cites TYC-012 in its own way", []),
        ('let b = "# no comment   cites TYC-1"   cites TYC-2', [("TYC-2",)]),
    ],
)
def test_what_a_line_cites(parser: Parser, line: str, clauses: list[tuple[str, ...]]) -> None:
    module = parser.module(Source("rules/a.rules", line + "\n"))
    assert [citation.clauses for citation in module.citations] == clauses

"""The front end: text in, tree out.

In: a Source (a .rules file) or a text inside one (a YAML cell, a {hole}). Out: nodes, or Problems with every place
explained in the designer's words. Layer: syntax. Lark is used here and nowhere above.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput, VisitError

from interpreter.source import Diagnostic, Problems, Source
from interpreter.syntax import nodes as n
from interpreter.syntax.build import Build, Place
from interpreter.syntax.errors import explain_layout, explain_unexpected
from interpreter.syntax.layout import BadLayout, Layout

PARTS = ("lexicon", "expressions", "rules")
STARTS = ["module", "laws", "cell_steps", "cell_formula", "text_hole"]
# Words with a meaning only at one place of a sentence stay free as names everywhere else.
SOFT = frozenset(
    "plural usually gives was satisfies over times dice die shape spot stacked cards places connections of up any"
    " text answer blank mechanic number steps add grid row pile at lay score scores leave leaves win wins pick"
    " requires excludes extends when prompt variant kind".split()
)
CLAUSE_RANGE = re.compile(r"([A-Z]+)-([A-Z]*)([0-9]+)(?:\.\.(?:[A-Z]+-)?([A-Z]*)([0-9]+))?")


class Parser:
    """Reads texts of the language. Making one costs the grammar; keep it."""

    def __init__(self, grammars: Path, cache: Path | None = None) -> None:
        self._grammars = grammars
        self._cache = cache
        self._layout = Layout()

    @cached_property
    def _lark(self) -> Lark:
        text = "\n".join((self._grammars / f"{part}.lark").read_text(encoding="utf-8") for part in PARTS)
        lark = Lark(
            text, parser="lalr", lexer="contextual", start=STARTS, postlex=self._layout, strict=True,
            propagate_positions=True, maybe_placeholders=False, cache=str(self._cache) if self._cache else False,
        )  # fmt: skip
        words = {terminal.pattern.value for terminal in lark.terminals if terminal.pattern.type == "str"}
        self._layout.reserved = frozenset(word for word in words if word.isalpha()) - SOFT
        return lark

    @property
    def words(self) -> frozenset[str]:
        """The reserved words, for editors and messages."""
        _ = self._lark
        return self._layout.reserved

    def module(self, source: Source) -> n.Module:
        text = source.text if source.text.endswith("\n") else source.text + "\n"
        declarations, citations = self._read(text, "module", Place(source))
        return n.Module(declarations, citations)

    def laws(self, text: str, place: Place) -> n.Module:
        declarations, citations = self._read(text + "\n", "laws", place)
        return n.Module(declarations, citations)

    def steps(self, text: str, place: Place) -> tuple[n.Statement, ...]:
        return self._read(text + "\n", "cell_steps", place)[0]  # type: ignore[no-any-return]

    def formula(self, text: str, place: Place) -> n.Expression:
        return self._read(text, "cell_formula", place)[0]  # type: ignore[no-any-return]

    def hole(self, text: str, place: Place) -> Any:
        return self._read(text, "text_hole", place)[0]

    def _read(self, text: str, start: str, place: Place) -> tuple[Any, tuple[n.Citation, ...]]:
        self._layout.citations = []
        lark = self._lark
        try:
            tree = lark.parse(text, start=start)
        except UnexpectedInput as error:
            raise Problems([explain_unexpected(error, text, place)]) from None
        except BadLayout as error:
            raise Problems([explain_layout(error, place)]) from None
        except RecursionError:
            help = "split it into smaller parts"
            raise Problems([Diagnostic("R0107", "this is nested too deeply", place.span(1, 1, 1, 2), help)]) from None
        citations = tuple(_citation(token, place) for token in self._layout.citations)
        return self._build(tree, place), citations

    def _build(self, tree: Any, place: Place) -> Any:
        try:
            return Build(place, self.hole).transform(tree)
        except VisitError as error:
            raise error.orig_exc from None


def _citation(token: Any, place: Place) -> n.Citation:
    span = place.span(token.line, token.column, token.end_line, token.end_column)
    return n.Citation(clause_names(str(token)), span.line, span)


def clause_names(text: str) -> tuple[str, ...]:
    """`TYC-092..094, TYC-A01` -> TYC-092, TYC-093, TYC-094, TYC-A01."""
    found: list[str] = []
    for game, letters, first, _, last in CLAUSE_RANGE.findall(text):
        for number in range(int(first), int(last or first) + 1):
            found.append(f"{game}-{letters}{number:0{len(first)}d}")
    return tuple(found)

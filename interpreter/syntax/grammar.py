"""The grammar as a parser, built once and kept for the next run.

In: the text of a grammar, its starts, the layout that goes between lexer and parser. Out: a Lark parser. Layer: syntax.
What is kept is plain tables (no pickle) under a name that stands for everything they were made of.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from dataclasses import dataclass

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import TerminalDef

from interpreter.source.user_cache import keep, kept
from interpreter.syntax.layout import Layout
from interpreter.syntax.parse_failure import LAYOUT

VERSION = 1  # of the way in which tables are kept


@dataclass(frozen=True)
class Placed:
    """Tells Lark which words give a node its place: line ends belong to no sentence."""

    def __call__(self, child: object) -> bool:
        return not (isinstance(child, Token) and child.type in LAYOUT)


def parser_of(text: str, starts: tuple[str, ...], layout: Layout) -> Lark:
    """From the tables that were kept, or from the grammar, which takes some seconds."""
    name = _name(text, starts)
    found = _from_tables(kept(name), layout)
    if found is None:
        found = _built(text, starts, layout)
        keep(name, _tables(found))
    return found


def _built(text: str, starts: tuple[str, ...], layout: Layout) -> Lark:
    return Lark(
        text, parser="lalr", lexer="contextual", start=list(starts), postlex=layout, strict=True,
        propagate_positions=Placed(), maybe_placeholders=False,
    )  # fmt: skip


def _tables(parser: Lark) -> bytes:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    options = {name: value for name, value in data["options"].items() if name not in ("postlex", "propagate_positions")}
    return marshal.dumps(({**data, "options": options}, memo))


def _from_tables(body: bytes | None, layout: Layout) -> Lark | None:
    if body is None:
        return None
    try:
        data, memo = marshal.loads(body)
        parser = Lark.__new__(Lark)
        return parser._load({"data": data, "memo": memo}, postlex=layout, propagate_positions=Placed())  # noqa: SLF001 - Lark.load takes a file
    except Exception:  # noqa: BLE001 - tables of another make: they are built again
        return None


def _name(text: str, starts: tuple[str, ...]) -> str:
    made_of = f"{VERSION} {lark.__version__} {sys.implementation.cache_tag} {starts} {text}"
    return f"{hashlib.sha256(made_of.encode()).hexdigest()[:32]}.tables"

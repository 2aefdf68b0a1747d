"""Builds nodes from Lark's tree.

In: a parse tree of `grammars/rules.lark`. Out: the nodes of `nodes`. Layer: syntax.
There is one method per grammar rule, with the rule's name, in the file of its section. Children come as a list of nodes
and tokens in the order of the text; words that only mark the form are skipped by asking for what is wanted (`names`,
`maybe`, `expressions`).
"""

from __future__ import annotations

from typing import Any

from lark.tree import Meta

from interpreter.syntax.build.declaration_rules import Declarations, declarations
from interpreter.syntax.build.parts import (
    EXPRESSIONS,
    STATEMENTS,
    Item,
    TextOrigin,
    expressions,
    names,
    statements,
    tokens,
)
from interpreter.syntax.build.statement_rules import Statements

__all__ = ["EXPRESSIONS", "STATEMENTS", "Build", "Item", "TextOrigin", "expressions", "names", "tokens"]


class Build(Declarations, Statements):
    """Makes the nodes of one text, whatever it begins with."""

    def module(self, _meta: Meta, items: list[Item]) -> tuple[Any, ...]:
        return declarations(items)

    def laws(self, _meta: Meta, items: list[Item]) -> tuple[Any, ...]:
        return declarations(items)

    def cell_steps(self, _meta: Meta, items: list[Item]) -> tuple[Any, ...]:
        return statements(items)

    def cell_formula(self, _meta: Meta, items: list[Item]) -> Any:
        return expressions(items)[0]

    def text_hole(self, _meta: Meta, items: list[Item]) -> Any:
        return expressions(items)[0]

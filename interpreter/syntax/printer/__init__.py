"""Writes a tree back as text.

In: any node. Out: its one canonical text (no comments, no citations, single spaces, two spaces per block), which reads
back as the same node up to spans. Layer: syntax.
Two texts mean the same to the language exactly when this text is the same: `was` is compared by it. Brackets that a
rewritten tree needs are added; nodes that only weaving makes (Tick, Automatic) are shown as comments.
"""

from __future__ import annotations

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.declarations import declaration_lines, declaration_text_lines
from interpreter.syntax.printer.expressions import expression_text
from interpreter.syntax.printer.sentence_parts import part_text, type_text
from interpreter.syntax.printer.statements import statement_lines


def write(node: n.Node | n.Module) -> str:
    """The canonical text of any node; sentences with a block take several lines."""
    if isinstance(node, n.Module):
        return "\n\n".join("\n".join(declaration_text_lines(inner)) for inner in node.declarations)
    if isinstance(node, n.Expression):
        return expression_text(node)
    for part in (part_text, type_text, declaration_lines, statement_lines):
        text = part(node)
        if text is not None:
            return text
    raise TypeError(f"{type(node).__name__} is not a node of the language")

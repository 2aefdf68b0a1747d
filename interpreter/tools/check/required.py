"""Which variants come along with a variant: those that it requires or extends, and what they require.

In: a game's folder and a variant. Out: their files, in the order in which they apply. Layer: tools, above load.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.data import Folder
from interpreter.reading import GameReader, the_parser
from interpreter.source import Reporter


def with_required(folder: Folder, name: str, file: Path) -> list[Path]:
    """Return a variant's file, preceded by those of the variants that it requires."""
    reader = GameReader(folder, Reporter(), the_parser())
    order: list[Path] = []
    seen: set[str] = set()

    def visit(variant: str, path: Path) -> None:
        if variant in seen:
            return
        seen.add(variant)
        for node, _ in reader.variant(path):
            for relation in node.relations:
                for other in relation.names:
                    if relation.word != "excludes" and other.name in folder.variants:
                        visit(other.name, folder.variants[other.name])
        order.append(path)

    visit(name, file)
    return order

"""What can be written at a place: words of the language, and names that fit there.

In: a workspace and a place. Out: Items. Layer: language.
`rules`: the text is read with a mark where the word is being written. `checking`: the declaration around it is checked, so
the mark is met with everything that is known there, the names in sight, the type that is wanted, the owner in front of it.
`names`: what can stand at such a spot. `tables`: the same for YAML.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.language.completion.rules import in_rules
from interpreter.language.completion.spot import MARK, Item
from interpreter.language.completion.tables import in_tables
from interpreter.language.workspace import Workspace

__all__ = ["Item", "complete"]


def complete(workspace: Workspace, path: Path, line: int, column: int) -> list[Item]:
    """Everything that can be written at a place (counted from 0), the fitting ones first."""
    if path.suffix in (".rules", ".scenario"):
        found = in_rules(workspace, path, line, column)
    else:
        found = in_tables(workspace, path, line, column)
    once = {(item.name, item.sort): item for item in found if MARK not in item.name}
    return sorted(once.values(), key=lambda item: (not item.fits, item.sort == "word", item.name))

"""Completion: keywords, and names that fit at a position.

In: a workspace and a position. Out: Items. Layer: language.
`rules`: parse the text with a mark at the cursor. `checking`: check the declaration around it, so that the checker meets the
mark with all context: the names in scope, the expected type, the owner in front of it. `names`: the names that fit such a
spot. `tables`: the same for YAML.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.language.completion.rules import in_rules
from interpreter.language.completion.spot import MARK, Item
from interpreter.language.completion.tables import in_tables
from interpreter.language.workspace import Workspace

__all__ = ["Item", "complete"]


def complete(workspace: Workspace, path: Path, line: int, column: int) -> list[Item]:
    """List what can be written at a position (from 0), best matches first."""
    if path.suffix in (".rules", ".scenario"):
        found = in_rules(workspace, path, line, column)
    else:
        found = in_tables(workspace, path, line, column)
    once = {(item.name, item.sort): item for item in found if MARK not in item.name}
    return sorted(once.values(), key=lambda item: (not item.fits, item.sort == "word", item.name))

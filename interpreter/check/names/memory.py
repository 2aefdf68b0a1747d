"""Cache of what was found in syntax trees, across checks.

In: trees, and a function of them. Out: its result, cached. Layer: check.
An editor checks a game after every keystroke, and nearly all trees are those of the previous check.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

Tree = TypeVar("Tree")
Found = TypeVar("Found")


class Memory:
    """Keyed by tree identity.

    Entries that one check does not use are dropped in the next."""

    def __init__(self, before: Memory | None = None) -> None:
        self._old = before.found if before is not None else {}
        self.found: dict[tuple[Hashable, int], tuple[object, object]] = {}

    def of(self, what: Hashable, tree: Tree, find: Callable[[Tree], Found]) -> Found:
        key = what, id(tree)
        known = self.found.get(key) or self._old.get(key)
        if known is None or known[0] is not tree:
            known = tree, find(tree)
        self.found[key] = known
        return cast(Found, known[1])

    def settle(self) -> None:
        """Drop the entries that this check has not used."""
        self._old = {}

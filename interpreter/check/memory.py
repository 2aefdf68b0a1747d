"""What was found in a tree, kept as long as the tree is used.

In: trees, and what is looked for in them. Out: the same answer without looking again. Layer: check.
An editor checks a game after every key stroke, and nearly all trees are those of the check before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Found = TypeVar("Found")


class Memory:
    """Trees are told apart by being the same object. What nobody asks for in one check is forgotten with the next."""

    def __init__(self, before: Memory | None = None) -> None:
        self._old = before._found if before is not None else {}
        self._found: dict[tuple[Hashable, int], tuple[Any, Any]] = {}

    def of(self, what: Hashable, tree: Any, find: Callable[[Any], Found]) -> Found:
        key = what, id(tree)
        known = self._found.get(key) or self._old.get(key)
        if known is None or known[0] is not tree:
            known = tree, find(tree)
        self._found[key] = known
        found: Found = known[1]
        return found

    def settle(self) -> None:
        """The check is over: what it did not ask for is not needed any more."""
        self._old = {}

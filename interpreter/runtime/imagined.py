"""What a bot that thinks in C works with: a table that it imagines, and a tree of choices.

In: nothing. Out: the shapes of both, so that who asks for them need not know C. Layer: runtime. `native.Memory` is such a
table, `native.Tree` such a tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Imagined(Protocol):
    def tried(self, numbers: Sequence[int], luck: int, most: int, player: int) -> list[float] | None:
        """How good each choice turns out for the player when all play on by this luck, at most so many decisions; None
        when C has no room for it."""
        ...

    def tree(self, luck: int, curiosity: float) -> Searched: ...


class Searched(Protocol):
    def grow(self, table: Imagined, iterations: int, most: int, open_: bool) -> int:
        """So many iterations on a table; gives how many were made: fewer once the answer is certain, -1 if C has no room."""
        ...

    def found(self, count: int, player: int) -> list[tuple[int, float | None]]:
        """Of each choice: how often it was tried, and how it ends for the player if that is certain."""
        ...

"""Interfaces for bots that think in C: how C plays a bot, a determinized table, a search tree.

In: nothing. Out: protocols, so that callers need not know C. Layer: runtime. `native.Memory`
implements the table, `native.Tree` the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

BY_CHANCE, EAGER, GREEDY, SEARCHING, LEARNED, LEARNED_TREE = range(6)  # the sorts of bots that C plays


class BotInC(NamedTuple):
    """How C plays a bot: its sort, its budget, and the address of its model.

    The budget is a number of finishes or iterations."""

    sort: int
    amount: int = 0
    model: int = 0


class Imagined(Protocol):
    def tried(self, numbers: Sequence[int], luck: int, most: int, player: int) -> list[float] | None:
        """Value each choice for the player by a random playout with this seed.

        Of at most `most` decisions; None if C has no room."""
        ...

    def tree(self, luck: int, curiosity: float) -> Searched: ...


class Searched(Protocol):
    def grow(self, table: Imagined, iterations: int, most: int, open_: bool) -> int:
        """Run iterations on a table.

        Return how many were done: fewer if the root is solved, -1 if C has no room."""
        ...

    def found(self, count: int, player: int) -> list[tuple[int, float | None]]:
        """For each choice: its visits, and its value for the player if it is solved."""
        ...

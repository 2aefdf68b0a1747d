"""A seat at the table: all that the player who sits there may do beside deciding.

In: a state and a player. Out: the player's view and what the player was told. Layer: runtime. Bots get a seat and the
question, never the state.
"""

from __future__ import annotations

from typing import Any, Protocol


class Seen(Protocol):
    """As much of a state as a seat looks at."""

    def view(self, player: int | None) -> dict[str, Any]: ...
    def events_for(self, player: int | None, since: int = 0) -> list[str]: ...


class Seat:
    __slots__ = ("_state", "player")

    def __init__(self, state: Seen, player: int) -> None:
        self._state, self.player = state, player

    def view(self) -> dict[str, Any]:
        """The table as this player may know it."""
        return self._state.view(self.player)

    def events(self, since: int = 0) -> list[str]:
        """What this player was told."""
        return self._state.events_for(self.player, since)

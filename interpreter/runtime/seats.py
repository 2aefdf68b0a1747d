"""A seat at the table: all that the player who sits there may do beside deciding.

In: a state and a player. Out: the player's view and what the player was told. Layer: runtime. Bots get a seat and the
question, never the state.
"""

from __future__ import annotations

from typing import Any


class Seat:
    __slots__ = ("_state", "player")

    def __init__(self, state: Any, player: int) -> None:
        self._state, self.player = state, player

    def view(self) -> dict[str, Any]:
        """The table as this player may know it."""
        found: dict[str, Any] = self._state.view(self.player)
        return found

    def events(self, since: int = 0) -> list[str]:
        """What this player was told."""
        found: list[str] = self._state.events_for(self.player, since)
        return found

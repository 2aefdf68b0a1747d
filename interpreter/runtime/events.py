"""Events: what happened, and who may know it.

In: nothing. Out: Event, an entry of a state's log. Layer: runtime. An event has a full text for its audience (None:
everyone) and, where something hidden is involved, a shorter one for everybody else. `telling` writes them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    text: str
    audience: tuple[int, ...] | None = None
    masked: str = ""  # what the others learn; empty: nothing

    def told_to(self, player: int | None) -> str:
        """The text for a player (None: a spectator); empty if it is not for them."""
        if self.audience is None or (player is not None and player in self.audience):
            return self.text
        return self.masked

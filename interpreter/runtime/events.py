"""Events: what happened, and who may know it.

In: nothing. Out: Event, an entry of a state's log. Layer: runtime. An event has a full text for its audience (None: everyone)
and, if something hidden is involved, a masked one for the others; likewise its deed, which is the text as data. `event_log`
writes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from interpreter.runtime.tables import Keys

EventKind: TypeAlias = Literal["announce", "show", "move", "gain", "pay", "roll", "out", "decision"]


@dataclass(frozen=True, slots=True)
class Deed:
    """What happened, as data.

    Lists of the state are numbers here: `json_view` names them."""

    who: int | None = None  # the acting player, or the owner
    whom: int | None = None  # the other player, such as the payee
    kind: str = ""  # of the things
    things: tuple[int, ...] = ()
    amount: int | None = None  # how much, or how many things
    value: str = ""  # the stored value that changed, for these keys
    keys: Keys = ()
    source: int | None = None  # the pile, row or grid that the things come from
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    kind: EventKind
    text: str
    audience: tuple[int, ...] | None = None
    masked: str = ""  # what the others learn; empty: nothing
    deed: Deed | None = None
    masked_deed: Deed | None = None
    decision: int = 0  # the decision that it belongs to, counted from 1; 0: it came before the first
    told_before: tuple[int, ...] = ()  # who were told it at once, when the others had to wait for it

    def told_to(self, player: int | None) -> str:
        """The text for a player (None: a spectator); empty if there is none."""
        if player in self.told_before:
            return ""
        return self.text if self._is_for(player) else self.masked

    def deed_for(self, player: int | None) -> Deed | None:
        """The deed, as far as the player may know it."""
        if player in self.told_before:
            return None
        return self.deed if self._is_for(player) else self.masked_deed

    def _is_for(self, player: int | None) -> bool:
        return self.audience is None or (player is not None and player in self.audience)

"""Who may see a stored value.

In: a state, a stored value and its keys. Out: yes or no, or the players. Layer: runtime.
"""

from __future__ import annotations

from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys


def sees(s: Position, keep: Keep, keys: Keys, player: int | None) -> bool:
    """May this player (None: a spectator) see it?"""
    return isinstance(keep.sight, str) or bool(keep.sight(s, -1 if player is None else player, *keys))


def who_sees(s: Position, keep: Keep, keys: Keys) -> tuple[int, ...] | None:
    """The players who see it; None: everyone, spectators too."""
    if isinstance(keep.sight, str):
        return None
    return tuple(player for player in range(s.count) if sees(s, keep, keys, player))


def seers(s: Position, keep: str, keys: Keys) -> tuple[int, ...] | None:
    """As generated code asks: by the name of the stored value."""
    return who_sees(s, s.code.keep_by_name[keep], keys)


def is_open(s: Position, zone: int) -> bool:
    """Does everyone see what lies there?"""
    return isinstance(s.code.zone(zone).sight, str)

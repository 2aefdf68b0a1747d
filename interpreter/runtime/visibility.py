"""Visibility: who may see a stored value.

In: a state, a stored value and its keys. Out: yes or no, or the players. Layer: runtime.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys


def sees(s: Position, keep: Keep, keys: Keys, player: int | None) -> bool:
    """May this player (None: a spectator) see it?"""
    return isinstance(keep.sight, str) or bool(keep.sight(s, -1 if player is None else player, *keys))


def who_sees(s: Position, keep: Keep, keys: Keys) -> tuple[int, ...] | None:
    """The players who see it; None: everyone, including spectators."""
    if isinstance(keep.sight, str):
        return None
    return tuple(player for player in range(s.count) if sees(s, keep, keys, player))


def seers(s: Position, keep: str, keys: Keys) -> tuple[int, ...] | None:
    """`who_sees` for generated code: by the name of the stored value."""
    return who_sees(s, s.code.keep_by_name[keep], keys)


def is_open(s: Position, zone: int) -> bool:
    """Does everyone see the cards there?"""
    return isinstance(s.code.zone(zone).sight, str)


def live_keys(s: Position, kinds: tuple[str, ...]) -> list[Keys]:
    """List the keys of a value over these kinds.

    Without empty seats and without cards that are not made yet."""
    return list(product(*(_live(s, kind) for kind in kinds)))


def _live(s: Position, kind: str) -> Iterable[int]:
    if kind == "player":
        return range(s.count)
    found = s.code.KINDS[kind]
    if found.spare is None or found.base is None:
        return range(s.code.size(kind))
    base = found.base
    return [card for card in range(len(found.members)) if s.cells[base + card] not in (None, found.spare)]


# ---- which players know where each card is: only in a state with a log
def learn(s: Position, base: int, card: int, old: int | None, zone: int) -> None:
    """Update who knows where a card is: players who see its source or target.

    Others no longer know what is left there."""
    assert s.known is not None
    seers = _who(s, zone) | (_who(s, old) if old is not None else 0)
    s.known[base + card] = seers
    for other in s.lists[old] if old is not None and old != zone and not s.code.is_grid[old] else ():
        if other is not None:
            s.known[base + other] = s.known.get(base + other, 0) & seers


def forget(s: Position, zone: int) -> None:
    """Forget the order of the cards there, for all players."""
    base = s.code.base(s.code.zone(zone).card)
    for card in s.lists[zone] if s.known else ():
        if card is not None and s.known:
            s.known.pop(base + card, None)


def _who(s: Position, zone: int) -> int:
    """Return the bitset of players who see the cards there."""
    found = s.code.zone_of[zone]
    assert found is not None
    who = who_sees(s, *found)
    return (1 << s.count) - 1 if who is None else sum(1 << player for player in who)

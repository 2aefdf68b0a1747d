"""Silence: questions that are put because of something that not everyone knows.

In: what generated code says about why it goes on. Out: from whom the present question is hidden, and what those see instead:
the table as it was when they last saw somebody asked. Layer: runtime. `s.hush` holds, for each secret that led here, the
players who know it, as bits. A question is hidden from those who do not know a secret that the one who is asked knows;
a secret that she does not know either she learns by being asked, and so does the table.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.runtime.position import Position
from interpreter.runtime.sight import live_keys
from interpreter.runtime.tables import Keep, Keys, Value

PartOfKeys = tuple[int | None, ...]


def hushed(
    s: Position,
    keep: tuple[str, PartOfKeys] | None = None,
    cards: tuple[int, Value] | None = None,
    known_to: int | None = None,
) -> tuple[int, ...]:
    """`s.hush` with one secret more: a stored value, which cards these are, or what one player alone knows."""
    if keep is not None:
        name, keys = keep
        known = _who_sees(s, s.code.keep_by_name[name], keys)
    elif cards is not None:
        known = _who_sees_cards(s, *cards)
    else:
        known = None if known_to is None else 1 << known_to
    if known is None or known in s.hush:
        return s.hush
    if known not in s.windows:
        s.windows = (*s.windows, known)
    return (*s.hush, known)


def _who_sees(s: Position, keep: Keep, keys: PartOfKeys) -> int | None:
    """Bits of those who see it; None when everyone does. A key None stands for all that there are."""
    sight = keep.sight
    if isinstance(sight, str):
        return None
    if not keep.sight_is_fixed or None in keys:
        return _who_sees_now(s, keep, sight, keys)
    fixed, key = s.code.fixed_seers, (keep.name, keys, s.count)  # asked for at every step that rests on a secret
    if key not in fixed:
        fixed[key] = _who_sees_now(s, keep, sight, keys)
    return fixed[key]


def _who_sees_now(s: Position, keep: Keep, sight: Callable[..., bool], keys: PartOfKeys) -> int | None:
    known = (1 << s.count) - 1
    everyone = True
    for found in _meant(s, keep, keys):
        everyone = everyone and bool(sight(s, -1, *found))
        for player in range(s.count):
            if not sight(s, player, *found):
                known &= ~(1 << player)
    return None if everyone else known


def _meant(s: Position, keep: Keep, keys: PartOfKeys) -> list[Keys]:
    known = tuple(key for key in keys if key is not None)
    if len(known) == len(keys):
        return [known]
    return [own for own in live_keys(s, keep.kinds) if all(key in (None, k) for key, k in zip(keys, own, strict=True))]


def _who_sees_cards(s: Position, base: int, cards: Value) -> int | None:
    """Which cards these are is known to those who see where they lie."""
    known = None
    for card in cards if isinstance(cards, tuple) else (cards,):
        zone = s.cells[base + card] if isinstance(card, int) else None
        found = s.code.zone_of[zone] if zone is not None else None
        seers = _who_sees(s, found.keep, found.keys) if found is not None else None
        if seers is not None:
            known = seers if known is None else known & seers
    return known


def noticed(s: Position) -> None:
    """Something happened for all to see. What is done in secret, nobody sees."""
    if s.veil is None and not (s.site >= 0 and s.code.SITES[s.site].private):
        s.hush = ()


def hidden_from(s: Position) -> tuple[int | None, ...]:
    """Those who may not notice the present question; None is a spectator."""
    if not s.hush or s.options is None or s.code.SITES[s.site].openly:
        return ()
    blind = 0
    for known in s.hush:
        if known >> s.actor & 1:
            blind |= ~known
    blind &= ~(1 << s.actor)
    if not blind:
        return ()
    return (*(player for player in range(s.count) if blind >> player & 1), None)


def could_have_been_asked(s: Position) -> tuple[int, ...]:
    """Those who were not asked since the last decision, but would have been if what they alone know were different."""
    alone = [known for known in s.windows if known not in s.hush and known.bit_count() == 1]
    return tuple(dict.fromkeys(known.bit_length() - 1 for known in alone))


def remember(s: Position) -> None:
    """Before a decision, and before the first: whoever may notice the present question has seen the table as it is now."""
    if not s.code.QUIET:
        return
    shadow, blind = s.bare_clone(), hidden_from(s)
    s.windows = ()
    s.shadows = {
        player: s.shadows.get(player, shadow) if player in blind else shadow for player in (*range(s.count), None)
    }

"""Hidden questions: questions asked because of something that not everyone knows.

In: the secrets that generated code registers as causes. Out: from whom the current question is hidden, and what those players
see instead: the table just before the rules read the secret. Layer: runtime. `s.secret_causes` holds, for each secret that
led here, the bitset of players who know it. A question is hidden from players who do not know a secret that the asked player
knows; a secret that the asked player does not know either is revealed to them and to the table by the question.

That table is a moment. It is kept whether or not anyone is asked then: players who see the same moments in the same order
cannot tell the difference. `s.moments` are those since the last decision, each with the bitset of players in the dark from
there on (the bit after the last seat is the spectator's); `s.last_seen` is the latest moment of each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys, Value
from interpreter.runtime.visibility import live_keys

AnyPosition = TypeVar("AnyPosition", bound=Position)
PartOfKeys = tuple[int | None, ...]
MAX_MOMENTS = 1000  # between two decisions: long loops must not fill the memory


def hushed(
    s: Position,
    keep: tuple[str, PartOfKeys] | None = None,
    cards: tuple[int, Value] | None = None,
    known_to: int | None = None,
) -> tuple[int, ...]:
    """Return `s.secret_causes` with one more secret.

    A stored value, the identity of cards, or what one player alone knows."""
    if keep is not None:
        name, keys = keep
        known = _who_sees(s, s.code.keep_by_name[name], keys)
    elif cards is not None:
        known = _who_sees_cards(s, *cards)
    else:
        known = None if known_to is None else 1 << known_to if known_to >= 0 else 0  # below 0: nobody can be named
    if known is None or known in s.secret_causes:
        return s.secret_causes
    if known not in s.windows:
        s.windows = (*s.windows, known)
    if s.watched and not s.trial:
        _keep_moment(s, _in_the_light(s) & ~known)
    return (*s.secret_causes, known)


def _in_the_light(s: Position) -> int:
    """The bitset of players who know every secret that led here."""
    light = (2 << s.count) - 1
    for known in s.secret_causes:
        light &= known
    return light


def _keep_moment(s: Position, who: int) -> None:
    """Record the current table for players who see it until the next open question."""
    if not who:
        return
    last = s.moments[-1][1] if s.moments else None
    moment = last if last is not None and _is_still(s, last) else as_a_moment(s)
    s.moments = (*s.moments[: MAX_MOMENTS - 1], (who, moment))
    s.last_seen = {**s.last_seen, **dict.fromkeys(_those(s, who), moment)}


def _is_still(s: Position, moment: Position) -> bool:
    """Has nothing happened since this moment?"""
    return (
        moment.told == len(s.log or ()) and moment.cells == s.cells and moment.lists == s.lists
        and moment.secret_turn_of == s.secret_turn_of and moment.out == s.out
        and [f[0] for f in moment.stack] == [f[0] for f in s.stack]
    )  # fmt: skip


def as_a_moment(s: AnyPosition) -> AnyPosition:
    """Copy the table without any trace of questions."""
    moment = s.bare_clone()
    moment.site = moment.actor = -1
    moment.options, moment.answer, moment.value = None, None, None
    moment.free, moment.tried, moment.rejected, moment.regions = (), (), (), ()
    moment.secret_causes, moment.windows, moment.moments, moment.sealed = (), (), (), ()
    return moment


def _those(s: Position, bits: int) -> list[int | None]:
    return [player for player in (*range(s.count), None) if bits >> _bit(s, player) & 1]


def _bit(s: Position, player: int | None) -> int:
    return s.count if player is None else player


def moments_for(s: AnyPosition, player: int | None) -> tuple[AnyPosition, ...]:
    """The tables shown to the player since the last decision, before the current one."""
    now = s.last_seen.get(player) if player in hidden_from(s) else None
    found: list[AnyPosition] = []
    for who, moment in s.moments:
        is_new = not found or found[-1] is not moment
        if who >> _bit(s, player) & 1 and is_new and moment is not now:
            found.append(moment)
    return tuple(found)


def _who_sees(s: Position, keep: Keep, keys: PartOfKeys) -> int | None:
    """The bitset of players who see it; None if everyone does.

    A key None means all members."""
    sight = keep.sight
    if isinstance(sight, str):
        return None
    if not keep.sight_is_fixed or None in keys:
        return _who_sees_now(s, keep, sight, keys)
    fixed, key = s.code.fixed_seers, (keep.name, keys, s.count)  # needed at every step that depends on a secret
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
    """Who knows which cards these are: players who see the places of all of them."""
    known = None
    for card in cards if isinstance(cards, tuple) else (cards,):
        zone = s.cells[base + card] if isinstance(card, int) else None
        found = s.code.zone_of[zone] if zone is not None else None
        seers = _who_sees(s, found.keep, found.keys) if found is not None else None
        if seers is not None:
            known = seers if known is None else known & seers
    return known


def noticed(s: Position) -> None:
    """Forget the secret causes: everyone sees this event, unless it happens in secret."""
    if s.secret_turn_of is None and not (s.site >= 0 and s.code.SITES[s.site].private):
        s.secret_causes = ()


def hidden_from(s: Position) -> tuple[int | None, ...]:
    """Players who may not notice the current question; None is a spectator."""
    if not s.secret_causes or s.options is None or s.code.SITES[s.site].openly:
        return ()
    blind = 0
    for known in s.secret_causes:
        if known >> s.actor & 1:
            blind |= ~known
    blind &= ~(1 << s.actor)
    if not blind:
        return ()
    return (*(player for player in range(s.count) if blind >> player & 1), None)


def could_have_been_asked(s: Position) -> tuple[int, ...]:
    """Players who might have been asked if their own secrets were different.

    They were not asked since the last decision; other players must not notice that."""
    alone = [known for known in s.windows if known not in s.secret_causes and known.bit_count() == 1]
    return tuple(dict.fromkeys(known.bit_length() - 1 for known in alone))


def remember(s: Position) -> None:
    """Before anything runs: record the table as everyone's last seen one."""
    if s.code.QUIET:
        s.last_seen = dict.fromkeys((*range(s.count), None), as_a_moment(s))
    s.windows, s.moments = (), ()


def answered(s: Position, blind: tuple[int | None, ...]) -> None:
    """After a logged decision.

    Players who noticed the question have seen everything up to now, even if its cause is secret."""
    dark = ((2 << s.count) - 1) & ~_in_the_light(s)
    for player in blind:
        dark &= ~(1 << _bit(s, player))
    if dark:
        _keep_moment(s, dark)

"""The event log: what happens, in English, for those who may know it.

In: a state in which something has just happened. Out: an Event in its log. Layer: runtime. Not called for games without a
log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from interpreter.runtime.events import Deed, Event, EventKind
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys, Shown, Site, Value, Zoned
from interpreter.runtime.visibility import is_open, who_sees

READS_ON = "_of"  # a name with this suffix continues with its key in English: `cards_of(player)`. Affects texts only
UNNAMED = "amount"  # a name that says no more than the number
PASS = "Pass"  # the label of passing, unless the rules give another
SAID: tuple[EventKind, ...] = ("announce", "show")  # to those whom the rules name
PRIVATE: tuple[EventKind, ...] = (*SAID, "roll")  # in a secret turn: for that player alone, afterwards too
KEY = re.compile(r"\{[0-9]")  # words for an amount that name a key of the value
GROUPED_FROM = 10_000  # numbers are written with commas, as on cards


def name_in_words(name: str) -> str:
    return name.replace("_", " ")


def counted(titles: Iterable[str]) -> str:
    """Join titles, with equal ones counted: `Orient ×2, Crescent`."""
    numbers = Counter(titles)
    return ", ".join(title if number == 1 else f"{title} ×{number}" for title, number in numbers.items())


def so_many(amount: int, keep: Keep, keys: Sequence[str] = ()) -> str:
    """Render an amount: `3 points`, `1 point`, `Rs 50`, `2 levels (fuel)`.

    In the game's own words if the rules define some; these may name the keys themselves: `2 fuel levels`."""
    of = ", ".join(keys[1:])
    if keep.counted is not None:
        text = keep.counted[amount != 1].format(*keys, n=f"{amount:,}" if amount >= GROUPED_FROM else amount)
        return f"{text} ({of})" if of and not KEY.search(keep.counted[0]) else text
    name = keep.title or name_in_words(keep.name.removesuffix(READS_ON))
    if amount == 1 and name.endswith("s") and not name.endswith("ss"):
        name = name[:-3] + "y" if name.endswith("ies") else name[:-1]
    return f"{amount} {name}" + (f" ({of})" if of else "")


def value_title(value: Keep | Shown) -> str:
    """Name a stored or derived value on its own: `cards_of(player)` are cards."""
    return value.title or name_in_words(value.name.removesuffix(READS_ON))


def zone_title(s: Position, zone: int | None) -> str:
    found = s.code.zone_of[zone] if zone is not None else None
    if found is None:
        return "the box"
    name = found.keep.title or name_in_words(found.keep.name)
    owners = _owners(s, found)
    if found.keep.place:
        return found.keep.place.format(*owners)
    if not owners:
        return f"the {name}"
    owner = ", ".join(owners)
    if found.keep.name.endswith(READS_ON):
        return f"the {name} {owner}"
    return (
        f"the {owner} {name}" if owner.islower() and "player" not in found.keep.kinds else f"{possessive(owner)} {name}"
    )


def _owners(s: Position, zone: Zoned) -> list[str]:
    return [s.title(kind, key) for kind, key in zip(zone.keep.kinds, zone.keys, strict=True)]


def _arrival(s: Position, zone: int, cards: str, number: int) -> str:
    """Return the log line for cards that arrive at a place, if the rules have one."""
    found = s.code.zone_of[zone]
    if found is not None and found.keep.arrival:
        return found.keep.arrival.format(*_owners(s, found), cards=cards)
    return f"{cards} {'goes' if number == 1 else 'go'} to {zone_title(s, zone)}"


def possessive(name: str) -> str:
    """Return the possessive: `ann's`, `two gears'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def report(
    s: Position,
    kind: EventKind,
    text: str,
    audience: tuple[int, ...] | None = None,
    masked: str = "",
    deed: Deed | None = None,
    masked_deed: Deed | None = None,
) -> None:
    """Append to the log; while a decision is secret, only for the player who makes it."""
    assert s.log is not None
    if s.secret_turn_of is not None:
        at_once = _told_at_once(s.secret_turn_of, kind, audience)
        if kind not in PRIVATE and (masked or audience is None or len(at_once) < len(audience)):
            s.withheld = (*s.withheld, Event(kind, text, audience, masked, deed, masked_deed, told_before=at_once))
        audience, masked, masked_deed = at_once, "", None
    elif audience is None and s.site >= 0 and _secret(s):
        audience = (s.actor,)
    s.log.append(Event(kind, text, audience, masked, deed, masked_deed, len(s.decided)))


def _told_at_once(deciding: int, kind: EventKind, audience: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return who sees an event of a running secret turn at once.

    The player whose turn it is, and those to whom it happens."""
    if audience is None:
        return (deciding,)
    return audience if kind in SAID else tuple(player for player in audience if player == deciding)


def _secret(s: Position) -> bool:
    """Was the last decision private?"""
    return s.options is None and s.code.SITES[s.site].private


# ---- called by generated code
Audience = int | tuple[int, ...] | list[int] | range | None


def tell(s: Position, text: str, audience: Audience) -> None:
    report(s, "announce", text, _those(audience))


def tell_shown(s: Position, what: str, audience: Audience) -> None:
    report(s, "show", f"{what} {'are' if ', ' in what else 'is'} shown", _those(audience))


def _those(audience: Audience) -> tuple[int, ...] | None:
    if audience is None:
        return None
    return (audience,) if isinstance(audience, int) else tuple(audience)


def tell_gain(s: Position, name: str, keys: Keys, amount: int) -> None:
    if amount == 0:
        return
    keep = s.code.keep_by_name[name]
    titles = [s.title(kind, key) for kind, key in zip(keep.kinds, keys, strict=True)]
    verb = "gains" if amount > 0 else "loses"
    text = f"{titles[0] if titles else 'the table'} {verb} {so_many(abs(amount), keep, titles)}"
    who = next((key for kind, key in zip(keep.kinds, keys, strict=True) if kind == "player"), None)
    report(s, "gain", text, who_sees(s, keep, keys), deed=Deed(who, amount=amount, value=name, keys=tuple(keys)))


def tell_pay(
    s: Position,
    name: str,
    keys: tuple[int, ...],
    payer: int | str,
    payee: int | str | None,
    amount: int,
    unit: str = "",
) -> None:
    """Log a payment; payer and payee are players, or names of kept numbers.

    `unit`: the value after which the amount is called, if it is another one: a bank pays money."""
    if amount == 0:
        return
    both = (payer, "the bank" if payee is None else payee)
    giver, receiver = (one if isinstance(one, str) else s.player_names[one] for one in both)
    keep = s.code.keep_by_name[name]
    of = [s.title(kind, key) for kind, key in zip(keep.kinds, keys, strict=True)] if isinstance(payer, int) else []
    what = so_many(amount, s.code.keep_by_name[unit or name], of)
    text = f"{giver} pays {what} to {receiver}"
    seers = who_sees(s, keep, keys)
    people = [one if isinstance(one, int) else None for one in (payer, payee)]
    if seers is not None and payee is not None:
        seers = tuple(dict.fromkeys((*seers, *(one for one in people if one is not None))))
    report(s, "pay", text, seers, deed=Deed(people[0], people[1], amount=amount, value=name))


# ---- dice, cards, seats
def tell_roll(s: Position, found: tuple[int, ...], one: bool, seers: tuple[int, ...] | None) -> None:
    text = ("the die shows " if one else "the dice show ") + ", ".join(map(str, found))
    report(s, "roll", text, seers, deed=Deed(things=found))


def tell_out(s: Position, player: int) -> None:
    report(s, "out", f"{s.player_names[player]} is out of the game", deed=Deed(player))


def tell_move(s: Position, base: int, cards: tuple[int, ...], old: int | None, new: int) -> None:
    """Log a move.

    Players who see the source or the target learn which cards; the others, how many."""
    kind = s.code.card_kind[base]
    if s.forced is not None and old != new:
        s.forced.setdefault("drawn", set()).add(old)
    if all(s.code.zone(zone).not_shown for zone in (old, new) if zone is not None):
        return  # from one box into another
    if old is None and s.code.zone(new).lives_with == "":
        return  # cards that are made in play are laid out before the first is made
    seers: set[int] = set()
    open_to_all = False
    for zone in (old, new):
        found = s.code.zone_of[zone] if zone is not None else None
        if found is not None:
            who = who_sees(s, found.keep, found.keys)
            open_to_all |= who is None
            seers.update(who or ())
    if old is not None and open_to_all and not is_open(s, old) and not is_open(s, new):
        open_to_all = False
    titles = counted(s.title(kind, card) for card in cards)
    full = _arrival(s, new, titles, len(cards))
    count = "a card" if len(cards) == 1 else f"{len(cards)} cards"
    hidden = any(s.code.zone(zone).count_hidden for zone in (old, new) if zone is not None)
    masked = "" if hidden else _arrival(s, new, count, len(cards))
    deed = Deed(kind=kind, things=cards, amount=len(cards), source=old, target=new)
    audience, masked = (None, "") if open_to_all else (tuple(sorted(seers)), masked)
    masked_deed = Deed(kind=kind, amount=len(cards), source=old, target=new) if masked else None
    report(s, "move", full, audience, masked, deed, masked_deed)


def tell_decision(s: Position, label: str, option: Value, thing: tuple[str, int] | None, free: bool) -> None:
    """Log a decision.

    A card chosen from a place that others cannot see is hidden from them. The number of a free action is not a card."""
    site = s.code.SITES[s.site]
    who = s.player_names[s.actor]
    things: tuple[tuple[str | None, Value], ...] = ((site.kind, option),)
    if site.parts and isinstance(option, int):
        things = site.apart(option)
    elif isinstance(option, tuple):
        things = tuple((site.listed, item) for item in option)
    is_thing = site.shape in ("thing", "several") and not free
    in_secret = site.private or s.secret_turn_of is not None
    hidden = in_secret or (is_thing and any(_hidden_choice(s, kind, number) for kind, number in things))
    text = f"{who}: {label}" if site.is_menu or free else f"{who} chooses {label}{_what_for(site, label)}"
    if option is None and not free and label == PASS:
        text = f"{who} passes"
    assert s.log is not None
    blind = hidden_from(s)
    those = tuple(player for player in range(s.count) if player not in blind) if blind else None
    deed = Deed(s.actor) if thing is None else Deed(s.actor, kind=thing[0], things=(thing[1],))
    s.log.append(Event("decision", text, (s.actor,) if hidden else those, deed=deed, decision=len(s.decided)))


def _what_for(site: Site, label: str) -> str:
    """Return for a bare number what the rules call it: ` (bid)`."""
    is_bare = label.removeprefix("-").isdecimal() and not site.parts and site.listed is None
    return f" ({name_in_words(site.name)})" if is_bare and site.name != UNNAMED else ""


def _hidden_choice(s: Position, kind: str | None, option: Value) -> bool:
    if kind is None or not isinstance(option, int) or s.code.KINDS[kind].base is None:
        return False
    zone = s.cells[s.code.base(kind) + option]
    return zone is not None and not is_open(s, zone)

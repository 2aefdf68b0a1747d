"""Decide whether a decision may be undone.

In: the State before the decision, the State now, and the player asking. Out: None, or the reason why not. Layer: tools.
Nothing may be undone once a person has learned something from it: dice rolled, cards drawn or shown. The reason names only
what the player asking knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Event, State

NO = "That cannot be taken back"


def why_not(before: State, now: State, people: Sequence[int], asking: int) -> str | None:
    """Return why the people at the table may not undo; None if they may."""
    if now.inspect.chance_count != before.inspect.chance_count:
        return f"{NO}: dice were rolled or cards were shuffled or drawn since{_named(_rolls(before, now, asking))}."
    seen = _private_news(before, now, asking) or _new_sights(before, now, asking)
    if seen:
        return f"{NO}: something hidden was seen since{_named(seen)}."
    others = [person for person in people if person != asking]
    if any(_private_news(before, now, other) or _new_sights(before, now, other) for other in others):
        return f"{NO}: somebody else saw something hidden since."
    return None


def _named(what: Sequence[str]) -> str:
    return f" ({'; '.join(dict.fromkeys(what))})" if what else ""


def _rolls(before: State, now: State, asking: int) -> list[str]:
    """List the dice rolled since then, as far as this person saw them."""
    told = (event.told_to(asking) for event in now.events[len(before.events) :] if event.kind == "roll")
    return [text for text in told if text]


def _private_news(before: State, now: State, person: int) -> list[str]:
    """List what this person alone was shown.

    Their own decisions and possessions reveal nothing new."""
    news = (
        event for event in now.events[len(before.events) :] if event.audience is not None and person in event.audience
    )
    return [event.text for event in news if event.kind != "decision" and not _is_their_own(event, before, person)]


def _is_their_own(event: Event, before: State, person: int) -> bool:
    """Is it their own gain or payment, or a move of cards they had seen?"""
    if event.kind not in ("gain", "pay", "move") or (deed := event.deed) is None:
        return False
    if event.kind != "move":
        return deed.who == person
    names = before.engine.position.code.KINDS[deed.kind].members
    return all(f"the card {_name_in_words(names[thing])}" in _known(before, person) for thing in deed.things)


def _known(state: State, person: int) -> set[str]:
    return set(_sights(state.view(person)))


def _new_sights(before: State, now: State, person: int) -> list[str]:
    """List the cards and values that are visible now and were hidden before."""
    known = _known(before, person)
    return [words for words in dict.fromkeys(_sights(now.view(person))) if words not in known]


def _sights(view: Mapping[str, object]) -> Iterator[str]:
    """List the visible cards and values, regardless of places and amounts."""
    zones, table = view.get("zones"), view.get("table")
    for cards in zones.values() if isinstance(zones, Mapping) else ():
        if not isinstance(cards, Mapping):
            yield from (f"the card {_name_in_words(card)}" for card in cards if card is not None)
    for name, value in table.items() if isinstance(table, Mapping) else ():
        for key in value if isinstance(value, Mapping) else ("",):
            yield f"{_name_in_words(name)} of {_name_in_words(key)}" if key else _name_in_words(name)


def _name_in_words(name: object) -> str:
    return str(name).replace("_", " ")

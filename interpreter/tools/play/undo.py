"""May a decision be taken back?

In: the State before the decision and the State now. Out: None, or the sentence that says why not. Layer: tools.
Nothing may be taken back once somebody learned something from it: dice that fell, cards that were drawn or shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import State


def why_not(before: State, now: State, people: Sequence[int]) -> str | None:
    """Why the people at the table may not go back from one state to an earlier one."""
    if now.chance_count != before.chance_count:
        return "That cannot be taken back: dice were rolled or cards were shuffled or drawn since."
    if _told_in_private(before, now, people) or any(_saw_more(before, now, person) for person in people):
        return "That cannot be taken back: something hidden was seen since."
    return None


def _told_in_private(before: State, now: State, people: Sequence[int]) -> bool:
    """Whether somebody was told something that not everybody was; their own decisions taught them nothing."""
    news = (event for event in now.events[len(before.events) :] if event.kind != "decision")
    return any(event.audience is not None and not set(people).isdisjoint(event.audience) for event in news)


def _saw_more(before: State, now: State, person: int) -> bool:
    """Whether a card lies open now that lay hidden before, or a value can be read that could not."""
    return not set(_sights(now.view(person))) <= set(_sights(before.view(person)))


def _sights(view: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Which cards and which values can be seen, whatever the values are and wherever the cards lie."""
    zones, table = view.get("zones"), view.get("table")
    for cards in zones.values() if isinstance(zones, Mapping) else ():
        if not isinstance(cards, Mapping):
            yield from (("card", str(card)) for card in cards)
    for name, value in table.items() if isinstance(table, Mapping) else ():
        for key in value if isinstance(value, Mapping) else ("",):
            yield f"value {name}", str(key)

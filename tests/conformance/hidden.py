"""Two states that differ only in what one player may not know.

`disguised` changes such things in a copy: cards change places among the zones that the player cannot see, values that
the player cannot see get other values. What the player may see, and whether, stays as it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from interpreter import State
from interpreter.runtime.views import live_keys, place, sees

Keep = Any  # a row of the game's table of stored values: name, place, steps, kinds, type, who sees it, ...
ZONES = ("pile", "row", "grid")


def disguised(state: State, viewer: int | None, chance: random.Random) -> State | None:
    """A copy that the viewer cannot tell from the state; None when the viewer knows everything."""
    sights = seen_by(state, viewer)
    copy, changed = state.clone(), False
    for change in changes(state, viewer, chance):
        trial = copy.clone()
        change(trial)
        if seen_by(trial, viewer) == sights and (trial.cells, trial.lists) != (copy.cells, copy.lists):
            copy, changed = trial, True
    return copy if changed else None


def seen_by(state: State, viewer: int | None) -> list[tuple[str, tuple[int, ...]]]:
    """Which stored values the viewer sees now."""
    return [(keep[0], keys) for keep, keys in stored(state) if sees(state, keep, keys, viewer)]


def stored(state: State) -> Iterator[tuple[Keep, tuple[int, ...]]]:
    for keep in state.code.KEEPS:
        for keys in live_keys(state, keep):
            yield keep, keys


def changes(state: State, viewer: int | None, chance: random.Random) -> Iterator[Any]:
    """Things to do to a copy, each of which only touches what is hidden from the viewer."""
    hidden = [(keep, keys) for keep, keys in stored(state) if not sees(state, keep, keys, viewer)]
    for kind, base in ((kind, entry[4]) for kind, entry in state.code.KINDS.items() if entry[4] is not None):
        zones = [place(keep, keys) for keep, keys in hidden if keep[4].split(":")[:2] in (["pile", kind], ["row", kind])]
        if zones:
            yield lambda copy, base=base, zones=zones: mix(copy, base, zones, chance)
    for keep, keys in hidden:
        if keep[4].split(":")[0] not in ZONES and not is_companion(state, keep):
            yield lambda copy, keep=keep, keys=keys: alter(copy, keep, keys, chance)


def is_companion(state: State, keep: Keep) -> bool:
    """The height in a stack: numbers of their own that follow another value."""
    return bool(keep[0].endswith("_height"))


def mix(copy: State, base: int, zones: list[int], chance: random.Random) -> None:
    """The cards in these zones change places; each zone keeps as many as it had."""
    spots = [(zone, index) for zone in zones for index, card in enumerate(copy.lists[zone]) if card is not None]
    cards = [copy.lists[zone][index] for zone, index in spots]
    chance.shuffle(cards)
    for (zone, index), card in zip(spots, cards, strict=True):
        copy.lists[zone][index] = card
        copy.cells[base + card] = zone


def alter(copy: State, keep: Keep, keys: tuple[int, ...], chance: random.Random) -> None:
    cell = place(keep, keys)
    copy.cells[cell] = other_value(copy, keep[4], copy.cells[cell], chance)


def other_value(state: State, type_: str, value: Any, chance: random.Random) -> Any:
    """Another value of the same type, as it is written in the game's table."""
    head, _, rest = type_.partition(":")
    if head == "maybe":
        return other_value(state, rest, value, chance) if value is not None else None
    if head == "of":
        return chance.randrange(state.count if rest == "player" else len(state.code.KINDS[rest][1]))
    if head == "list":
        return tuple(chance.sample(value, len(value)))
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) and head == "number" else value

"""Two states that differ only in what one player may not know.

`disguised` changes such things in a copy: cards change places among the zones that the player cannot see, values that
the player cannot see get other values. What the player may see, and whether, stays as it is. `check_nothing_leaks` then
looks at both with the player's eyes, and goes on playing both in the same way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from interpreter import Fault, State, event_forms, look, tabletop, view_form
from interpreter.ir.types import ListOf, Maybe, Number, Of, Type, YesNo
from interpreter.runtime.tables import EVERYONE, Keep
from interpreter.runtime.visibility import live_keys, sees

Change = Callable[[State], None]
UNFIT = (Fault, ValueError, TypeError, LookupError)  # what was changed did not fit what a rule was in the middle of
LOCKSTEP = 6  # decisions that two states are followed that one player cannot tell apart


def check_nothing_leaks(state: State, viewer: int | None, chance: random.Random) -> None:
    """The viewer gets the same out of the state and out of one that differs in what the viewer may not know."""
    other = disguised(state, viewer, chance)
    if other is not None:
        assert what_is_known(other, viewer) == what_is_known(state, viewer)
        follow(state.clone(), other, viewer, chance)


def what_is_known(state: State, viewer: int | None) -> dict[str, Any]:
    """All that somebody who is not asked just now can get out of a state."""
    known: dict[str, Any] = {
        "view": state.view(viewer), "events": state.events_for(viewer), "result": state.result,
        "form": view_form(state, viewer), "told": event_forms(state, viewer), "table": tabletop(state, viewer),
        "look": look(state, viewer, state.player_names[0]),
    }  # fmt: skip
    if viewer is not None and state.request is not None and state.request.player != viewer:
        known["why"] = [state.why_not(viewer, words) for words in ("", "pass", *state.engine.position.code.ACTIONS)]
    return known


def follow(
    one: State, other: State, viewer: int | None, chance: random.Random, compare: Callable[[], None] = lambda: None
) -> None:
    """Two games that the viewer cannot tell apart: the same decisions tell the viewer the same, until the rules reveal
    something. What is announced or shown is told on purpose. `compare`: what else is to be the same after each decision."""
    before, name = (one, other), ""
    for number in range(LOCKSTEP):
        if (
            one.request is None
            or other.request is None
            or (one.engine.position.site, one.engine.position.actor)
            != (other.engine.position.site, other.engine.position.actor)
        ):
            return
        if number > 0 and one.request.player == viewer:
            if asked(other) != asked(one) and looked_up(*before, name, asked(other)):
                return
            assert asked(other) == asked(one)
        shared = {choice.name for choice in other.request.choices}
        names = [choice.name for choice in one.request.choices if choice.name in shared]
        if not names or (number == 0 and one.request.player != viewer and one.request.kind == "thing"):
            return  # what others may choose was worked out before the change
        name, since = chance.choice(names), one.inspect.events_known(viewer)
        before = one.clone(), other.clone()
        try:
            one.choose(name)
            other.choose(name)
        except UNFIT:
            return
        if one.view(viewer) != other.view(viewer):
            return
        events = [(event.kind, event.told_to(viewer)) for event in one.events[since : one.inspect.events_known(viewer)]]
        others = [
            (event.kind, event.told_to(viewer)) for event in other.events[since : other.inspect.events_known(viewer)]
        ]
        if any(kind in ("announce", "show") and text for kind, text in (*events, *others)):
            return
        told, told_there = [text for _, text in events if text], [text for _, text in others if text]
        if (
            one.inspect.as_seen(viewer) is not one or other.inspect.as_seen(viewer) is not other
        ):  # the news come with the next open question
            told, told_there = told[: len(told_there)], told_there[: len(told)]
        assert told_there == told
        if one.result != other.result:  # the rules say who has won
            return
        compare()


def looked_up(one: State, other: State, name: str, question: dict[str, Any]) -> bool:
    """Does it come from piles that nobody sees alone: is she asked the same if only these are as in the other game? What lies
    there the rules look up, and tell what they find ("the corporation has no tunnel card")."""
    mixed = one.clone()
    for zone, found in enumerate(mixed.engine.position.code.zone_of):
        if found is None or found.keep.is_grid or zone in mixed.engine.position.code.OWNERS:
            continue
        if not any(
            sees(mixed.engine.position, found.keep, found.keys, seat) for seat in range(mixed.engine.position.count)
        ):
            mixed.engine.position.lists[zone] = list(other.engine.position.lists[zone])
            base = mixed.engine.position.code.base(found.keep.card)
            for card in {*one.engine.position.lists[zone], *other.engine.position.lists[zone]} - {
                None
            }:  # where a card lies is kept beside the piles
                mixed.engine.position.cells[base + card] = other.engine.position.cells[base + card]
    try:
        mixed.choose(name)
    except UNFIT:
        return True
    return mixed.request is not None and asked(mixed) == question


def asked(state: State) -> dict[str, Any]:
    """All that the one who is asked is told."""
    request = state.request
    assert request is not None
    return {
        "prompt": request.prompt,
        "choices": [(choice.name, choice.label) for choice in request.choices[:200]],
        "refused": [(refusal.name, refusal.reason, refusal.values) for refusal in request.refused],
    }


def disguised(state: State, viewer: int | None, chance: random.Random) -> State | None:
    """A copy that the viewer cannot tell from the state; None when the viewer knows everything."""
    partly = [keep for keep in state.engine.position.code.KEEPS if keep.sight != EVERYONE]
    hidden = [
        (keep, keys)
        for keep in partly
        for keys in live_keys(state.engine.position, keep.kinds)
        if not sees(state.engine.position, keep, keys, viewer)
    ]
    sights = seen_by(state, partly, viewer)
    copy = state.clone()
    for change in changes(state, hidden, chance):
        trial = copy.clone()
        change(trial)
        if seen_by(trial, partly, viewer) == sights:  # who sees something may itself follow from something hidden
            copy = trial
    return (
        copy
        if (copy.engine.position.cells, copy.engine.position.lists)
        != (state.engine.position.cells, state.engine.position.lists)
        else None
    )


def seen_by(state: State, keeps: list[Keep], viewer: int | None) -> list[tuple[str, tuple[int, ...]]]:
    """Which of these values the viewer sees now."""
    return [
        (keep.name, keys)
        for keep in keeps
        for keys in live_keys(state.engine.position, keep.kinds)
        if sees(state.engine.position, keep, keys, viewer)
    ]


def changes(state: State, hidden: list[tuple[Keep, tuple[int, ...]]], chance: random.Random) -> Iterator[Change]:
    """Things to do to a copy, each of which only touches what is hidden."""
    for kind, base in ((kind, base) for base, kind in state.engine.position.code.card_kind.items()):
        zones = [keep.at(keys) for keep, keys in hidden if keep.is_zone and not keep.is_grid and keep.card == kind]
        if zones:
            yield partial(mix, base=base, zones=zones, chance=chance)
    for name in dict.fromkeys(keep.name for keep, _ in hidden):
        values = [
            (keep, keys) for keep, keys in hidden if keep.name == name and not keep.is_zone and keep.height_of is None
        ]
        if values:  # the order in a stack follows another value
            yield partial(alter_all, values=values, chance=chance)


def mix(copy: State, base: int, zones: list[int], chance: random.Random) -> None:
    """The cards in these zones change places; each zone keeps as many as it had."""
    spots = [
        (zone, index)
        for zone in zones
        for index, card in enumerate(copy.engine.position.lists[zone])
        if card is not None
    ]
    cards = [copy.engine.position.lists[zone][index] for zone, index in spots]
    chance.shuffle(cards)
    for (zone, index), card in zip(spots, cards, strict=True):
        copy.engine.position.lists[zone][index] = card
        copy.engine.position.cells[base + card] = zone


def alter_all(copy: State, values: list[tuple[Keep, tuple[int, ...]]], chance: random.Random) -> None:
    for keep, keys in values:
        cell = keep.at(keys)
        copy.engine.position.cells[cell] = other_value(copy, keep.type, copy.engine.position.cells[cell], chance)


def other_value(state: State, type_: Type, value: Any, chance: random.Random) -> Any:
    """Another value of the same type, as it is written in the game's table."""
    match type_:
        case Maybe(inner):
            return other_value(state, inner, value, chance) if value is not None else None
        case Of(kind):
            return chance.randrange(
                state.engine.position.count if kind == "player" else state.engine.position.code.size(kind)
            )
        case ListOf():
            return tuple(chance.sample(value, len(value)))
        case YesNo():
            return not value
        case Number() if isinstance(value, int):
            return value + 1
        case _:
            return value

"""Names and labels of options: for scenarios and saves, and for the screen.

In: a state that waits for a decision, or its code, and one of its options. Out: names and labels. Layer: runtime.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.runtime.event_log import PASS, name_in_words, zone_title
from interpreter.runtime.machine import at_once
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Code, FreeAction, Site, Value
from interpreter.runtime.visibility import who_sees


def called(state: Position, option: Value) -> tuple[str, str]:
    """The name and the label of an option for the asked player.

    For a card that only others see, its place."""
    site = state.code.SITES[state.site]
    if site.parts and isinstance(option, int):
        return _all_called(state, site.apart(option), option)
    zone = unseen_zone(state, site.kind, option)
    if zone is None and isinstance(option, tuple) and site.listed is not None:
        return _all_called(state, tuple((site.listed, item) for item in option if isinstance(item, int)), option)
    if zone is None:
        return option_name(state.code, state.site, option), option_label(state, option)
    return _by_place(state, zone, option)


def _all_called(state: Position, things: tuple[tuple[str | None, int], ...], option: Value) -> tuple[str, str]:
    """The same for several things decided together."""
    zones = [unseen_zone(state, kind, number) for kind, number in things]
    if all(zone is None for zone in zones):
        return option_name(state.code, state.site, option), option_label(state, option)
    found = [
        _by_place(state, zone, number) if zone is not None else _openly_called(state, kind, number)
        for zone, (kind, number) in zip(zones, things, strict=True)
    ]
    return " and ".join(name for name, _ in found), " and ".join(label for _, label in found)


def _openly_called(state: Position, kind: str | None, number: int) -> tuple[str, str]:
    return _thing_name(state.code, kind, number), state.title(kind, number) if kind is not None else str(number)


def _by_place(state: Position, zone: int, option: Value) -> tuple[str, str]:
    number = state.lists[zone].index(option) + 1
    found = state.code.zone_of[zone]
    assert found is not None
    name = found.keep.name
    mine = found.keys[:1] == (state.actor,)
    return f"{name}_{number}", f"{name_in_words(name)} {number}" if mine else f"{number} of {zone_title(state, zone)}"


def unseen_zone(state: Position, kind: str | None, option: Value) -> int | None:
    """The zone of a card whose chooser does not see it although others do."""
    base = state.code.KINDS[kind].base if kind is not None and kind != "player" else None
    zone: int | None = state.cells[base + option] if base is not None and isinstance(option, int) else None
    found = state.code.zone_of[zone] if zone is not None else None
    if found is None or not found.keep.seen_by_others:
        return None
    seers = who_sees(state, found.keep, found.keys)
    return None if seers is None or state.actor in seers else zone


def option_name(code: Code, site_number: int, option: Value) -> str:
    """The name of an option.

    The same in every state, so it can be used in saves and scenarios."""
    site = code.SITES[site_number]
    if option is None:
        return "done" if site.shape == "several" else "pass"
    if isinstance(option, int) and site.is_menu:
        return site.labels[option].name
    if isinstance(option, int) and site.parts:
        return " and ".join(_part_name(code, site, kind, number) for kind, number in site.apart(option))
    if isinstance(option, int) and site.kind is not None:
        return _thing_name(code, site.kind, option)
    if isinstance(option, tuple):
        return _list_name(option, lambda item: _thing_name(code, site.listed, item))
    return _plain(option)


def name_at_table(state: Position, option: Value) -> str:
    """The name of an option with this table's player names, as in scenarios."""
    site = state.code.SITES[state.site]
    if isinstance(option, int) and site.parts:
        return " and ".join(
            state.member_name(kind, number) if kind == "player" else _part_name(state.code, site, kind, number)
            for kind, number in site.apart(option)
        )
    if isinstance(option, int) and site.kind == "player" and not site.is_menu:
        return state.member_name("player", option)
    if isinstance(option, tuple) and site.listed == "player":
        return _list_name(option, lambda item: state.member_name("player", item))
    return option_name(state.code, state.site, option)


def _thing_name(code: Code, kind: str | None, number: int) -> str:
    if kind is None:
        return str(number)
    return f"player_{number + 1}" if kind == "player" else code.KINDS[kind].members[number]


def _part_name(code: Code, site: Site, kind: str | None, number: int) -> str:
    """Name one of several things decided together.

    Where it could be of another kind, with its kind in front."""
    name = _thing_name(code, kind, number)
    others = [part.kind for part in site.parts if part.kind not in (None, "player", kind)] if site.either else []
    return f"{kind}_{name}" if any(name in code.KINDS[other or ""].members for other in others) else name


def _list_name(items: tuple[Value, ...], name: Callable[[int], str]) -> str:
    """Name a list by its items, like several things decided together: `fox and owl`."""
    named = [name(item) if isinstance(item, int) and not isinstance(item, bool) else _plain(item) for item in items]
    return " and ".join(named) if named else "nothing"


def _plain(option: Value) -> str:
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, tuple):
        return "(" + ", ".join(_plain(item) for item in option) + ")"
    return str(option)


def free_label(state: Position, free: FreeAction) -> str:
    """What a free action is called for the one who is asked."""
    if free.title is None:
        return name_in_words(free.name)
    return at_once(state, free.title, state, [0, state.actor], None)


def option_label(state: Position, option: Value) -> str:
    site = state.code.SITES[state.site]
    if option is None:
        return "Done" if site.shape == "several" else PASS
    if isinstance(option, int) and site.is_menu:
        label = site.labels[option]
        if label.title is None:
            return name_in_words(label.name).capitalize()
        return at_once(state, label.title, state, state.stack[-1], None)
    return at_once(state, site.shown, state, option) if site.shown is not None else str(option)

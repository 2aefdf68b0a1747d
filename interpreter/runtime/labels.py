"""What the answers to a question are called: by scenarios and saves, and on the screen.

In: a state that waits for a decision, or its code, and one of its options. Out: names and labels. Layer: runtime.
"""

from __future__ import annotations

from typing import Any

from interpreter.runtime.machine import at_once


def spoken(name: str) -> str:
    return name.replace("_", " ")


def called(state: Any, option: Any) -> tuple[str, str]:
    """The name and the label of an option for the one who is asked; of a card that only the others see, its place."""
    place = unseen_place(state, option)
    if place is not None:
        (keep, keys), number = place
        zone = state.zone_title(state.cells[state.code.KINDS[state.code.SITES[state.site][3]][4] + option])
        return f"{keep}_{number}", f"{spoken(keep)} {number}" if keys[:1] == (state.actor,) else f"{number} of {zone}"
    return option_name(state.code, state.site, option), option_label(state, option)


def unseen_place(state: Any, option: Any) -> tuple[tuple[str, tuple[int, ...]], int] | None:
    """Where a card lies that is chosen by somebody who does not see it although others do: whose pile, which of them."""
    kind = state.code.SITES[state.site][3]
    base = state.code.KINDS[kind][4] if kind is not None and kind != "player" and option is not None else None
    zone = state.cells[base + option] if base is not None else None
    found = state.code.zone_of[zone] if zone is not None else None
    if found is None or not found[0][12]:
        return None
    seers = state.who_sees(found[0][0], found[1])
    if seers is None or state.actor in seers:
        return None
    return (found[0][0], found[1]), state.lists[zone].index(option) + 1


def option_name(code: Any, site_number: int, option: Any) -> str:
    """The name of an option: the same in every state, so it can stand in saves and scenarios."""
    site = code.SITES[site_number]
    if option is None:
        return "done" if site[2] == "several" else "pass"
    if site[2] in ("menu", "actions"):
        return str(site[7][option][0])
    if site[3] == "player":
        return f"player_{option + 1}"
    if site[3] is not None:
        return str(code.KINDS[site[3]][1][option])
    return _plain(option)


def _plain(option: Any) -> str:
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, tuple | list):
        return "(" + ", ".join(_plain(item) for item in option) + ")"
    return str(option)


def option_label(state: Any, option: Any) -> str:
    site = state.code.SITES[state.site]
    if option is None:
        return "Done" if site[2] == "several" else "Pass"
    if site[2] in ("menu", "actions"):
        name, title = site[7][option]
        return (
            str(at_once(state, title, state, state.stack[-1], None)) if title is not None else spoken(name).capitalize()
        )
    return str(at_once(state, site[10], state, option)) if site[10] is not None else str(option)

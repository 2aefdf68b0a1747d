"""Describe the whole board: a map, track or ring with its pieces, and tiles or squares as laid out.

In: Viewpoint. Out: lines in the game's words. Layer: view. Nothing is included that the player may not see.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir.types import ListOf
from interpreter.runtime.event_log import possessive
from interpreter.view.sections import Tabletop
from interpreter.view.viewpoint import PLAYER, Stored, Viewpoint

NAMES = ("board", "map", "track", "ring")
MANY = 30  # places of a map that are too many for one paragraph
FEW = 8  # members of a kind that players choose between rather than occupy


def board(viewpoint: Viewpoint) -> list[str]:
    """Describe everything that is laid out or occupied."""
    table = Tabletop(viewpoint)
    drawn = [
        line
        for section in table.sections()
        if section.kind == "board"
        for line in (section.title, *_lines(section.rows))
    ]
    for kind in _kinds(viewpoint):
        drawn += (_map if viewpoint.code.KINDS[kind].word == "places" else _track)(viewpoint, table, kind)
    return drawn or ["There is no board in this game."]


def _lines(rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    return (f"  {row[0]}" for row in rows)


def _kinds(viewpoint: Viewpoint) -> list[str]:
    """List the kinds that make up a board: places, and kinds on whose members each player has a position."""
    found = [kind for kind, entry in viewpoint.code.KINDS.items() if entry.word == "places" and entry.grid is None]
    for stored in viewpoint.stored:
        kind = stored.members
        if stored.kinds == (PLAYER,) and _is_standing(stored) and kind not in found and _is_track(viewpoint, kind):
            found.append(kind)
    return found


def _is_track(viewpoint: Viewpoint, kind: str) -> bool:
    found = viewpoint.code.KINDS[kind]
    return found.word not in (PLAYER, "cards", "connections") and found.grid is None and len(found.members) > FEW


def _is_standing(stored: Stored) -> bool:
    """Whether it is the position of something, for each player or for the whole table."""
    one = bool(stored.members) and not stored.is_zone and not isinstance(stored.type, ListOf)
    return one and stored.is_shown and stored.kinds in ((), (PLAYER,))


def _map(viewpoint: Viewpoint, table: Tabletop, kind: str) -> Iterator[str]:
    """List the places, by region if a column groups them, each with what is there. On a large map without regions, first
    those with something on them, with the ways from there."""
    said, regions = _said(viewpoint, table, kind), viewpoint.group_column(kind)
    yield viewpoint.code.KINDS[kind].plural.replace("_", " ")
    every = range(len(viewpoint.code.KINDS[kind].members))
    if regions is None and len(every) > MANY:
        for number in sorted(said):
            yield f"  {viewpoint.title(kind, number)}: {', '.join([*said[number], *_ways(viewpoint, kind, number)])}"
        yield from _between([viewpoint.title(kind, number) for number in every if number not in said])
        return
    rows: dict[str, list[str]] = {}
    for number in every:
        region = viewpoint.title(regions[0], regions[1][number]) if regions else ""
        there = f" ({', '.join(said[number])})" if number in said else ""
        rows.setdefault(region, []).append(viewpoint.title(kind, number) + there)
    yield from (f"  {f'{region}: ' if region else ''}{', '.join(places)}" for region, places in rows.items())


def _ways(viewpoint: Viewpoint, kind: str, number: int) -> list[str]:
    """Format the neighbours of a place: `leads to A, B`."""
    others = dict.fromkeys(viewpoint.title(kind, other) for _, _, other in viewpoint.exits(kind, number))
    return [f"leads to {', '.join(others)}"] if others else []


def _said(viewpoint: Viewpoint, table: Tabletop, kind: str) -> dict[int, list[str]]:
    """Collect the occupants of each member, and the remarks about it."""
    standing, remarks = _standing(viewpoint, kind), table.remarks_on(kind)
    return {number: [*standing.get(number, ()), *remarks.get(number, ())] for number in {*standing, *remarks}}


def _track(viewpoint: Viewpoint, table: Tabletop, kind: str) -> Iterator[str]:
    """List the members in order: a line for each with something on it, those between in one line."""
    entry = viewpoint.code.KINDS[kind]
    there = _said(viewpoint, table, kind)
    yield entry.plural.replace("_", " ")
    empty: list[str] = []
    for number in range(len(entry.members)):
        said = there.get(number)
        title = f"{number + 1} {viewpoint.title(kind, number)}"
        if not said:
            empty.append(title)
            continue
        yield from _between(empty)
        empty = []
        yield f"  {title}: {', '.join(said)}"
    yield from _between(empty)


def _between(titles: list[str]) -> Iterator[str]:
    if titles:
        yield f"    {', '.join(titles)}"


def _standing(viewpoint: Viewpoint, kind: str) -> dict[int, list[str]]:
    """Map each member to its occupants."""
    found: dict[int, list[str]] = {}
    for stored in viewpoint.stored:
        if _is_standing(stored) and stored.members == kind:
            for keys, value in viewpoint.entries(stored):
                who = viewpoint.title(PLAYER, keys[0]) if keys else ""
                found.setdefault(value, []).append(f"{possessive(who)} {stored.title}" if who else stored.title)
    return found

"""A YAML map as a drawing: its places and connections, and one change of them written into the text.

In: the text of a map, a change. Out: places and connections with the texts of their cells, or the new text. Layer: tools. Only
the lines of the change are touched, as in `card_sheet`, whose rows these are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from interpreter.data.yaml_tree import read_yaml
from interpreter.source import Source

from . import card_sheet
from .card_sheet import UnwritableError

PLACES, CONNECTIONS = "places", "connections"
ID = re.compile(r"[a-z][a-z0-9_]*")
FRESH = re.compile(r"new_place(_\d+)?")  # the id of a place that has no name yet
BAD_ID = "An id has small letters, digits and underscores, and begins with a letter."


def is_map(text: str) -> bool:
    """Whether a text lists places, or connections between them. Raises Problems."""
    root = read_yaml(Source("map", text))
    found = root.value if isinstance(root.value, dict) else {}
    return any(name in found and isinstance(found[name].value, list) for name in (PLACES, CONNECTIONS))


def shown(text: str) -> dict[str, Any]:
    """Both lists, each row with its line and cells. Raises Problems."""
    return {PLACES: card_sheet.rows(text, PLACES), CONNECTIONS: card_sheet.rows(text, CONNECTIONS)}


def changed(text: str, change: Mapping[str, Any]) -> str:
    """Carry out one change.

    Raises UnwritableError, or LookupError for a row that is not there."""
    match change.get("what"):
        case "add place":
            return _with_place(text, str(change["id"]), str(change.get("title", "")))
        case "name place":
            return _named(text, str(change["id"]), str(change["title"]))
        case "delete place":
            return _without_place(text, str(change["id"]))
        case "connect":
            return _connected(text, str(change["from"]), str(change["to"]))
        case "direct":
            return _directed(text, int(change["row"]), str(change["way"]))
        case "disconnect":
            return card_sheet.delete_row(text, int(change["row"]), CONNECTIONS)
        case _:
            raise UnwritableError("This change is not known.")


def free_id(text: str, title: str) -> str:
    """An id for a new place of this title."""
    words = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    wish = words if ID.fullmatch(words) else f"place_{words}".rstrip("_")
    return card_sheet.free_id(text, wish, PLACES)


def _with_place(text: str, name: str, title: str) -> str:
    title = " ".join(title.split())
    name = name or free_id(text, title)
    if not ID.fullmatch(name):
        raise UnwritableError(BAD_ID)
    if any(place["cells"].get("id") == name for place in card_sheet.rows(text, PLACES)):
        raise UnwritableError(f'There is a place called "{name}" already.')
    return card_sheet.append_row(text, PLACES, {"id": name, **({"title": title} if title else {})})


def _named(text: str, name: str, title: str) -> str:
    """The first name of a place gives it its id as well."""
    number, title = _number(text, name), " ".join(title.split())
    text = card_sheet.set_cell(text, number, "title", title, "text", ("id", "title"), PLACES)
    if not title or not FRESH.fullmatch(name):
        return text
    own = free_id(text, title)
    text = card_sheet.set_cell(text, number, "id", own, "name", (), PLACES)
    for row, way in enumerate(card_sheet.rows(text, CONNECTIONS)):
        for end in ("from", "to"):
            if way["cells"].get(end) == name:
                text = card_sheet.set_cell(text, row, end, own, "name", (), CONNECTIONS)
    return text


def _without_place(text: str, name: str) -> str:
    """A place goes with the connections that lead to it."""
    number = _number(text, name)
    ends = [row["cells"] for row in card_sheet.rows(text, CONNECTIONS)]
    for row in reversed(range(len(ends))):
        if name in (ends[row].get("from"), ends[row].get("to")):
            text = card_sheet.delete_row(text, row, CONNECTIONS)
    return card_sheet.delete_row(text, number, PLACES)


def _connected(text: str, start: str, end: str) -> str:
    for name in (start, end):
        _number(text, name)  # it is there
    if start == end:
        raise UnwritableError("A connection leads from a place to another place.")
    for row in card_sheet.rows(text, CONNECTIONS):
        if {row["cells"].get("from"), row["cells"].get("to")} == {start, end}:
            raise UnwritableError("These two are connected already.")
    return card_sheet.append_row(text, CONNECTIONS, {"from": start, "to": end})


def _directed(text: str, number: int, way: str) -> str:
    """`way`: both, there (from its first end to its second) or back."""
    cells = card_sheet.rows(text, CONNECTIONS)[number]["cells"]
    if way == "back":
        start, end = cells["from"], cells["to"]
        text = card_sheet.set_cell(text, number, "from", end, "text", (), CONNECTIONS)
        text = card_sheet.set_cell(text, number, "to", start, "text", (), CONNECTIONS)
    order = ("id", "from", "to", "one_way")
    return card_sheet.set_cell(text, number, "one_way", "" if way == "both" else "yes", "yes_no", order, CONNECTIONS)


def _number(text: str, name: str) -> int:
    for number, place in enumerate(card_sheet.rows(text, PLACES)):
        if place["cells"].get("id") == name:
            return number
    raise UnwritableError(f'There is no place called "{name}".')

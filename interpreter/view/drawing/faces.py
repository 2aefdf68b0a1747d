"""Faces: cards and other things as printed, large and small.

In: a Table, a kind and names. Out: HTML. Layer: view. A face has a title on its colour, large numbers with the names of
their columns, things as tags, then its text. Equal cards are drawn once, with their number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from interpreter.view.drawing.colours import NEUTRAL, Colour
from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import Table
from interpreter.view.json_view import ColumnJson
from interpreter.view.json_view.forms import Json

LONG_TEXT = 170


def painted(colour: Colour) -> str:
    return f"--fill:{colour.fill};--edge:{colour.edge};--ink:{colour.ink}"


def chip(table: Table, kind: str, name: str, count: int = 1) -> str:
    """Render a thing as a chip with its title."""
    if kind == PLAYER:
        return player(table, name)
    return table.ground.texts.of(("chip", kind, name, count), lambda: _chip(table, kind, name, count))


def _chip(table: Table, kind: str, name: str, count: int) -> str:
    words = table.title(kind, name) + (f" ×{count}" if count > 1 else "")
    return tag("span", text(words), class_="chip", data_thing=f"{kind}:{name}", style=painted(table.colours.of(kind, name)),
               title=printed(table, kind, name) or None)  # fmt: skip


def player(table: Table, name: str) -> str:
    dot = tag("i", class_="dot", style=f"--seat:{table.seat_colours.get(name, '#87837a')}")
    return tag("span", dot, text(name), class_="who", data_thing=f"{PLAYER}:{name}")


def chips(table: Table, kind: str, names: Iterable[str]) -> str:
    return "".join(chip(table, kind, meant(table, kind, same), len(same)) for same in equal(table, kind, names))


def meant(table: Table, kind: str, same: list[str]) -> str:
    """Return the one of several equal cards that can be chosen."""
    return next((one for one in same if (kind, one) in table.offered), same[0])


def equal(table: Table, kind: str, names: Iterable[str]) -> list[list[str]]:
    """Group cards that look the same, in the order of the first of each."""
    found: dict[object, list[str]] = {}
    for name in names:
        member = table.members[kind][name]
        cells = table.ground.texts.of(("cells", kind, name), partial(repr, member["cells"]))
        found.setdefault((member["title"], member["text"], cells), []).append(name)
    return list(found.values())


def hidden_cards(count: int, most: int = 10) -> str:
    backs = "".join(tag("i", class_="back") for _ in range(min(count, most)))
    return tag("span", backs, tag("b", text(count)), class_="hidden-cards")


def printed(table: Table, kind: str, name: str) -> str:
    """Return what is printed on a thing, in one line."""
    member = table.members[kind][name]
    if member["text"]:
        return member["text"]
    told = [(column["title"], _plain(table, column, member["cells"])) for column in columns(table, kind)]
    return ", ".join(f"{name} {words}" for name, words in told if words and words != member["title"])


def card(table: Table, kind: str, names: list[str]) -> str:
    """Render a whole face; `names` are equal cards."""
    name = names[0]
    member, own = table.members[kind][name], table.colours.own(kind, name)
    more = tag("span", f"×{len(names)}", class_="times") if len(names) > 1 else ""
    title = tag("header", text(member["title"]), more)
    told = [column for column in columns(table, kind) if _plain(table, column, member["cells"]) != member["title"]]
    cells = [_cell(table, column, member["cells"][column["name"]]) for column in told]
    words = tag("p", text(member["text"])) if member["text"] else ""
    body = tag("div", *cells, words, *remarks(table, kind, names), class_="body")
    size = "card tall" if len(member["text"]) > LONG_TEXT else "card"
    return tag("article", title, body, class_=size,
               data_thing=f"{kind}:{meant(table, kind, names)}", style=painted(own or NEUTRAL))  # fmt: skip


def line(table: Table, kind: str, names: list[str]) -> str:
    """Render a card in a few lines, for a shelf with many."""
    name = names[0]
    title = tag("b", text(table.title(kind, name) + (f" ×{len(names)}" if len(names) > 1 else "")))
    words = tag("span", text(printed(table, kind, name)))
    return tag("article", title, " ", words, *remarks(table, kind, names), class_="line",
               data_thing=f"{kind}:{meant(table, kind, names)}", style=painted(table.colours.of(kind, name)))  # fmt: skip


def remarks(table: Table, kind: str, names: Iterable[str]) -> list[str]:
    """List what the rules say about a card that is not printed on it."""
    wanted = set(names)
    found = []
    for seen in table.sorted.remarks.get(kind, ()):
        for entry in seen.telling:
            if entry["keys"][0] in wanted:
                value = entry["value"]
                words = value_words(table, seen.kind, value) if value is not True else ""
                found.append(tag("span", text(seen.form["title"]), " ", words, class_="remark"))
    return found


def value_words(table: Table, kind: str, value: Json) -> str:
    """Render a value as HTML: things as chips, the rest in words."""
    if isinstance(value, list):
        return " ".join(value_words(table, kind, one) for one in value)
    if isinstance(value, str) and kind:
        return chip(table, kind, value)
    if isinstance(value, bool):
        return "✓" if value else "·"
    return tag("b", text("–" if value is None else value))


def columns(table: Table, kind: str) -> list[ColumnJson]:
    """List the columns shown on a face; not those that list the ways of a place."""
    found = table.kinds[kind]["columns"]
    wanted = table.look.faces.get(kind)
    if wanted is not None:
        by_name = {column["name"]: column for column in found}
        return [by_name[name] for name in wanted if name in by_name]
    ways = {(shown["kind"], shown["joins"]) for shown in table.definition["maps"]}
    return [column for column in found if not any({kind, _inner(column)} == set(pair) for pair in ways)]


def _inner(column: ColumnJson) -> str | None:
    type_ = column["type"]
    return type_["of"].get("kind") if "of" in type_ else type_.get("kind")


def _cell(table: Table, column: ColumnJson, value: Json) -> str:
    if value is None or value is False or value == 0 or value == []:
        return ""
    name = text(column["title"])
    if isinstance(value, bool):
        return tag("span", name, class_="tag")
    if isinstance(value, list):
        inner = _inner(column)
        words = " ".join(
            chip(table, inner, one) if inner and isinstance(one, str) else text(one) + " ·" for one in value
        )
        return tag("div", tag("small", name), " ", words.removesuffix(" ·"), class_="cells")
    inner = _inner(column)
    if isinstance(value, str) and inner:
        return chip(table, inner, value)
    return tag("div", tag("b", text(value)), " ", tag("small", name), class_="number")


def _plain(table: Table, column: ColumnJson, cells: dict[str, Json]) -> str:
    value, inner = cells[column["name"]], _inner(column)
    if value is None or value is False or value == 0 or value == []:
        return ""
    if value is True:
        return "yes"
    found = value if isinstance(value, list) else [value]
    return ", ".join(table.title(inner, one) if inner and isinstance(one, str) else str(one) for one in found)

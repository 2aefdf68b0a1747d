"""Faces: cards and other things as printed, large and small.

In: a Table, a kind and names. Out: HTML. Layer: view. A face has a title on its colour, large numbers with the names of
their columns, things as tags, then its text. Equal cards are drawn once, with their number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from interpreter.view.drawing.colours import NEUTRAL, Colour
from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.marks import icon
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import Table, capital
from interpreter.view.drawing.tile_parts import picture
from interpreter.view.json_view import ColumnJson, MemberJson
from interpreter.view.json_view.forms import AmountsJson, Json

LONG_TEXT = 170
SHORT_TITLE = 3
LONG_WORD = 9  # letters that leave no room beside them in a card's title


def painted(colour: Colour) -> str:
    return f"--fill:{colour.fill};--edge:{colour.edge};--ink:{colour.ink}"


def chip(table: Table, kind: str, name: str, count: int = 1) -> str:
    """Render a thing as a chip with its title."""
    if kind == PLAYER:
        return player(table, name)
    return table.ground.texts.of(("chip", kind, name, count), lambda: _chip(table, kind, name, count))


def mark(table: Table, kind: str, name: str) -> str:
    """Render the mark of a thing in its colour; empty if it has none."""
    found, own = table.colours.mark(kind, name), table.colours.own(kind, name)
    return icon(found, own.ink if own else "#4a463b") if found else ""


def seat(table: Table, name: str, words: str = "") -> str:
    """Render a player's mark: colour, shape and initial."""
    found, initial = table.seat_marks.get(name, ("disc", "?"))
    return icon(found, table.seat_colours.get(name, "#6f6a5c"), words or initial, class_="mark seat-mark")


def _chip(table: Table, kind: str, name: str, count: int) -> str:
    index, title = table.ground.index(kind, name), table.title(kind, name)
    words = (index or title) + (f" ×{count}" if count > 1 else "")
    paint, told = painted(table.colours.of(kind, name)), printed(table, kind, name) or None
    inside = mark(table, kind, name) + tag("span", text(words), class_="word")
    if index:
        return tag("span", inside, class_="chip index-chip", data_thing=f"{kind}:{name}", style=paint, title=title,
                   role="img", aria_label=title)  # fmt: skip
    return tag("span", inside, class_="chip", data_thing=f"{kind}:{name}", style=paint, title=told)


def player(table: Table, name: str) -> str:
    return tag("span", seat(table, name), text(name), class_="who", data_thing=f"{PLAYER}:{name}")


def chips(table: Table, kind: str, names: Iterable[str]) -> str:
    """Render cards as chips, each with what the rules keep for it."""
    return "".join(
        chip(table, kind, meant(table, kind, same), len(same)) + "".join(remarks(table, kind, same))
        for same in equal(table, kind, names)
    )


def meant(table: Table, kind: str, same: list[str]) -> str:
    """Return the one of several equal cards that can be chosen."""
    return next((one for one in same if (kind, one) in table.offered), same[0])


def equal(table: Table, kind: str, names: Iterable[str]) -> list[list[str]]:
    """Group cards that look the same, in the order of the first of each."""
    found: dict[object, list[str]] = {}
    for name in names:
        kept = tuple(remarks(table, kind, [name])) if kind in table.sorted.remarks else ()
        found.setdefault((look_of(table, kind, name), kept), []).append(name)
    return list(found.values())


def look_of(table: Table, kind: str, name: str) -> tuple[str, str, str]:
    """Return what two cards must have in common to look the same."""
    member = table.members[kind][name]
    cells = (member["cells"], member.get("amounts"))
    return member["title"], member["text"], table.ground.texts.of(("cells", kind, name), partial(repr, cells))


def hidden_cards(count: int, most: int = 10) -> str:
    backs = "".join(tag("i", class_="back") for _ in range(min(count, most)))
    return tag("span", backs, tag("b", text(count)), class_="hidden-cards")


def printed(table: Table, kind: str, name: str) -> str:
    """Return what is printed on a thing, in one line."""
    kind, name = table.ground.printed_as(kind, name)
    if table.ground.index(kind, name):
        return ""
    member = table.members[kind][name]
    if member["text"]:
        return member["text"]
    shown = [column for column in columns(table, kind) if not _same_for_all(table, kind, column)]
    told = [(column["title"], plain(table, column, member["cells"])) for column in shown]
    title = set(_words(member["title"]))
    said = [(name, words) for name, words in told if words and not set(_words(words)) <= title]
    things = {column["title"] for column in shown if column["type"]["type"] == "thing"}
    parts = [
        name.removeprefix("is ") if words == "yes" else words if name in things else f"{name} {words}"
        for name, words in said
    ]
    return ", ".join([*parts, *_amounts_in_words(table, kind, member)])


def _same_for_all(table: Table, kind: str, column: ColumnJson) -> bool:
    """Whether a column says the same of every member: who chooses among them learns nothing from it."""
    cells = [repr(member["cells"][column["name"]]) for member in table.kinds[kind]["members"]]
    return len(cells) > 1 and len(set(cells)) == 1


def card(table: Table, kind: str, names: list[str], also: str = "") -> str:
    """Render a whole face; `names` are equal cards; `also`: what they stand for, such as the pile that is bought from."""
    name = names[0]
    own = table.colours.own(kind, name)
    more = tag("span", f"×{len(names)}", class_="times") if len(names) > 1 else ""
    if table.ground.index(kind, name):
        return _index_card(table, kind, names, more, also)
    printed_kind, printed_name = table.ground.printed_as(kind, name)
    member = table.members[printed_kind][printed_name]
    shown = columns(table, printed_kind)
    cornered = corner(table, printed_kind, shown, member["cells"])
    told = [c for c in shown if c is not cornered and not _in_title(table, c, member, cornered is None)]
    crowded = bool(more) and max(map(len, member["title"].split()), default=0) > LONG_WORD
    sign = mark(table, kind, name)
    if cornered:
        said = title_of(table, printed_kind, cornered)
        sign = tag("b", text(member["cells"][cornered["name"]]), class_="corner", title=said)
    title = tag("header", sign, tag("span", text(capital(member["title"]))), "" if crowded else more)
    inside = _body(table, printed_kind, printed_name, told) + "".join(remarks(table, kind, names))
    inside = (picture(table, kind, name) if table.parts_of(kind) else "") + inside
    size = "card tall" if len(member["text"]) > LONG_TEXT else "card" if inside else "card small"
    inside = inside or mark(table, kind, name) or _large(member["title"])
    body = tag("div", inside, more if crowded else "", class_="body")
    return tag("div", title, body, class_=size,
               data_thing=f"{kind}:{meant(table, kind, names)}", data_also=also or None,
               style=painted(own or NEUTRAL))  # fmt: skip


def _large(title: str) -> str:
    """A card that shows nothing but a number or a letter shows it in its middle, too."""
    return tag("b", text(title), class_="index", aria_hidden="true") if len(title) <= SHORT_TITLE else ""


def _in_title(table: Table, column: ColumnJson, member: MemberJson, marked: bool) -> bool:
    """Whether a column says only what the title says: the same, or words of it where the mark of the thing stands beside it."""
    words, title = plain(table, column, member["cells"]).casefold(), member["title"].casefold()
    return words == title or (
        marked and inner_kind(column) is not None and bool(words) and set(_words(words)) <= set(_words(title))
    )


def _index_card(table: Table, kind: str, names: list[str], more: str, also: str) -> str:
    """Render a card as playing cards are: its rank and mark in the corner, the mark large in the middle."""
    name, title = names[0], table.title(kind, names[0])
    sign = mark(table, kind, name)
    corner_ = tag("span", tag("b", text(table.ground.index(kind, name))), sign, class_="rank", aria_hidden="true")
    large = tag("span", sign or tag("b", text(table.ground.index(kind, name))), class_="pip-mark", aria_hidden="true")
    inside = [corner_, large, more, *remarks(table, kind, names)]
    return tag("div", tag("span", text(title), class_="unseen"), *inside, class_="card rank-card", title=title,
               data_thing=f"{kind}:{meant(table, kind, names)}", data_also=also or None,
               style=painted(table.colours.of(kind, name)))  # fmt: skip


def _body(table: Table, kind: str, name: str, told: list[ColumnJson]) -> str:
    """Render what stands below a card's title: things, text, numbers."""
    member = table.members[kind][name]
    words = "" if repeats(table, kind, member["text"], told, member["cells"]) else member["text"]
    left = [column for column in told if not words or not _is_said(table, kind, column, member)]
    cells = [_cell(table, kind, column, member["cells"][column["name"]]) for column in left]
    things, numbers = [c for c in cells if 'class="number"' not in c], [c for c in cells if 'class="number"' in c]
    parts = [
        *_amount_rows(table, kind, member),
        tag("div", *things, class_="tags") if any(things) else "",
        tag("p", text(words)) if words else "",
        tag("div", *numbers, class_="figures") if any(numbers) else "",
    ]
    return "".join(parts)


def _amount_rows(table: Table, kind: str, member: MemberJson) -> list[str]:
    """Render each column of amounts as a row of marks with numbers."""
    return [
        tag("div", tag("small", text(title)), " ", *(_amount(table, by, *one) for one in told), class_="cells")
        for title, by, told in amounts(table, kind, member)
    ]


def _amount(table: Table, kind: str, name: str, value: int) -> str:
    """Render a number beside the mark of its thing; beside the title if there is no mark."""
    sign, title = mark(table, kind, name), table.members[kind][name]["title"]
    words = tag("b", text(value)) + ("" if sign else " " + text(title))
    told = {"role": "img", "aria_label": f"{value} {title}", "title": f"{value} {title}"} if sign else {}
    return tag("span", sign + words, class_="chip", data_thing=f"{kind}:{name}",
               style=painted(table.colours.of(kind, name)), **told)  # fmt: skip


def _amounts_in_words(table: Table, kind: str, member: MemberJson) -> list[str]:
    """List what each column of amounts says: cost 2 ore, 1 gear."""
    return [
        f"{title} " + ", ".join(f"{value} {table.members[by][one]['title']}" for one, value in told)
        for title, by, told in amounts(table, kind, member)
    ]


def amounts(table: Table, kind: str, member: MemberJson) -> list[tuple[str, str, list[tuple[str, int]]]]:
    """List the columns of amounts on a face: title, kind, and the numbers that are not 0 with what they are for."""
    wanted, titles, printed_ = table.look.faces.get(kind), table.look.titles.get(kind, {}), member.get("amounts", {})
    columns_: list[AmountsJson] = [
        c for c in table.kinds[kind].get("amounts", ()) if wanted is None or c["name"] in wanted
    ]
    found = [
        (titles.get(c["name"]) or c["title"], c["by"], [(n, v) for n, v in printed_.get(c["name"], {}).items() if v])
        for c in columns_
    ]
    return [one for one in found if one[2]]


def _is_said(table: Table, kind: str, column: ColumnJson, member: MemberJson) -> bool:
    """Whether the printed text says a number with its column's name: 2 coins."""
    value, words = member["cells"][column["name"]], member["text"].casefold()
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return f"{value} {one_of(title_of(table, kind, column)).casefold()}" in words


def corner(table: Table, kind: str, shown: list[ColumnJson], cells: dict[str, Json]) -> ColumnJson | None:
    """Return the column whose number stands in the corner: the one the look names, else the first of at least two."""
    said = table.look.corner.get(kind)
    numbers = [c for c in shown if c["type"]["type"] == "number"]
    found = next((c for c in numbers if c["name"] == said), None) if said else numbers[0] if len(numbers) > 1 else None
    return found if found is not None and cells[found["name"]] is not None else None


def title_of(table: Table, kind: str, column: ColumnJson) -> str:
    return table.look.titles.get(kind, {}).get(column["name"]) or column["title"]


def repeats(table: Table, kind: str, words: str, shown: list[ColumnJson], cells: dict[str, Json]) -> bool:
    """Whether a printed text only says again what the columns say: at most three words are left over."""
    known = {w for c in table.kinds[kind]["columns"] for w in _words(f"{c['title']} {plain(table, c, cells)}")}
    rest = [word for word in _words(words) if word not in known and word.rstrip("s") not in known]
    return len(shown) >= 3 and len(rest) <= 3


def _words(text_: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text_.casefold())


def line(table: Table, kind: str, names: list[str]) -> str:
    """Render a card in a few lines, for a shelf with many."""
    name = names[0]
    title = tag(
        "b", mark(table, kind, name), text(table.title(kind, name) + (f" ×{len(names)}" if len(names) > 1 else ""))
    )
    words = tag("span", text(printed(table, kind, name)))
    return tag("div", title, " ", words, *remarks(table, kind, names), class_="line",
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
    drawn, owner = table.parts_of(kind), table.look.owner.get(kind)  # parts are on the picture of the tile
    return [
        column for column in found
        if inner_kind(column) not in drawn and column["name"] != owner
        and not any({kind, inner_kind(column)} == set(pair) for pair in ways)
    ]  # fmt: skip


def inner_kind(column: ColumnJson) -> str | None:
    type_ = column["type"]
    return type_["of"].get("kind") if "of" in type_ else type_.get("kind")


def _cell(table: Table, kind: str, column: ColumnJson, value: Json) -> str:
    if value is None or value is False or value == 0 or value == []:
        return ""
    name = text(title_of(table, kind, column))
    if isinstance(value, bool):
        return tag("span", name.removeprefix("is "), class_="tag")
    if isinstance(value, list):
        inner = inner_kind(column)
        words = " ".join(
            chip(table, inner, one) if inner and isinstance(one, str) else text(one) + " ·" for one in value
        )
        return tag("div", tag("small", name), " ", words.removesuffix(" ·"), class_="cells")
    inner = inner_kind(column)
    if isinstance(value, str) and inner:
        return chip(table, inner, value)
    return tag(
        "div",
        tag("b", text(str(value).replace("-", "−"))),
        " ",
        tag("small", one_of(name) if value == 1 else name),
        class_="number",
    )


def one_of(name: str) -> str:
    """The title of a column of numbers beside a one: 1 step, where the others have steps."""
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us", "is", "series")) else name


def plain(table: Table, column: ColumnJson, cells: dict[str, Json]) -> str:
    value, inner = cells[column["name"]], inner_kind(column)
    if value is None or value is False or value == 0 or value == []:
        return ""
    if value is True:
        return "yes"
    found = value if isinstance(value, list) else [value]
    return ", ".join(table.title(inner, one) if inner and isinstance(one, str) else str(one) for one in found)

"""What a card shows, sorted by how it is drawn: a corner, tags, bars, pairs, numbers, text.

In: a Table, a kind and equal cards of it. Out: Content. Layer: tools. A column that only repeats the title is left out, and so is
a text that only repeats the columns.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from interpreter.view.drawing import faces
from interpreter.view.drawing.colours import darkened
from interpreter.view.drawing.table import Table
from interpreter.view.json_view import ColumnJson, MemberJson
from interpreter.view.json_view.forms import Json

BANDS = ("#2e6f9e", "#7a4a2e", "#3f4a63", "#5b7a2e", "#6a4a86", "#8a6420", "#3d3a34", "#1f6b6b", "#93404e")
NEUTRAL = "#4a463b"
BAR_STEPS = (2, 5)  # members of a kind that can be the height of a bar
BARS = 3  # entries from which on a list can be drawn as bars
ALIKE = 3  # letters with which the names of two columns begin that belong together


@dataclass(frozen=True)
class Tag:
    words: str
    mark: str | None
    colour: str


@dataclass(frozen=True)
class TagRow:
    label: str
    tags: tuple[Tag, ...]


@dataclass(frozen=True)
class Pair:
    tag: Tag
    words: str


@dataclass(frozen=True)
class Content:
    kind: str
    id: str
    title: str
    word: str  # what cards of this kind are called
    colour: str  # of the band: white words on it can be read
    mark: str | None
    corner: str | None
    tags: tuple[TagRow, ...]
    bars: tuple[float, ...]  # heights from 0 to 1
    bars_of: str
    pairs: tuple[Pair, ...]
    amounts: tuple[TagRow, ...]
    numbers: tuple[tuple[str, str], ...]  # number and name
    text: str
    copies: int
    values: tuple[tuple[str, str], ...]  # every column in words, for the blanks of a template


def content(table: Table, kind: str, names: list[str], allowed: Collection[str] | None = None) -> Content:
    """Sort what is printed on equal cards.

    `allowed`: the titles of columns that may be shown, unless the look names them."""
    member = table.members[kind][names[0]]
    cells, said = member["cells"], kind in table.look.faces
    shown = [c for c in faces.columns(table, kind) if said or allowed is None or c["title"] in allowed]
    corner = _corner(table, kind, shown, member)
    told = [c for c in shown if c is not corner and not _repeats_title(table, c, member)]
    barred = {c["name"] for c in told if _is_bars(table, kind, c)}
    paired = _paired(table, kind, told)
    skipped = barred | {name for pair in paired for name in pair}
    rows = [row for c in told if c["name"] not in skipped and (row := _tag_row(table, kind, c, cells[c["name"]]))]
    bars = next((c for c in told if c["name"] in barred), None)
    own = table.colours.own(kind, names[0])
    text = "" if faces.repeats(table, kind, member["text"], told, cells) else member["text"]
    rows = [row for row in rows if not _is_said(row, f"{member['title']} {text}")]
    return Content(
        kind=kind, id=names[0], title=_capital(member["title"]), word=card_word(table, kind),
        colour=darkened(own.edge) if own is not None else kind_colour(table, kind),
        mark=table.colours.mark(kind, names[0]) or table.look.paper.card(kind).mark,
        corner=None if corner is None else str(cells[corner["name"]]),
        tags=tuple(rows), bars=_bars(table, bars, cells), bars_of="" if bars is None else faces.title_of(table, kind, bars),
        pairs=tuple(pair for things, numbers in paired for pair in _pairs(table, kind, things, numbers, cells)),
        amounts=tuple(_amounts(table, by, title, told) for title, by, told in faces.amounts(table, kind, member)),
        numbers=tuple((str(cells[c["name"]]), faces.title_of(table, kind, c)) for c in told if _is_figure(c, cells)),
        text=text, copies=len(names),
        values=tuple((c["name"], faces.plain(table, c, cells)) for c in table.kinds[kind]["columns"]),
    )  # fmt: skip


def card_word(table: Table, kind: str) -> str:
    """What cards of this kind are called at their foot."""
    return table.look.paper.card(kind).word or _capital(kind.replace("_", " "))


def _is_said(row: TagRow, words: str) -> bool:
    """Whether title and text say the same as the tags.

    At least half of the words of each."""
    known = _words(words)
    return all(2 * len(_words(tag.words) & known) >= len(_words(tag.words)) for tag in row.tags)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.casefold()))


def kind_colour(table: Table, kind: str) -> str:
    """The colour of a kind as a whole: from the look, else one of a row of quiet ones."""
    said = table.look.paper.card(kind).colour
    cards = [name for name, form in table.kinds.items() if form["word"] == "cards" or name in table.look.paper.cards]
    return darkened(said or BANDS[cards.index(kind) % len(BANDS)] if kind in cards else said or BANDS[0])


def tag_of(table: Table, kind: str, name: str) -> Tag:
    own = table.colours.own(kind, name)
    return Tag(
        _capital(table.title(kind, name)), table.colours.mark(kind, name), darkened(own.edge) if own else NEUTRAL
    )


def _corner(table: Table, kind: str, shown: list[ColumnJson], member: MemberJson) -> ColumnJson | None:
    """The column in the corner; on a card with only one number, that number."""
    found = faces.corner(table, kind, shown, member["cells"])
    numbers = [c for c in shown if c["type"]["type"] == "number"]
    only = numbers[0] if len(numbers) == 1 and member["cells"][numbers[0]["name"]] is not None else None
    return found or only


def _repeats_title(table: Table, column: ColumnJson, member: MemberJson) -> bool:
    return faces.plain(table, column, member["cells"]).casefold() == member["title"].casefold()


def _is_empty(value: Json) -> bool:
    return value is None or value is False or value == 0 or value == []


def _is_figure(column: ColumnJson, cells: dict[str, Json]) -> bool:
    value = cells[column["name"]]
    return isinstance(value, int) and not isinstance(value, bool) and value != 0


def _tag_row(table: Table, kind: str, column: ColumnJson, value: Json) -> TagRow | None:
    """Make a row of tags of things, of a yes, or of numbers in a list."""
    if _is_empty(value) or (isinstance(value, int) and value is not True):
        return None
    label, inner = faces.title_of(table, kind, column), faces.inner_kind(column)
    if value is True:
        return TagRow("", (Tag(_capital(label), None, NEUTRAL),))
    if isinstance(value, list):
        things = [one for one in value if isinstance(one, str)]
        if inner and len(things) == len(value):
            return TagRow(label, tuple(tag_of(table, inner, one) for one in things))
        plain = " · ".join(map(str, value)) if not any(isinstance(one, list | dict) for one in value) else ""
        return TagRow(label, (Tag(plain, None, NEUTRAL),)) if plain else None
    if isinstance(value, str):
        is_thing = bool(inner)
        return TagRow("" if is_thing else label, (tag_of(table, inner, value) if inner else Tag(value, None, NEUTRAL),))
    return None


def _amounts(table: Table, kind: str, label: str, told: list[tuple[str, int]]) -> TagRow:
    """Make a row of marks with numbers and titles.

    On paper nothing else says what a mark means."""
    tags = (
        replace(tag_of(table, kind, name), words=f"{value} {table.members[kind][name]['title']}")
        for name, value in told
    )
    return TagRow(label, tuple(tags))


def _is_bars(table: Table, kind: str, column: ColumnJson) -> bool:
    """Whether a list says how high something stands at each of several places.

    As many names of a small kind on each card."""
    inner = faces.inner_kind(column)
    if column["type"]["type"] != "list" or inner is None or table.kinds.get(inner, {"word": ""})["word"] != "names":
        return False
    lists = [member["cells"][column["name"]] for member in table.kinds[kind]["members"]]
    lengths = {len(one) for one in lists if isinstance(one, list)}
    few = BAR_STEPS[0] <= len(table.kinds[inner]["members"]) <= BAR_STEPS[1]
    return few and len(lengths) == 1 and min(lengths) >= BARS


def _bars(table: Table, column: ColumnJson | None, cells: dict[str, Json]) -> tuple[float, ...]:
    if column is None:
        return ()
    inner, value = faces.inner_kind(column), cells[column["name"]]
    assert inner is not None
    assert isinstance(value, list)
    order = [member["name"] for member in table.kinds[inner]["members"]]
    return tuple((order.index(str(one)) + 1) / len(order) for one in value)


def _paired(table: Table, kind: str, told: list[ColumnJson]) -> list[tuple[str, str]]:
    """Find lists that belong together.

    Things and as many numbers, in columns whose names begin alike."""
    lists = [c for c in told if c["type"]["type"] == "list"]
    things = [c for c in lists if faces.inner_kind(c)]
    numbers = [c for c in lists if c["type"].get("of", {}).get("type") == "number"]
    found = []
    for thing in things:
        for number in numbers:
            alike = thing["name"][:ALIKE] == number["name"][:ALIKE]
            if alike and all(
                len(_list(m["cells"][thing["name"]])) == len(_list(m["cells"][number["name"]]))
                for m in table.kinds[kind]["members"]
            ):
                found.append((thing["name"], number["name"]))
    return found


def _pairs(table: Table, kind: str, things: str, numbers: str, cells: dict[str, Json]) -> list[Pair]:
    column = next(c for c in table.kinds[kind]["columns"] if c["name"] == things)
    inner = faces.inner_kind(column)
    assert inner is not None
    pairs = zip(_list(cells[things]), _list(cells[numbers]), strict=True)
    return [Pair(tag_of(table, inner, str(thing)), f"{number:+d}" if isinstance(number, int) else str(number))
            for thing, number in pairs]  # fmt: skip


def _list(value: Json) -> list[Json]:
    return list(value) if isinstance(value, list) else []


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

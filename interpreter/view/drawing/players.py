"""Players: everyone in one line with two values, and a panel for each with all that is known of them.

In: a Table. Out: HTML. Layer: view. The reader's own panel comes first. Values that are nothing for everybody are left out; every
cell names its value and keys, so that a page can mark what changed.
"""

from __future__ import annotations

from interpreter.view.drawing import faces
from interpreter.view.drawing.faces import chips, hidden_cards, value_words
from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import Seen, Table
from interpreter.view.json_view import EntryJson

PIPS = 6  # a number of at most this is drawn as dots
FAR = 30  # of larger ones the highest is said, unless it is far away
IN_STRIP = 2
STRIP_ROOM = 9  # letters beside the two numbers


def strip(table: Table) -> str:
    """Render every player with two values."""
    shown = [seen for seen in table.sorted.sheet if seen.sort == "number" and _is_telling(table, seen)]
    wanted = {seen.name: seen for seen in shown}
    chosen = [wanted[name] for name in table.look.strip if name in wanted] or shown[:IN_STRIP]
    room = sum(len(table.look.units.get(seen.name) or short_title(table, seen)) for seen in chosen)
    return "".join(_in_strip(table, name, chosen if room <= STRIP_ROOM else chosen[:1]) for name in table.players)


def _in_strip(table: Table, name: str, chosen: list[Seen]) -> str:
    values = []
    for seen in chosen:
        words = tag("small", text(table.look.units.get(seen.name) or short_title(table, seen)))
        values.append(tag("span", tag("b", _number(_entry(seen, name))), " ", words, data_cell=f"{seen.name}|{name}"))
    head = tag("span", faces.seat(table, name), tag("b", text("You" if name == table.you else name)), class_="named")
    return tag("div", head, tag("span", *values, class_="values"), class_="seat-card mine" if name == table.you else "seat-card",
               data_player=name, data_thing=f"{PLAYER}:{name}")  # fmt: skip


def _number(entry: EntryJson | None) -> str:
    value = None if entry is None else entry.get("value")
    return "?" if entry is None else text("–" if value is None else value)


def short_title(table: Table, seen: Seen) -> str:
    title = seen.form["title"]
    return table.look.abbr.get(seen.name) or (
        title[3:] if seen.sort == "yes_no" and title[:3].casefold() == "is " else title
    )


def panels(table: Table) -> str:
    """Render a panel for each player, the reader's first."""
    order = sorted(table.players, key=lambda name: name != table.you)
    return "".join(_panel(table, name) for name in order)


def _panel(table: Table, name: str) -> str:
    state = next(player for player in table.view["players"] if player["name"] == name)
    note = "you" if name == table.you else "out" if state["out"] else "automa" if state["automa"] else ""
    head = tag("h2", faces.seat(table, name), text(name), " ", tag("small", note) if note else "")
    cells = [_cell(table, seen, name) for seen in table.sorted.sheet if _is_telling(table, seen)]
    values = tag("dl", *cells, class_="values") if cells else ""
    pairs = [_pair(table, seen, name) for seen in table.sorted.pairs if not table.is_in_grid(seen)]
    rows = [] if name == table.you else [_held(table, seen, name) for seen in table.sorted.held]
    return tag("section", head, values, *pairs, *rows, class_="player mine" if name == table.you else "player",
               data_thing=f"{PLAYER}:{name}", data_player=name, style=f"--seat:{table.seat_colours[name]}")  # fmt: skip


def _is_telling(table: Table, seen: Seen) -> bool:
    """Whether a value says something: for anybody more than nothing, or hidden from the reader for some."""
    return bool(seen.entries) and bool(seen.telling or (seen.hidden and len(seen.entries) < len(table.players)))


def _entry(seen: Seen, *keys: str) -> EntryJson | None:
    return next((entry for entry in seen.entries if tuple(entry["keys"]) == keys), None)


def _cell(table: Table, seen: Seen, name: str) -> str:
    entry = _entry(seen, name)
    unit, high = table.look.units.get(seen.name), seen.form["type"].get("high")
    found = None if entry is None else entry.get("value")
    if entry is None:
        words = tag("span", "?", class_="unknown")
    elif isinstance(found, bool):
        words = "yes" if found else "no"
    else:
        words = signed(found) + (tag("small", text(f"/{high}")) if high is not None else "")
    name_of = short_title(table, seen)
    if entry is not None and unit and unit.casefold() != name_of.casefold():
        words += tag("small", f" {text(unit)}")
    nothing = entry is not None and not found and seen.telling
    return tag(
        "div",
        tag("dt", text(name_of)),
        tag("dd", words, data_cell=f"{seen.name}|{name}"),
        class_="nothing" if nothing else None,
    )


def _pair(table: Table, seen: Seen, name: str) -> str:
    """Render a player's values for each of a few things in one row: a mark with the number below it."""
    kind = seen.keys[1]
    if not seen.telling:
        return ""
    names = table.players if kind == PLAYER else [member["name"] for member in table.kinds[kind]["members"]]
    telling = {entry["keys"][1] for entry in seen.telling}
    cells = []
    for one in names:
        entry = _entry(seen, name, one)
        if one not in telling and kind == PLAYER:
            continue
        title = table.title(kind, one)
        mark = faces.seat(table, one) if kind == PLAYER else faces.mark(table, kind, one)
        found = None if entry is None else entry.get("value")
        words = tag("span", "?", class_="unknown") if entry is None else pair_value(table, seen, entry)
        label = mark or tag("small", text(table.short(kind, one)))
        cells.append(tag("span", label, tag("b", words, data_cell=f"{seen.name}|{name}|{one}"), title=title,
                         class_="pair-cell" if found else "pair-cell zero", data_thing=f"{kind}:{one}"))  # fmt: skip
    if not cells:
        return ""
    return tag(
        "div",
        tag("small", text(seen.form["title"]), class_="row-title"),
        tag("div", *cells, class_="pair-row"),
        class_="row",
    )


def signed(number: object) -> str:
    """Write a number with the sign that people use below nought."""
    return text(str(number).replace("-", "−")) if isinstance(number, int) else text(number)


def pair_value(table: Table, seen: Seen, entry: EntryJson) -> str:
    """Render one value of a row: a number, a tick, a chip, or the cards of a pile."""
    if seen.is_zone:
        cards = [card for card in entry.get("cards") or () if card is not None]
        return chips(table, seen.kind, cards) or (hidden_cards(entry["count"]) if entry.get("count") else "–")
    found = entry.get("value")
    if isinstance(found, bool):
        return "✓" if found else "·"
    if isinstance(found, int):
        return text(found)
    return value_words(table, seen.kind, found) if found is not None else "–"


def _held(table: Table, seen: Seen, name: str) -> str:
    entry = _entry(seen, name)
    if entry is None:
        return ""
    label = tag("small", text(seen.form["title"]), class_="row-title")
    if entry.get("count"):
        return tag("div", label, hidden_cards(entry["count"]), class_="row", data_cell=f"{seen.name}|{name}")
    cards = [card for card in entry.get("cards") or () if card is not None]
    if cards:
        return tag("div", label, chips(table, seen.kind, cards), class_="row", data_cell=f"{seen.name}|{name}")
    if entry.get("value") and not seen.is_zone:
        return tag("div", label, value(table, seen, entry), class_="row", data_cell=f"{seen.name}|{name}")
    return ""


def value(table: Table, seen: Seen, entry: EntryJson) -> str:
    """Render a value: a number with its unit and, if it is bounded, as dots; things as chips."""
    found, type_ = entry.get("value"), seen.form["type"]
    kind = type_["of"].get("kind", "") if "of" in type_ else seen.kind
    if isinstance(found, int) and not isinstance(found, bool):
        return tag("b", text(table.with_unit(seen, found))) + pips(found, type_.get("low", 0), type_.get("high"))
    return value_words(table, kind, found)


def pips(found: int, low: int, high: int | None) -> str:
    """Render a bounded number as dots, counted from its lowest: the first of 1 to 4 is one dot of four."""
    first = max(low, 1)
    if high is None or low < 0 or high <= first:
        return ""
    if high - first + 1 > PIPS:
        return "" if high > FAR else tag("small", f" of {high}", class_="most")
    dots = "".join(tag("i", class_="pip full" if number <= found else "pip") for number in range(first, high + 1))
    return tag("span", dots, class_="pips", aria_hidden="true")

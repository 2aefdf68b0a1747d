"""The parts of a page: facts, score sheet, each player's area, board, shelf, own cards.

In: a Table. Out: Drawing, a piece of HTML for each part. Layer: view. A part without content is empty. The studio
puts them on a live page, `draw` on a still one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interpreter.view.drawing import faces
from interpreter.view.drawing.boards import Board, ring, squares, tiles
from interpreter.view.drawing.faces import chips, hidden_cards, value_words
from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.maps import map_board, places_on, share_of
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import ZONES, Seen, Table
from interpreter.view.json_view import FORMAT, DefinitionJson, EntryJson, RequestJson, ViewJson

SHORT_PILE = 2  # cards of an open pile that are laid out
MANY = 5  # players from which on each has a row of the sheet instead of a column
PIPS = 12  # a number of at most this is drawn as dots
PAPER = "#fbfaf5"
HERE = Path(__file__).parent


NOBODY: ViewJson = {
    "format": FORMAT, "fingerprint": "", "you": None, "players": [], "values": [], "waiting_for": None, "secret": False,
    "over": False, "result": None,
}  # fmt: skip


@dataclass(frozen=True)
class Drawing:
    facts: str
    running: str  # values of the running procedure: shown with the question
    sheet: str
    held: str
    board: str
    shelf: str
    own: str
    shape: str  # arrangement of board and shelf: ring, beside, under, none
    colours: dict[str, str]  # of players and of what can be chosen, by kind:name

    def parts(self) -> dict[str, str]:
        return {name: part for name, part in vars(self).items() if isinstance(part, str)}


def draw_table(definition: DefinitionJson, view: ViewJson, request: RequestJson | None, look: Look) -> Drawing:
    """Render the parts of a page for one seat, from what this seat may know."""
    return _drawn(Table(definition, view, request, look))


def table_page(definition: DefinitionJson, view: ViewJson, request: RequestJson | None, look: Look) -> str:
    """Render the whole table as one self-contained page."""
    table = Table(definition, view, request, look)
    return _page(table, _drawn(table))


def board_svg(definition: DefinitionJson, view: ViewJson, request: RequestJson | None, look: Look) -> str:
    """Render the board alone as a picture with its own style; empty if the game has no board."""
    board = board_of(Table(definition, view, request, look))
    if not board.svg:
        return ""
    style = tag("style", (HERE / "board.css").read_text(encoding="utf-8"))
    x, y, width, height = board.svg.partition('viewBox="')[2].partition('"')[0].split()
    paper = tag("rect", x=x, y=y, width=width, height=height, fill=PAPER)  # the surroundings may be dark
    return board.svg.replace(">", f" width='{board.width:.0f}' height='{board.height:.0f}'>{style}{paper}", 1)


@dataclass(frozen=True)
class MapPlaces:
    """The positions of a map's places in units of look.yaml; `share`: the length of one unit on the picture."""

    kind: str
    places: dict[str, tuple[float, float]]
    share: float


def map_places(definition: DefinitionJson, look: Look) -> MapPlaces | None:
    """Return the positions of the board's places, if it is a map."""
    table = Table(definition, NOBODY, None, look)
    shape, kind = table.board
    if shape != "map":
        return None
    return MapPlaces(kind, places_on(table, kind), share_of(table, kind))


def board_png(svg: str) -> bytes:
    """Rasterize the picture of `board_svg`. Raises ImportError without the extra `draw`."""
    import vl_convert

    found: bytes = vl_convert.svg_to_png(svg, scale=2)
    return found


def card_faces(definition: DefinitionJson, look: Look) -> dict[str, list[str]]:
    """Render the cards of each kind as printed, equal ones once, with their number."""
    table = Table(definition, NOBODY, None, look)
    kinds = [kind for kind in definition["kinds"] if kind["word"] == "cards"]
    return {
        kind["name"]: [
            faces.card(table, kind["name"], same)
            for same in faces.equal(table, kind["name"], [member["name"] for member in kind["members"]])
        ]
        for kind in kinds
    }


def table_style() -> str:
    """Return the CSS of boards and of the page around them."""
    return "".join((HERE / name).read_text(encoding="utf-8") for name in ("board.css", "table.css"))


def _drawn(table: Table) -> Drawing:
    board = board_of(table)
    return Drawing(
        facts="".join(_fact(table, seen) for seen in table.sorted.facts if seen.telling),
        running="".join(_fact(table, seen) for seen in table.sorted.running if seen.telling),
        sheet=_sheet(table) + "".join(_pairs(table, seen) for seen in table.sorted.pairs),
        held="".join(_player(table, name) for name in table.players if name != table.you),
        board=_board(table, board),
        shelf=_shelf(table),
        own=_own(table),
        shape="none" if not board.svg else "ring" if board.free else "beside" if board.is_square else "under",
        colours=_colours(table),
    )


def _colours(table: Table) -> dict[str, str]:
    found = {f"{PLAYER}:{name}": colour for name, colour in table.seat_colours.items()}
    for kind, name in sorted(table.offered):
        own = table.colours.own(kind, name) if kind != PLAYER else None
        if own is not None:
            found[f"{kind}:{name}"] = own.edge
    return found


# ---------------------------------------------------------------- the board
def board_of(table: Table) -> Board:
    shape, name = table.board
    if shape == "tiles":
        return tiles(table, name)
    if shape == "squares":
        return squares(table, name)
    if shape == "map":
        return map_board(table, name)
    return ring(table, name) if shape in ("ring", "track") else Board()


def _board(table: Table, board: Board) -> str:
    if not board.svg:
        return ""
    legend = "".join(_legend_entry(table, kind, name) for kind, name in board.legend)
    ratio = f"--ratio:{board.width / board.height:.4f}"
    picture = tag("div", board.svg, board.inset, class_="picture", style=ratio)
    return picture + (tag("div", legend, class_="legend") if legend else "")


def _legend_entry(table: Table, kind: str, name: str) -> str:
    swatch = tag("i", style=faces.painted(table.colours.of(kind, name)), class_="swatch")
    return tag("span", swatch, text(table.title(kind, name)), data_thing=f"{kind}:{name}", class_="entry")


# ---------------------------------------------------------------- facts
def _fact(table: Table, seen: Seen) -> str:
    entry = seen.telling[0]
    title = tag("span", text(seen.form["title"]), class_="name") if entry["value"] is not True else ""
    value = text(seen.form["title"]) if entry["value"] is True else _value(table, seen, entry)
    return tag("span", title, " ", value, class_="fact")


def _value(table: Table, seen: Seen, entry: EntryJson) -> str:
    value, type_ = entry.get("value"), seen.form["type"]
    kind = type_["of"].get("kind", "") if "of" in type_ else seen.kind
    if isinstance(value, int) and not isinstance(value, bool):
        unit = table.look.units.get(seen.name)
        return tag("b", text(f"{value} {unit}" if unit else value)) + _pips(
            value, type_.get("low", 0), type_.get("high")
        )
    return value_words(table, kind, value)


def _pips(value: int, low: int, high: int | None) -> str:
    if high is None or not 1 < high - low <= PIPS:
        return ""
    dots = "".join(tag("i", class_="pip full" if number <= value else "pip") for number in range(low + 1, high + 1))
    return tag("span", dots, class_="pips", aria_hidden="true")


# ---------------------------------------------------------------- the score sheet
def _sheet(table: Table) -> str:
    rows = [(seen, cells) for seen in table.sorted.sheet if (cells := _cells(table, seen)) is not None]
    if not table.players:
        return ""
    heads = [_head(table, name) for name in table.players]
    names = [text(seen.form["title"]) + _bound(seen) for seen, _ in rows]
    if len(table.players) > MANY:
        lines = [tag("tr", tag("th", ""), *(tag("th", name, scope="col") for name in names))]
        for number, name in enumerate(table.players):
            mine = "mine" if name == table.you else None
            lines.append(tag("tr", heads[number], *(tag("td", cells[number]) for _, cells in rows), class_=mine))
        return tag("table", *lines, class_="sheet wide")
    lines = [tag("tr", tag("td", ""), *heads)]
    for (_, cells), name in zip(rows, names, strict=True):
        entries = (
            tag("td", cell, class_="mine" if who == table.you else None)
            for cell, who in zip(cells, table.players, strict=True)
        )
        lines.append(tag("tr", tag("th", name, scope="row"), *entries))
    return tag("table", *lines, class_="sheet")


def _head(table: Table, name: str) -> str:
    state = next(player for player in table.view["players"] if player["name"] == name)
    kind = "you" if name == table.you else "out" if state["out"] else "automa" if state["automa"] else ""
    return tag("th", text(name), tag("small", kind) if kind else "", scope="col", data_thing=f"{PLAYER}:{name}",
               class_="head you" if name == table.you else "head", style=f"--seat:{table.seat_colours[name]}")  # fmt: skip


def _bound(seen: Seen) -> str:
    high = seen.form["type"].get("high")
    return tag("small", text(f" /{high}")) if high is not None else ""


def _cells(table: Table, seen: Seen) -> list[str] | None:
    """Return each player's cell; None if there is nothing to show yet."""
    by_player = {entry["keys"][0]: entry for entry in seen.entries}
    mine = table.you in by_player and len(by_player) == 1 and len(table.players) > 1
    if not by_player or not (seen.telling or mine):
        return None
    return [_player_cell(table, seen, by_player.get(name)) for name in table.players]


def _player_cell(table: Table, seen: Seen, entry: EntryJson | None) -> str:
    if entry is None:
        return tag("span", "?", class_="unknown")
    value = entry.get("value")
    if isinstance(value, bool):
        return "✓" if value else "·"
    return text(table.with_unit(seen, value)) if value else tag("span", text(value), class_="zero")


def _pairs(table: Table, seen: Seen) -> str:
    """Render a value of each player for each of a few things."""
    if not seen.telling:
        return ""
    kind = seen.keys[1]
    names = table.players if kind == PLAYER else [member["name"] for member in table.kinds[kind]["members"]]
    found = {tuple(entry["keys"]): entry for entry in seen.entries}
    lines = [
        tag(
            "tr",
            tag("th", text(seen.form["title"]), class_="name"),
            *(_small_head(table, name) for name in table.players),
        )
    ]
    for name in names:
        cells = [found.get((who, name)) for who in table.players]
        if any(cell is not None and cell.get("value") for cell in cells):
            head = tag("th", faces.chip(table, kind, name), scope="row")
            lines.append(tag("tr", head, *(tag("td", _pair_cell(table, seen, cell)) for cell in cells)))
    return tag("table", *lines, class_="sheet pairs")


def _small_head(table: Table, name: str) -> str:
    return tag("th", tag("i", class_="dot", style=f"--seat:{table.seat_colours[name]}"), scope="col", aria_label=name)


def _pair_cell(table: Table, seen: Seen, entry: EntryJson | None) -> str:
    if entry is None:
        return tag("span", "?", class_="unknown")
    value = entry.get("value")
    return value_words(table, seen.kind, value) if value else tag("span", "·", class_="zero")


# ---------------------------------------------------------------- before the players
def _player(table: Table, name: str) -> str:
    rows = [row for seen in table.sorted.held if (row := _held(table, seen, name))]
    if not rows:
        return ""
    head = tag("h2", faces.player(table, name))
    return tag("section", head, *rows, class_="player", style=f"--seat:{table.seat_colours[name]}")


def _held(table: Table, seen: Seen, name: str) -> str:
    entry = next((entry for entry in seen.entries if entry["keys"][0] == name), None)
    if entry is None:
        return ""
    label = tag("small", text(seen.form["title"]))
    if entry.get("count"):
        return tag("div", label, hidden_cards(entry["count"]), class_="row")
    cards = [card for card in entry.get("cards") or () if card is not None]
    if cards:
        return tag("div", label, chips(table, seen.kind, cards), class_="row")
    if entry.get("value") and not seen.is_zone:
        return tag("div", label, _value(table, seen, entry), class_="row")
    return ""


# ---------------------------------------------------------------- own cards
def _own(table: Table) -> str:
    if table.you is None:
        words = "Hands and secret values are not shown; a secret decision names nobody."
        return tag("section", tag("h2", "You watch"), tag("p", text(words)), class_="own-note")
    secret_first = sorted(table.sorted.held, key=lambda seen: not seen.hidden)
    return "".join(_own_zone(table, seen) for seen in secret_first)


def _own_zone(table: Table, seen: Seen) -> str:
    entry = next((entry for entry in seen.entries if entry["keys"][0] == table.you), None)
    if entry is None:
        return ""
    cards = [card for card in entry.get("cards") or () if card is not None]
    count = entry.get("count") or 0
    if not cards and not count:
        if not seen.is_zone and entry.get("value"):
            return tag("section", tag("h2", text(seen.form["title"])), _value(table, seen, entry), class_="zone")
        return ""
    note = f"{len(cards) or count}" + (" · only you see it" if seen.hidden and cards else "")
    head = tag("h2", text(seen.form["title"]), " ", tag("small", text(note)))
    body = "".join(faces.card(table, seen.kind, same) for same in faces.equal(table, seen.kind, cards))
    return tag("section", head, tag("div", body or hidden_cards(count), class_="cards"), class_="zone")


# ---------------------------------------------------------------- the shelf
def _shelf(table: Table) -> str:
    order = {name: number for number, name in enumerate(table.look.order)}
    zones = sorted(table.sorted.shelf, key=lambda seen: order.get(seen.name, len(order)))
    laid = [_laid(table, seen) for seen in zones]
    piles = [pile for seen in zones for pile in _piles(table, seen)]
    tracks = [_track(table, seen) for seen in table.sorted.tracks]
    lists = [_list(table, seen) for seen in table.sorted.lists if seen.telling]
    shown = tag("section", tag("h2", "Piles"), tag("div", *piles, class_="piles"), class_="zone") if piles else ""
    return "".join([*tracks, *laid, *lists, shown])


def _is_laid(table: Table, seen: Seen, entry: EntryJson) -> bool:
    """Whether to lay cards out: rows always; piles if they are short or can be chosen from."""
    cards = [card for card in entry.get("cards") or () if card is not None]
    if not cards:
        return False
    chosen = any((seen.kind, card) in table.offered for card in cards)
    return seen.sort == "row" or chosen or seen.form["in_force"] or len(cards) <= SHORT_PILE


def _laid(table: Table, seen: Seen) -> str:
    entries = [entry for entry in seen.entries if _is_laid(table, seen, entry)]
    if not entries:
        return ""
    head = tag("h2", text(seen.form["title"]))
    if seen.keys:
        named = [(tag("small", _keys(table, seen, entry)), _chips(table, seen, entry)) for entry in entries]
        rows = [tag("div", name, cards, class_="row") for name, cards in named]
        return tag("section", head, *rows, class_="zone")
    cards = [card for card in entries[0].get("cards") or () if card is not None]
    same = faces.equal(table, seen.kind, cards)
    return tag(
        "section", head, tag("div", *(faces.line(table, seen.kind, one) for one in same), class_="lines"), class_="zone"
    )


def _chips(table: Table, seen: Seen, entry: EntryJson) -> str:
    return chips(table, seen.kind, [card for card in entry.get("cards") or () if card is not None])


def _keys(table: Table, seen: Seen, entry: EntryJson) -> str:
    return text(", ".join(table.title(kind, name) for kind, name in zip(seen.keys, entry["keys"], strict=True)))


def _piles(table: Table, seen: Seen) -> list[str]:
    found = []
    for entry in seen.entries:
        if _is_laid(table, seen, entry) or seen.sort not in ZONES:
            continue
        cards = [card for card in entry.get("cards") or () if card is not None]
        count = entry.get("count") or len(cards)
        if not count:
            continue
        back = tag("i", class_="pile open" if cards else "pile", style=_top(table, seen, cards))
        words = " ".join([seen.form["title"], _keys(table, seen, entry)]).strip()
        found.append(tag("span", back, tag("b", text(count)), " ", words, class_="stack"))
    return found


def _top(table: Table, seen: Seen, cards: list[str]) -> str | None:
    return faces.painted(table.colours.of(seen.kind, cards[-1])) if cards else None


def _track(table: Table, seen: Seen) -> str:
    """Render the members of a kind in a line, with a mark at the value."""
    here = seen.entries[0].get("value") if seen.entries else None
    cells = [
        tag("li", text(member["title"]), class_="here" if member["name"] == here else None,
            data_thing=f"{seen.kind}:{member['name']}", title=faces.printed(table, seen.kind, member["name"]) or None)
        for member in table.kinds[seen.kind]["members"]
    ]  # fmt: skip
    return tag("section", tag("h2", text(seen.form["title"])), tag("ol", *cells, class_="track"), class_="zone")


def _list(table: Table, seen: Seen) -> str:
    rows = []
    for entry in seen.telling:
        names = [faces.chip(table, kind, name) for kind, name in zip(seen.keys, entry["keys"], strict=True)]
        value = "" if entry.get("value") is True else _value(table, seen, entry)
        rows.append(tag("span", *names, " ", value, class_="pair"))
    return tag("section", tag("h2", text(seen.form["title"])), tag("div", *rows, class_="row"), class_="zone")


# ---------------------------------------------------------------- a still page
def _page(table: Table, drawing: Drawing) -> str:
    title = table.definition["title"]
    head = tag("head", '<meta charset="utf-8">', tag("title", text(title)), tag("style", table_style()))
    who = tag("span", text(table.you or "spectator"), class_="seat")
    top = tag("header", tag("h1", text(title)), tag("div", drawing.facts, class_="facts"), who, id="top")
    left = tag("aside", tag("div", drawing.sheet, id="sheet"), tag("div", drawing.held, id="held"), id="left")
    centre = tag("main", tag("div", drawing.board, id="board"), tag("div", drawing.shelf, id="shelf"), id="centre",
                 class_=f"shape-{drawing.shape}")  # fmt: skip
    body = tag("body", top, left, centre, tag("section", drawing.own, id="own"), class_="still")
    return f"<!doctype html>{tag('html', head, body, lang='en')}"

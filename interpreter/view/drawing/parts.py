"""The parts of a page: facts, the players' strip and panels, board, shelf, own cards.

In: a Table. Out: Drawing, a piece of HTML for each part. Layer: view. A part without content is empty. The studio
puts them on a live page, `draw` on a still one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.view.drawing import faces, players
from interpreter.view.drawing.boards import Board, ring, road, tiles
from interpreter.view.drawing.cells import cells_board
from interpreter.view.drawing.emblem import emblem_svg
from interpreter.view.drawing.faces import chips, hidden_cards
from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.maps import map_board, places_on, share_of
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import ZONES, Seen, Table, capital
from interpreter.view.drawing.tricks import trick_zones, tricks
from interpreter.view.json_view import FORMAT, DefinitionJson, EntryJson, EventJson, RequestJson, ViewJson

SHORT_PILE = 2  # cards of an open pile that are laid out
OPEN_PILE = 9  # different cards of an open pile that are laid out where there is no board
ACROSS = 8  # things that stand side by side in a table of players and things
FEW_VALUES = 4  # a table of things with fewer values may lie on its side where a page is low
FACES = 4  # columns from which on the cards of a row are drawn as faces
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
    strip: str  # every player with two values, in one line
    players: str  # every player with all that is known of them, the reader first; then the facts, for narrow pages
    board: str
    road: str  # a ring once more, for narrow pages
    shelf: str
    own: str
    shape: str  # arrangement of board and shelf: ring, beside, middling, under, none
    colours: dict[str, str]  # of players and of what can be chosen, by kind:name
    marks: dict[str, str]  # their marks as small pictures, by kind:name
    texts: dict[str, str]  # what is printed on what can be chosen, by kind:name
    groups: dict[str, str]  # the group that each of it belongs to, by kind:name
    same: list[list[int]]  # numbers of choices that make no difference: equal cards in one place

    def parts(self) -> dict[str, str]:
        return {name: part for name, part in vars(self).items() if isinstance(part, str)}


def draw_table(
    definition: DefinitionJson,
    view: ViewJson,
    request: RequestJson | None,
    look: Look,
    lately: Sequence[EventJson] = (),
) -> Drawing:
    """Render the parts of a page for one seat, from what this seat may know; `lately`: its log, or the end of it."""
    return _drawn(Table(definition, view, request, look, lately))


def table_page(definition: DefinitionJson, view: ViewJson, request: RequestJson | None, look: Look) -> str:
    """Render the whole table as one self-contained page."""
    table = Table(definition, view, request, look)
    return _page(table, _drawn(table))


def board_svg(
    definition: DefinitionJson, view: ViewJson, request: RequestJson | None, look: Look, or_cards: bool = False
) -> str:
    """Render the board alone as a picture with its own style; empty if the game has no board, or with `or_cards` some of its
    cards."""
    board = board_of(Table(definition, view, request, look))
    if not board.svg:
        return emblem_svg(definition, look) if or_cards else ""
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


def card_faces(
    definition: DefinitionJson, look: Look, thing: tuple[str, str] | None = None, view: ViewJson = NOBODY
) -> dict[str, list[str]]:
    """Render the cards of each kind as printed, equal ones once, with their number. `thing`: only this one, whatever its kind
    is, with what the view keeps for it; nothing if nothing is printed on it."""
    table = Table(definition, view, None, look)
    if thing is not None:
        kind, name = thing
        member = table.members.get(kind, {}).get(name)
        shown = member is not None and (table.kinds[kind]["columns"] or member["text"])
        return {kind: [faces.card(table, kind, [name])] if shown else []}
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
    told = [seen for seen in table.sorted.facts if seen.telling]
    facts = "".join(_fact(table, seen) for seen in sorted(told, key=lambda seen: "high" not in seen.form["type"]))
    shelf = _more_boards(table) + _shelf(table)
    below = tag("section", facts, class_="player table-facts") if facts else ""
    if (
        facts and not shelf and not board.svg
    ):  # there is nothing else to look at: they are shown there, and nowhere else
        shelf, facts, below = tag("section", facts, class_="zone large-facts"), "", ""
    return Drawing(
        facts=facts,
        running="".join(_fact(table, seen) for seen in table.sorted.running if seen.telling),
        strip=players.strip(table),
        players=players.panels(table) + below,
        board=_board(table, board),
        road=road(table, table.board[1]) if table.board[0] in ("ring", "track") else "",
        shelf=shelf,
        own=_own(table),
        shape=_shape(board),
        colours=_colours(table),
        marks=_marks(table),
        texts=_texts(table),
        groups=_groups(table),
        same=_same(table),
    )


def _shape(board: Board) -> str:
    """Say how a board and its shelf are arranged: side by side, one below the other, or for `middling` ones by the page."""
    if not board.svg:
        return "none"
    return "ring" if board.free else "beside" if board.is_square else "under" if board.is_wide else "middling"


def _colours(table: Table) -> dict[str, str]:
    found = {f"{PLAYER}:{name}": colour for name, colour in table.seat_colours.items()}
    for kind, name in sorted(table.offered):
        own = table.colours.own(kind, name) if kind != PLAYER else None
        if own is not None:
            found[f"{kind}:{name}"] = own.edge
    return found


def _marks(table: Table) -> dict[str, str]:
    found = {f"{PLAYER}:{name}": faces.seat(table, name) for name in table.players}
    for kind, name in sorted(table.offered):
        if kind != PLAYER and (mark := faces.mark(table, kind, name)):
            found[f"{kind}:{name}"] = mark
    return found


def _texts(table: Table) -> dict[str, str]:
    found = {
        (kind, name): faces.printed(table, kind, name) for kind, name in sorted(table.offered) if kind in table.kinds
    }
    return {f"{kind}:{name}": words for (kind, name), words in found.items() if words}


def _groups(table: Table) -> dict[str, str]:
    found = {}
    for kind, name in sorted(table.offered):
        group = table.colours.group(kind)
        led = table.members[kind][name]["cells"].get(group[0]) if group else None
        if group and isinstance(led, str):
            found[f"{kind}:{name}"] = table.title(group[1], led)
    return found


def _same(table: Table) -> list[list[int]]:
    """Group choices of equal cards that lie in the same place: one button is enough for them."""
    if table.request is None:
        return []
    where = {
        (seen.kind, card): (seen.name, tuple(entry["keys"]))
        for seen in table.seen if seen.is_zone for entry in seen.entries for card in entry.get("cards") or () if card is not None
    }  # fmt: skip
    found: dict[object, list[int]] = {}
    for choice in table.request["choices"]:
        thing = choice["thing"]
        if thing is None or (thing["kind"], thing["name"]) not in where:
            continue
        kind, name = thing["kind"], thing["name"]
        about = (faces.look_of(table, kind, name), where[kind, name], choice["label"], choice["beside"], choice["free"])
        found.setdefault((kind, about, tuple(faces.remarks(table, kind, [name]))), []).append(choice["number"])
    return [numbers for numbers in found.values() if len(numbers) > 1]


# ---------------------------------------------------------------- the board
def board_of(table: Table) -> Board:
    return _drawn_board(table, *table.board)


def _drawn_board(table: Table, shape: str, name: str) -> Board:
    if shape == "tiles":
        return tiles(table, name)
    if shape == "cells":
        return cells_board(table, name)
    if shape == "map":
        return map_board(table, name)
    return ring(table, name) if shape in ("ring", "track") else Board()


def _more_boards(table: Table) -> str:
    """Boards beside the main one, such as a market beside a map."""
    found = []
    for shape, name in table.boards[1:]:
        board = _drawn_board(table, shape, name)
        if board.svg:
            title = table.kinds[name]["plural"] if name in table.kinds else table.ground.values[name]["title"]
            picture = tag("div", board.svg, class_="picture", style=f"--ratio:{board.width / board.height:.4f}")
            found.append(tag("section", tag("h2", text(title)), picture, class_="zone second-board"))
    return "".join(found)


def _board(table: Table, board: Board) -> str:
    if not board.svg:
        return ""
    legend = "".join(_legend_entry(table, kind, name) for kind, name in board.legend)
    ratio = f"--ratio:{board.width / board.height:.4f}"
    picture = tag("div", board.svg, class_="picture", style=ratio)
    if board.free:
        picture += _here(table)
    return picture + (tag("div", legend, class_="legend") if legend else "")


def _here(table: Table) -> str:
    """Say where the reader is on a ring: on a narrow page it is too small to read."""
    kind = table.board[1]
    names = [member["name"] for member in table.kinds[kind]["members"]]
    for _, who, part in table.standing():
        if who and who == table.you and part in names:
            number = f"{names.index(part) + 1} of {len(names)}"
            return tag("p", "You are on ", tag("b", text(table.title(kind, part))), f", {number}.", class_="ring-here")
    return ""


def _legend_entry(table: Table, kind: str, name: str) -> str:
    swatch = faces.mark(table, kind, name) or tag(
        "i", style=faces.painted(table.colours.of(kind, name)), class_="swatch"
    )
    return tag("span", swatch, text(table.title(kind, name)), data_thing=f"{kind}:{name}", class_="entry")


# ---------------------------------------------------------------- facts
def _fact(table: Table, seen: Seen) -> str:
    entry = seen.telling[0]
    said = text(players.short_title(table, seen))
    title = tag("span", said, class_="name") if entry["value"] is not True else ""
    value = tag("span", said, class_="name true") if entry["value"] is True else players.value(table, seen, entry)
    return tag("span", title, " ", value, class_="fact", data_cell=seen.name)


# ---------------------------------------------------------------- own cards
def _own(table: Table) -> str:
    if table.you is None:
        hidden = any(seen.hidden for seen in table.seen)
        words = " Hidden hands and values are not shown; a secret decision names nobody." if hidden else ""
        return tag("p", tag("b", "You are watching."), text(words), class_="own-note")
    in_the_middle = {seen.name for seen in trick_zones(table)}
    secret_first = sorted(table.sorted.held, key=lambda seen: not seen.hidden)
    zones = [_own_zone(table, seen) for seen in secret_first if seen.name not in in_the_middle]
    return "".join([_own_secrets(table), *zones])


def _own_secrets(table: Table) -> str:
    """Render what is true of the reader and others do not see, such as a role: where people look for it."""
    found = []
    for seen in table.sorted.sheet:
        entry = next((entry for entry in seen.entries if entry["keys"][0] == table.you), None)
        if entry is not None and seen.hidden and seen.sort == "yes_no" and seen.form["during"] is None:
            name = tag("span", text(players.short_title(table, seen)), class_="name")
            found.append(tag("span", name, " ", tag("b", "yes" if entry["value"] else "no"), class_="fact"))
    head = tag("h2", "You ", tag("small", "only you see it"))
    return tag("section", head, tag("div", *found, class_="own-facts"), class_="zone") if found else ""


def _own_zone(table: Table, seen: Seen) -> str:
    entry = next((entry for entry in seen.entries if entry["keys"][0] == table.you), None)
    if entry is None:
        return ""
    cards = _cards(entry)
    count = entry.get("count") or 0
    if not cards and not count:
        if not seen.is_zone and entry.get("value"):
            return tag("section", tag("h2", text(seen.form["title"])), players.value(table, seen, entry), class_="zone")
        return ""
    note = f"{len(cards) or count}" + (" · only you see it" if seen.hidden and cards else "")
    head = tag("h2", text(seen.form["title"]), " ", tag("small", text(note)))
    if (
        seen.hidden and seen.sort == "pile"
    ):  # a hand is sorted; for the rules the order of a pile in a hand means nothing
        order = {name: number for number, name in enumerate(table.members[seen.kind])}
        cards.sort(key=order.__getitem__)
    stacks = faces.equal(table, seen.kind, cards)
    body = "".join(faces.card(table, seen.kind, same, _sort_of(table, seen.kind, same[0])) for same in stacks)
    return tag(
        "section", head, tag("div", body or hidden_cards(count), class_="cards"), class_="zone", data_zone=seen.name
    )


def _sort_of(table: Table, kind: str, card: str) -> str:
    """The sort of a card, where sorts are chosen and not cards; not where a pile is kept for each sort: they are chosen there."""
    group = table.colours.group(kind)
    led = table.members[kind][card]["cells"].get(group[0]) if group else None
    if group is None or not isinstance(led, str) or (group[1], led) not in table.offered:
        return ""
    return "" if any(group[1] in seen.keys and seen.is_zone for seen in table.seen) else f"{group[1]}:{led}"


# ---------------------------------------------------------------- the shelf
def _shelf(table: Table) -> str:
    order = {name: number for number, name in enumerate(table.look.order)}
    zones = sorted(table.sorted.shelf, key=lambda seen: order.get(seen.name, len(order)))
    laid = [_laid(table, seen) for seen in zones]
    piles = [pile for seen in zones for pile in _piles(table, seen)]
    tracks = [_track(table, seen) for seen in table.sorted.tracks]
    lists = _lists(table)
    shown = tag("section", tag("h2", "Piles"), tag("div", *piles, class_="piles"), class_="zone") if piles else ""
    grids = [_pair_grid(table, seen) for seen in table.sorted.pairs if table.is_in_grid(seen)]
    return "".join([*grids, *tracks, *tricks(table), *laid, *lists, shown])


def _pair_grid(table: Table, seen: Seen) -> str:
    """Lay out a value of each player for each of a few things, where there is no board: the reader's cells can be chosen from.
    A long list of things goes down the page, as on a score card."""
    kind = seen.keys[1]
    found = {tuple(entry["keys"]): entry for entry in seen.entries}
    names = [member["name"] for member in table.kinds[kind]["members"]]
    order = sorted(table.players, key=lambda name: name == table.you)

    def head(one: str) -> str:
        return tag("th", faces.mark(table, kind, one), text(table.title(kind, one)), scope="col")

    def cell(who: str, one: str) -> str:
        entry = found.get((who, one))
        words = "?" if entry is None else players.pair_value(table, seen, entry)
        own = f"{kind}:{one}" if who == table.you else None
        return tag(
            "td", words, class_="chip-cell" if own else None, data_thing=own, data_cell=f"{seen.name}|{who}|{one}"
        )

    if len(names) > ACROSS:
        heads = [tag("th", faces.player(table, who), scope="col") for who in order]
        lines = [(head(one).replace("col", "row"), [cell(who, one) for who in order]) for one in names]
    else:
        heads = [head(one) for one in names]
        lines = [(tag("th", faces.player(table, who), scope="row"), [cell(who, one) for one in names]) for who in order]
    rows = [tag("tr", tag("td", ""), *heads), *(tag("tr", first, *cells) for first, cells in lines)]
    style = "pair-grid long" if len(names) > ACROSS else "pair-grid"
    return tag("section", tag("h2", text(seen.form["title"])), tag("table", *rows, class_=style), class_="zone")


def _is_laid(table: Table, seen: Seen, entry: EntryJson) -> bool:
    """Whether to lay cards out: rows always; piles if they are short or can be chosen from."""
    cards = _cards(entry)
    if not cards:
        return False
    chosen = any((seen.kind, card) in table.offered for card in cards)
    most = SHORT_PILE if table.boards else OPEN_PILE
    return seen.sort == "row" or chosen or seen.form["in_force"] or len(faces.equal(table, seen.kind, cards)) <= most


def _laid(table: Table, seen: Seen) -> str:
    entries = [entry for entry in seen.entries if _is_laid(table, seen, entry)]
    if not entries:
        return ""
    head = tag("h2", text(seen.form["title"]))
    if seen.keys:
        stacks = [faces.equal(table, seen.kind, _cards(entry)) for entry in entries]
        if (
            not table.boards and len(seen.keys) == 1 and all(len(stack) == 1 for stack in stacks)
        ):  # a supply: what is for sale
            also = [f"{seen.keys[0]}:{entry['keys'][0]}" for entry in entries]
            sold = [faces.card(table, seen.kind, stack[0], key) for stack, key in zip(stacks, also, strict=True)]
            inside = tag("div", *sold, class_="cards supply")
            return tag("section", head, inside, class_="zone", data_zone=seen.name)
        named = [(_named(table, seen, entry), _chips(table, seen, entry)) for entry in entries]
        rows = [tag("div", name, cards, class_="row") for name, cards in named]
        return tag("section", head, *rows, class_="zone")
    cards = _cards(entries[0])
    same = faces.equal(table, seen.kind, cards)
    if len(table.kinds[seen.kind]["columns"]) >= FACES or len(same) <= SHORT_PILE or not table.boards:
        inside = tag("div", *(faces.card(table, seen.kind, one) for one in same), class_="cards")
    else:
        inside = tag("div", *(faces.line(table, seen.kind, one) for one in same), class_="lines")
    return tag("section", head, inside, class_="zone", data_zone=seen.name)


def _cards(entry: EntryJson) -> list[str]:
    return [card for card in entry.get("cards") or () if card is not None]


def _chips(table: Table, seen: Seen, entry: EntryJson) -> str:
    return chips(table, seen.kind, _cards(entry))


def _named(table: Table, seen: Seen, entry: EntryJson) -> str:
    """Render the key of a pile; nothing if each of its cards says the same."""
    words = _keys(table, seen, entry)
    titles = {text(table.title(seen.kind, card)) for card in _cards(entry)}
    return "" if titles == {words} else tag("small", words)


def _keys(table: Table, seen: Seen, entry: EntryJson) -> str:
    return text(", ".join(table.title(kind, name) for kind, name in zip(seen.keys, entry["keys"], strict=True)))


def _piles(table: Table, seen: Seen) -> list[str]:
    found = []
    for entry in seen.entries:
        if _is_laid(table, seen, entry) or seen.sort not in ZONES:
            continue
        cards = _cards(entry)
        count = entry.get("count") or len(cards)
        if not count:
            continue
        back = tag("i", class_="pile open" if cards else "pile", style=_top(table, seen, cards))
        words = " ".join([_keys(table, seen, entry).casefold(), seen.form["title"]]).strip()
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


def _lists(table: Table) -> list[str]:
    """Lay out what is kept for other things. What is kept for a few things stands in one table, with those that hold nothing:
    an empty place for a worker is a place that can be taken."""
    by_kind: dict[str, list[Seen]] = {}
    rest = []
    for seen in table.sorted.lists:
        kinds = [kind for kind in seen.keys if kind != PLAYER]
        small = len(kinds) == 1 and len(seen.keys) <= 2 and table.is_small(kinds[0])
        if small and (seen.telling or _can_be_empty(seen)):
            by_kind.setdefault(kinds[0], []).append(seen)
        elif seen.telling:
            rest.append(seen)
    found = []
    for kind, those in by_kind.items():
        if len(those) > 1 or _can_be_empty(those[0]):
            found.append(_things_grid(table, kind, those))
        else:
            rest += those
    return found + [_list(table, seen) for seen in rest]


def _can_be_empty(seen: Seen) -> bool:
    """Whether it says who or what is at a place: then nobody and nothing is news, too."""
    said = seen.sort == "yes_no" and PLAYER in seen.keys
    return bool(seen.entries) and (said or (seen.sort == "thing" and bool(seen.form["type"].get("maybe"))))


def _things_grid(table: Table, kind: str, those: Sequence[Seen]) -> str:
    """Lay out several values of a few things: a row for each thing, such as a company with its price and its president."""
    heads = [tag("th", text(capital(players.short_title(table, seen))), scope="col") for seen in those]
    rows = [tag("tr", tag("td", ""), *heads)]
    for member in table.kinds[kind]["members"]:
        one = member["name"]
        cells = [tag("td", _of_thing(table, seen, one), data_cell=f"{seen.name}|{one}") for seen in those]
        words = "" if table.boards else faces.printed(table, kind, one)
        told = tag("small", text(words)) if words else ""
        rows.append(
            tag(
                "tr",
                tag(
                    "th",
                    faces.chip(table, kind, one),
                    told,
                    scope="row",
                    class_="chip-cell",
                    data_thing=f"{kind}:{one}",
                ),
                *cells,
            )
        )
    title = text(table.kinds[kind]["plural"])
    style = "pair-grid things few" if len(those) < FEW_VALUES and len(rows) > len(those) + 1 else "pair-grid things"
    return tag("section", tag("h2", title), tag("table", *rows, class_=style), class_="zone")


def _of_thing(table: Table, seen: Seen, one: str) -> str:
    """Render what a value says of a thing: itself, or each player for whom it says something."""
    place = 1 - seen.keys.index(PLAYER) if PLAYER in seen.keys else 0
    entries = [entry for entry in seen.entries if entry["keys"][place] == one]
    if PLAYER not in seen.keys:
        return players.pair_value(table, seen, entries[0]) if entries else "?"
    shown = [entry for entry in entries if entry in seen.telling]
    marks = [faces.seat(table, entry["keys"][1 - place]) + _unless_yes(table, seen, entry) for entry in shown]
    return "".join(marks) or ("–" if len(entries) == len(table.players) else "?")


def _unless_yes(table: Table, seen: Seen, entry: EntryJson) -> str:
    return "" if entry.get("value") is True else players.pair_value(table, seen, entry) + " "


def _list(table: Table, seen: Seen) -> str:
    rows = []
    for entry in seen.telling:
        names = [faces.chip(table, kind, name) for kind, name in zip(seen.keys, entry["keys"], strict=True)]
        value = "" if entry.get("value") is True else players.value(table, seen, entry)
        rows.append(tag("span", *names, " ", value, class_="pair"))
    return tag("section", tag("h2", text(seen.form["title"])), tag("div", *rows, class_="row"), class_="zone")


# ---------------------------------------------------------------- a still page
def _page(table: Table, drawing: Drawing) -> str:
    title = table.definition["title"]
    head = tag("head", '<meta charset="utf-8">', tag("title", text(title)), tag("style", table_style()))
    who = tag("span", text(table.you or "spectator"), class_="seat")
    top = tag("header", tag("h1", text(title)), tag("div", drawing.facts, class_="facts"), who, id="top")
    left = tag("aside", drawing.players, id="left")
    centre = tag("main", tag("div", drawing.board, id="board"), tag("div", drawing.shelf, id="shelf"), id="centre",
                 class_=f"shape-{drawing.shape}")  # fmt: skip
    body = tag("body", top, left, centre, tag("section", drawing.own, id="own"), class_="still")
    return f"<!doctype html>{tag('html', head, body, lang='en')}"

"""Draw what a rulebook shows: the board, the pieces and cards of each kind, the piles of the set-up.

In: a game at some moment. Out: HTML. Layer: tools. Pictures are embedded as images of their own, so that their styles do not
meet and a printer of pages needs to know no more than SVG.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.rulebook.close_up import close_up, framed
from interpreter.tools.rulebook.plain import capital, spoken
from interpreter.view.drawing.marks import SHAPES, seat_shape, shape
from interpreter.view.drawing.table import Table

if TYPE_CHECKING:
    from interpreter import Game, State
    from interpreter.view.drawing.look import Look
    from interpreter.view.json_view import DefinitionJson, EntryJson, KindJson, MemberJson, ValueJson

FEW = 5  # pieces of a kind that are drawn
UNIT = 22  # pixels of a cell of a tile
CARD = (40, 56)
Room = tuple[float, float]  # millimetres
COVER: Room = (185, 134)
HALF: Room = (84, 95)
SMALL: Room = (90, 60)
WIDE: Room = (165, 72)
ICON: Room = (50, 16)
LOW: Room = (165, 48)
PAGE: Room = (178, 225)


@dataclass
class Artist:
    """Draws one game: its definition and look are read once."""

    game: Game

    @cached_property
    def definition(self) -> DefinitionJson:
        return interpreter.definition(self.game)

    @cached_property
    def look(self) -> Look:
        return interpreter.read_look(self.game.path, self.definition)

    def table(self, state: State) -> Table:
        return Table(self.definition, interpreter.view_form(state, None), None, self.look)

    def board(self, state: State, room: Room) -> str:
        """Draw the board as a spectator sees it; empty if there is none."""
        svg = interpreter.board_svg(self.definition, interpreter.view_form(state, None), None, self.look)
        return self._picture(svg, room)

    def before_and_after(self, before: State, after: State, room: Room) -> tuple[str, str]:
        """Draw the board twice, the part of it that has changed; empty where nothing has."""
        drawn = [interpreter.board_svg(self.definition, interpreter.view_form(one, None), None, self.look)
                 for one in (before, after)]  # fmt: skip
        if drawn[0] == drawn[1]:
            return "", ""
        frame = close_up(drawn[0], drawn[1], room[0] / room[1])
        return self._picture(framed(drawn[0], frame), room), self._picture(framed(drawn[1], frame), room)

    def _picture(self, svg: str, room: Room) -> str:
        # Printers of pages paint the halo of a letter over the letter.
        plain = svg.replace("</style>", "text{stroke:none!important}</style>", 1)
        return image(plain, "the board", room) if svg else ""

    def cover(self, state: State) -> str:
        """Draw the board, or the largest deck fanned out, or a piece per player."""
        board = self.board(state, COVER)
        if board:
            return board
        table = self.table(state)
        decks = [kind for kind in self.definition["kinds"] if kind["word"] == "cards"]
        if decks:
            deck = max(decks, key=lambda kind: len(kind["members"]))
            chosen = deck["members"][:: max(1, len(deck["members"]) // 7)][:7]
            return image(_fan([_card(table, deck["name"], one) for one in chosen]), "cards", COVER)
        return image(_row([_seat(table, name) for name in table.players], 30), "the players' pieces", SMALL)

    def kind(self, table: Table, kind: KindJson) -> str:
        """Draw a few members of a kind.

        Tiles in their shapes, cards as cards, other things as marks."""
        different = list({member["title"]: member for member in kind["members"]}.values())[:FEW]
        if any("shape" in member for member in different):
            sizes = {len(member.get("shape", ())): member for member in kind["members"]}
            return image(_tiles(table, kind["name"], [sizes[size] for size in sorted(sizes)]), kind["plural"])
        if kind["word"] == "cards":
            cards = [_card(table, kind["name"], member) for member in different]
            return image(_row(cards, CARD[0] + 4, CARD[1] + 2), kind["plural"])
        return image(_row([_disc(table, kind["name"], member) for member in different], 30), kind["plural"])

    def players(self, table: Table) -> str:
        return image(_row([_seat(table, name) for name in table.players], 30), "the players' pieces")

    def piles(self, state: State) -> list[tuple[str, int, bool]]:
        """List the piles on the table that hold something.

        Title, number of cards, whether they lie face down."""
        forms = {form["name"]: form for form in self.definition["values"]}
        titles = {
            kind["name"]: {one["name"]: one["title"] for one in kind["members"]} for kind in self.definition["kinds"]
        }
        found = []
        for seen in interpreter.view_form(state, None)["values"]:
            form = forms.get(seen["name"])
            if (
                form is None
                or not form["shown"]
                or form["type"]["type"] not in ("pile", "row")
                or "player" in form["keys"]
            ):
                continue
            for entry in seen["entries"]:
                count = _count(entry)
                if count:
                    found.append((_pile_title(form, entry, titles), count, "cards" not in entry))
        return found


def numbers(artist: Artist, state: State) -> str:
    """Tabulate the numbers that each player has and everybody may see.

    Empty if there are none."""
    view = interpreter.view_form(state, None)
    forms = {form["name"]: form for form in artist.definition["values"] if form["shown"] and form["keys"] == ["player"]}
    rows = []
    for seen in view["values"]:
        values = {entry["keys"][0]: entry.get("value") for entry in seen["entries"] if entry["keys"]}
        if seen["name"] in forms and forms[seen["name"]]["type"]["type"] == "number" and any(values.values()):
            cells = "".join(f"<td>{_written(values.get(one['name'], ''))}</td>" for one in view["players"])
            rows.append(f"<tr><th>{escape(capital(spoken(forms[seen['name']]['title'])))}</th>{cells}</tr>")
    return _tabulated([one["name"] for one in view["players"]], rows[:6])


def score_sheet(state: State) -> str:
    """Tabulate the score sheet of a game that is over; empty if its rules write none."""
    result = state.result
    if result is None or not result.sheet:
        return ""
    seats = range(len(state.player_names))
    rows = [
        f"<tr><th>{escape(capital(row))}</th>{''.join(f'<td>{_written(column.get(seat))}</td>' for seat in seats)}</tr>"
        for row, column in result.sheet.items()
    ]
    return _tabulated(state.player_names, rows)


def _written(value: object) -> str:
    """Write a number with a real minus."""
    return "" if value is None else escape(str(value)).replace("-", "−")


def _tabulated(players: Sequence[str], rows: Sequence[str]) -> str:
    names = "".join(f"<th>{escape(capital(one))}</th>" for one in players)
    return f'<table class="numbers"><tr><td></td>{names}</tr>{"".join(rows)}</table>' if rows else ""


def image(svg: str, words: str, room: Room | None = None) -> str:
    """Embed a picture; with room in millimetres, as large as fits into it."""
    style = f' style="{_fit(svg, room)}"' if room is not None else ""
    return (
        f'<img alt="{escape(words)}"{style} src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'
    )


def _fit(svg: str, room: Room) -> str:
    _, _, width, height = map(float, svg.partition('viewBox="')[2].partition('"')[0].split())
    share = min(room[0] / width, room[1] / height)
    return f"width:{width * share:.1f}mm;height:{height * share:.1f}mm"


def _count(entry: EntryJson) -> int:
    return entry.get("count") or len([card for card in entry.get("cards") or () if card is not None])


def _pile_title(form: ValueJson, entry: EntryJson, titles: dict[str, dict[str, str]]) -> str:
    keys = [titles.get(kind, {}).get(key, key) for kind, key in zip(form["keys"], entry["keys"], strict=False)]
    return capital(spoken(" ".join([form["title"], *keys])))


def _svg(width: float, height: float, inside: str) -> str:
    style = (
        "<style>text{font-family:sans-serif;text-anchor:middle;fill:#333}.on-piece{fill:#fff;font-weight:700}</style>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}">{style}{inside}</svg>'
    )


def _row(drawn: Sequence[str], step: float, height: float | None = None) -> str:
    moved = "".join(f'<g transform="translate({number * step:g} 0)">{one}</g>' for number, one in enumerate(drawn))
    return _svg(max(1, len(drawn)) * step, height or step, moved)


def _fan(cards: Sequence[str]) -> str:
    middle = (len(cards) - 1) / 2
    turned = "".join(
        f'<g transform="translate(130 190) rotate({(number - middle) * 13:g}) translate(-30 -170) scale(1.5)">{card}</g>'
        for number, card in enumerate(cards)
    )
    return _svg(260, 150, turned)


def _seat(table: Table, name: str) -> str:
    number = table.players.index(name)
    return shape(seat_shape(number), table.seat_colours.get(name, "#6f6a5c"))


def _disc(table: Table, kind: str, member: MemberJson) -> str:
    colour, mark = table.colours.of(kind, member["name"]), table.colours.mark(kind, member["name"])
    ground = f'<circle cx="12" cy="12" r="12" fill="{colour.edge}"/>'
    if mark in SHAPES:
        return f'{ground}<g transform="translate(5 5) scale(.58)">{shape(str(mark), "#fff")}</g>'
    return f'{ground}<text x="12" y="16" font-size="11" class="on-piece">{escape(capital(member["title"])[:2])}</text>'


def _card(table: Table, kind: str, member: MemberJson) -> str:
    colour, mark = table.colours.of(kind, member["name"]), table.colours.mark(kind, member["name"])
    width, height = CARD
    title = spoken(member["title"])
    words = title if len(title) <= 7 else "".join(word[0] for word in title.split()[:3] if word[0].isalnum()).upper()
    inside = (
        f'<g transform="translate(12 24) scale(.7)">{shape(str(mark), colour.edge)}</g>'
        if mark in SHAPES
        else f'<text x="{width / 2}" y="38" font-size="10">{escape(words)}</text>'
    )
    return (
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="4" fill="#fffdf6" stroke="{colour.edge}"/>'
        f'<path d="M.5 12V4.5a4 4 0 0 1 4-4h{width - 9}a4 4 0 0 1 4 4V12z" fill="{colour.edge}"/>{inside}'
    )


def _tiles(table: Table, kind: str, members: Sequence[MemberJson]) -> str:
    drawn, x, tall = [], 0.0, 0
    for member in members:
        colour = table.colours.of(kind, member["name"])
        cells = member.get("shape", [])
        for column, row in cells:
            drawn.append(
                f'<rect x="{x + column * UNIT}" y="{row * UNIT}" width="{UNIT - 1}" height="{UNIT - 1}" '
                f'fill="{colour.fill}" stroke="{colour.edge}"/>'
            )
        x += (max((column for column, _ in cells), default=0) + 1) * UNIT + 8
        tall = max(tall, *(row + 1 for _, row in cells), 1)
    return _svg(x, tall * UNIT, "".join(drawn))

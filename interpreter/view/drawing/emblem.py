"""Emblems: a small picture of a game without a board, from its cards or from the marks of its things.

In: a definition and the look. Out: SVG. Layer: view. Cards of each colour lie in a fan, so that a pack, a market and a deck of
events are told apart at a glance; a game with neither cards nor marks shows its seats.
"""

from __future__ import annotations

from interpreter.view.drawing.colours import SEATS
from interpreter.view.drawing.ground import PLAYER, Ground, ground_of
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.marks import seat_shape, shape
from interpreter.view.drawing.markup import tag, text
from interpreter.view.json_view import DefinitionJson, KindJson, MemberJson

WIDE, HIGH = 306.0, 204.0
CARD = (84.0, 118.0)
FAN = 5  # cards of it
TURN, STEP = 9.0, 40.0  # degrees and units from card to card
ACROSS = 4  # marks in a row
PAPER, LINE, INK = "#fffdf8", "#b9b09a", "#4a463b"


def emblem_svg(definition: DefinitionJson, look: Look) -> str:
    """Draw some of the game's cards; without cards, the marks of its things."""
    ground = ground_of(definition, look)
    packs = [kind for kind in definition["kinds"] if kind["word"] == "cards" and kind["members"]]
    inside = _fan(ground, max(packs, key=lambda kind: _colours(ground, kind))) if packs else _things(ground) or _seats()
    return tag("svg", inside, viewBox=f"0 0 {WIDE:.0f} {HIGH:.0f}", xmlns="http://www.w3.org/2000/svg")


def _colours(ground: Ground, kind: KindJson) -> tuple[int, int]:
    found = {own.edge for one in kind["members"] if (own := ground.colours.own(kind["name"], one["name"]))}
    return len(found), len(kind["members"])


def _fan(ground: Ground, kind: KindJson) -> str:
    shown = _spread(ground, kind)
    drawn = []
    for number, member in enumerate(shown):
        aside = number - (len(shown) - 1) / 2
        at = f"translate({WIDE / 2 + STEP * aside:.1f} {HIGH / 2 + 4 + 3.2 * aside * aside:.1f}) rotate({TURN * aside:.1f})"
        drawn.append(tag("g", _card(ground, kind["name"], member), transform=at))
    return "".join(drawn)


def _spread(ground: Ground, kind: KindJson) -> list[MemberJson]:
    """At most a handful of cards, of as many colours as there are; of a pack the high ones, each of another rank."""
    by_colour: dict[str, list[MemberJson]] = {}
    for number, member in enumerate(kind["members"]):
        own = ground.colours.own(kind["name"], member["name"])
        by_colour.setdefault(own.edge if own else str(number), []).append(member)
    groups = list(by_colour.values())
    step = max(1, len(groups) // FAN)
    return [group[-1 - number % len(group)] for number, group in enumerate(groups[::step][:FAN])]


def _card(ground: Ground, kind: str, member: MemberJson) -> str:
    wide, high = CARD
    own, mark = ground.colours.own(kind, member["name"]), ground.colours.mark(kind, member["name"])
    index, left, top = ground.index(kind, member["name"]), -wide / 2, -high / 2
    ink = own.ink if own else INK
    inside = [
        tag(
            "rect",
            x=left,
            y=top,
            width=wide,
            height=high,
            rx=9,
            fill=PAPER,
            stroke=own.edge if own else LINE,
            stroke_width=2,
        )
    ]
    if index:
        inside.append(_words(index, left + 16, top + 26, 22, ink))
    elif own:
        inside.append(
            tag("path", d=f"M{left + 1} {top + 26}v-17a8 8 0 0 1 8-8h{wide - 18}a8 8 0 0 1 8 8v17z", fill=own.fill)
        )
    if mark:
        inside.append(tag("g", shape(mark, ink), transform=f"translate(-19 {-12 if index else -8}) scale(1.6)"))
    elif not index:
        inside.append(_words(member["title"][:1].upper(), left + 17, top + 28, 24, ink))
    return "".join(inside)


def _words(words: str, x: float, y: float, size: float, colour: str) -> str:
    return tag("text", text(words), x=x, y=y, font_size=size, font_weight=700, fill=colour, text_anchor="middle",
               font_family="Inter, 'Liberation Sans', sans-serif")  # fmt: skip


def _seats() -> str:
    """Four people at a table: all that can be said of any other game."""
    drawn = []
    for number, colour in enumerate(SEATS[:4]):
        at = f"translate({WIDE / 2 + 52 * (number - 1.5) - 19:.1f} {HIGH / 2 - 19}) scale(1.6)"
        drawn.append(tag("g", shape(seat_shape(number), colour), transform=at))
    return "".join(drawn)


def _things(ground: Ground) -> str:
    """The marks of the kind that has the most of them, in rows."""
    kinds = [kind for kind in ground.kinds.values() if kind["name"] != PLAYER]
    marks = {
        kind["name"]: [mark for one in kind["members"] if (mark := _mark(ground, kind["name"], one["name"]))]
        for kind in kinds
    }
    found = max(marks.values(), key=len, default=[])
    rows = [found[at : at + ACROSS] for at in range(0, len(found), ACROSS)]
    drawn = []
    for down, row in enumerate(rows):
        for right, mark in enumerate(row):
            x, y = WIDE / 2 + 56 * (right - (len(row) - 1) / 2) - 18, HIGH / 2 + 52 * (down - (len(rows) - 1) / 2) - 18
            drawn.append(tag("g", mark, transform=f"translate({x:.1f} {y:.1f}) scale(1.5)"))
    return "".join(drawn)


def _mark(ground: Ground, kind: str, name: str) -> str:
    mark, own = ground.colours.mark(kind, name), ground.colours.own(kind, name)
    return shape(mark, own.ink if own else INK) if mark else ""

"""Tiles with parts: what is printed on them, as SVG.

In: a Table, a kind of tiles, a tile, where it is and how it is turned. Out: one group for each part, which can be pointed at, and
what lies on it. Layer: view. A part is drawn in its colour: `ground` under everything, an `area` up to its edges, a `line` from
edge to edge (`parts` in look.yaml; otherwise areas); one without edges is a mark in the middle of the tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from interpreter.view.drawing.marks import shape
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.pieces import DARK, Part, Piece, row_of_pieces
from interpreter.view.drawing.table import Table
from interpreter.view.json_view import MemberJson

Point = tuple[float, float]
ORDER = ("ground", "area", "line", "mark")
SLOTS = 12  # left half, middle and right half of four edges, clockwise from the north-west corner
ENDS = (0.0, 0.42, 0.58, 1.0)  # of the three slots along an edge
INWARD = 0.3  # where a line ends on a tile with several: before the middle


def printed_parts(
    table: Table, kind: str, name: str, at: Point, size: float, turn: int, found: dict[Part, list[Piece]]
) -> str:
    """Draw the parts of a tile whose middle is `at`, and the pieces on them; `turn`: quarter turns counterclockwise."""
    parts = [(form, member) for form in table.parts_of(kind) for member in table.parts_on(form, name)]
    parts.sort(key=lambda part: ORDER.index(_drawn_as(table, *part)))
    lines = sum(_drawn_as(table, form, member) == "line" for form, member in parts)
    drawn = []
    for form, member in parts:
        on_it = found.get((form, member["name"]), ())
        drawn.append(_part(table, form, member, at, size / 2, turn, lines > 1, on_it))
    return "".join(drawn)


def picture(table: Table, kind: str, name: str, size: float = 84.0) -> str:
    """Draw a tile by itself, unturned, as it is on a card."""
    half = size / 2
    under = tag("rect", x=0, y=0, width=size, height=size, class_="tile-ground", fill=ground(table, kind) or "#f3eee3")
    inside = printed_parts(table, kind, name, (half, half), size, 0, {})
    return tag("svg", under, inside, viewBox=f"0 0 {size:g} {size:g}", class_="tile-picture", aria_hidden="true",
               xmlns="http://www.w3.org/2000/svg")  # fmt: skip


def ground(table: Table, kind: str) -> str | None:
    """The colour of what is under everything, also where a tile has no part that is ground."""
    groups = [group[1] for form in table.parts_of(kind) if (group := table.colours.group(form))]
    named = (
        (group, name) for group in groups for name, how in table.look.parts.get(group, {}).items() if how == "ground"
    )
    return next((table.colours.of(group, name).fill for group, name in named), None)


def _drawn_as(table: Table, form: str, member: MemberJson) -> str:
    if not member.get("edges"):
        return "mark"
    group = table.colours.group(form)
    said = table.look.parts.get(group[1], {}) if group else {}
    return said.get(str(member["cells"][group[0]]), "area") if group else "area"


def _part(
    table: Table,
    form: str,
    member: MemberJson,
    at: Point,
    half: float,
    turn: int,
    crossing: bool,
    found: Sequence[Piece],
) -> str:
    edges, drawn_as = member.get("edges", []), _drawn_as(table, form, member)
    shown = _printed(table, form, member, half, crossing, f"rotate({-90 * turn})")
    x, y = _turned(_middle(edges, drawn_as, half), turn)
    inside = shown + _numbers(table, form, member, min(x, half - 28), y) + row_of_pieces(found, x, y, half, 24)
    words = f"{member['title']}: {', '.join(piece.title for piece in found)}" if found else member["title"]
    return tag("g", inside, transform=f"translate({at[0]:.1f} {at[1]:.1f})", class_="part",
               data_thing=f"{form}:{member['name']}", role="img", aria_label=words)  # fmt: skip


def _printed(table: Table, form: str, member: MemberJson, half: float, crossing: bool, turned: str) -> str:
    """The part itself. What marks it when it can be chosen is the outline of the class `shape`."""
    colour, edges, drawn_as = (
        table.colours.of(form, member["name"]),
        member.get("edges", []),
        _drawn_as(table, form, member),
    )
    if drawn_as == "mark":
        mark = table.colours.mark(form, member["name"]) or "house"
        picture_of_it = shape(mark, colour.ink, stroke="#fffdf8", stroke_width=1.5)
        around = tag("circle", cx=0, cy=0, r=18, class_="shape unseen")
        return around + tag("g", picture_of_it, transform="translate(-13 -13) scale(1.08)")
    if drawn_as == "line":
        way = _line(edges, half, crossing)
        under = tag("path", d=way, class_="tile-line", stroke=colour.edge, transform=turned)
        over = tag("path", d=way, class_="tile-line inner", stroke=colour.fill, transform=turned)
        return under + over + tag("path", d=way, class_="shape unseen", transform=turned)
    outline = _area(edges if drawn_as == "area" else range(SLOTS), half)
    edge = colour.edge if drawn_as == "area" else "none"
    return tag("path", d=outline, fill=colour.fill, stroke=edge, stroke_width=1.5, class_="shape", transform=turned)


def _numbers(table: Table, form: str, member: MemberJson, x: float, y: float) -> str:
    """Numbers that are printed on a part, each with its column's name to be read on it."""
    columns = [column for column in table.kinds[form]["columns"] if column["type"]["type"] == "number"]
    told = [(column["title"], member["cells"][column["name"]]) for column in columns if member["cells"][column["name"]]]
    found = []
    for number, (title, value) in enumerate(told):
        left = x + 11 + 15 * number
        badge = tag("rect", x=left, y=y + 3, width=14, height=14, rx=3, fill="#fffdf8", stroke=DARK, stroke_width=1)
        words = tag("text", text(value), x=left + 7, y=y + 14, font_size=11, class_="tile-text")
        found.append(tag("g", tag("title", text(f"{title}: {value}")), badge, words))
    return "".join(found)


# ---------------------------------------------------------------- where parts lie; the middle of the tile is 0, 0
def _runs(slots: Sequence[int]) -> list[tuple[int, int]]:
    """The stretches of the border that a part has: the first slot of each, and how many there are."""
    own = set(slots)
    firsts = [slot for slot in sorted(own) if (slot - 1) % SLOTS not in own]
    found = []
    for first in firsts:
        many = 1
        while (first + many) % SLOTS in own:
            many += 1
        found.append((first, many))
    return found


def _on_border(along: float, half: float) -> Point:
    """A point of the border, counted in edges clockwise from the north-west corner."""
    edge, share = int(along) % 4, along - int(along)
    x, y = (2 * share - 1) * half, -half
    return _turned((x, y), -edge)


def _turned(point: Point, turn: int) -> Point:
    """Turned counterclockwise, on a picture whose y goes down."""
    way = turn * pi / 2
    x, y = point
    return x * cos(way) + y * sin(way), y * cos(way) - x * sin(way)


def _ends(run: tuple[int, int]) -> tuple[float, float]:
    """Where a stretch begins and ends along the border."""
    first, last = run[0], run[0] + run[1] - 1
    return first // 3 + ENDS[first % 3], last // 3 + ENDS[last % 3 + 1]


def _area(slots: Sequence[int], half: float) -> str:
    """Along the border where the part reaches it, and in a bow towards the middle where it does not."""
    if len(set(slots)) == SLOTS:
        return f"M{-half:.1f} {-half:.1f}h{2 * half:.1f}v{2 * half:.1f}h{-2 * half:.1f}z"
    path = ""
    for number, run in enumerate(_runs(slots)):
        start, end = _ends(run)
        corners = [_on_border(float(corner), half) for corner in range(int(start) + 1, int(end) + 1) if corner < end]
        first, *rest = [_on_border(start, half), *corners, _last(end, half)]
        path += (f"Q0 0 {_at(first)}" if number else f"M{_at(first)}") + "".join(f"L{_at(point)}" for point in rest)
    return f"{path}Q0 0 {_at(_on_border(_ends(_runs(slots)[0])[0], half))}Z"


def _last(end: float, half: float) -> Point:
    return _on_border(end, half) if end != int(end) else _turned((half, -half), 1 - int(end))


def _line(slots: Sequence[int], half: float, crossing: bool) -> str:
    """From edge to edge through the middle; with a single edge up to the middle, or before it where lines would meet."""
    points = [_on_border(sum(_ends(run)) / 2, half) for run in _stretches(slots)]
    if len(points) == 1:
        x, y = points[0]
        inward = INWARD if crossing else 0.0
        return f"M{_at((x, y))}L{_at((x * inward, y * inward))}"
    first, *rest = points
    return "".join(f"M{_at(first)}Q0 0 {_at(point)}" for point in rest)


def _stretches(slots: Sequence[int]) -> list[tuple[int, int]]:
    """One stretch for each edge: lines leave a tile in the middle of each of their edges."""
    return [(3 * edge, 3) for edge in sorted({slot // 3 for slot in slots})]


def _middle(slots: Sequence[int], drawn_as: str, half: float) -> Point:
    """Where pieces stand on a part."""
    edges = sorted({slot // 3 for slot in slots})
    if not edges or drawn_as == "ground":
        return 0.0, 0.0
    points = [_on_border(edge + 0.5, half) for edge in edges]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    share = 0.62 if len(edges) == 1 else 0.5 if drawn_as == "line" else 0.8
    return x * share, y * share


def _at(point: Point) -> str:
    return " ".join(f"{round(number, 1) + 0.0:.1f}" for number in point)  # without -0.0

"""Boards of cells as SVG: squares and hexagons with their corners and edges, and what stands on them.

In: a Table and the kind of its cells. Out: Board. Layer: view. Where everything lies comes from the definition (`lattice`). If
everything is kept for a player and a place, each player has a board of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import sqrt

from interpreter.view.drawing.boards import Board, Box, thing, told, whole, words_in
from interpreter.view.drawing.colours import Colour, is_ruler
from interpreter.view.drawing.faces import columns as face_columns
from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.marks import shape
from interpreter.view.drawing.markup import lines_of, tag, text
from interpreter.view.drawing.pieces import DARK, Part, Piece, at_most, drawn, pieces, row_of_pieces
from interpreter.view.drawing.table import Table
from interpreter.view.json_view import KindJson, LatticeJson, MemberJson

SQUARE, RADIUS = 72.0, 44.0  # the side of a square; a hexagon from its middle to a corner
MARGIN = 26.0
LEAST_SEEN = 8 * RADIUS  # of an open board
LARGE, STONE = 46.0, 62.0  # a piece alone on a cell, and where lines cross
LETTERS = 19.0  # beside squares, at least
PER_SQUARE = 2.2  # and for each square of a side, so that they are legible on a phone
TOUCHED = 31.0  # as if letters were so large: where only coordinates are printed, a page goes as near as fingers need
SQUARES = (Colour("#f6f1e4", "#cfc6b0", "#4a463b"), Colour("#e3d6b8", "#cfc6b0", "#4a463b"))  # light and dark
Point = tuple[float, float]


def cells_board(table: Table, kind: str) -> Board:
    """Draw a board of cells, or one for each player side by side."""
    if not table.is_own_board(kind):
        found = pieces(table)
        return _with_frame(table, kind, _drawn(table, kind, found), _box(table, kind), _near(table, kind, found))
    box = _box(table, kind)
    order = sorted(table.players, key=lambda name: name != table.you)
    across = 1 if len(order) == 1 else 2
    inside = []
    for number, name in enumerate(order):
        at = (number % across * (box[2] + MARGIN), number // across * (box[3] + MARGIN))
        head = tag("text", text(name), x=box[0] + 8, y=box[1] + 4, font_size=17, class_="tile-name left owner")
        picture = "".join(_drawn(table, kind, pieces(table, name)))
        inside.append(
            tag("g", head, picture, transform=f"translate({at[0]:.1f} {at[1]:.1f})", data_owner=f"{PLAYER}:{name}")
        )
    rows = -(-len(order) // across)
    size = (box[2] * across + MARGIN * (across - 1), box[3] * rows + MARGIN * (rows - 1) + 12)
    return _with_frame(table, kind, inside, (box[0], box[1] - 12, *size))


def _near(table: Table, kind: str, found: dict[Part, list[Piece]]) -> Box | None:
    """Return the part of an open board to show first: what pieces lie on or may come to, and what is beside it."""
    lattice = table.kinds[kind]["lattice"]
    if lattice is None or table.look.board != kind or table.look.pattern != "open":
        return None
    names = [member["name"] for member in table.kinds[kind]["members"]]
    there = [
        points[0] for name, points in zip(names, _points(lattice), strict=True)
        if (kind, name) in found or (kind, name) in table.offered
    ]  # fmt: skip
    if not there:
        return None
    (left, right), (top, low) = ((min(ones), max(ones)) for ones in zip(*there, strict=True))
    wide, high = max(right - left + 4 * RADIUS, LEAST_SEEN), max(low - top + 4 * RADIUS, LEAST_SEEN)
    return (left + right - wide) / 2, (top + low - high) / 2, wide, high


def _with_frame(table: Table, kind: str, inside: Sequence[str], box: Box, near: Box | None = None) -> Board:
    legend = _legend(table, kind)
    lattice, printed = table.kinds[kind]["lattice"], face_columns(table, kind)
    font = TOUCHED if not printed else 14.0 if lattice is not None and lattice["cells"] == "hexes" else 12.0
    svg = whole("".join(inside), box, table.kinds[kind]["plural"], "cells", near, font=font)
    return Board(svg, box[2], box[3], legend=legend)


def _legend(table: Table, kind: str) -> tuple[tuple[str, str], ...]:
    """What the colours of the cells mean."""
    kinds = [
        seen.kind for seen in table.sorted.pieces if seen.sort == "thing" and kind in seen.keys and seen.kind != PLAYER
    ]
    group = table.colours.group(kind)
    kinds += [group[1]] if group else []
    return tuple((one, member["name"]) for one in dict.fromkeys(kinds) for member in table.kinds[one]["members"]
                 if len(table.kinds[one]["members"]) <= 12)  # fmt: skip


def point_on(lattice: LatticeJson, column: int, row: int) -> Point:
    """Return where a point of the lattice is on the picture."""
    if lattice["cells"] == "squares":
        return column * SQUARE / 2, -row * SQUARE / 2
    return sqrt(3) * RADIUS * (column / 3 + row / 6), -row * RADIUS / 2


def _points(lattice: LatticeJson) -> list[list[Point]]:
    """For each member its points: one, or both ends of an edge."""
    return [[point_on(lattice, *at[i : i + 2]) for i in range(0, len(at), 2)] for at in lattice["points"]]


def _box(table: Table, kind: str) -> Box:
    lattice = table.kinds[kind]["lattice"]
    assert lattice is not None
    xs, ys = zip(*(points[0] for points in _points(lattice)), strict=True)
    half = (SQUARE / 2, SQUARE / 2) if lattice["cells"] == "squares" else (sqrt(3) / 2 * RADIUS, RADIUS)
    margin = _letters(table.kinds[kind]) * MARGIN / LETTERS
    left, top = min(xs) - half[0] - margin, min(ys) - half[1] - 8
    return left, top, max(xs) + half[0] + 8 - left, max(ys) + half[1] + margin - top


def _letters(form: KindJson) -> float:
    """Return the size of the letters beside squares."""
    return max(LETTERS, PER_SQUARE * max(form["grid"])) if form["grid"] else LETTERS


def _drawn(table: Table, kind: str, found: dict[Part, list[Piece]]) -> list[str]:
    """The cells, then the edges, then the corners; each with what stands on it."""
    form = table.kinds[kind]
    inside = [table.ground.texts.of(("frame", kind), partial(_frame, form))]
    parts = [
        other for other in table.kinds.values() if (on := other["lattice"]) and on["of"] == kind and other is not form
    ]
    parts.sort(key=lambda other: other["lattice"] is not None and other["lattice"]["part"] == "corner")
    drawers = {"cell": _cell, "edge": _edge, "corner": _corner}
    for other in (form, *parts):
        assert other["lattice"] is not None
        draw = drawers[other["lattice"]["part"]]
        for member, points in zip(other["members"], _points(other["lattice"]), strict=True):
            on_it = tuple(found.get((other["name"], member["name"]), ()))
            made_from = ("lattice", other["name"], member["name"], on_it)
            inside.append(table.ground.texts.of(made_from, partial(draw, table, other, member, points, on_it)))
    inside.append(table.ground.texts.of(("rulers", kind), partial(_rulers, table, form)))
    return inside


def _rulers(table: Table, form: KindJson) -> str:
    """Draw whole columns and rows, where a kind counts them: on the board, too, one can be chosen. Shown only then."""
    if form["grid"] is None or form["lattice"] is None or form["lattice"]["cells"] != "squares":
        return ""
    wide, high = form["grid"]
    drawn_ = []
    for ruler in table.kinds.values():
        names = [member["name"] for member in ruler["members"]]
        if ruler["lattice"] or not is_ruler(ruler) or len(names) != (wide if names[0] == "a" else high):
            continue
        for number, member in enumerate(ruler["members"]):
            box = (number * SQUARE, -high * SQUARE, SQUARE, high * SQUARE) if names[0] == "a" else (
                0.0, -(number + 1) * SQUARE, wide * SQUARE, SQUARE)  # fmt: skip
            line = tag("rect", x=box[0] + 2, y=box[1] + 2, width=box[2] - 4, height=box[3] - 4, rx=6, class_="shape")
            drawn_.append(tag("g", line, class_="part ruler", data_thing=thing(ruler["name"], member["name"]), role="img",
                              aria_label=member["title"]))  # fmt: skip
    return "".join(drawn_)


def _frame(form: KindJson) -> str:
    """Letters and numbers beside squares, as their names say them."""
    lattice, grid = form["lattice"], form["grid"]
    if lattice is None or lattice["cells"] == "hexes" or grid is None:
        return ""
    wide, high = grid
    size = _letters(form)
    letters = [
        tag("text", chr(97 + x), x=(x + 0.5) * SQUARE, y=size * 0.9, font_size=size, class_="beside")
        for x in range(wide)
    ]
    numbers = [
        tag("text", str(y + 1), x=-0.68 * size, y=0.33 * size - (y + 0.5) * SQUARE, font_size=size, class_="beside")
        for y in range(high)
    ]
    return "".join([*letters, *numbers])


def _outline(lattice: LatticeJson, at: Point) -> str:
    x, y = at
    if lattice["cells"] == "squares":
        half = SQUARE / 2 - 1.5
        return f"M{x - half:.1f} {y - half:.1f}h{2 * half:.1f}v{2 * half:.1f}h{-2 * half:.1f}z"
    radius = RADIUS - 1.5
    corners = [(0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5)]
    return "M" + "L".join(f"{x + radius * dx:.1f} {y + radius * dy:.1f}" for dx, dy in corners) + "z"


def _cell(table: Table, form: KindJson, member: MemberJson, points: Sequence[Point], found: Sequence[Piece]) -> str:
    lattice = form["lattice"]
    assert lattice is not None
    kind, name, (x, y) = form["name"], member["name"], points[0]
    ground = [piece for piece in found if piece.sort == "thing"]
    rest = [piece for piece in found if piece not in ground]
    own = table.colours.own(kind, name)
    pattern = table.look.pattern if table.look.board == kind and lattice["cells"] == "squares" else None
    usual = SQUARES[round(x / SQUARE + y / SQUARE + 1) % 2 if pattern == "checkered" else 0]
    paint = table.colours.of(*ground[0].thing) if ground else own or usual
    if pattern == "points":
        inside = _crossing(form, x, y)
    else:
        inside = [tag("path", d=_outline(lattice, (x, y)), fill=paint.fill, stroke=paint.edge, class_="shape square")]
    if lattice["cells"] == "hexes":
        inside.append(tag("text", text(member["title"]), x=x, y=y + RADIUS * 0.72, font_size=14, class_="coordinate"))
    if ground:
        at = f"translate({x - 9:.1f} {y - RADIUS * 0.72:.1f}) scale(0.75)"
        inside.append(
            tag(
                "g",
                tag("title", text(ground[0].title)),
                shape(ground[0].shape, paint.ink),
                transform=at,
                class_="piece",
            )
        )
        rest += ground[1:]
    else:
        inside.append(_printed(table, kind, member, x, y))
    if [piece.sort for piece in rest] == ["stacked", "count"]:
        inside += [drawn(rest[0], x, y + 4, LARGE), drawn(rest[1], x + 19, y - 13, 20)]
    elif len(rest) == 1:
        size = 26 if ground else STONE if pattern == "points" else LARGE
        inside.append(drawn(rest[0], x, y + (6 if ground else 0), size))
    elif rest:
        inside.append(row_of_pieces(rest, x, y + 4, SQUARE - 10, 22))
    return tag(
        "g", *inside, class_="part", data_thing=thing(kind, name), role="img", aria_label=told(member["title"], found)
    )


def _crossing(form: KindJson, x: float, y: float) -> list[str]:
    """Draw two lines that cross on wood; they end at the edge of the board. What can be chosen is ringed."""
    wide, high = form["grid"] or (0, 0)
    column, row, half = round(x / SQUARE - 0.5), round(-y / SQUARE - 0.5), SQUARE / 2
    left, right = (0 if column == 0 else half), (0 if column == wide - 1 else half)
    up, down = (0 if row == high - 1 else half), (0 if row == 0 else half)
    wood = tag("rect", x=x - half, y=y - half, width=SQUARE + 0.5, height=SQUARE + 0.5, fill="#efdcb4")
    lines = tag("path", d=f"M{x - left} {y}H{x + right}M{x} {y - up}V{y + down}", stroke="#8b744c", class_="plain")
    ring = tag("circle", cx=x, cy=y, r=half - 5, fill="#efdcb4", fill_opacity=0, class_="shape square")
    return [wood, lines, ring]


def _printed(table: Table, kind: str, member: MemberJson, x: float, y: float) -> str:
    """What is printed on a cell: marks of things, numbers, the first word of what is true of it."""
    found = []
    for column in face_columns(table, kind):
        cell, inner = member["cells"][column["name"]], column["type"].get("of", column["type"]).get("kind", "")
        if cell is True:
            found.append(tag("text", text(column["title"]), x=x, y=y - 14, font_size=11, class_="tile-text"))
        elif isinstance(cell, int) and not isinstance(cell, bool) and cell:
            found.append(tag("text", text(cell), x=x, y=y + 7, font_size=19, class_="tile-text"))
        names = cell if isinstance(cell, list) else [cell]
        marks = [(inner, str(one)) for one in names if inner in table.kinds and isinstance(one, str)]
        for number, one in enumerate(marks[:3]):
            mark, own = table.colours.mark(*one), table.colours.own(*one)
            at = f"translate({x - 8 * len(marks[:3]) + 16 * number:.1f} {y - 8:.1f}) scale(0.62)"
            if mark:
                found.append(
                    tag(
                        "g",
                        tag("title", text(table.title(*one))),
                        shape(mark, own.ink if own else "#4a463b"),
                        transform=at,
                    )
                )
            elif len(marks) == 1:
                found.append(words_in(lines_of(table.short(*one), 9), x, y, 11, "tile-text"))
    return "".join(found)


def _edge(_table: Table, form: KindJson, member: MemberJson, points: Sequence[Point], found: Sequence[Piece]) -> str:
    """Draw an edge: in the colour of who built it; dark if it is only true that it is there."""
    (x1, y1), (x2, y2) = points
    owner = next((piece for piece in found if piece.owner), None)
    drawn_in = owner.colour if owner else DARK if any(piece.sort == "yes" for piece in found) else None
    line = tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=drawn_in or "#cfc6b0",
               class_="shape edge built" if drawn_in else "shape edge")  # fmt: skip
    reach = tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="reach")
    row = row_of_pieces(at_most([one for one in found if one.sort != "yes"], 2), (x1 + x2) / 2, (y1 + y2) / 2, 30, 17)
    return tag("g", line, reach, row, class_="part", data_thing=thing(form["name"], member["name"]),
               role="img", aria_label=told(member["title"], found))  # fmt: skip


def _corner(_table: Table, form: KindJson, member: MemberJson, points: Sequence[Point], found: Sequence[Piece]) -> str:
    x, y = points[0]
    special = any(value is True for value in member["cells"].values())
    spot = tag("circle", cx=x, cy=y, r=6.5 if special else 4.5, class_="shape spot marked" if special else "shape spot")
    row = row_of_pieces(at_most(found, 2), x, y, 44, 24 if len(found) == 1 else 19)
    return tag("g", spot, tag("circle", cx=x, cy=y, r=12, class_="reach area"), row, class_="part",
               data_thing=thing(form["name"], member["name"]), role="img", aria_label=told(member["title"], found))  # fmt: skip

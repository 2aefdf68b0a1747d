"""Maps as SVG: places with their names, the ways between them, regions as soft ground.

In: a Table and the kind of its places. Out: Board. Layer: view. Places are positioned by the look, else by a layout. A large
map is focused on the pawns and the places that can be chosen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from math import atan2, degrees, hypot, sqrt

from interpreter.view.drawing.boards import LETTER, Board, Box, thing, told, whole
from interpreter.view.drawing.colours import softened
from interpreter.view.drawing.layout import Point, laid_out
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.pieces import Piece, pieces, row_of_pieces
from interpreter.view.drawing.table import Table
from interpreter.view.drawing.voronoi import regions
from interpreter.view.json_view import MapJson

LARGE = 60  # places from which on they are drawn as dots
MARGIN = 46.0
APART = 78.0  # room for a place and its name on a small map
STREET = 118.0  # typical length of a way on a large map
FONT = 14.0
LARGER = 1.2  # names have room for letters so much larger, which small pages need
COORDINATES = re.compile(r"[a-z][0-9]{1,2}")
NEAR = 2.4 * FONT  # the least distance of two places
TOUCHED = 24.0  # as if letters were so large: where names are only coordinates, a page goes as near as fingers need
SPOT = 9.0  # a place from its middle
Points = dict[str, Point]


def map_board(table: Table, kind: str) -> Board:
    found, once = table.map_of(kind), table.ground.texts
    names = [member["name"] for member in table.kinds[kind]["members"]]
    is_large = len(names) > LARGE
    points = table.ground.points.of(kind, lambda: _points(table, kind))
    labels = table.ground.points.of(("labels", kind), lambda: label_places(table, kind, points, found))
    box = _with_names(around(points), labels, {name: label_width(table.short(kind, name)) for name in names})
    there = pieces(table)
    drawn = [
        once.of(("ground", kind), lambda: _ground(table, kind, points)),
        _ways(table, found, points, there) if found else "",
    ]
    for name in names:
        on_it = tuple(there.get((kind, name), ()))
        made_from = ("place", kind, name, on_it)
        drawn.append(once.of(made_from, partial(_place, table, kind, name, points[name], labels[name], on_it)))
    focus = _focus(table, kind, points, box) if is_large else None
    lettered = not all(COORDINATES.fullmatch(name) for name in names)
    style, font = ("map", FONT) if lettered else ("map coordinates", TOUCHED)
    svg = whole("".join(drawn), box, table.kinds[kind]["plural"], style, focus if lettered else None, font=font)
    return Board(svg, box[2], box[3], legend=_legend(table, kind, found), focus=focus if lettered else None)


def _points(table: Table, kind: str) -> Points:
    """Return the places' positions on the picture."""
    places, found = places_on(table, kind), table.map_of(kind)
    points = scaled(places, _size(places, found) if len(places) > LARGE else _room(len(places)))
    return dict(pushed_apart(tuple(points.items())))


def _room(places: int) -> tuple[float, float]:
    """Return the size of a picture on which so many places have room for their names."""
    side = APART * sqrt(places) + 2 * MARGIN
    return side * 1.25, side


def places_on(table: Table, kind: str) -> Points:
    """Return the places' positions: from the look if it has all of them, else from a layout."""
    places = dict(table.look.places.get(kind, {}))
    names = tuple(member["name"] for member in table.kinds[kind]["members"])
    if set(places) == set(names):
        return places
    if all(COORDINATES.fullmatch(name) for name in names):  # named as on a chessboard: they lie so
        return {name: (float(ord(name[0])), -float(name[1:])) for name in names}
    found = table.map_of(kind)
    return laid_out(names, tuple((way["start"], way["end"]) for way in found["ways"]) if found else ())


def share_of(table: Table, kind: str) -> float:
    """Return the length on the picture of one unit of the look."""
    places = places_on(table, kind)
    size = _size(places, table.map_of(kind)) if len(places) > LARGE else _room(len(places))
    return _share(places, size)


def _legend(table: Table, kind: str, found: MapJson | None) -> tuple[tuple[str, str], ...]:
    groups = [table.colours.group(kind), table.colours.group(found["kind"]) if found else None]
    return tuple((group[1], member["name"]) for group in groups if group for member in table.kinds[group[1]]["members"])


def label_width(words: str) -> float:
    return len(words) * LETTER + 6


def scaled(places: Points, size: tuple[float, float]) -> Points:
    """Scale positions to this size, keeping the aspect ratio."""
    left, top = (min(point[axis] for point in places.values()) for axis in (0, 1))
    factor = _share(places, size)
    return {name: (MARGIN + (x - left) * factor, MARGIN + (y - top) * factor) for name, (x, y) in places.items()}


def _share(places: Points, size: tuple[float, float]) -> float:
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    return min((size[0] - 2 * MARGIN) / (max(xs) - min(xs) or 1), (size[1] - 2 * MARGIN) / (max(ys) - min(ys) or 1))


def _size(places: Points, found: MapJson | None) -> tuple[float, float]:
    """Choose the size at which a typical way has the standard length."""
    ways = [(places[way["start"]], places[way["end"]]) for way in found["ways"]] if found else []
    lengths = sorted(hypot(a[0] - b[0], a[1] - b[1]) for a, b in ways) or [1.0]
    usual = lengths[len(lengths) // 2] or 1.0
    wide, high = (max(p[axis] for p in places.values()) - min(p[axis] for p in places.values()) for axis in (0, 1))
    return STREET * wide / usual + 2 * MARGIN, STREET * high / usual + 2 * MARGIN


@lru_cache(maxsize=64)
def pushed_apart(points: tuple[tuple[str, Point], ...]) -> tuple[tuple[str, Point], ...]:
    """Move places that are too near apart, a little at a time. Cached per map."""
    moved = [[x, y] for _, (x, y) in points]
    for _ in range(60):
        if sum(_pushed(moved, one, other) for one, other in combinations(range(len(moved)), 2)) == 0:
            break
    return tuple((name, (x, y)) for (name, _), (x, y) in zip(points, moved, strict=True))


def _pushed(moved: list[list[float]], one: int, other: int) -> bool:
    """Move two places apart along the line between them; False if they are far enough."""
    dx, dy = moved[other][0] - moved[one][0], moved[other][1] - moved[one][1]
    away = hypot(dx, dy)
    if away >= NEAR:
        return False
    if away < 0.01:
        dx, dy, away = 1.0, 0.3, 1.04
    step = (NEAR - away) / 2 + 0.2
    for number, way in ((one, -1), (other, 1)):
        moved[number][0] += way * step * dx / away
        moved[number][1] += way * step * dy / away
    return True


# ---------------------------------------------------------------- names
def label_places(table: Table, kind: str, points: Points, found: MapJson | None) -> Points:
    """Return where the middle of each name goes: of eight positions the one that covers least."""
    widths = {name: LARGER * label_width(table.short(kind, name)) for name in points}
    taken: list[Box] = [(x - SPOT, y - SPOT, 2 * SPOT, 2 * SPOT) for x, y in points.values()]
    ways = [(points[way["start"]], points[way["end"]]) for way in found["ways"]] if found else []
    between = [
        (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        for a, b in ways
        for share in (0.2, 0.35, 0.5, 0.65, 0.8)
    ]
    placed: Points = {}
    for name, (x, y) in sorted(points.items(), key=lambda item: (item[1][1], item[1][0])):
        wide = widths[name]
        right, below = SPOT + 3 + wide / 2, SPOT + 3 + LARGER * FONT / 2
        tried = [
            (right, 0.0), (-right, 0.0), (0.0, below), (0.0, -below), (right * 0.8, below), (-right * 0.8, below),
            (right * 0.8, -below), (-right * 0.8, -below),
        ]  # fmt: skip
        costs = [(_cost((x + dx - wide / 2, y + dy - FONT / 2, wide, FONT), taken, between) + 0.02 * number, number)
                 for number, (dx, dy) in enumerate(tried)]  # fmt: skip
        dx, dy = tried[min(costs)[1]]
        placed[name] = (x + dx, y + dy)
        taken.append((x + dx - wide / 2, y + dy - FONT / 2, wide, FONT))
    return placed


def _cost(box: Box, taken: Sequence[Box], between: Sequence[Point]) -> float:
    """How much of what is there already a name would cover: names and places first, then ways."""
    x, y, wide, high = box
    covered = sum(
        max(0.0, min(x + wide, left + w) - max(x, left)) * max(0.0, min(y + high, top + h) - max(y, top))
        for left, top, w, h in taken
    )
    return covered + sum(8.0 for at in between if x < at[0] < x + wide and y < at[1] < y + high)


def _with_names(box: Box, labels: Points, widths: Mapping[str, float]) -> Box:
    """Widen a box so that no name is cut at its edge."""
    left = min([box[0], *(x - widths[name] / 2 - 4 for name, (x, _) in labels.items())])
    right = max([box[0] + box[2], *(x + widths[name] / 2 + 4 for name, (x, _) in labels.items())])
    return left, box[1], right - left, box[3]


def around(points: Points) -> Box:
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    return min(xs) - 62, min(ys) - 48, max(xs) - min(xs) + 124, max(ys) - min(ys) + 96


def _ground(table: Table, kind: str, points: Points) -> str:
    """Draw each region as the cells around its places, with a line of paper between two regions."""
    group = table.colours.group(kind)
    if group is None:
        return ""
    column, inner = group
    of = {name: table.members[kind][name]["cells"][column] for name in points}
    cells = regions(points)
    drawn: dict[str, list[str]] = {}
    borders = []
    for name, sides in cells.items():
        region = of[name]
        if not isinstance(region, str):
            continue
        colour = softened(table.colours.of(inner, region).fill)
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for (x, y), _ in sides) + "z"
        drawn.setdefault(region, []).append(tag("path", d=path, fill=colour, stroke=colour, stroke_width=1))
        for number, ((x, y), beyond) in enumerate(sides):
            if beyond is not None and of[beyond] != region:
                end = sides[(number + 1) % len(sides)][0]
                borders.append(f"M{x:.1f} {y:.1f}L{end[0]:.1f} {end[1]:.1f}")
    line = tag("path", d="".join(borders), class_="border") if borders else ""
    return (
        "".join(tag("g", *those, data_thing=thing(inner, region), class_="ground") for region, those in drawn.items())
        + line
    )


def _ways(table: Table, found: MapJson, points: Points, there: Mapping[tuple[str, str], list[Piece]]) -> str:
    drawn = []
    taken: dict[tuple[str, str], int] = {}
    arrows = {(way["start"], way["end"]) for way in found["ways"] if way["one_way"]}
    for way in found["ways"]:
        ends = (way["start"], way["end"])
        pair = (min(ends), max(ends))
        back = way["one_way"] and (ends[1], ends[0]) in arrows and pair in taken  # the same street against its arrow
        taken[pair] = taken.get(pair, -1) + (0 if back else 1)
        on_it = tuple(there.get((found["kind"], way["name"]), ()))
        made_from = ("way", found["kind"], way["name"], on_it)
        draw = partial(_way, table, found["kind"], way["name"], (points[pair[0]], points[pair[1]]), taken[pair],
                       ends == pair if way["one_way"] else None, back, on_it)  # fmt: skip
        drawn.append(table.ground.texts.of(made_from, draw))
    return tag("g", *drawn, class_="ways")


def _way(
    table: Table,
    kind: str,
    name: str,
    ends: tuple[Point, Point],
    nth: int,
    forward: bool | None,
    back: bool,
    found: Sequence[Piece],
) -> str:
    """Draw a way; a second one between the same places bends. One against an arrow is shown only when it can be chosen."""
    start, end = ends
    own = table.colours.own(kind, name)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    long = hypot(end[0] - start[0], end[1] - start[1]) or 1
    bend = (nth + 1) // 2 * 16 * (1 if nth % 2 else -1)
    across = (-(end[1] - start[1]) / long * bend, (end[0] - start[0]) / long * bend)
    path = f"M{start[0]:.1f} {start[1]:.1f}Q{x + across[0]:.1f} {y + across[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    title = tag("title", text(table.title(kind, name)))
    owner = next((piece for piece in found if piece.owner), None)  # a way that somebody built has the builder's colour
    colour = owner.colour if owner else own.edge if own else "#8f8877"
    line = tag(
        "path", d=path, stroke=colour, class_="shape way built" if owner else "shape way" if own else "shape way plain"
    )
    reach = tag("path", d=path, class_="reach")
    arrow = ""
    if forward is not None:
        turn = degrees(atan2(end[1] - start[1], end[0] - start[0])) + (0 if forward else 180)
        at = f"translate({x + across[0] / 2:.1f} {y + across[1] / 2:.1f}) rotate({turn:.0f})"
        arrow = tag("path", d="M-5 -5 L5 0 L-5 5 Z", fill=colour, transform=at)
    row = row_of_pieces(found, x + across[0] / 2, y + across[1] / 2, 60, 18)
    return tag("g", title, line, arrow, reach, row, class_="part back" if back else "part", data_thing=thing(kind, name),
               role="img", aria_label=told(table.title(kind, name), found))  # fmt: skip


def _place(table: Table, kind: str, name: str, at: Point, label: Point, found: Sequence[Piece]) -> str:
    """Draw a place: a dot with what is special about it, its name, and the pieces on it."""
    x, y = at
    mark, second = _mark(table, kind, name), _second_colour(table, kind, name)
    spot = tag("circle", cx=x, cy=y, r=9 if mark else 7, class_="shape spot marked" if mark else "shape spot",
               stroke=second)  # fmt: skip
    letter = tag("text", text(mark), x=x, y=y + 4, font_size=11, class_="on-piece") if mark and not found else ""
    title = table.short(kind, name)
    anchor, from_x = _anchor(x, label[0], LARGER * label_width(title) / 2 - 3)
    words = tag(
        "text", text(title), x=round(from_x, 1), y=label[1] + 4.6, font_size=FONT, class_=f"place-name halo{anchor}"
    )
    reach = tag("circle", cx=x, cy=y, r=16, class_="reach area")
    aside = (len(found) - 1) * 11 if found else 0  # several pieces go away from the name
    at_x = x - aside if label[0] > x + SPOT else x + aside if label[0] < x - SPOT else x
    return tag("g", spot, letter, reach, words, row_of_pieces(found, at_x, y, 110, 26), class_="part",
               data_thing=thing(kind, name), role="img", aria_label=told(table.title(kind, name), found))  # fmt: skip


def _anchor(x: float, label: float, half: float) -> tuple[str, float]:
    """Say from where a name is written, and its beginning there: away from its place, so that larger letters do not cover it."""
    if label > x + SPOT:
        return " left", label - half
    return (" right", label + half) if label < x - SPOT else ("", label)


def _second_colour(table: Table, kind: str, name: str) -> str | None:
    """Return the colour of a column other than the one that colours the ground."""
    group = table.colours.group(kind)
    for column in table.kinds[kind]["columns"]:
        inner, cell = column["type"].get("kind"), table.members[kind][name]["cells"][column["name"]]
        if (
            group
            and column["type"]["type"] == "thing"
            and column["name"] != group[0]
            and inner
            and isinstance(cell, str)
        ):
            own = table.colours.own(inner, cell)
            return own.edge if own else None
    return None


def _mark(table: Table, kind: str, name: str) -> str:
    """Return the initial of the first column that is true of this place."""
    cells = table.members[kind][name]["cells"]
    return next((column[:1].upper() for column, value in cells.items() if value is True), "")


def _focus(table: Table, kind: str, points: Points, box: Box) -> Box | None:
    """Frame the player's own pawn and what can be chosen; else all pawns."""
    standing = [(who, part) for _, who, part in table.standing() if part in points]
    mine = [part for who, part in standing if who == table.you]
    chosen = [name for name in points if (kind, name) in table.offered]
    found = table.map_of(kind)
    for way in found["ways"] if found else ():
        if (found and (found["kind"], way["name"])) in table.offered:
            chosen += [way["start"], way["end"]]
    names = (mine + chosen) or [part for _, part in standing]
    if not names or len(chosen) > LARGE:
        return None
    xs, ys = [points[name][0] for name in names], [points[name][1] for name in names]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    wide = min(box[2], max(820.0, max(xs) - min(xs) + 260, (max(ys) - min(ys) + 220) * 1.5))
    return x - wide / 2, y - wide / 3, wide, wide / 1.5

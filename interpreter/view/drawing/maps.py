"""Maps as SVG: places, the ways between them, regions as soft ground.

In: a Table and the kind of its places. Out: Board. Layer: view. Places are positioned by the look, else by a layout. A
small map has labels; a large one has dots, is focused on the pawns and the places that can be chosen, and gets an inset.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import combinations
from math import atan2, degrees, hypot

from interpreter.view.drawing.boards import LETTER, Board, Box, thing, whole
from interpreter.view.drawing.colours import softened
from interpreter.view.drawing.layout import Point, laid_out
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.pieces import Piece, pieces, row_of_pieces
from interpreter.view.drawing.table import Table
from interpreter.view.json_view import MapJson

LARGE = 60  # places from which on they are drawn as dots
WIDTH, HEIGHT, MARGIN = 1000.0, 640.0, 46.0
STREET = 118.0  # typical length of a way on a large map
LABEL = 24.0
Points = dict[str, Point]


def map_board(table: Table, kind: str) -> Board:
    found, once = table.map_of(kind), table.ground.texts
    names = [member["name"] for member in table.kinds[kind]["members"]]
    is_large = len(names) > LARGE
    points = table.ground.points.of(kind, lambda: _points(table, kind))
    box = around(points)
    drawn = [
        once.of(("ground", kind), lambda: _ground(table, kind, points)),
        once.of(("ways", kind), lambda: _ways(table, found, points) if found else ""),
    ]
    there = pieces(table)
    draw = _dot if is_large else _label
    for name in names:
        on_it = tuple(there.get(name, ()))
        drawn.append(once.of(("place", kind, name, on_it), partial(draw, table, kind, name, points[name], on_it)))
    focus = _focus(table, kind, points, box) if is_large else None
    svg = whole("".join(drawn), box, table.kinds[kind]["plural"], "map", focus)
    inset = once.of(("inset", kind), lambda: _inset(found, points, box)) if is_large and found else ""
    return Board(svg, box[2], box[3], legend=_legend(table, kind, found), inset=inset, focus=focus)


def _points(table: Table, kind: str) -> Points:
    """Return the places' positions on the picture."""
    places, found = places_on(table, kind), table.map_of(kind)
    if len(places) > LARGE:
        return scaled(places, _size(places, found))
    points = scaled(places, (WIDTH, HEIGHT))
    return dict(pushed_apart(tuple(points.items()), tuple(label_width(table.short(kind, name)) for name in points)))


def places_on(table: Table, kind: str) -> Points:
    """Return the places' positions: from the look if it has all of them, else from a layout."""
    places = dict(table.look.places.get(kind, {}))
    names = tuple(member["name"] for member in table.kinds[kind]["members"])
    if set(places) == set(names):
        return places
    found = table.map_of(kind)
    return laid_out(names, tuple((way["start"], way["end"]) for way in found["ways"]) if found else ())


def share_of(table: Table, kind: str) -> float:
    """Return the length on the picture of one unit of the look."""
    places = places_on(table, kind)
    size = _size(places, table.map_of(kind)) if len(places) > LARGE else (WIDTH, HEIGHT)
    return _share(places, size)


def _legend(table: Table, kind: str, found: MapJson | None) -> tuple[tuple[str, str], ...]:
    groups = [table.colours.group(kind), table.colours.group(found["kind"]) if found else None]
    return tuple((group[1], member["name"]) for group in groups if group for member in table.kinds[group[1]]["members"])


def label_width(words: str) -> float:
    return len(words) * LETTER + 20


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
def pushed_apart(points: tuple[tuple[str, Point], ...], widths: tuple[float, ...]) -> tuple[tuple[str, Point], ...]:
    """Move overlapping labels apart, a little at a time. Cached per map."""
    moved = [[x, y] for _, (x, y) in points]
    for _ in range(60):
        if sum(_pushed(moved, widths, one, other) for one, other in combinations(range(len(moved)), 2)) == 0:
            break
    return tuple((name, (x, y)) for (name, _), (x, y) in zip(points, moved, strict=True))


def _pushed(moved: list[list[float]], widths: tuple[float, ...], one: int, other: int) -> bool:
    """Move two overlapping labels apart along the shorter axis; False if they do not overlap."""
    dx, dy = moved[other][0] - moved[one][0], moved[other][1] - moved[one][1]
    over_x, over_y = (widths[one] + widths[other]) / 2 + 6 - abs(dx), LABEL + 20 - abs(dy)
    if over_x <= 0 or over_y <= 0:
        return False
    axis, step = (1, over_y / 4) if over_y < over_x else (0, over_x / 4)
    if (dy if axis else dx) < 0:
        step = -step
    moved[one][axis] -= step
    moved[other][axis] += step
    return True


def around(points: Points) -> Box:
    xs, ys = [x for x, _ in points.values()], [y for _, y in points.values()]
    return min(xs) - 62, min(ys) - 48, max(xs) - min(xs) + 124, max(ys) - min(ys) + 96


def _ground(table: Table, kind: str, points: Points) -> str:
    """Draw each region as soft ground under its places and the ways inside it."""
    group = table.colours.group(kind)
    if group is None:
        return ""
    column, inner = group
    found = table.map_of(kind)
    regions: dict[str, list[str]] = {}
    for name in points:
        region = table.members[kind][name]["cells"][column]
        if isinstance(region, str):
            regions.setdefault(region, []).append(name)
    drawn = []
    for region, names in regions.items():
        colour = softened(table.colours.of(inner, region).fill)
        inside = [tag("circle", cx=points[name][0], cy=points[name][1], r=44, fill=colour) for name in names]
        for way in found["ways"] if found else ():
            if way["start"] in names and way["end"] in names:
                (x1, y1), (x2, y2) = points[way["start"]], points[way["end"]]
                inside.append(
                    tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=72, stroke_linecap="round")
                )
        drawn.append(tag("g", *inside, data_thing=thing(inner, region), class_="ground"))
    return "".join(drawn)


def _ways(table: Table, found: MapJson, points: Points) -> str:
    drawn = []
    taken: dict[tuple[str, str], int] = {}
    arrows = {(way["start"], way["end"]) for way in found["ways"] if way["one_way"]}
    for way in found["ways"]:
        ends = (way["start"], way["end"])
        pair = (min(ends), max(ends))
        back = way["one_way"] and (ends[1], ends[0]) in arrows and pair in taken  # the same street against its arrow
        taken[pair] = taken.get(pair, -1) + (0 if back else 1)
        drawn.append(_way(table, found["kind"], way["name"], (points[pair[0]], points[pair[1]]), taken[pair],
                          ends == pair if way["one_way"] else None, back))  # fmt: skip
    return tag("g", *drawn, class_="ways")


def _way(
    table: Table, kind: str, name: str, ends: tuple[Point, Point], nth: int, forward: bool | None, back: bool
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
    line = tag("path", d=path, stroke=own.edge if own else "#8f8877", class_="shape way" if own else "shape way plain")
    reach = tag("path", d=path, class_="reach")
    arrow = ""
    if forward is not None:
        turn = degrees(atan2(end[1] - start[1], end[0] - start[0])) + (0 if forward else 180)
        at = f"translate({x + across[0] / 2:.1f} {y + across[1] / 2:.1f}) rotate({turn:.0f})"
        arrow = tag("path", d="M-5 -5 L5 0 L-5 5 Z", fill=own.edge if own else "#8f8877", transform=at)
    return tag("g", title, line, arrow, reach, class_="part back" if back else "part", data_thing=thing(kind, name))


def _label(table: Table, kind: str, name: str, at: Point, found: Sequence[Piece]) -> str:
    x, y = at
    width, words = label_width(table.short(kind, name)), table.short(kind, name)
    dot = table.colours.own(kind, name)
    second = _second_colour(table, kind, name)
    shape = tag("rect", x=x - width / 2, y=y - 12, width=width, height=24, rx=12, class_="shape label",
                stroke=dot.edge if dot else "#87837a")  # fmt: skip
    spot = tag("circle", cx=x - width / 2 + 9, cy=y, r=4.5, fill=second or (dot.edge if dot else "#b8b09c"))
    label = tag("text", text(words), x=x + 5, y=y + 4, font_size=12.5, class_="place-name")
    return tag("g", shape, spot, label, row_of_pieces(found, x, y + 23, width + 26), class_="part",
               data_thing=thing(kind, name), aria_label=table.title(kind, name))  # fmt: skip


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


def _dot(table: Table, kind: str, name: str, at: Point, found: Sequence[Piece]) -> str:
    x, y = at
    mark = _mark(table, kind, name)
    shape = tag("circle", cx=x, cy=y, r=9 if mark else 6.5, class_="shape spot marked" if mark else "shape spot")
    letter = tag("text", text(mark), x=x, y=y + 3.8, class_="on-piece") if mark else ""
    label = tag("text", text(table.short(kind, name)), x=x, y=y + 22, font_size=12, class_="place-name halo")
    return tag("g", shape, letter, label, row_of_pieces(found, x, y - 16, 60), class_="part",
               data_thing=thing(kind, name), aria_label=table.title(kind, name))  # fmt: skip


def _mark(table: Table, kind: str, name: str) -> str:
    """Return the initial of the first column that is true of this place."""
    cells = table.members[kind][name]["cells"]
    return next((column[:1].upper() for column, value in cells.items() if value is True), "")


def _focus(table: Table, kind: str, points: Points, box: Box) -> Box | None:
    """Frame the player's own pawn and what can be chosen; else all pawns."""
    mine = [part for _, who, part in table.standing() if who == table.you]
    chosen = [name for name in points if (kind, name) in table.offered]
    found = table.map_of(kind)
    for way in found["ways"] if found else ():
        if (found and (found["kind"], way["name"])) in table.offered:
            chosen += [way["start"], way["end"]]
    names = (mine + chosen) or [part for _, _, part in table.standing()]
    if not names or len(chosen) > LARGE:
        return None
    xs, ys = [points[name][0] for name in names], [points[name][1] for name in names]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    wide = min(box[2], max(820.0, max(xs) - min(xs) + 260, (max(ys) - min(ys) + 220) * 1.5))
    return x - wide / 2, y - wide / 3, wide, wide / 1.5


def _inset(found: MapJson, points: Points, box: Box) -> str:
    lines = []
    for way in found["ways"]:
        (x1, y1), (x2, y2) = points[way["start"]], points[way["end"]]
        lines.append(tag("line", x1=x1, y1=y1, x2=x2, y2=y2))
    near = tag("rect", x=box[0], y=box[1], width=box[2], height=box[3], class_="near")
    seen = " ".join(f"{number:.0f}" for number in box)
    return tag(
        "svg", *lines, near, viewBox=seen, class_="inset", aria_hidden="true", xmlns="http://www.w3.org/2000/svg"
    )

"""Boards as SVG: tiles, rings, and rings as a road.

In: a Table. Out: Board: the picture, its free middle, and the legend of its colours. Layer: view. Every thing is tagged
(`data-thing`), so that it can be pointed at; the page that shows the picture marks what can be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from interpreter.view.drawing.colours import darkened
from interpreter.view.drawing.marks import SHAPES, icon, shape
from interpreter.view.drawing.markup import lines_of, listed, shortened, tag, text
from interpreter.view.drawing.pieces import Piece, pieces, row_of_pieces
from interpreter.view.drawing.table import Table
from interpreter.view.drawing.tile_parts import ground, printed_parts
from interpreter.view.json_view import TileJson

CELL = 84.0
GAP = 2.0
FEWEST = (5.0, 4.0)  # minimum extent in cells of a city of tiles, so that a few are not huge
WIDTH, HEIGHT = 1000.0, 760.0
DEPTH = 104.0  # of the tiles of a ring
BAND = 18.0  # of a tile
TILE_NAME = (10.5, 13.0)  # least and usual size of a tile's name
PER_LETTER = 0.57  # width of a letter of it
LETTER = 7.3  # width of a character at the size of labels
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Board:
    svg: str = ""
    width: float = 0
    height: float = 0
    free: Box | None = None  # the middle of a ring, as fractions of the whole
    legend: tuple[tuple[str, str], ...] = ()  # what a colour means: kind and name
    focus: Box | None = None  # the part of a large map that is shown first

    @property
    def is_square(self) -> bool:
        return bool(self.svg) and self.width < 1.25 * self.height and self.focus is None

    @property
    def is_wide(self) -> bool:
        return self.width > 1.7 * self.height or self.focus is not None


def whole(inside: str, box: Box, label: str, kind: str, focus: Box | None = None, font: float | None = 12) -> str:
    """`font`: size of the smallest letters that matter, by which a page chooses how near to go; None: never nearer."""
    seen = " ".join(f"{number:.0f}" for number in box)
    near = " ".join(f"{number:.0f}" for number in focus) if focus else None
    size = None if font is None else float(font)
    first = near if near and kind == "cells" else seen  # a page without a script does not zoom
    return tag("svg", inside, viewBox=first, data_whole=seen, data_focus=near, data_font=size, class_=f"board {kind}",
               role="group", aria_label=label, xmlns="http://www.w3.org/2000/svg")  # fmt: skip


def thing(kind: str, name: str) -> str:
    return f"{kind}:{name}"


def words_in(lines: Sequence[str], x: float, y: float, size: float, class_: str) -> str:
    return "".join(
        tag("text", text(line), x=x, y=y + number * (size + 2), font_size=size, class_=class_)
        for number, line in enumerate(lines)
    )


# ---------------------------------------------------------------- tiles
def tiles(table: Table, name: str) -> Board:
    seen = next(seen for seen in table.seen if seen.name == name)
    laid = [tile for entry in seen.entries for tile in entry.get("tiles", ())]
    choices = table.request["choices"] if table.request else []
    spots = [(choice["number"], spot) for choice in choices if (spot := choice["laid"]) is not None]
    cells = [cell for tile in [*laid, *(spot for _, spot in spots)] for cell in tile["cells"]]
    if not cells:
        return Board()
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    low, high = min(y for _, y in cells), max(y for _, y in cells)
    found, printed = pieces(table), table.parts_of(seen.kind)
    drawn = []
    for tile in laid:
        on_it, lies = tuple(found.get((seen.kind, tile["tile"]), ())), tuple((x, y) for x, y in tile["cells"])
        made_from = ("tile", seen.kind, tile["tile"], lies, on_it)
        if printed:
            drawn.append(_tile_with_parts(table, seen.kind, tile, found))
        else:
            drawn.append(table.ground.texts.of(made_from, partial(_tile, table, seen.kind, tile, on_it)))
    beside = Beside(table, seen.kind, laid)
    drawn += [_ghost(number, spot, beside) for number, spot in spots]
    wide, high_ = max(FEWEST[0], right - left + 1.3), max(FEWEST[1], high - low + 1.3)
    middle = ((left + right + 1) / 2, (1 - high - low) / 2)
    box = ((middle[0] - wide / 2) * CELL, (middle[1] - high_ / 2) * CELL, wide * CELL, high_ * CELL)
    drawn.append(_rulers(range(left, right + 1), range(low, high + 1), box))
    groups = table.colours.group((printed or [seen.kind])[0])
    legend = [(groups[1], member["name"]) for member in table.kinds[groups[1]]["members"]] if groups else []
    sizes = [_name_size(table.short(seen.kind, tile["tile"]), _top_row(tile["cells"])[2]) for tile in laid]
    svg = whole("".join(drawn), box, seen.form["title"], "tiles", font=min(sizes, default=TILE_NAME[1]))
    return Board(svg, box[2], box[3], legend=tuple(legend))


def _tile(table: Table, kind: str, tile: TileJson, found: Sequence[Piece]) -> str:
    colour, mark = table.colours.of(kind, tile["tile"]), table.colours.mark(kind, tile["tile"])
    outline = tag(
        "path", d=_outline(tile["cells"]), fill=colour.fill, stroke=colour.edge, stroke_width=1.5, class_="shape"
    )
    left, top, wide = _top_row(tile["cells"])
    band = tag(
        "rect", x=left + GAP, y=top + GAP, width=wide - 2 * GAP, height=BAND, fill=darkened(colour.edge), class_="band"
    )
    if mark:
        at = f"translate({left + 8:.1f} {top + GAP + 2.5:.1f}) scale(0.58)"
        band += tag("g", shape(mark, "#fff"), transform=at)
    size = _name_size(table.short(kind, tile["tile"]), wide)
    names = lines_of(table.short(kind, tile["tile"]), int((wide - 10) / (PER_LETTER * size)))
    words = words_in(names, left + 7, top + BAND + 17, size, "tile-name left")
    right, low = _bottom(tile["cells"])
    row = row_of_pieces(found, right - 14 - 10.5 * (min(len(found), 7) - 1), low - 15, max(44, wide - 12))
    return tag("g", outline, band, words, row, class_="part", data_thing=thing(kind, tile["tile"]),
               role="img", aria_label=told(table.title(kind, tile["tile"]), found))  # fmt: skip


def _tile_with_parts(table: Table, kind: str, tile: TileJson, found: dict[tuple[str, str], list[Piece]]) -> str:
    outline = tag("path", d=_outline(tile["cells"]), class_="shape tile-ground", fill=ground(table, kind) or "#f3eee3")
    on_it = found.get((kind, tile["tile"]), ())
    left, top, _ = _top_row(tile["cells"])
    row = row_of_pieces(on_it, left + CELL / 2, top + CELL / 2, CELL)
    whole_tile = tag("g", outline, row, class_="part", data_thing=thing(kind, tile["tile"]), role="img",
                     aria_label=told(table.title(kind, tile["tile"]), on_it))  # fmt: skip
    middle = (left + CELL / 2, top + CELL / 2)
    return whole_tile + printed_parts(table, kind, tile["tile"], middle, CELL - 2 * GAP, tile["turn"], found)


def _rulers(columns: range, rows: range, box: Box) -> str:
    """Number columns and rows at the edges: the log says where a tile was laid by them."""
    low, left = box[1] + box[3] - 3, box[0] + 9
    marks = [
        tag("text", str(x).replace("-", "−"), x=(x + 0.5) * CELL, y=low, font_size=10, class_="coordinate")
        for x in columns
    ]
    marks += [
        tag("text", str(y).replace("-", "−"), x=left, y=(0.5 - y) * CELL + 3, font_size=10, class_="coordinate")
        for y in rows
    ]
    return tag("g", *marks, aria_hidden="true")


def _name_size(name: str, wide: float) -> float:
    """Return the size of a tile's name: smaller where its longest word would not fit."""
    longest = max(map(len, name.split()), default=1)
    return min(TILE_NAME[1], max(TILE_NAME[0], (wide - 10) / (PER_LETTER * longest)))


def _top_row(cells: Sequence[Sequence[int]]) -> tuple[float, float, float]:
    """Left, top and width of the uppermost row of a tile, as far as its cells touch."""
    high = max(y for _, y in cells)
    xs = sorted(x for x, y in cells if y == high)
    wide = next((number for number, x in enumerate(xs) if x != xs[0] + number), len(xs))
    return xs[0] * CELL, -high * CELL, wide * CELL


def _bottom(cells: Sequence[Sequence[int]]) -> tuple[float, float]:
    """The lower right corner of a tile."""
    low = min(y for _, y in cells)
    return (max(x for x, y in cells if y == low) + 1) * CELL, (1 - low) * CELL


def _outline(cells: Iterable[Sequence[int]]) -> str:
    """Draw the cells as one path: small overlaps join them, so that the edge runs around the whole."""
    there = {(x, y) for x, y in cells}
    boxes = [_cell_box(there, x, y) for x, y in sorted(there)]
    if len(there) == _box_size(there):
        boxes = [
            (
                *(min(box[side] for box in boxes) for side in (0, 1)),
                *(max(box[side] for box in boxes) for side in (2, 3)),
            )
        ]
    return "".join(f"M{left} {top}H{right}V{low}H{left}Z" for left, top, right, low in boxes)


def _cell_box(there: set[tuple[int, int]], x: int, y: int) -> tuple[float, ...]:
    """Return left, top, right and bottom of a cell, without a gap where the tile continues."""
    gaps = [0.0 if beside in there else GAP for beside in ((x - 1, y), (x, y + 1), (x + 1, y), (x, y - 1))]
    return x * CELL + gaps[0], -y * CELL + gaps[1], (x + 1) * CELL - gaps[2], (1 - y) * CELL - gaps[3]


def _box_size(there: set[tuple[int, int]]) -> int:
    xs, ys = [x for x, _ in there], [y for _, y in there]
    return (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)


class Beside:
    """Which tiles lie beside a spot."""

    def __init__(self, table: Table, kind: str, laid: Sequence[TileJson]) -> None:
        self._tiles = {(x, y): tile["tile"] for tile in laid for x, y in tile["cells"]}
        self._title = partial(table.title, kind)

    def titles(self, cells: Sequence[Sequence[int]]) -> list[str]:
        own = {(x, y) for x, y in cells}
        near = [(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        return list(dict.fromkeys(self._title(self._tiles[at]) for at in near if at in self._tiles and at not in own))


def _ghost(number: int, spot: TileJson, beside: Beside) -> str:
    """Draw a possible position of the tile: a cross to point at, and the outline shown on hover."""
    x, y = min(spot["cells"])
    outline = tag("path", d=_outline(spot["cells"]), class_="ghost-outline")
    at = (x * CELL + 12, -y * CELL + 12)
    cross = tag("rect", x=at[0], y=at[1], width=CELL - 24, height=CELL - 24, rx=7, class_="ghost-cell")
    plus = tag("text", "+", x=x * CELL + CELL / 2, y=-y * CELL + CELL / 2 + 8, class_="plus")
    near = beside.titles(spot["cells"])
    where = f"column {spot['column']}, row {spot['row']}".replace("-", "−")
    many = f": {len(near)} neighbours" if len(near) > 1 else ""
    told = f"touches {listed(near)}{many}" if near else "touches nothing"
    return tag("g", outline, cross, plus, class_="ghost", data_choice=number, data_turn=spot["turn"], data_told=told,
               data_cells=repr(sorted(spot["cells"])), aria_label=f"{where}: {told}")  # fmt: skip


# ---------------------------------------------------------------- rings
def ring(table: Table, kind: str) -> Board:
    members = table.kinds[kind]["members"]
    boxes = ring_boxes(len(members))
    found = pieces(table)
    names = [member["name"] for member in members]
    drawn = []
    for name, box in zip(names, boxes, strict=True):
        on_it = tuple(found.get((kind, name), ()))
        drawn.append(
            table.ground.texts.of(("ring", kind, name, on_it), partial(_ring_tile, table, kind, name, box, on_it))
        )
    free = (DEPTH / WIDTH, DEPTH / HEIGHT, 1 - 2 * DEPTH / WIDTH, 1 - 2 * DEPTH / HEIGHT)
    svg = whole("".join(drawn), (0, 0, WIDTH, HEIGHT), table.kinds[kind]["plural"], "ring", font=None)
    return Board(svg, WIDTH, HEIGHT, free)


def road(table: Table, kind: str) -> str:
    """The tiles of a ring one below the other, for a narrow page: number, name, what it is, what it costs, who is there."""
    found = pieces(table)
    rows = []
    for number, member in enumerate(table.kinds[kind]["members"], 1):
        on_it = tuple(found.get((kind, member["name"]), ()))
        made_from = ("road", kind, member["name"], on_it)
        rows.append(table.ground.texts.of(made_from, partial(_road_row, table, kind, member["name"], number, on_it)))
    return tag("ol", *rows, class_="road", aria_label=table.kinds[kind]["plural"])


def _road_row(table: Table, kind: str, name: str, number: int, found: Sequence[Piece]) -> str:
    other = linked_thing(table, name)
    own = (table.colours.own(*other) if other else None) or table.colours.of(kind, name)
    inside, one = other or (kind, name)
    cells = table.members[inside][one]["cells"]
    forms = {column["name"]: column for column in table.kinds[inside]["columns"]}
    things = [
        table.title(forms[column]["type"].get("kind", ""), str(cell)) for column, cell in cells.items()
        if forms[column]["type"]["type"] == "thing" and isinstance(cell, str) and forms[column]["type"].get("kind") != kind
    ]  # fmt: skip
    numbers = [
        (column, cell) for column, cell in cells.items()
        if type(cell) is int and cell and (other or column in table.look.faces.get(kind, ()))
    ]  # fmt: skip
    first = numbers[0] if numbers else None
    price = tag("span", tag("b", text(first[1])), " ", text(forms[first[0]]["title"]), class_="price") if first else ""
    marks = "".join(
        icon(piece.shape, piece.colour, piece.words, piece.title) for piece in found if piece.shape in SHAPES
    )
    words = tag(
        "span", tag("b", text(table.title(kind, name))), tag("small", text(" · ".join(things[:2]))), class_="named"
    )
    return tag("li", tag("span", text(number), class_="nth"), words, tag("span", marks, class_="there"), price, class_="part",
               data_thing=thing(kind, name), data_also=thing(*other) if other else None, style=f"--edge:{own.edge}")  # fmt: skip


def told(title: str, found: Sequence[Piece]) -> str:
    """A part's name for those who cannot see it: with what lies there."""
    return f"{title}: {', '.join(piece.title for piece in found)}" if found else title


def ring_boxes(number: int) -> list[Box]:
    """Place tiles clockwise from the top left: corners, and between them tiles of one width and one height."""
    across = max(1, round((number - 4) / 2 * WIDTH / (WIDTH + HEIGHT)))
    sides = [across, 0, across, 0]
    rest = max(0, number - 4 - 2 * across)
    sides[1], sides[3] = (rest + 1) // 2, rest // 2
    found: list[Box] = []
    wide, high = WIDTH - 2 * DEPTH, HEIGHT - 2 * DEPTH
    for side, count in enumerate(sides):
        found.append(_corner(side))
        for at in range(count):
            size = (wide if side % 2 == 0 else high) / count
            along = size * at
            found.append([
                (DEPTH + along, 0.0, size, DEPTH), (WIDTH - DEPTH, DEPTH + along, DEPTH, size),
                (WIDTH - DEPTH - along - size, HEIGHT - DEPTH, size, DEPTH), (0.0, HEIGHT - DEPTH - along - size, DEPTH, size),
            ][side])  # fmt: skip
    return found[:number]


def _corner(side: int) -> Box:
    x, y = [(0.0, 0.0), (WIDTH - DEPTH, 0.0), (WIDTH - DEPTH, HEIGHT - DEPTH), (0.0, HEIGHT - DEPTH)][side]
    return x, y, DEPTH, DEPTH


def _ring_tile(table: Table, kind: str, name: str, box: Box, found: Sequence[Piece]) -> str:
    x, y, width, height = box
    member, colour = table.members[kind][name], table.colours.of(kind, name)
    paint = {"fill": colour.fill, "stroke": colour.edge}
    inside = [tag("rect", x=x + 1, y=y + 1, width=width - 2, height=height - 2, rx=3, class_="shape", **paint)]
    inside.append(_ring_band(table, name, box))
    upright = width < 46 and height > width
    title = table.short(kind, name)
    if upright:
        middle = f"rotate(-90 {x + width / 2:.1f} {y + height / 2:.1f})"
        label = words_in([shortened(title, 15)], x + width / 2, y + height / 2 + 3.5, 9.5, "tile-name")
        inside.append(tag("g", label, transform=middle))
    elif height < 40:
        inside.append(
            words_in([shortened(title, int(width / 5.6))], x + width / 2, y + height / 2 + 3.5, 9.5, "tile-name")
        )
    else:
        inside.append(words_in(lines_of(title, int(width / 6.2), 2), x + width / 2, y + 16, 11, "tile-name"))
        inside.append(words_in(lines_of(member["text"], int(width / 5), 3), x + width / 2, y + 44, 9, "tile-text"))
    low = y + height - (16 if height > 40 else height / 2)
    inside.append(row_of_pieces(found, x + width / 2, low, max(width, height) - 4 if not upright else width))
    other = linked_thing(table, name)
    return tag("g", *inside, class_="part", data_thing=thing(kind, name), data_also=thing(*other) if other else None,
               role="img", aria_label=told(member["title"], found))  # fmt: skip


def linked_thing(table: Table, name: str) -> tuple[str, str] | None:
    """Return the thing that belongs to a part of the board, such as the deed of a tile."""
    return next(
        ((kind, one) for kind, parts in table.linked.items() for one, part in parts.items() if part == name), None
    )


def _ring_band(table: Table, name: str, box: Box) -> str:
    """Draw a band in the colour of the thing that belongs to the tile, on its inner side."""
    other = linked_thing(table, name)
    own = table.colours.own(*other) if other else None
    if own is None or other is None:
        return ""
    x, y, width, height = box
    if y == 0:
        x, y, width, height = x + 1, y + height - 9, width - 2, 8
    elif y + height >= HEIGHT:
        x, y, width, height = x + 1, y + 1, width - 2, 8
    elif x == 0:
        x, y, width, height = x + width - 9, y + 1, 8, height - 2
    else:
        x, y, width, height = x + 1, y + 1, 8, height - 2
    return tag("rect", x=x, y=y, width=width, height=height, fill=own.edge, class_="band")

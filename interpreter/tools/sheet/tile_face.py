"""The face of a tile in its true shape: its band, its name, a skyline that is a placeholder for a picture.

In: Content, the squares of a tile. Out: strokes in millimetres, and the outline along which it is cut. Layer: tools.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence

from interpreter.tools.sheet.card_face import fitted_title
from interpreter.tools.sheet.content import Content
from interpreter.tools.sheet.strokes import INK, mark, mm, pale, rect, words
from interpreter.view.drawing.markup import tag
from interpreter.view.lettering import SANS_BOLD, broken, width

Cell = tuple[int, int]
BAND = 0.23  # of a square
NAME = 0.115
SIDES = ((0, 0, 1, 0, 0, -1), (1, 0, 1, 1, 1, 0), (1, 1, 0, 1, 0, 1), (0, 1, 0, 0, -1, 0))  # from, to, neighbour


def outline(cells: Sequence[Cell], size: float) -> str:
    """The edges of the squares that have no neighbour, as a path."""
    own = set(cells)
    ends: dict[Cell, list[Cell]] = {}
    for x, y in cells:
        for x1, y1, x2, y2, right, down in SIDES:
            if (x + right, y + down) not in own:
                ends.setdefault((x + x1, y + y1), []).append((x + x2, y + y2))
    path = []
    while ends:
        start = at = next(iter(ends))
        points = [start]
        while at in ends:
            following = ends[at].pop()
            if not ends[at]:
                del ends[at]
            at = following
            if at == start:
                break
            points.append(at)
        path.append("M" + "L".join(f"{mm(x * size)} {mm(y * size)}" for x, y in points) + "z")
    return "".join(path)


def tile_face(content: Content, cells: Sequence[Cell], size: float, bleed: float) -> str:
    """Draw the tile: ground to the bleed, band on the top squares, name below."""
    path, ground = outline(cells, size), pale(content.colour, 0.76)
    drawn = [tag("path", d=path, fill=ground, stroke=ground, stroke_width=mm(2 * bleed), stroke_linejoin="miter")]
    top = min(y for _, y in cells)
    first = [x for x, y in cells if y == top]
    left, right = min(first), max(x for x in first if all(n in first for n in range(min(first), x + 1))) + 1
    wide = (right - left) * size
    drawn += [_skyline(content, x, y, size, cells) for x, y in cells if (x, y + 1) not in cells]
    at, above = left * size, top * size
    drawn.append(rect(at - bleed, above - bleed, wide + 2 * bleed, BAND * size + bleed, content.colour))
    drawn += _in_band(content, at, above, wide, size)
    name, small, _ = fitted_title(content.title, SANS_BOLD, NAME * size, wide - 0.16 * size, 2)
    for number, said in enumerate(name):
        drawn.append(
            words(at + 0.08 * size, above + (BAND + 0.14) * size + number * small * 1.2, said, SANS_BOLD, small, INK)
        )
    return "".join(drawn)


def _in_band(content: Content, x: float, y: float, wide: float, size: float) -> list[str]:
    middle = y + BAND * size / 2
    drawn, left = [], x + 0.08 * size
    if content.mark:
        drawn.append(mark(content.mark, left, middle - 0.06 * size, 0.12 * size, "#ffffff"))
        left += 0.18 * size
    if content.corner is not None:
        drawn.append(words(left, middle + 0.045 * size, content.corner, SANS_BOLD, 0.13 * size, "#ffffff"))
        left += width(content.corner, SANS_BOLD, 0.13 * size) + 0.06 * size
    group = next((tags.tags[0].words for tags in content.tags if tags.tags and not tags.label), "")
    small = 0.095 * size
    if group and left + width(group, SANS_BOLD, small) < x + wide - 0.08 * size:
        drawn.append(words(x + wide - 0.08 * size, middle + small * 0.36, group, SANS_BOLD, small, "#ffffff", "end"))
    return drawn


def _skyline(content: Content, column: int, row: int, size: float, cells: Sequence[Cell]) -> str:
    """Houses along the lower side of a square.

    Those in the uppermost squares leave room for the name."""
    drawn, count = [], 5
    step = size * 0.9 / count
    most = 0.42 if all((column, above) not in cells for above in range(row)) else 0.7
    for number in range(count):
        seed = zlib.crc32(f"{content.id}{column},{row},{number}".encode())
        tall = size * most * (0.35 + seed % 50 / 100)
        colour = pale(content.colour, 0.52 if seed % 3 == 0 else 0.62)
        drawn.append(
            rect(column * size + 0.05 * size + number * step, (row + 1) * size - tall, step * 0.88, tall, colour)
        )
    return "".join(drawn)


def hexagon(width_: float, height: float, spread: float = 0.0) -> str:
    """A hexagon with a corner above, larger by so much on each side."""
    x, y, right, down = width_ / 2, height / 2, width_ / 2 + spread, height / 2 + spread * 2 / math.sqrt(3)
    points = (
        (x, y - down),
        (x + right, y - down / 2),
        (x + right, y + down / 2),
        (x, y + down),
        (x - right, y + down / 2),
        (x - right, y - down / 2),
    )
    return "M" + "L".join(f"{mm(a)} {mm(b)}" for a, b in points) + "z"


def disc(width_: float, spread: float = 0.0) -> str:
    radius = width_ / 2 + spread
    left = width_ / 2 - radius
    half = f"a{mm(radius)} {mm(radius)} 0 1 0"
    return f"M{mm(left)} {mm(width_ / 2)}{half} {mm(2 * radius)} 0{half} {mm(-2 * radius)} 0z"


def chit_face(content: Content, size: tuple[float, float], bleed: float, shape: str) -> str:
    """Draw a piece that is a hexagon or a disc: colour, mark or number, name."""
    wide, high = size
    path = hexagon(wide, high, bleed) if shape == "hexagon" else disc(wide, bleed)
    ground = pale(content.colour, 0.7)
    drawn = [tag("path", d=path, fill=ground)]
    middle, up = wide / 2, high * 0.36
    if content.corner is not None:
        drawn.append(words(middle, up + wide * 0.1, content.corner, SANS_BOLD, wide * 0.28, content.colour, "middle"))
    elif content.mark:
        drawn.append(mark(content.mark, middle - wide * 0.15, up - wide * 0.15, wide * 0.3, content.colour))
    room = wide * 0.78
    lines, small, _ = fitted_title(content.title, SANS_BOLD, wide * 0.11, room, 2)
    lines = lines or broken(content.title, SANS_BOLD, small, room)[:2]
    for number, said in enumerate(lines):
        drawn.append(words(middle, high * 0.64 + number * small * 1.2, said, SANS_BOLD, small, INK, "middle"))
    return "".join(drawn)

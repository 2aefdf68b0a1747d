"""The strokes that printed pieces are drawn with: rectangles, words and marks, in millimetres.

In: places, sizes, words. Out: parts of an SVG. Layer: tools.
"""

from __future__ import annotations

from interpreter.view.drawing.colours import mixed
from interpreter.view.drawing.marks import SHAPES, shape
from interpreter.view.drawing.markup import tag, text
from interpreter.view.lettering import Font, family

PAPER, INK, SOFT, LINE = "#fffdf8", "#201e1a", "#6b6558", "#d8d2c2"
POINT = 25.4 / 72  # millimetres


def mm(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, width: float, height: float, fill: str, round_: float = 0, **more: str | None) -> str:
    radius = mm(round_) if round_ else None
    return tag("rect", x=mm(x), y=mm(y), width=mm(width), height=mm(height), fill=fill, rx=radius, **more)


def circle(x: float, y: float, radius: float, fill: str, **more: str | None) -> str:
    return tag("circle", cx=mm(x), cy=mm(y), r=mm(radius), fill=fill, **more)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float) -> str:
    return tag("line", x1=mm(x1), y1=mm(y1), x2=mm(x2), y2=mm(y2), stroke=stroke, stroke_width=mm(width))


def words(x: float, y: float, said: str, font: Font, size: float, fill: str = INK, anchor: str = "start") -> str:
    """Write words with their base line at y."""
    return tag(
        "text", text(said), x=mm(x), y=mm(y), font_family=family(font), font_weight=font.weight, font_size=mm(size),
        fill=fill, text_anchor=None if anchor == "start" else anchor,
    )  # fmt: skip


def mark(name: str, x: float, y: float, size: float, colour: str) -> str:
    """Draw a mark in a square with its upper left corner at x, y."""
    if name not in SHAPES:
        return ""
    return tag("g", shape(name, colour), transform=f"translate({mm(x)} {mm(y)}) scale({size / 24:.4f})")


def moved(x: float, y: float, *inside: str, turn: int = 0) -> str:
    turned = f" rotate({turn})" if turn else ""
    return tag("g", *inside, transform=f"translate({mm(x)} {mm(y)}){turned}")


def pale(colour: str, share: float = 0.84) -> str:
    """The ground of a colour: the same mixed with paper."""
    return mixed(colour, PAPER, share)


def picture(width: float, height: float, inside: str, x: float = 0, y: float = 0) -> str:
    """Make a whole SVG of a size in millimetres."""
    return tag(
        "svg", inside, xmlns="http://www.w3.org/2000/svg", width=f"{mm(width)}mm", height=f"{mm(height)}mm",
        viewBox=f"{mm(x)} {mm(y)} {mm(width)} {mm(height)}",
    )  # fmt: skip

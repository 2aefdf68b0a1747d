"""Draw the icons with which the page is installed, from its one drawing: `python -m interpreter.tools.export.icons`.

In: page/icon.svg. Out: PNG files beside it. Layer: tools. A maskable icon fills its square, because phones cut it to their own
shape; what is drawn on it stays within the inner four fifths.
"""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parent / "page"
SIDE = 64  # of the drawing
SMALLER = 0.8


def drawn() -> dict[str, bytes]:
    """The pictures by their files."""
    import vl_convert

    usual = (PAGE / "icon.svg").read_text("utf-8")
    wanted = {
        "icon-192.png": (usual, 192),
        "icon-512.png": (usual, 512),
        "icon-maskable-512.png": (maskable(usual), 512),
    }
    return {name: vl_convert.svg_to_png(svg, scale=side / SIDE) for name, (svg, side) in wanted.items()}


def maskable(svg: str) -> str:
    margin = SIDE * (1 - SMALLER) / 2
    moved = f'<path transform="translate({margin:g} {margin:g}) scale({SMALLER:g})"'
    return re.sub(r' rx="\d+"', "", svg).replace("<path", moved)


if __name__ == "__main__":
    for name, picture in drawn().items():
        (PAGE / name).write_bytes(picture)

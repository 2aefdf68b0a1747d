"""Write sheets and pieces: a page of HTML, a PDF, a picture for each piece.

In: Pages, Pieces. Out: text and bytes. Layer: tools. In a PDF text is text, in fonts that are part of the file.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from interpreter.tools.sheet.paper import Page
from interpreter.tools.sheet.pieces import Piece
from interpreter.tools.sheet.strokes import mm, picture, rect
from interpreter.view.drawing.markup import tag
from interpreter.view.lettering import FOLDER, font_css

PER_INCH = 96  # pixels of an SVG
POINTS = 72
WATCHED = '<meta http-equiv="refresh" content="2">'


def html(title: str, pages: Sequence[Page], again: bool = False) -> str:
    """Write the sheets as one page that prints as it looks.

    `again`: it reads itself anew, while its game is edited."""
    sizes = list(dict.fromkeys((page.width, page.height) for page in pages))
    named = "".join(f"@page p{number} {{ size: {mm(wide)}mm {mm(high)}mm; margin: 0; }}\n.p{number} {{ page: p{number}; }}\n"
                    for number, (wide, high) in enumerate(sizes))  # fmt: skip
    body = "\n".join(
        f'<section class="p{sizes.index((page.width, page.height))}">{_apart(page.svg, number)}</section>'
        for number, page in enumerate(pages)
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{WATCHED if again else ""}<title>{escape(title)}: to print'
        f"</title>\n<style>{font_css()}{named}{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


STYLE = """body { margin: 0; background: #d9d5c8; }
section { break-after: page; } section:last-child { break-after: auto; }
svg { display: block; }
@media screen { section { margin: 6mm auto; width: fit-content; box-shadow: 0 1mm 4mm #0003; } section > svg { max-width: 100vw;
  height: auto; } }
"""


def _apart(svg: str, number: int) -> str:
    """Give the parts of a picture names that no other picture on the page has."""
    svg = re.sub(r'\bid="c(\d+)"', rf'id="s{number}c\1"', svg)
    return re.sub(r"url\(#c(\d+)\)", rf"url(#s{number}c\1)", svg)


def pdf(pages: Sequence[Page]) -> bytes:
    """Write the sheets as a PDF. Raises ImportError without the extra `sheet`."""
    import pypdf
    import vl_convert

    _register_fonts()
    writer = pypdf.PdfWriter()
    for page in pages:
        made = vl_convert.svg_to_pdf(_sized(page.svg, page.width * POINTS / 25.4, page.height * POINTS / 25.4))
        writer.append(io.BytesIO(made))
    writer.compress_identical_objects()
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _sized(svg: str, width: float, height: float) -> str:
    """Give a picture a size in the units of who draws it: points in a PDF."""
    return re.sub(r'width="[^"]*" height="[^"]*"', f'width="{width:.3f}" height="{height:.3f}"', svg, count=1)


def png(svg: str, dots: float) -> bytes:
    """Rasterize a picture whose size is in millimetres, at so many dots an inch.

    Raises ImportError without `sheet`."""
    import vl_convert

    _register_fonts()
    found: bytes = vl_convert.svg_to_png(svg, scale=dots / PER_INCH)
    return _with_resolution(found, dots)


@lru_cache(maxsize=1)
def _register_fonts() -> None:
    import vl_convert

    vl_convert.register_font_directory(str(FOLDER))


def _with_resolution(image: bytes, dots: float) -> bytes:
    """Write into a PNG how many dots it has in a metre, which print shops read."""
    per_metre = round(dots / 0.0254)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    at = 33  # behind the signature and the header
    rest = re.sub(rb"\x00\x00\x00\x09pHYs.{13}", b"", image[at:], count=1, flags=re.DOTALL)
    return image[:at] + chunk + rest


def piece_svg(piece: Piece, bleed: bool, back: bool = False) -> str:
    """One piece as a picture of its own.

    Without bleed it ends where it is cut, along its outline."""
    inside = piece.back if back else piece.face
    around = piece.bleed if bleed else 0.0
    wide, high = piece.width + 2 * around, piece.height + 2 * around
    if piece.outline and not bleed:
        cut = tag("clipPath", tag("path", d=piece.outline), id="cut")
        inside = cut + tag("g", inside, clip_path="url(#cut)")
    else:
        inside = rect(-around, -around, wide, high, "#fff", fill_opacity="0") + inside
    return picture(wide, high, inside, -around, -around)


def pictures(pieces: Sequence[Piece], bleed: bool) -> Iterator[tuple[str, str]]:
    """Yield the name and the SVG of each different face, and of each different back."""
    backs: dict[tuple[str, str], str] = {}
    for piece in pieces:
        yield file_name(piece), piece_svg(piece, bleed)
        if piece.back and piece.back != piece.face and (piece.kind, piece.back) not in backs:
            number = sum(1 for kind, _ in backs if kind == piece.kind)
            name = piece.id if piece.sort == "marker" else str(number + 1) if number else ""
            backs[piece.kind, piece.back] = "_".join(part for part in (piece.kind, "back", name) if part)
            yield backs[piece.kind, piece.back], piece_svg(piece, bleed, back=True)


def file_name(piece: Piece) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", f"{piece.kind}_{piece.id}")

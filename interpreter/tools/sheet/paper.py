"""Lay pieces out on sheets of paper, with marks to cut along, backs behind faces, and boards over several sheets.

In: pieces, a paper. Out: Pages as SVG. Layer: tools. Pieces of one size and bleed share sheets; the larger ones come first. A
sheet of backs follows its faces, mirrored, so that a printer that turns paper over its long edge puts each back on its card.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.tools.sheet.pieces import Piece
from interpreter.tools.sheet.strokes import INK, SOFT, line, mm, moved, picture, rect, words
from interpreter.view.drawing.markup import tag
from interpreter.view.drawing.print_look import PAPERS
from interpreter.view.lettering import SANS, SANS_BOLD, width

MARGIN, GAP, MARK = 6.0, 2.4, 1.7
CAPTION = 7.0  # below the pieces
CUT = "#8a8578"
OVERLAP = 8.0  # of the sheets of a poster, to glue them
LARGEST_JOB = 2000  # pages


@dataclass(frozen=True)
class Page:
    """A sheet of paper: its size in millimetres and what is on it.

    How many pieces, and whether it is the back of the one before."""

    width: float
    height: float
    inside: str
    pieces: int = 0
    is_back: bool = False

    @property
    def svg(self) -> str:
        ground = rect(0, 0, self.width, self.height, "#ffffff")
        return picture(self.width, self.height, ground + self.inside)


@dataclass(frozen=True)
class Spot:
    piece: Piece
    x: float  # of the upper left corner of the bleed
    y: float


def sheets(title: str, pieces: Sequence[Piece], paper: str, backs: bool) -> list[Page]:
    """Lay out all pieces, each as often as it has copies."""
    found: list[Page] = []
    for group in _groups(pieces):
        laid = _laid(group, paper)
        for number, (room, spots) in enumerate(laid, 1):
            caption = _caption(title, group, number, len(laid))
            found.append(_page(room, spots, caption, is_back=False))
            if backs and any(spot.piece.back for spot in spots):
                mirrored = [Spot(one.piece, room[0] - one.x - _size(one.piece)[0], one.y) for one in spots]
                found.append(_page(room, mirrored, caption, is_back=True))
    return found


def _groups(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Cards of one size share sheets, and so do all tiles."""
    found: dict[object, list[Piece]] = {}
    for piece in pieces:
        size = None if piece.sort == "tile" else (piece.width, piece.height, bool(piece.back))
        found.setdefault((piece.sort, piece.bleed, size), []).append(piece)
    return list(found.values())


def _size(piece: Piece) -> tuple[float, float]:
    return piece.width + 2 * piece.bleed, piece.height + 2 * piece.bleed


Laid = tuple[tuple[float, float], list[Spot]]


def _laid(group: Sequence[Piece], paper: str) -> list[Laid]:
    """Lay a group out along and across, and take what needs fewer sheets."""
    wide, high = PAPERS[paper]
    ways = [_in_rows(group, room) for room in ((wide, high), (high, wide))]
    return min((way for way in ways if way is not None), key=len, default=None) or _one_each(group)


def _in_rows(group: Sequence[Piece], room: tuple[float, float]) -> list[Laid] | None:
    """Fill rows with the tallest piece left, then with whatever fits beside it."""
    across, down = room[0] - 2 * MARGIN, room[1] - 2 * MARGIN - CAPTION
    if any(_size(piece)[0] > across or _size(piece)[1] > down for piece in group):
        return None
    left = [piece for piece in group for _ in range(piece.copies)]
    if any(_size(piece) != _size(left[0]) for piece in left):
        left.sort(key=lambda piece: (-piece.height, -piece.width))
    found: list[Laid] = []
    y = down + 1
    while left:
        row, x = [], 0.0
        tall = _size(left[0])[1]
        if y + tall > down + 0.01:
            found.append((room, []))
            y = 0.0
        for piece in list(left):
            if x + _size(piece)[0] <= across + 0.01 and _size(piece)[1] <= tall:
                row.append(Spot(piece, x, MARGIN + y))
                x += _size(piece)[0] + GAP
                left.remove(piece)
                if len(row) > across:
                    break
            elif all(_size(one) == _size(piece) for one in (left[0], left[-1])):
                break
        start = (room[0] - (x - GAP)) / 2 if _is_even(group) else MARGIN
        found[-1][1].extend(Spot(one.piece, one.x + start, one.y) for one in row)
        y += tall + GAP
    return found


def _is_even(group: Sequence[Piece]) -> bool:
    return all(_size(piece) == _size(group[0]) for piece in group)


def _one_each(group: Sequence[Piece]) -> list[Laid]:
    """Pieces that are larger than the paper have sheets of their own size."""
    return [
        ((_size(piece)[0] + 2 * MARGIN, _size(piece)[1] + 2 * MARGIN + CAPTION), [Spot(piece, MARGIN, MARGIN)])
        for piece in group for _ in range(piece.copies)
    ]  # fmt: skip


def _page(room: tuple[float, float], spots: Sequence[Spot], caption: str, is_back: bool) -> Page:
    drawn = []
    for number, spot in enumerate(spots):
        piece, bleed = spot.piece, spot.piece.bleed
        inside = piece.back if is_back else piece.face
        wide, high = _size(piece)
        # What is painted beyond the bleed must not touch the next piece.
        clip = f"c{number}"
        drawn.append(tag("clipPath", rect(-bleed, -bleed, wide, high, "#000"), id=clip))
        placed = tag("g", inside, clip_path=f"url(#{clip})")
        cut = (
            tag("path", d=piece.outline, fill="none", stroke=CUT, stroke_width="0.15")
            if piece.outline and not is_back
            else ""
        )
        drawn.append(moved(spot.x + bleed, spot.y + bleed, placed, cut))
        if not is_back:
            drawn.append(_crop_marks(spot))
    side = " · backs: print them on the other side, turned over the long edge" if is_back else ""
    drawn.append(_label(caption + side, room))
    return Page(*room, "".join(drawn), len(spots), is_back)


def _crop_marks(spot: Spot) -> str:
    """Lines outside the bleed, where the knife goes."""
    piece, bleed = spot.piece, spot.piece.bleed
    wide, high = _size(piece)
    drawn = []
    for x in (spot.x + bleed, spot.x + bleed + piece.width):
        drawn += [
            line(x, spot.y - 0.2 - MARK, x, spot.y - 0.2, INK, 0.15),
            line(x, spot.y + high + 0.2, x, spot.y + high + 0.2 + MARK, INK, 0.15),
        ]
    for y in (spot.y + bleed, spot.y + bleed + piece.height):
        drawn += [
            line(spot.x - 0.2 - MARK, y, spot.x - 0.2, y, INK, 0.15),
            line(spot.x + wide + 0.2, y, spot.x + wide + 0.2 + MARK, y, INK, 0.15),
        ]
    return "".join(drawn)


def _caption(title: str, group: Sequence[Piece], number: int, count: int) -> str:
    first = group[0]
    cards = sum(piece.copies for piece in group)
    noun = {"card": "card", "tile": "tile", "marker": "marker", "money": "note"}[first.sort]
    size = "" if first.sort == "tile" else f"{mm(first.width)} × {mm(first.height)} mm, "
    plural = "" if cards == 1 else "s"
    return f"{title} · {cards} {noun}{plural}, {size}{mm(first.bleed)} mm bleed · sheet {number} of {count}"


def _label(caption: str, room: tuple[float, float]) -> str:
    title, _, rest = caption.partition(" · ")
    y, size = room[1] - MARGIN - 0.5, 2.9
    bold = words(MARGIN + 3, y, title, SANS_BOLD, size, INK)
    return bold + words(MARGIN + 3.9 + width(title, SANS_BOLD, size), y, f"· {rest}", SANS, size, SOFT)


# ---------------------------------------------------------------- boards
def poster(title: str, board: str, longest: float, paper: str, exact: bool = False) -> list[Page]:
    """Cut a board into sheets that overlap, with marks to glue them.

    `board` is an SVG with a viewBox; unless its longer side is to be exact, it is made as large as whole sheets can hold."""
    x, y, wide, high = map(float, board.partition('viewBox="')[2].partition('"')[0].split())
    share = longest / max(wide, high)
    grid = _exact_grid((wide * share, high * share), paper) if exact else _best_grid((wide, high), longest, paper)
    inner = _inner(grid.room)
    if not exact:
        share = min(length / side for length, side in zip(_lengths(grid), (wide, high), strict=True))
    size = wide * share, high * share
    found = []
    for row in range(grid.down):
        for column in range(grid.across):
            left, top = column * (inner[0] - OVERLAP), row * (inner[1] - OVERLAP)
            part = min(inner[0], size[0] - left), min(inner[1], size[1] - top)
            view = f"{mm(x + left / share)} {mm(y + top / share)} {mm(part[0] / share)} {mm(part[1] / share)}"
            marks = _glue_marks(part, column > 0, row > 0, column < grid.across - 1, row < grid.down - 1)
            name = f"{chr(65 + row)}{column + 1}"
            caption = f"{title} · board, {size[0]:.0f} × {size[1]:.0f} mm · sheet {name} of {grid.across} × {grid.down}"
            found.append(Page(*grid.room, _nested(board, view, part) + "".join(marks) + _label(caption, grid.room), 1))
    return found


@dataclass(frozen=True)
class _Grid:
    """Sheets of one orientation, so many across and down."""

    room: tuple[float, float]
    across: int
    down: int

    @property
    def sheets(self) -> int:
        return self.across * self.down


def _inner(room: tuple[float, float]) -> tuple[float, float]:
    return room[0] - 2 * MARGIN, room[1] - 2 * MARGIN - CAPTION


def _lengths(grid: _Grid) -> tuple[float, float]:
    """What the sheets of a grid hold across and down when they are glued."""
    across, down = _inner(grid.room)
    return grid.across * (across - OVERLAP) + OVERLAP, grid.down * (down - OVERLAP) + OVERLAP


def _exact_grid(size: tuple[float, float], paper: str) -> _Grid:
    found = []
    for room in (PAPERS[paper], PAPERS[paper][::-1]):
        counts = (math.ceil((want - OVERLAP) / (have - OVERLAP)) for want, have in zip(size, _inner(room), strict=True))
        found.append(_Grid(room, *(max(1, count) for count in counts)))
    return min(found, key=lambda grid: grid.sheets)


def _best_grid(sides: tuple[float, float], longest: float, paper: str) -> _Grid:
    """The grid that a board of about this size fills best."""

    def worth(grid: _Grid) -> float:
        lengths = _lengths(grid)
        share = min(length / side for length, side in zip(lengths, sides, strict=True))
        filled = share * share * math.prod(sides) / math.prod(lengths)
        return abs(math.log(share * max(sides) / longest)) + 0.02 * grid.sheets - 0.5 * filled

    rooms = PAPERS[paper], PAPERS[paper][::-1]
    return min(
        (_Grid(room, across, down) for room in rooms for across in range(1, 6) for down in range(1, 6)), key=worth
    )


def _nested(board: str, view: str, part: tuple[float, float]) -> str:
    inside = board.partition(">")[2].rpartition("</svg>")[0]
    return (
        f'<svg x="{mm(MARGIN)}" y="{mm(MARGIN)}" width="{mm(part[0])}" height="{mm(part[1])}" viewBox="{view}" '
        f'preserveAspectRatio="none" overflow="hidden">{inside}</svg>'
    )


def _glue_marks(part: tuple[float, float], left: bool, top: bool, right: bool, below: bool) -> Iterator[str]:
    """Lines in the margins where the next sheet begins."""
    for there, at in ((left, MARGIN + OVERLAP), (right, MARGIN + part[0] - OVERLAP)):
        if there:
            yield line(at, 1.5, at, MARGIN - 0.5, INK, 0.2)
    for there, at in ((top, MARGIN + OVERLAP), (below, MARGIN + part[1] - OVERLAP)):
        if there:
            yield line(1.5, at, MARGIN - 0.5, at, INK, 0.2)

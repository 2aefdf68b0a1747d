"""Find the part of a board that a turn has changed, to print it large enough to read.

In: two drawings of one board, before and after. Out: a frame, and the drawings cut to it. Layer: tools.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

ELEMENT = re.compile(r"<[^>]+>[^<]*")
NUMBER = r"(-?[0-9.]+)"
PLACES = (
    re.compile(rf'<g transform="translate\({NUMBER} {NUMBER}\)[^>]*class="piece'),
    re.compile(rf'<rect x="{NUMBER}" y="{NUMBER}"(?! width="[0-9.]+" height="[0-9.]+" fill="#fbfaf5")'),
    re.compile(rf'<text x="{NUMBER}" y="{NUMBER}"(?![^>]*on-piece)'),
    re.compile(rf'<path d="M{NUMBER} {NUMBER}[^>]*class="shape"'),
)
VIEW = re.compile(r'viewBox="([^"]+)"')
ROOM = 0.09  # of the board, left free on each side of what has changed
LEAST = 0.36  # of the board is shown
MOST = 0.8  # of the board: a frame that leaves less out is not worth it


@dataclass(frozen=True, slots=True)
class Frame:
    x: float
    y: float
    width: float
    height: float


def close_up(before: str, after: str, shape: float) -> Frame | None:
    """Return the frame around what differs; None to show the whole board.

    It is as wide as `shape` times its height, if the board has room for that."""
    points = [*_changed(before, after), *_changed(after, before)]
    if not points:
        return None
    whole = _joined(_view(before), _view(after))
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    width = max(right - left + 2 * ROOM * whole.width, LEAST * whole.width)
    height = max(bottom - top + 2 * ROOM * whole.height, LEAST * whole.height)
    width, height = max(width, height * shape), max(height, width / shape)
    width, height = min(width, whole.width), min(height, whole.height)
    if width * height > MOST * whole.width * whole.height:
        return whole
    x = min(max((left + right - width) / 2, whole.x), whole.x + whole.width - width)
    y = min(max((top + bottom - height) / 2, whole.y), whole.y + whole.height - height)
    return Frame(x, y, width, height)


def framed(svg: str, frame: Frame | None) -> str:
    if frame is None:
        return svg
    size = f'width="{frame.width:g}" height="{frame.height:g}"'
    view = f'viewBox="{frame.x:g} {frame.y:g} {frame.width:g} {frame.height:g}"'
    head, end, rest = svg.partition(">")
    head = re.sub(r"\s(?:width|height)=(?:'[^']*'|\"[^\"]*\")", "", VIEW.sub(view, head, count=1))
    return f"{head} {size}{end}{rest}"


def _changed(drawing: str, other: str) -> Iterator[tuple[float, float]]:
    """List where something is drawn that the other drawing lacks."""
    for element in Counter(ELEMENT.findall(drawing)) - Counter(ELEMENT.findall(other)):
        for place in PLACES:
            if found := place.match(element):
                yield float(found[1]), float(found[2])


def _view(svg: str) -> Frame:
    found = VIEW.search(svg)
    x, y, width, height = map(float, found[1].split()) if found else (0, 0, 1, 1)
    return Frame(x, y, width, height)


def _joined(one: Frame, other: Frame) -> Frame:
    x, y = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.width, other.x + other.width)
    bottom = max(one.y + one.height, other.y + other.height)
    return Frame(x, y, right - x, bottom - y)

"""The face of a card: a band with its title, a picture, tags, bars and pairs, its text, its numbers.

In: Content and the size of a card. Out: strokes in millimetres out to the bleed, and whether the text fits. Layer: tools.
What does not fit at its wanted size takes room from the picture first, then becomes smaller, down to a least size.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from interpreter.tools.sheet.content import NEUTRAL, Content, Pair, Tag, TagRow
from interpreter.tools.sheet.strokes import INK, LINE, PAPER, POINT, SOFT, circle, line, mark, mm, pale, rect, words
from interpreter.view.drawing.markup import tag as element
from interpreter.view.drawing.print_look import CardLook
from interpreter.view.lettering import SANS, SANS_BOLD, SERIF, Font, broken, splits_a_word, width

# Sizes in millimetres on a card of 63 x 88; other cards are drawn to their own scale.
USUAL = (63.0, 88.0)
MARGIN, BAND, FOOT = 4.0, 13.5, 8.0
TITLE, LABEL, FIGURE, SMALL = 3.9, 3.1, 4.7, 2.75
PICTURE = (26.0, 20.0, 14.0, 0.0)  # heights that are tried in turn
LEADING = 1.32
CHIP, BAR, PAIR = 5.2, 10.5, 9.0
LEAST_TITLE = 2.0


@dataclass(frozen=True)
class Drawn:
    svg: str
    fits: bool


@dataclass(frozen=True)
class Room:
    """A card with its scale: all sizes above are multiplied by it."""

    width: float
    height: float
    bleed: float

    @property
    def scale(self) -> float:
        return min(self.width / USUAL[0], self.height / USUAL[1])

    @property
    def margin(self) -> float:
        return MARGIN * self.scale

    @property
    def inner(self) -> float:
        return self.width - 2 * self.margin


def card_face(content: Content, look: CardLook, room: Room, picture: str = "") -> Drawn:
    """Draw the face; `picture` is the address of an image, if the card has one."""
    title, title_fits = _band(content, room)
    top, bottom = BAND * room.scale, room.height - FOOT * room.scale
    foot = _figures(content, room, bottom) if content.numbers else ""
    bottom -= _figures_height(content, room)
    blocks = _blocks(content, room)
    tall = sum(height for height, _ in blocks)
    art, size, fits = _fitted(content, look, room, bottom - top - tall, bool(picture))
    y = top + art + 3.2 * room.scale if art else top + 3.5 * room.scale
    body = []
    for height, draw in blocks:
        body.append(draw(y))
        y += height
    lines = broken(content.text, SERIF, size, room.inner) if content.text else []
    for number, said in enumerate(lines):
        body.append(words(room.margin, y + size * (0.85 + number * LEADING), said, SERIF, size))
    ground = rect(-room.bleed, -room.bleed, room.width + 2 * room.bleed, room.height + 2 * room.bleed, PAPER)
    scene = _scene(content, room, top, art, picture) if art else ""
    word = words(room.margin, room.height - 4 * room.scale, content.word, SANS, SMALL * room.scale, SOFT)
    return Drawn("".join([ground, scene, title, *body, foot, word]), fits and title_fits)


def _fitted(content: Content, look: CardLook, room: Room, free: float, has_picture: bool) -> tuple[float, float, bool]:
    """Return picture height and text size that fit together, and if they fit."""
    wanted, least = look.text * POINT * min(1.0, room.scale**0.5), look.least * POINT
    steps = max(1, round((wanted - least) / 0.08))
    sizes = [wanted - (wanted - least) * step / steps for step in range(steps + 1)]
    pictures = PICTURE[:-1] if has_picture else PICTURE
    if not content.text and not _has_more(content):
        return free - 2 * room.scale, wanted, True
    tries = chain(((art, sizes[0]) for art in pictures), ((pictures[-1], size) for size in sizes))
    for share, size in tries:
        art = share * room.scale
        space = free - (art + 3.2 * room.scale if art else 3.5 * room.scale)
        lines = len(broken(content.text, SERIF, size, room.inner)) if content.text else 0
        if lines * size * LEADING <= space:
            return art, size, True
    return (pictures[-1] * room.scale if has_picture else 0.0), least, False


def _has_more(content: Content) -> bool:
    return bool(content.tags or content.bars or content.pairs or content.amounts or content.numbers)


# ---------------------------------------------------------------- the band
def _band(content: Content, room: Room) -> tuple[str, bool]:
    scale, height = room.scale, BAND * room.scale
    ground = rect(-room.bleed, -room.bleed, room.width + 2 * room.bleed, height + room.bleed, content.colour)
    middle, left = height * 0.55, room.margin
    sign = ""
    if content.corner is not None:
        radius = max(4.6 * scale, width(content.corner, SANS_BOLD, FIGURE * 0.85 * scale) / 2 + 1.4 * scale)
        sign = circle(left + radius, middle, radius, "#ffffff")
        sign += words(left + radius, middle + FIGURE * 0.3 * scale, content.corner, SANS_BOLD, FIGURE * 0.85 * scale,
                      content.colour, "middle")  # fmt: skip
        left += 2 * radius + 2 * scale
    elif content.mark:
        sign = mark(content.mark, left, middle - 2.5 * scale, 5 * scale, "#ffffff")
        left += 7.2 * scale
    lines, size, fits = fitted_title(content.title, SANS_BOLD, TITLE * scale, room.width - room.margin * 0.8 - left, 2)
    first = middle + size * 0.36 - (len(lines) - 1) * size * 0.6
    named = "".join(
        words(left, first + number * size * 1.2, said, SANS_BOLD, size, "#ffffff") for number, said in enumerate(lines)
    )
    return ground + sign + named, fits


def fitted_title(title: str, font: Font, size: float, room: float, rows: int) -> tuple[list[str], float, bool]:
    """Break a title into at most so many rows, smaller if it must be.

    Whether it fits at all."""
    while True:
        lines = broken(title, font, size, room)
        if len(lines) <= rows and not splits_a_word(title, font, size, room):
            return lines, size, True
        if size <= LEAST_TITLE:
            return lines[:rows], size, False
        size = max(LEAST_TITLE, size * 0.95)


# ---------------------------------------------------------------- the picture
def _scene(content: Content, room: Room, top: float, height: float, picture: str) -> str:
    """Draw the card's picture, or a placeholder that is the same for the same card."""
    left, wide = -room.bleed, room.width + 2 * room.bleed
    if picture:
        return element("image", href=picture, x=mm(left), y=mm(top), width=mm(wide), height=mm(height),
                       preserveAspectRatio="xMidYMid slice")  # fmt: skip
    seed = zlib.crc32(content.id.encode())
    sky, sun, near, far = (pale(content.colour, share) for share in (0.82, 0.92, 0.66, 0.74))
    drawn = [
        rect(left, top, wide, height, sky),
        _sun(left + wide * (0.2 + seed % 60 / 100), top + height * 0.34, height * 0.3, top, sun),
    ]
    x, number = left, 0
    while x < room.width + room.bleed:
        part = zlib.crc32(f"{content.id}{number}".encode())
        step = min((4.5 + part % 40 / 10) * room.scale, left + wide - x)
        tall = height * (0.14 + part // 64 % 44 / 100)
        drawn.append(rect(x, top + height - tall, max(0.2, step - 0.25), tall, near if part % 3 else far))
        x, number = x + step, number + 1
    if content.mark:
        size = height * 0.48
        drawn.append(
            mark(content.mark, room.width / 2 - size / 2, top + height * 0.26, size, pale(content.colour, 0.4))
        )
    return "".join(drawn)


def _sun(x: float, y: float, radius: float, top: float, colour: str) -> str:
    """A disc that ends where the band above it does."""
    return circle(x, max(y, top + radius), radius, colour)


# ---------------------------------------------------------------- between picture and foot
Block = tuple[float, "Draw"]


class Draw:
    """A block of strokes that is drawn where there is room for it."""

    def __init__(self, height: float, strokes: list[tuple[float, float, str]]) -> None:
        self.height, self._strokes = height, strokes

    def __call__(self, y: float) -> str:
        return "".join(
            element("g", svg, transform=f"translate({mm(x)} {mm(y + down)})") for x, down, svg in self._strokes
        )


def _blocks(content: Content, room: Room) -> list[Block]:
    blocks = [*_bar_blocks(content, room)]
    blocks += [_pair_block(pair, room) for pair in content.pairs]
    blocks += [_tags_block(row, room) for row in (*content.amounts, *content.tags)]
    return blocks


def _bar_blocks(content: Content, room: Room) -> Iterator[Block]:
    if not content.bars:
        return
    scale, step = room.scale, room.inner / len(content.bars)
    tall = 6.5 * scale
    strokes = []
    for number, share in enumerate(content.bars):
        middle = step * (number + 0.5)
        strokes.append(
            (
                room.margin,
                0.0,
                rect(
                    middle - step * 0.24, tall * (1 - share), step * 0.48, tall * share, pale(content.colour, 0.25), 0.3
                ),
            )
        )
        strokes.append(
            (room.margin, 0.0, words(middle, tall + 3 * scale, str(number + 1), SANS, SMALL * scale, SOFT, "middle"))
        )
    yield BAR * scale, Draw(BAR * scale, strokes)


def _pair_block(pair: Pair, room: Room) -> Block:
    scale, colour = room.scale, pair.tag.colour
    box = rect(0, 0, room.inner, 7.6 * scale, pale(colour, 0.86), 1.6 * scale)
    left = 2.2 * scale
    if pair.tag.mark:
        box += mark(pair.tag.mark, left, 2.1 * scale, 3.4 * scale, colour)
        left += 4.8 * scale
    room_for = room.inner - left - 2.5 * scale - width(pair.words, SANS_BOLD, FIGURE * scale) - scale
    lines, size, _ = fitted_title(pair.tag.words, SANS_BOLD, LABEL * scale, room_for, 1)
    box += words(left, 4.9 * scale, lines[0], SANS_BOLD, size, colour)
    box += words(room.inner - 2.2 * scale, 5.4 * scale, pair.words, SANS_BOLD, FIGURE * scale, colour, "end")
    return PAIR * scale, Draw(PAIR * scale, [(room.margin, 0.0, box)])


def _tags_block(row: TagRow, room: Room) -> Block:
    """Lay tags side by side behind the name of their column.

    In as many lines as they need."""
    scale, size = room.scale, SMALL * 1.04 * room.scale
    strokes: list[tuple[float, float, str]] = []
    x, y = 0.0, 0.0
    if row.label:
        strokes.append((room.margin, 0.0, words(0, 3.7 * scale, row.label, SANS, size, SOFT)))
        x = width(row.label, SANS, size) + 1.6 * scale
    for tag in row.tags:
        chip, wide = _chip(tag, size, scale, room.inner)
        if x and x + wide > room.inner:
            x, y = 0.0, y + (CHIP + 0.8) * scale
        strokes.append((room.margin + x, y, chip))
        x += wide + 1.4 * scale
    height = y + (CHIP + 1.9) * scale
    return height, Draw(height, strokes)


def _chip(tag: Tag, size: float, scale: float, most: float) -> tuple[str, float]:
    left = 1.5 * scale + (3.6 * scale if tag.mark else 0)
    while width(tag.words, SANS_BOLD, size) + left + 1.5 * scale > most and size > LEAST_TITLE:
        size *= 0.95
    wide = left + width(tag.words, SANS_BOLD, size) + 1.5 * scale
    drawn = rect(0, 0, wide, CHIP * scale, pale(tag.colour, 0.88), 1.1 * scale)
    if tag.mark:
        drawn += mark(tag.mark, 1.5 * scale, 1.35 * scale, 2.5 * scale, tag.colour)
    ink = INK if tag.colour == NEUTRAL else tag.colour
    return drawn + words(left, CHIP * scale / 2 + size * 0.36, tag.words, SANS_BOLD, size, ink), wide


# ---------------------------------------------------------------- numbers
ACROSS = 4


def _figures_height(content: Content, room: Room) -> float:
    rows = -(-len(content.numbers) // ACROSS)
    return rows * 10.5 * room.scale + (1.0 * room.scale if rows else 0)


def _figures(content: Content, room: Room, bottom: float) -> str:
    """Draw numbers with their names above the foot, four at most in a row."""
    scale, drawn = room.scale, []
    top = bottom - _figures_height(content, room)
    for start in range(0, len(content.numbers), ACROSS):
        some = content.numbers[start : start + ACROSS]
        y, step = top + start // ACROSS * 10.5 * scale, room.inner / len(some)
        drawn.append(line(room.margin, y, room.width - room.margin, y, LINE, 0.25))
        for number, (value, name) in enumerate(some):
            x = room.margin + step * (number + 0.5)
            drawn.append(words(x, y + 5 * scale, value, SANS_BOLD, FIGURE * scale, INK, "middle"))
            lines, size, _ = fitted_title(name, SANS, SMALL * scale, step - 0.8 * scale, 1)
            drawn.append(words(x, y + 8.6 * scale, lines[0], SANS, size, SOFT, "middle"))
    return "".join(drawn)

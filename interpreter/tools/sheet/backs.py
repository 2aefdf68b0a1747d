"""Backs of cards: the colour of the kind, a pattern of its mark, the name of the game.

In: a kind's word, colour and mark. Out: strokes in millimetres. Layer: tools.
"""

from __future__ import annotations

from interpreter.tools.sheet.card_face import Room, fitted_title
from interpreter.tools.sheet.strokes import circle, mark, mm, pale, rect, words
from interpreter.view.drawing.colours import mixed
from interpreter.view.drawing.marks import PLAIN
from interpreter.view.drawing.markup import tag
from interpreter.view.lettering import SANS, SERIF_BOLD

STEP = 10.0  # between the marks of the pattern, on a card of 63 x 88
FRAME = 8.0


def back_mark(number: int, said: str | None) -> str:
    """The shape on the back.

    The one that the look says, else another one for each kind."""
    return said or PLAIN[(number + 3) % len(PLAIN)]


def card_back(game: str, word: str, colour: str, shape: str, room: Room) -> str:
    scale, ground = room.scale, mixed(colour, "#000000", 0.08)
    wide, high = room.width + 2 * room.bleed, room.height + 2 * room.bleed
    drawn = [rect(-room.bleed, -room.bleed, wide, high, ground)]
    step, size = STEP * scale, 3 * scale
    faint = mixed(ground, "#ffffff", 0.18)
    columns, rows = int(room.width / step / 2) + 1, int(room.height / step / 2) + 1
    for row in range(-2 * rows, 2 * rows + 1):
        for column in range(-columns - 1, columns + 1):
            x = room.width / 2 + (column + (0.5 if row % 2 else 0)) * step
            y = room.height / 2 + row * step
            if (
                -room.bleed < x - size
                and x + size < room.width + room.bleed
                and -room.bleed < y - size
                and y + size < room.height + room.bleed
            ):
                drawn.append(mark(shape, x - size / 2, y - size / 2, size, faint))
    light = pale(colour, 0.7)
    edge = min(FRAME * scale, room.width * 0.14)
    drawn.append(
        tag("rect", x=mm(edge), y=mm(edge), width=mm(room.width - 2 * edge), height=mm(room.height - 2 * edge),
            rx=mm(2.5 * scale), fill=ground, fill_opacity="0.55", stroke=light, stroke_width=mm(0.4 * scale))
    )  # fmt: skip
    middle, across = room.width / 2, room.width - 2 * edge - 2 * scale
    up = room.height * 0.42
    drawn.append(circle(middle, up, 11 * scale, ground, stroke=light, stroke_width=mm(0.4 * scale)))
    drawn.append(mark(shape, middle - 5 * scale, up - 5 * scale, 10 * scale, light))
    lines, size, _ = fitted_title(game, SERIF_BOLD, 5.2 * scale, across, 3)
    y = up + 11 * scale + size * 1.6
    for number, said in enumerate(lines):
        drawn.append(words(middle, y + number * size * 1.15, said, SERIF_BOLD, size, "#ffffff", "middle"))
    y += (len(lines) - 1) * size * 1.15 + 5 * scale
    told, small, _ = fitted_title(word, SANS, 3.1 * scale, across, 1)
    drawn.append(words(middle, y, told[0], SANS, small, light, "middle"))
    return "".join(drawn)

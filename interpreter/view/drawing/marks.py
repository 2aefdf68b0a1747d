"""Marks: a shape beside every colour, so that nothing is told apart by colour alone.

In: names of players or members of a kind. Out: a shape and an initial for each seat, a shape for each member of a kind that
colours others, as SVG. Layer: view. Shapes are paths in a square of 24 by 24.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.view.drawing.markup import tag, text

# The first twelve are given out in this order; look.yaml may name any of them.
SHAPES: Mapping[str, str] = {
    "disc": "M12 2.500a9.500 9.500 0 1 0 .01 0z",
    "square": "M3.500 3.500h17v17h-17z",
    "triangle": "M12 2 23 21H1z",
    "diamond": "M12 1 23 12 12 23 1 12z",
    "hexagon": "M6.500 2.500h11L23 12l-5.500 9.500h-11L1 12z",
    "star": "M12 .8l3.400 7.500 8 .8-6 5.400 1.800 8-7.200-4.200-7.200 4.200 1.800-8-6-5.400 8-.8z",
    "cross": "M8.500 2h7v6.500H22v7h-6.500V22h-7v-6.500H2v-7h6.500z",
    "drop": "M12 1c5 7 7.500 10 7.500 14a7.500 7.500 0 0 1-15 0c0-4 2.500-7 7.500-14z",
    "arch": "M2 21V12a10 10 0 0 1 20 0v9z",
    "bars": "M3 12h4.500v9H3zM9.700 3h4.500v18H9.700zM16.500 8H21v13h-4.500z",
    "chevron": "M2 3l10 7 10-7v10l-10 7-10-7z",
    "moon": "M15 1.500a10.500 10.500 0 1 0 7.500 14.500A9 9 0 0 1 15 1.500z",
    "bolt": "M14 0 3 14h7l-2 10 13-15h-8z",
    "leaf": "M3 21C2 9 9 2 22 2c0 12-7 19-16 17l-1.500 4L2 22z",
    "flame": "M12 0c1 6 7 8 7 15a7 7 0 0 1-14 0c0-4 2-5 3-7 1 2 2 3 3 3 2-3 1-7 1-11z",
    "gem": "M6 2h12l6 8-12 13L0 10z",
    "coin": "M12 2a10 10 0 1 0 .01 0zM11 6h2v12h-2z",
    "tower": "M5 23V9H3V2h4v3h3V2h4v3h3V2h4v7h-2v14h-4v-6h-6v6z",
    "shield": "M12 0l10 4v8c0 6-4 10-10 12C6 22 2 18 2 12V4z",
    "heart": "M12 22C4 15 1 12 1 8a5.500 5.500 0 0 1 11-1.500A5.500 5.500 0 0 1 23 8c0 4-3 7-11 14z",
    "house": "M12 1 1 11h3v12h6v-7h4v7h6V11h3z",
    "flag": "M4 0h2.500v2H22l-5 6 5 6H6.500v10H4z",
    "crown": "M1 5l6 6 5-9 5 9 6-6-2 16H3z",
    "ship": "M11 1v12H3zM13 4l8 9h-8zM1 15h22l-4 7H5z",
    "book": "M2 4h8l2 2 2-2h8v16h-8l-2 2-2-2H2z",
    "wheel": "M12 1a11 11 0 1 0 .01 0zM12 5a7 7 0 1 1-.01 0zM11 5h2v14h-2zM5 11h14v2H5z",
    "helix": "M5 0h3c0 6 8 7 8 12s-8 6-8 12H5c0-7 8-8 8-12S5 7 5 0zM16 0h3c0 4-2 6-5 8l-2-2c2-2 4-3 4-6zM10 16l2 2-4 6H5z",
    "spade": "M12 1c4 6 10 8 10 13a5 5 0 0 1-8.500 3.600L15.500 23h-7l2-5.400A5 5 0 0 1 2 14c0-5 6-7 10-13z",
    "club": "M12 1a5 5 0 0 1 4.200 7.700A5 5 0 1 1 13.600 16l2 7h-7.200l2-7A5 5 0 1 1 7.800 8.700 5 5 0 0 1 12 1z",
    "note": "M8 2l12-2v16a4 4 0 1 1-3-4V5L11 6v13a4 4 0 1 1-3-4z",
    "pawn": "M12 2.500a4 4 0 0 1 2.600 7L16.500 11v1.600h-2c.3 2.900 1.300 4.700 3.500 6V22H6v-3.400c2.200-1.300"
            " 3.200-3.100 3.500-6h-2V11l1.900-1.500a4 4 0 0 1 2.600-7z",
    "knight": "M7 22v-3c0-4 4-5.500 4-8.500l-4 2.200-3-2.700L8.500 5 9 1.500l2.500 2C17 3.500 20 7.500 20 14v8z",
    "bishop": "M12 1a2 2 0 0 1 1.500 3.300c2.500 1.700 4 4.200 4 6.700 0 2-1 3.500-2.500 4.300v2.200h3V22H6v-4.500"
            "h3v-2.200c-1.500-.8-2.500-2.300-2.500-4.300 0-2.500 1.500-5 4-6.700A2 2 0 0 1 12 1z",
    "rook": "M4 2h4v2.500h2V2h4v2.500h2V2h4v6.500l-2.500 2v7H19V22H5v-4.500h1.500v-7L4 8.500z",
    "queen": "M12 1.500l2.200 6.200 3.900-4-.6 5.800L22.500 6l-3 11h-15l-3-11 5 3.500-.6-5.800 3.900 4zM5 18.500h14V22H5z",
    "king": "M10.700 1h2.600v2H15v2.400h-1.700V8c3.300-1.200 7.200-.4 7.200 3.500 0 2.500-1.500 4-2.700 5.500"
            "H6.200c-1.200-1.500-2.700-3-2.700-5.500 0-3.900 3.900-4.700 7.200-3.500V5.400H9V3h1.700zM6 18.500"
            "h12V22H6z",
}  # fmt: skip
PLAIN = tuple(SHAPES)[:12]
SEATS = ("disc", "square", "triangle", "diamond", "hexagon", "star", "cross", "drop", "arch", "chevron")
ROOM = {
    "triangle": (16.2, 0.86),
    "star": (14.6, 0.8),
    "drop": (16.6, 0.9),
    "diamond": (13, 0.92),
}  # where a letter goes: y and size
EVEN = ("wheel", "coin")


def shapes_of(names: Sequence[str]) -> dict[str, str]:
    """Give each member of a kind a shape of its own: the one that it is called, such as clubs; the others plain ones."""
    called = {name: one for name in names for one in (name, name.removesuffix("s")) if one in SHAPES}
    if len(set(called.values())) < len(called):
        called = {}
    free = [one for one in PLAIN if one not in called.values()]
    others = [name for name in names if name not in called]
    return {**called, **dict(zip(others, free, strict=False))}


def seat_shape(number: int) -> str:
    return SEATS[number % len(SEATS)]


def initials(names: Sequence[str]) -> dict[str, str]:
    """The shortest beginnings that tell names apart, one letter if possible; numbers where there is none."""
    found: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        plain = name.strip() or "?"
        others = [other.casefold() for other in names if other != name]
        begins = (plain[:length] for length in (1, 2, 3))
        short = next((one for one in begins if not any(other.startswith(one.casefold()) for other in others)), None)
        found[name] = short[:1].upper() + short[1:] if short else str(number)
    return found


NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def ranks_of(titles: Sequence[str]) -> dict[str, str]:
    """How ranks are written on playing cards: numbers in figures, the others by their initials."""
    words = [title for title in titles if title.casefold() not in NUMBERS]
    return {title: str(NUMBERS.index(title.casefold())) for title in titles if title not in words} | initials(words)


def shape(name: str, colour: str, words: str = "", **more: str | float | None) -> str:
    """Draw a mark as parts of an SVG, 24 by 24, with at most three letters in it."""
    rule = "evenodd" if name in EVEN else None
    path = tag("path", d=SHAPES[name], fill=colour, fill_rule=rule, **more)
    if not words:
        return path
    y, size = ROOM.get(name, (12.0, 1.0))
    font = {1: 14.0, 2: 11.0}.get(len(words), 8.5) * size
    return path + tag(
        "text", text(words), x=12, y=round(y + font * 0.36, 1), font_size=round(font, 1), class_="on-piece"
    )


def icon(name: str, colour: str, words: str = "", title: str = "", class_: str = "mark") -> str:
    """Draw a mark as a small picture of its own; without a title it is decoration."""
    told = {"role": "img", "aria_label": title} if title else {"aria_hidden": "true"}
    return tag("svg", shape(name, colour, words), viewBox="-1 -1 26 26", class_=class_, **told)

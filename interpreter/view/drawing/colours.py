"""Colours: saturated for players, pastel for things.

In: a definition and the hints. Out: a Colour for each player and each thing. Layer: view. A thing has the colour from the
look, else that of its name, else that of what its columns refer to, else one from its kind's own range of the palette.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from interpreter.view.drawing.look import Look
from interpreter.view.drawing.marks import NUMBERS, shapes_of
from interpreter.view.json_view import KindJson


class Colour(NamedTuple):
    fill: str
    edge: str
    ink: str


NEUTRAL = Colour("#f3eee3", "#b8b09c", "#4a463b")
PALETTE = (
    Colour("#cbe0f0", "#6a97bb", "#1d4a6e"), Colour("#f7d5c2", "#cf9069", "#7a3d14"), Colour("#d3e7cc", "#7ba66e", "#2c5a20"),
    Colour("#e7d8f0", "#a384bb", "#553077"), Colour("#f5e7b2", "#bda24a", "#655209"), Colour("#f6d1dd", "#c77f97", "#7a2945"),
    Colour("#cfe9e4", "#66a89d", "#185a50"), Colour("#dddbd6", "#969288", "#474339"), Colour("#e6d5c2", "#ac8a66", "#5b3c19"),
    Colour("#e2efb6", "#9db252", "#4a5c10"), Colour("#d2d6f2", "#8088c4", "#303a80"), Colour("#fbdcb0", "#d19c4c", "#6f4606"),
)  # fmt: skip
WORDS: Mapping[str, Colour] = {
    "red": Colour("#f6cdc7", "#c43c31", "#8c1f16"), "blue": Colour("#c9ddf2", "#2c6bb3", "#17457b"),
    "green": Colour("#cfe6cf", "#3d8c4f", "#1f5a2d"), "yellow": Colour("#f8e6a6", "#c99a06", "#6a5000"),
    "purple": Colour("#e3d2ef", "#7c4aa5", "#522a76"), "violet": Colour("#e3d2ef", "#7c4aa5", "#522a76"),
    "orange": Colour("#fbd8b8", "#d9741b", "#7d3c05"), "white": Colour("#ffffff", "#a8a394", "#4a463b"),
    "black": Colour("#c9c6c0", "#4a4740", "#25231f"), "brown": Colour("#e3cfb9", "#8a5a2b", "#563310"),
    "grey": Colour("#dedcd7", "#87837a", "#46433c"), "gray": Colour("#dedcd7", "#87837a", "#46433c"),
    "pink": Colour("#f9d3e0", "#cf6d93", "#822449"), "cyan": Colour("#c8ebef", "#2f98a5", "#0d5964"),
}  # fmt: skip
SUITS: Mapping[str, Colour] = {  # of a pack of cards; four colours, as players of cards know them
    "spade": Colour("#d6d4cf", "#4a4740", "#201e1a"), "heart": Colour("#f6cdc7", "#c43c31", "#8c1f16"),
    "diamond": Colour("#cbdcf2", "#2c6bb3", "#17457b"), "club": Colour("#cfe6cf", "#3d8c4f", "#1f5a2d"),
}  # fmt: skip
SEATS = (
    "#c4480f", "#1b5fa6", "#0d7f66", "#8a3a86", "#9a6f00", "#4a4740", "#a8336b", "#217a86", "#6f5a2b", "#5b5f97", "#7d3c05",
    "#37612c",
)  # fmt: skip
ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
COUNTS = (ORDINALS, NUMBERS)
FEW = 12  # members of a kind that can be distinguished by colour


def softened(colour: str, share: float = 0.75, ground: str = "#fbfaf5") -> str:
    """Blend a colour with the paper, so that no viewer has to support transparency."""
    pairs = [(int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(own * share + under * (1 - share)):02x}" for own, under in pairs)


def seat_colours(names: Sequence[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """Assign the colours that players have chosen or are named after; the others get what is left, by seat."""
    called = {name: WORDS[name].edge for name in names if name in WORDS and name not in ("white", "black")}
    taken = set(chosen.values())
    found = {**{name: colour for name, colour in called.items() if colour not in taken}, **chosen}
    free = [colour for colour in SEATS if colour not in found.values()]
    return {name: found.get(name) or free[number % len(free)] for number, name in enumerate(names)}


class Colours:
    def __init__(self, kinds: Mapping[str, KindJson], look: Look) -> None:
        self._kinds, self._look = kinds, look
        self._marks: dict[tuple[str, str], str | None] = {}
        self._found: dict[tuple[str, str], Colour | None] = {}
        self._offsets = self._parts_of_palette()

    def of(self, kind: str, name: str) -> Colour:
        return self.own(kind, name) or NEUTRAL

    def own(self, kind: str, name: str) -> Colour | None:
        """Return a thing's own colour, or None."""
        key = (kind, name)
        if key not in self._found:
            self._found[key] = None  # breaks cycles of columns
            self._found[key] = self._work_out(kind, name)
        return self._found[key]

    def mark(self, kind: str, name: str) -> str | None:
        """Return the shape that stands wherever this colour does: the member's own, or that of the group that colours it."""
        key = (kind, name)
        if key not in self._marks:
            self._marks[key] = None  # breaks cycles of columns
            self._marks[key] = self._find_mark(kind, name)
        return self._marks[key]

    def _find_mark(self, kind: str, name: str) -> str | None:
        form = self._kinds.get(kind)
        if form is None:
            return None
        said = self._look.marks.get(kind, {}).get(name)
        if said is not None:
            return said
        group = self.group(kind)
        if group is not None:
            led = next(member["cells"] for member in form["members"] if member["name"] == name).get(group[0])
            return self.mark(group[1], led) if isinstance(led, str) else None
        if not _is_told_apart(form):
            return None
        return shapes_of([member["name"] for member in form["members"]]).get(name)

    def group(self, kind: str) -> tuple[str, str] | None:
        """Return the column that colours things of this kind, and the kind that it refers to."""
        form = self._kinds.get(kind)
        wanted = self._look.groups.get(kind)
        for column in form["columns"] if form else ():
            inner = column["type"].get("kind")
            if column["type"]["type"] != "thing" or inner is None or (wanted is not None and column["name"] != wanted):
                continue
            if inner != kind and len(self._kinds[inner]["members"]) <= FEW:
                return column["name"], inner
        return None

    def _work_out(self, kind: str, name: str) -> Colour | None:
        said = self._look.colours.get(kind, {}).get(name)
        if said is not None:
            return _from_hex(said)
        form = self._kinds.get(kind)
        group = self.group(kind) if form is not None else None
        if group is None or kind not in self._look.groups:  # a group that is said goes before a word in a name
            for word in name.split("_"):
                if word in WORDS:
                    return WORDS[word]
        if form is None:
            return None
        if all(member["name"].removesuffix("s") in SUITS for member in form["members"]):
            return SUITS[name.removesuffix("s")]
        if group is not None:
            cells = next(member["cells"] for member in form["members"] if member["name"] == name)
            led = cells.get(group[0])
            return self.own(group[1], led) if isinstance(led, str) else None
        through = self._through(form, name)
        return through or (self._from_palette(kind, form, name) if _is_told_apart(form) else None)

    def _through(self, form: KindJson, name: str) -> Colour | None:
        """Return the colour of the larger thing that a thing belongs to."""
        cells = next(member["cells"] for member in form["members"] if member["name"] == name)
        for column in form["columns"]:
            inner, led = column["type"].get("kind"), cells.get(column["name"])
            if column["type"]["type"] == "thing" and inner not in (None, form["name"]) and isinstance(led, str):
                assert inner is not None
                found = self.own(inner, led)
                if found is not None:
                    return found
        return None

    def _parts_of_palette(self) -> dict[str, int]:
        """Assign each kind its range of the palette, in the order of the definition, so that it does not depend on use."""
        found, following = {}, 0
        for name, form in self._kinds.items():
            if _is_told_apart(form) and self.group(name) is None and not self._all_said(form):
                found[name] = following
                following += len(form["members"])
        return found

    def _all_said(self, form: KindJson) -> bool:
        """Whether the look or the names give every member a colour."""
        said = self._look.colours.get(form["name"], {})
        return all(
            member["name"] in said or any(word in WORDS for word in member["name"].split("_"))
            for member in form["members"]
        )

    def _from_palette(self, kind: str, form: KindJson, name: str) -> Colour:
        """Return a colour from the kind's own range of the palette."""
        at = next(number for number, member in enumerate(form["members"]) if member["name"] == name)
        return PALETTE[(self._offsets[kind] + at) % len(PALETTE)]


def _is_told_apart(form: KindJson) -> bool:
    """Whether members are distinguished by colour: few things that are neither places nor what places are counted by."""
    few = 1 < len(form["members"]) <= FEW and form["word"] not in ("grid", "places", "connections")
    return few and not is_ruler(form) and not _is_counted(form)


def _is_counted(form: KindJson) -> bool:
    """Whether its members are told apart by how they are counted: first house, second house, or path two, path three."""
    words = [member["name"].split("_") for member in form["members"]]
    common = set.intersection(*map(set, words))
    rest = [" ".join(word for word in those if word not in common) for those in words]
    return any(rest == list(series[series.index(rest[0]) :][: len(rest)]) for series in COUNTS if rest[0] in series)


def is_ruler(form: KindJson) -> bool:
    """Whether its members are the letters or the numbers beside a board: a, b, c or 1, 2, 3."""
    names = [member["name"] for member in form["members"]]
    return names == [chr(97 + at) for at in range(len(names))] or names == [str(at + 1) for at in range(len(names))]


def _from_hex(colour: str) -> Colour:
    """Make a Colour from a chosen one, with a lighter fill and a darker ink."""
    return Colour(mixed(colour, "#ffffff", 0.55), colour, mixed(colour, "#000000", 0.55))


def darkened(colour: str) -> str:
    """Darken a colour in steps until white text on it can be read (contrast 4.6)."""
    for _ in range(20):
        if 1.05 / (luminance(colour) + 0.05) >= 4.6:
            break
        colour = mixed(colour, "#000000", 0.06)
    return colour


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [part / 255 for part in _parts(colour)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(one: str, other: str, share: float) -> str:
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)

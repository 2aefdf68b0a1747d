"""The part `print` of a look.yaml: how the pieces of a game are laid out on paper.

In: the part as cells. Out: PrintLook, or errors at the cell for what the game does not have. Layer: view. All sizes are in
millimetres, sizes of text in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from interpreter.data import Cell, plain

SIZES: Mapping[str, tuple[float, float]] = {
    "poker": (63, 88), "bridge": (57, 87), "tarot": (70, 120), "mini": (44, 63), "square": (63, 63), "large": (88, 126),
}  # fmt: skip
PAPERS: Mapping[str, tuple[float, float]] = {"A4": (297, 210), "A3": (420, 297), "letter": (279.4, 215.9)}
BLEED = 3.0
TILE = 30.0  # the side of one square of a tile
TEXT, LEAST = 10.0, 6.0  # points
Known = Callable[[Cell, Iterable[str], str], bool]


@dataclass(frozen=True)
class CardLook:
    """How the cards of one kind are printed."""

    size: tuple[float, float] | None = None
    shape: str = "card"
    colour: str | None = None
    mark: str | None = None
    word: str | None = None
    text: float = TEXT
    least: float = LEAST
    picture: str | None = None
    template: str | None = None
    back: str | None = None


@dataclass(frozen=True)
class PrintLook:
    paper: str = "A4"
    bleed: float = BLEED
    size: tuple[float, float] = SIZES["poker"]
    cards: Mapping[str, CardLook] = field(default_factory=dict)
    tile: float = TILE
    board: float | None = None  # the longer side; 0 is no board
    markers: Mapping[str, int] = field(default_factory=dict)
    money: Mapping[int, int] | None = None

    def card(self, kind: str) -> CardLook:
        return self.cards.get(kind, CardLook())

    def size_of(self, kind: str) -> tuple[float, float]:
        return self.card(kind).size or self.size


def read_print(cell: Cell) -> PrintLook:
    """Read the part, which its schema has checked."""
    found = plain(cell)
    assert isinstance(found, dict)
    board = found.get("board", {}).get("width")
    money = found.get("money")
    return PrintLook(
        paper=found.get("paper", "A4"),
        bleed=float(found.get("bleed", BLEED)),
        size=size_named(found.get("size", "poker")),
        cards={kind: _card(said) for kind, said in found.get("cards", {}).items()},
        tile=float(found.get("tiles", {}).get("size", TILE)),
        board=0.0 if board == "none" else None if board is None else float(board),
        markers=dict(found.get("markers", {})),
        money=None if money is None else {int(amount): count for amount, count in money.items()},
    )


def size_named(word: str | list[float]) -> tuple[float, float]:
    return SIZES[word] if isinstance(word, str) else (float(word[0]), float(word[1]))


def _card(said: Mapping[str, str | float | list[float]]) -> CardLook:
    size = said.get("size")
    words = {name: str(found) for name, found in said.items()}
    return CardLook(
        size=size_named(size) if isinstance(size, str | list) else None,
        shape=words.get("shape", "card"),
        colour=words.get("colour"),
        mark=words.get("mark"),
        word=words.get("word"),
        text=float(words.get("text", TEXT)),
        least=float(words.get("least", LEAST)),
        picture=words.get("picture"),
        template=words.get("template"),
        back=words.get("back"),
    )


def check_print(cell: Cell, kinds: Iterable[str], values: Iterable[str], marks: Iterable[str], known: Known) -> None:
    """Report the kinds, values and marks that there are not."""
    parts = cell.value if isinstance(cell.value, dict) else {}
    kinds, values = list(kinds), list(values)
    for name, said in _named(parts.get("cards")):
        known(name, kinds, "kind of thing")
        if isinstance(said.value, dict) and "mark" in said.value:
            known(said.value["mark"], marks, "mark")
    for name, _ in _named(parts.get("markers")):
        known(name, [*values, *kinds], "value or kind of thing")


def _named(cell: Cell | None) -> list[tuple[Cell, Cell]]:
    if cell is None or not isinstance(cell.value, dict):
        return []
    return [(Cell(name, found.key_span or found.span), found) for name, found in cell.value.items()]

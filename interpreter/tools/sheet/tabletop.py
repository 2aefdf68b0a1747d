"""Decks, boards and markers for Tabletop Simulator: image sheets and the JSON of a saved object.

In: a Kit. Out: files by their names. Layer: tools. An image has room for ten by seven cards; the last place is the
hidden side. The JSON is checked against schemas/tabletop.schema.json.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from interpreter.data import load_schema
from interpreter.tools.sheet.output import file_name, piece_svg, png
from interpreter.tools.sheet.pieces import Piece
from interpreter.tools.sheet.strokes import mm, picture, rect
from interpreter.view.drawing.markup import tag

ACROSS, DOWN = 10, 7
MOST = ACROSS * DOWN - 1  # the last place of the image is what others see of a hidden card
SIDE = 4096  # pixels, which every graphics card can hold
DOTS = 300.0
ROW = 8  # objects beside each other on the table
STEP = 4.0
FILE = "tabletop.json"
Json = dict[str, object]


@dataclass
class _Box:
    """The files and objects that are made, with the number of the next deck."""

    address: Callable[[str], str]
    files: dict[str, bytes] = field(default_factory=dict)
    objects: list[Json] = field(default_factory=list)
    decks: int = 0

    def keep(self, name: str, image: bytes) -> str:
        self.files[name] = image
        return self.address(name)

    def place(self, made: Json) -> None:
        number = len(self.objects)
        at = {"posX": (number % ROW - ROW / 2) * STEP, "posY": 1.2, "posZ": number // ROW * STEP * 1.4}
        turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
        self.objects.append({**made, "Transform": {**at, **turned}})


def tabletop(title: str, pieces: Sequence[Piece], board: str, base: str) -> dict[str, bytes]:
    """Make the images and the JSON.

    `board`: its SVG or nothing; `base`: where the images will be, an address or a folder."""
    box = _Box(lambda name: base.rstrip("/") + "/" + name)
    if board:
        box.place(_board(title, box.keep("board.png", png(board, _board_dots(board)))))
    for cards in _decks([piece for piece in pieces if piece.sort in ("card", "money")]):
        box.place(_deck(cards, box))
    for piece in pieces:
        if piece.sort in ("tile", "marker"):
            box.place(_tile(piece, box))
    saved: Json = {"SaveName": title, "GameMode": title, "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": "",
                   "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "ObjectStates": box.objects}  # fmt: skip
    check(saved)
    box.files[FILE] = (json.dumps(saved, indent=2, ensure_ascii=False) + "\n").encode()
    return box.files


def check(saved: Json) -> None:
    """Raise what the schema says is wrong."""
    from jsonschema import Draft202012Validator

    Draft202012Validator(load_schema("tabletop")).validate(saved)


def _decks(cards: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Cards of one kind with one back, no more than fit on an image."""
    found: dict[tuple[str, str], list[Piece]] = {}
    for card in cards:
        found.setdefault((card.kind, "" if card.sort == "money" else card.back), []).append(card)
    for same in found.values():
        for start in range(0, len(same), MOST):
            yield same[start : start + MOST]


def _deck(cards: Sequence[Piece], box: _Box) -> Json:
    box.decks += 1
    first, number = cards[0], box.decks
    name = f"deck_{number}_{PurePath(first.kind).name}"
    face = box.keep(f"{name}.png", _sheet(cards))
    back = box.keep(f"{name}_back.png", png(piece_svg(first, False, back=True), DOTS)) if first.back else face
    custom = {str(number): {"FaceURL": face, "BackURL": back, "NumWidth": ACROSS, "NumHeight": DOWN, "BackIsHidden": True,
                            "UniqueBack": False}}  # fmt: skip
    inside = [
        {"Name": "Card", "Nickname": card.title, "Description": card.text, "CardID": number * 100 + place, "CustomDeck": custom}
        for place, card in enumerate(cards) for _ in range(card.copies)
    ]  # fmt: skip
    if len(inside) == 1:
        return {**inside[0], "Name": "CardCustom"}
    return {"Name": "DeckCustom", "Nickname": first.kind.replace("_", " "), "Description": "", "SidewaysCard": False,
            "DeckIDs": [one["CardID"] for one in inside], "CustomDeck": custom, "ContainedObjects": inside}  # fmt: skip


def _sheet(cards: Sequence[Piece]) -> bytes:
    """Ten by seven cards as one image, as large as a graphics card can hold."""
    wide, high = cards[0].width, cards[0].height
    drawn = []
    for place, card in enumerate(cards):
        x, y = place % ACROSS * wide, place // ACROSS * high
        drawn.append(tag("svg", card.face, x=mm(x), y=mm(y), width=mm(wide), height=mm(high),
                         viewBox=f"0 0 {mm(wide)} {mm(high)}", overflow="hidden"))  # fmt: skip
    whole = ACROSS * wide, DOWN * high
    ground = rect(0, 0, *whole, "#3d3a34")
    return png(picture(*whole, ground + "".join(drawn)), min(DOTS, (SIDE - 2) * 25.4 / max(whole)))


def _tile(piece: Piece, box: _Box) -> Json:
    """A tile or marker; several alike are a stack."""
    face = box.keep(f"{file_name(piece)}.png", png(piece_svg(piece, False), DOTS))
    round_ = piece.sort == "marker"
    made: Json = {
        "Name": "Custom_Tile_Stack" if piece.copies > 1 else "Custom_Tile", "Nickname": piece.title, "Description": piece.text,
        "CustomImage": {"ImageURL": face, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0,
                        "CustomTile": {"Type": 2 if round_ else 0, "Thickness": 0.1, "Stackable": True, "Stretch": True}},
    }  # fmt: skip
    return {**made, "Number": piece.copies} if piece.copies > 1 else made


def _board(title: str, address: str) -> Json:
    return {"Name": "Custom_Board", "Nickname": title, "Description": "", "Locked": True,
            "CustomImage": {"ImageURL": address, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 1.0}}  # fmt: skip


def _board_dots(board: str) -> float:
    _, _, wide, high = map(float, board.partition('viewBox="')[2].partition('"')[0].split())
    return 96.0 * min(4.0, (SIDE / 2) / max(wide, high))

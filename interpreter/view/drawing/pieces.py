"""Pieces: what is on each part of the board.

In: a Table. Out: Pieces by part. Layer: view. `X(part): player` is a shape in the player's colour, `X(player, part):
number` a disc with the number, `X(player): part` a pawn, yes or no a letter; an open card of a player whose column names
a part is a flag there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import Seen, Table
from interpreter.view.json_view import EntryJson

DARK, GREY = "#4a463b", "#87837a"
SIZE = 18.0


@dataclass(frozen=True)
class Piece:
    shape: str  # disc, square, pawn, flag, letter
    colour: str
    words: str
    title: str


def pieces(table: Table) -> dict[str, list[Piece]]:
    """Collect the pieces by the name of their part of the board."""
    found: dict[str, list[Piece]] = {}
    for part, piece in [*_standing(table), *_flags(table)]:
        found.setdefault(part, []).append(piece)
    return found


def _standing(table: Table) -> Iterator[tuple[str, Piece]]:
    for seen in table.sorted.pieces:
        if table.look.pieces.get(seen.name) == "none":
            continue
        for entry in seen.telling:
            if seen.sort == "thing" and seen.kind == table.board_kind and seen.keys in ((), (PLAYER,)):
                yield str(entry["value"]), _pawn(table, seen, entry)
            elif (part := _part(table, seen, entry)) is not None:
                yield part, _on_part(table, seen, entry)


def _part(table: Table, seen: Seen, entry: EntryJson) -> str | None:
    for kind, name in zip(seen.keys, entry["keys"], strict=True):
        if kind == table.board_kind:
            return name
        if kind in table.linked:
            return table.linked[kind].get(name)
    return None


def _pawn(table: Table, seen: Seen, entry: EntryJson) -> Piece:
    who = entry["keys"][0] if entry["keys"] else ""
    shape = table.look.pieces.get(seen.name, "pawn" if who else "letter")
    title = seen.form["title"]
    return Piece(shape, table.seat_colours.get(who, DARK), title[:1].upper(), f"{who}'s {title}" if who else title)


def _on_part(table: Table, seen: Seen, entry: EntryJson) -> Piece:
    """Make the piece for a number, a player, a thing or yes, kept for a part or for a player and a part."""
    value, title = entry["value"], seen.form["title"]
    who = next((name for kind, name in zip(seen.keys, entry["keys"], strict=True) if kind == PLAYER), "")
    owner = str(value) if seen.kind == PLAYER else who
    said = table.look.pieces.get(seen.name)
    words = f"{who}'s {title}" if who else title
    if seen.kind == PLAYER:
        return Piece(said or "square", table.seat_colours.get(owner, GREY), "", f"{owner}'s {title}")
    colour = table.seat_colours.get(owner, GREY)
    if seen.sort == "number":
        return Piece(said or "disc", colour, str(value), f"{words}: {table.with_unit(seen, value)}")
    if seen.sort == "thing":
        own, name = table.colours.own(seen.kind, str(value)), table.title(seen.kind, str(value))
        return Piece(said or "letter", own.edge if own else GREY, name[:1], f"{words}: {name}")
    return Piece(said or "letter", colour, title[:1].upper(), words)


def _flags(table: Table) -> Iterator[tuple[str, Piece]]:
    for seen in table.sorted.held:
        column = _place_column(table, seen.kind) if seen.is_zone else None
        if column is None:
            continue
        for entry in seen.entries:
            who = entry["keys"][0]
            for card in entry.get("cards") or ():
                if card is not None and isinstance(part := table.members[seen.kind][card]["cells"][column], str):
                    title = f"{who}'s {seen.form['title']}: {table.title(seen.kind, card)}"
                    yield part, Piece("flag", table.seat_colours.get(who, GREY), "", title)


def _place_column(table: Table, kind: str) -> str | None:
    """Return the column of a card that names a part of the board."""
    for column in table.kinds[kind]["columns"]:
        if column["type"]["type"] == "thing" and column["type"].get("kind") == table.board_kind:
            return column["name"]
    return None


def row_of_pieces(found: Sequence[Piece], x: float, y: float, room: float) -> str:
    """Draw pieces side by side around a point, closer together if there is little room."""
    step = min(SIZE + 2, room / max(1, len(found)))
    left = x - step * (len(found) - 1) / 2
    return "".join(drawn(piece, left + number * step, y) for number, piece in enumerate(found))


def drawn(piece: Piece, x: float, y: float) -> str:
    label = tag("title", text(piece.title))
    if piece.shape == "pawn":
        body = "M-8 10 L-5.500 0 A6 6 0 1 1 5.500 0 L8 10 Z"
        return tag("g", label, tag("path", d=body, fill=piece.colour, stroke="#fff", stroke_width=1.5),
                   transform=f"translate({x:.1f} {y - 4:.1f})", class_="piece pawn")  # fmt: skip
    if piece.shape == "flag":
        pole = tag("line", x1=0, y1=-12, x2=0, y2=8, stroke=DARK, stroke_width=1.5)
        cloth = tag("path", d="M0 -12 L12 -8 L0 -4 Z", fill=piece.colour)
        return tag("g", label, pole, cloth, transform=f"translate({x:.1f} {y:.1f})", class_="piece")
    if piece.shape == "square":
        shape = tag(
            "rect", x=x - 7, y=y - 7, width=14, height=14, rx=2, fill=piece.colour, stroke="#fff", stroke_width=1.5
        )
    else:
        shape = tag("circle", cx=x, cy=y, r=8.5, fill=piece.colour, stroke="#fff", stroke_width=1.5)
    words = tag("text", text(piece.words), x=x, y=y + 3.8, class_="on-piece") if piece.words else ""
    return tag("g", label, shape, words, class_="piece")

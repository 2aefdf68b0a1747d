"""Everything of a game that is printed and cut: its cards, tiles, markers and money.

In: a game, optionally with variants. Out: a Kit. Layer: tools. Without chosen variants, each variant that adds cards is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import interpreter
from interpreter.finding import find_game
from interpreter.tools.cards.text_rules import own_variants
from interpreter.tools.sheet.backs import back_mark, card_back
from interpreter.tools.sheet.card_face import Drawn, Room, card_face
from interpreter.tools.sheet.content import Content, content, kind_colour
from interpreter.tools.sheet.faces import faces as printed_faces
from interpreter.tools.sheet.pieces import Piece
from interpreter.tools.sheet.template import filled, picture_address
from interpreter.tools.sheet.tile_face import chit_face, disc, hexagon, outline, tile_face
from interpreter.tools.sheet.tokens import markers, money
from interpreter.view.drawing.faces import equal
from interpreter.view.drawing.look import Look, read_look
from interpreter.view.drawing.table import Table

NONE = "none"  # as a template for a back: nothing is printed
Allowed = dict[tuple[str, str], tuple[str, ...]]


@dataclass(frozen=True)
class Kit:
    title: str
    look: Look
    table: Table  # as the game begins
    pieces: tuple[Piece, ...]


def kit(game: str | Path, variants: Sequence[str | Path] = (), bleed: float | None = None,
        size: tuple[float, float] | None = None) -> Kit:  # fmt: skip
    """Draw every piece of the game. `bleed` and `size` replace what the look says."""
    path = find_game(game)
    allowed: Allowed = {
        (face.table, face.id): tuple(name for name, _ in face.columns) for face in printed_faces(path, variants)
    }
    found: dict[tuple[str, str], Piece] = {}
    first: tuple[Look, Table] | None = None
    for extra in [(), *(() if variants else ((name,) for name in _adding(path, allowed)))]:
        look, table = _table(path, [*variants, *extra], bleed, size)
        first = first or (look, table)
        for piece in [
            *cards(path, table, allowed),
            *markers(table, look.paper.bleed / 2),
            *money(table, look.paper.bleed),
        ]:
            found.setdefault((piece.kind, piece.id), piece)
    assert first is not None
    return Kit(first[1].definition["title"], first[0], first[1], tuple(sorted(found.values(), key=_order)))


SORTS = ("card", "tile", "marker", "money")


def _order(piece: Piece) -> int:
    return SORTS.index(piece.sort)


def _adding(path: Path, allowed: Allowed) -> Iterator[str]:
    """The variants that bring cards which the game itself does not have."""
    own = {(face.table, face.id) for face in printed_faces(path, (), own_only=True)}
    left = set(allowed) - own
    for name in own_variants(path):
        brought = {(face.table, face.id) for face in printed_faces(path, [name])} & left if left else set()
        left -= brought
        if brought:
            yield name


def _table(
    path: Path, variants: Sequence[str | Path], bleed: float | None, size: tuple[float, float] | None
) -> tuple[Look, Table]:
    game = interpreter.load(path, variants=variants)
    definition = interpreter.definition(game)
    look = read_look(game.path, definition)
    paper = look.paper
    paper = replace(paper, bleed=paper.bleed if bleed is None else bleed, size=size or paper.size)
    look = replace(look, paper=paper, kept={})
    state = game.start(players=max(game.player_counts), seed=1)
    return look, Table(definition, interpreter.view_form(state, None), None, look)


def cards(path: Path, table: Table, allowed: Allowed | None = None) -> Iterator[Piece]:
    """Draw each different card and tile."""
    for number, kind in enumerate(kinds_of_cards(table)):
        backs: dict[Room, str] = {}
        for names in equal(table, kind, [member["name"] for member in table.kinds[kind]["members"]]):
            shown = content(table, kind, names, None if allowed is None else allowed.get((kind, names[0])))
            shape = table.members[kind][names[0]].get("shape")
            if shape:
                yield _tile(table, shown, [(x, y) for x, y in shape])
            else:
                yield _card(path, table, shown, number, backs)


def kinds_of_cards(table: Table) -> list[str]:
    return [name for name, kind in table.kinds.items()
            if kind["members"] and (kind["word"] == "cards" or name in table.look.paper.cards)]  # fmt: skip


def _card(path: Path, table: Table, shown: Content, number: int, backs: dict[Room, str]) -> Piece:
    paper, look = table.look.paper, table.look.paper.card(shown.kind)
    wide, high = paper.size_of(shown.kind)
    room = Room(wide, high, paper.bleed)
    drawn, cut = _face(path, shown, table, room)
    if room not in backs:
        word, shape = shown.word, back_mark(number, look.mark)
        if look.back == NONE:
            backs[room] = ""
        elif look.back is not None:
            backs[room] = filled(path, look.back, shown, room).svg
        else:
            backs[room] = card_back(table.definition["title"], word, kind_colour(table, shown.kind), shape, room)
    return Piece(shown.kind, shown.id, shown.title, shown.text, shown.copies, wide, high, drawn.svg, backs[room], cut,
                 paper.bleed, drawn.fits, "card")  # fmt: skip


def _face(path: Path, shown: Content, table: Table, room: Room) -> tuple[Drawn, str]:
    look = table.look.paper.card(shown.kind)
    cut = {"hexagon": hexagon(room.width, room.height), "circle": disc(room.width)}.get(look.shape, "")
    if look.template is not None:
        return filled(path, look.template, shown, room), cut
    if look.shape != "card":
        return Drawn(chit_face(shown, (room.width, room.height), room.bleed, look.shape), True), cut
    picture = picture_address(path, look.picture, shown) if look.picture is not None else ""
    return card_face(shown, look, room, picture), cut


def _tile(table: Table, shown: Content, cells: Sequence[tuple[int, int]]) -> Piece:
    size, bleed = table.look.paper.tile, min(table.look.paper.bleed, 2.0)
    wide, high = (max(x for x, _ in cells) + 1) * size, (max(y for _, y in cells) + 1) * size
    full = len(cells) == round(wide / size) * round(high / size)
    return Piece(shown.kind, shown.id, shown.title, shown.text, shown.copies, wide, high,
                 tile_face(shown, cells, size, bleed), "", "" if full else outline(cells, size), bleed, True, "tile")  # fmt: skip

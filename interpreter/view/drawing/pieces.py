"""Pieces: what is on each part of a board.

In: a Table. Out: Pieces by part. Layer: view. `X(part): player` is the player's mark, `X(player, part): number` the mark with the
number in it, `X(player): part` the mark with a ring, `X(company): part` the company's mark, yes or no a letter, `X(part): pile`
the uppermost piece and their number; an open card of a player whose column names a part is a flag there. What every part has
when the game begins is not drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.marks import PLAIN, shape
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import Seen, Table
from interpreter.view.json_view import EntryJson

DARK, GREY = "#4a463b", "#6f6a5c"
SIZE = 20.0
# Where a picture stands inside a mark of 24 by 24.
INSIDE = {
    "disc": "translate(5.4 5) scale(0.55)", "square": "translate(5 4.800) scale(0.58)",
    "triangle": "translate(7.200 9.500) scale(0.4)", "diamond": "translate(7 6.800) scale(0.42)",
}  # fmt: skip
USUAL = 0.75  # share of parts with the same value from which on it is the ground, not a piece
Part = tuple[str, str]  # kind and name


@dataclass(frozen=True)
class Piece:
    shape: str  # a mark, or flag
    colour: str
    words: str
    title: str
    sort: str = ""  # pawn: it stands here; thing: what a place is, and the colour is its own
    value: str = ""  # the value that says it
    owner: str = ""
    thing: Part = ("", "")  # what it means, if it is no player's
    picture: str = ""  # the mark of what it is, in place of letters: a knight


def pieces(table: Table, who: str | None = None) -> dict[Part, list[Piece]]:
    """Collect the pieces by their part of a board; `who`: only those that are kept for this player."""
    found: dict[Part, list[Piece]] = {}
    for part, owner, piece in [*_standing(table), *_stacked(table), *_flags(table)]:
        if who is None or owner == who:
            found.setdefault(part, []).append(piece)
    return {part: _joined(those) for part, those in found.items()}


def _joined(found: list[Piece]) -> list[Piece]:
    """A part's owner and what it is are one piece: the owner's mark with the initial of the thing, or with how many there are."""
    owners = [piece for piece in found if piece.owner and not piece.sort and len(piece.words) < 3]
    others = [piece for piece in found if piece.sort in ("thing", "number")]
    if len(owners) != 1 or not others or len(found) != 1 + len(others):
        return found
    owner, one, rest = owners[0], others[0], others[1:]
    if len(one.words) > 2:
        return found
    told = f"{owner.title}; {one.title}"
    picture = one.shape if one.sort == "thing" and one.shape not in PLAIN else ""
    joined = Piece(owner.shape, owner.colour, one.words, told, "", owner.value, owner.owner, picture=picture)
    return [joined, *rest]


def at_most(found: Sequence[Piece], most: int) -> list[Piece]:
    """The first pieces, and one that says how many more there are: for parts of a board with little room."""
    if len(found) <= most:
        return list(found)
    rest = found[most - 1 :]
    return [
        *found[: most - 1],
        Piece("square", GREY, f"+{len(rest)}", "; ".join(piece.title for piece in rest), "number"),
    ]


def _standing(table: Table) -> Iterator[tuple[Part, str, Piece]]:
    for seen in table.sorted.pieces:
        if table.look.pieces.get(seen.name) == "none":
            continue
        usual = _usual(table, seen)
        for entry in seen.telling:
            if table.points(seen):
                who = entry["keys"][0] if seen.keys == (PLAYER,) else ""
                yield (seen.kind, str(entry["value"])), who, _pawn(table, seen, entry)
            elif (part := _part(table, seen, entry)) is not None and entry.get("value") != usual:
                who = next((name for kind, name in zip(seen.keys, entry["keys"], strict=True) if kind == PLAYER), "")
                yield part, who, _on_part(table, seen, entry)


def _stacked(table: Table) -> Iterator[tuple[Part, str, Piece]]:
    """Piles of pieces that are kept for parts of a board: the uppermost one, and how many there are."""
    for seen in table.sorted.stacks:
        for entry in seen.telling:
            part = _part(table, seen, entry)
            cards = [card for card in entry.get("cards") or () if card is not None]
            if part is None:
                continue
            if not cards:
                count = str(entry.get("count") or 0)
                yield part, "", Piece("square", GREY, count, f"{seen.form['title']}: {count}", "count", seen.name)
                continue
            owner = _owner(table, seen.kind, cards[0])
            yield part, owner, _card(table, seen, cards, owner)
            if len(cards) > 1:
                told = f"{len(cards)} on each other"
                yield part, owner, Piece("square", GREY, f"×{len(cards)}", told, "count", seen.name)


def _owner(table: Table, kind: str, card: str) -> str:
    """Whose a piece is, by the column of seat numbers that the look names; empty if nobody's."""
    column = table.look.owner.get(kind)
    number = table.members[kind][card]["cells"].get(column) if column else None
    return table.players[number - 1] if isinstance(number, int) and 1 <= number <= len(table.players) else ""


def _card(table: Table, seen: Seen, cards: Sequence[str], owner: str) -> Piece:
    titles = " on ".join(table.title(seen.kind, card) for card in cards)
    if not owner:
        return _thing(table, seen.kind, cards[0], titles, seen.name, "pawn")
    group = table.colours.group(seen.kind)
    led = table.members[seen.kind][cards[0]]["cells"].get(group[0]) if group else None
    words = (
        table.ground.short(group[1]).get(led, "")
        if group and isinstance(led, str)
        else table.title(seen.kind, cards[0])
    )
    return seat_piece(table, owner, words[:2], f"{owner}'s {titles}", seen.name, "stacked")


def _usual(table: Table, seen: Seen) -> object:
    """Return the value that nearly every part has: how the board begins, not what lies on it."""
    if PLAYER in seen.keys or seen.kind == PLAYER or len(seen.entries) < 4 or table.points(seen):
        return None
    value, count = Counter(repr(entry.get("value")) for entry in seen.entries).most_common(1)[0]
    if count < USUAL * len(seen.entries):
        return None
    return next(entry.get("value") for entry in seen.entries if repr(entry.get("value")) == value)


def _part(table: Table, seen: Seen, entry: EntryJson) -> Part | None:
    for kind, name in zip(seen.keys, entry["keys"], strict=True):
        if kind in table.board_kinds:
            return kind, name
        if kind in table.linked:
            other = table.linked[kind].get(name)
            return None if other is None else (table.board_kind, other)
    return None


def seat_piece(table: Table, who: str, words: str, title: str, value: str = "", sort: str = "") -> Piece:
    mark, initial = table.seat_marks.get(who, ("disc", ""))
    return Piece(mark, table.seat_colours.get(who, GREY), words or initial, title, sort, value, who)


def _pawn(table: Table, seen: Seen, entry: EntryJson) -> Piece:
    title = seen.form["title"]
    if seen.keys == (PLAYER,):
        who = entry["keys"][0]
        return seat_piece(table, who, "", f"{who}'s {title}", seen.name, "pawn")
    if seen.keys:
        kind, name = seen.keys[0], entry["keys"][0]
        return _thing(table, kind, name, f"{title}: {table.title(kind, name)}", seen.name, "pawn")
    return Piece("diamond", DARK, title[:1].upper(), title, "pawn", seen.name)


def _thing(table: Table, kind: str, name: str, title: str, value: str, sort: str) -> Piece:
    own, mark = table.colours.own(kind, name), table.colours.mark(kind, name)
    short = table.ground.short(kind).get(name, "?")
    return Piece(mark or "disc", own.ink if own else GREY, short, title, sort, value, "", (kind, name))


def _on_part(table: Table, seen: Seen, entry: EntryJson) -> Piece:
    """Make the piece for a number, a player, a thing or yes, kept for a part or for a player and a part."""
    value, title = entry["value"], seen.form["title"]
    who = next((name for kind, name in zip(seen.keys, entry["keys"], strict=True) if kind == PLAYER), "")
    if seen.kind == PLAYER:
        return seat_piece(table, str(value), "", f"{value}'s {title}", seen.name)
    words = f"{who}'s {title}" if who else title
    if seen.sort == "number":
        told = f"{words}: {table.with_unit(seen, value)}"
        return seat_piece(table, who, str(value), told, seen.name) if who else Piece(
            "square", GREY, str(value), told, "number", seen.name
        )  # fmt: skip
    if seen.sort == "thing":
        return _thing(
            table, seen.kind, str(value), f"{words}: {table.title(seen.kind, str(value))}", seen.name, "thing"
        )
    if who:
        return seat_piece(table, who, "", words, seen.name)
    return Piece("disc", GREY, title[:1].upper(), words, "yes", seen.name)


def _flags(table: Table) -> Iterator[tuple[Part, str, Piece]]:
    for seen in table.sorted.held:
        found = _place_column(table, seen.kind) if seen.is_zone and not seen.hidden and not _is_hand(seen) else None
        if found is None:
            continue
        column, kind = found
        for entry in seen.entries:
            who = entry["keys"][0]
            for card in entry.get("cards") or ():
                if card is not None and isinstance(part := table.members[seen.kind][card]["cells"][column], str):
                    title = f"{who}'s {seen.form['title']}: {table.title(seen.kind, card)}"
                    yield (
                        (kind, part),
                        who,
                        Piece("flag", table.seat_colours.get(who, GREY), "", title, "flag", seen.name, who),
                    )


def _is_hand(seen: Seen) -> bool:
    """Whether these cards are for their owner's eyes: nobody else sees any of them."""
    return any("count" in entry for entry in seen.entries)


def _place_column(table: Table, kind: str) -> tuple[str, str] | None:
    """Return the column of a card that names a part of a board, and the kind of the part."""
    for column in table.kinds[kind]["columns"]:
        inner = column["type"].get("kind", "")
        if column["type"]["type"] == "thing" and inner in table.board_kinds:
            return column["name"], inner
    return None


def row_of_pieces(found: Sequence[Piece], x: float, y: float, room: float, size: float = SIZE) -> str:
    """Draw pieces side by side around a point, closer together if there is little room."""
    step = min(size + 1, room / max(1, len(found)))
    left = x - step * (len(found) - 1) / 2
    return "".join(drawn(piece, left + number * step, y, size) for number, piece in enumerate(found))


def drawn(piece: Piece, x: float, y: float, size: float = SIZE) -> str:
    label = tag("title", text(piece.title))
    if piece.shape == "flag":
        pole = tag("line", x1=0, y1=-12, x2=0, y2=8, stroke=DARK, stroke_width=1.5)
        cloth = tag("path", d="M0 -12 L12 -8 L0 -4 Z", fill=piece.colour)
        return tag("g", label, pole, cloth, transform=f"translate({x:.1f} {y:.1f})", class_="piece")
    share = size / 24
    at = f"translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({share:.3f})"
    ring = (
        tag("circle", cx=12, cy=12, r=14, fill="#fffdf8", stroke=piece.colour, stroke_width=2)
        if piece.sort == "pawn"
        else ""
    )
    words = "" if piece.picture else piece.words[:3]
    mark = shape(piece.shape, piece.colour, words, stroke="#fffdf8", stroke_width=1.8)
    if piece.picture:
        mark += tag("g", shape(piece.picture, "#fff"), transform=INSIDE.get(piece.shape, INSIDE["disc"]))
    return tag("g", label, ring, mark, transform=at, class_="piece pawn" if piece.sort == "pawn" else "piece",
               data_who=piece.owner or None)  # fmt: skip

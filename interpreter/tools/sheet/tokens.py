"""Markers and money: what stands on a board and what is paid with.

In: a Table as the game begins, the print part of the look. Out: pieces. Layer: tools. How many there are of each comes from the
look; without it, from what players have on the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from interpreter.tools.sheet.pieces import Piece
from interpreter.tools.sheet.strokes import circle, mark, mm, pale, rect, words
from interpreter.tools.sheet.tile_face import disc
from interpreter.view.drawing.colours import darkened
from interpreter.view.drawing.ground import PLAYER
from interpreter.view.drawing.marks import ROOM
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import Seen, Table
from interpreter.view.lettering import SANS, SANS_BOLD, SERIF_BOLD, family

ACROSS = 16.0  # of a marker
PER_PLAYER, MOST = 12, 40
NOTE = (90.0, 45.0)
NOTES = {1: 12, 5: 12, 10: 16, 20: 12, 50: 8, 100: 8}
NOTE_COLOURS = ("#5f7161", "#2e6f9e", "#8a6420", "#93404e", "#6a4a86", "#1f6b6b", "#7a4a2e", "#3f4a63")


def markers(table: Table, bleed: float) -> Iterator[Piece]:
    """Draw the players' markers, and those of things that lie on the board."""
    said = table.look.paper.markers
    own = _of_players(table)
    count = said.get(own.name) if own is not None else None
    if own is not None and count is None:
        count = _usual(table, own)
    for name in table.players if count else ():
        shape, initial = table.seat_marks[name]
        yield _marker(name, f"{name}'s marker", count or 0, darkened(table.seat_colours[name]), shape, initial, bleed)
    for kind, counts in _of_things(table).items():
        for member in table.kinds[kind]["members"]:
            number = said.get(kind, counts.get(member["name"], 0))
            colour = darkened(table.colours.of(kind, member["name"]).edge)
            said_mark = table.look.marks.get(kind, {}).get(member["name"])
            letter = "" if said_mark else table.ground.short(kind)[member["name"]]
            if number:
                yield _marker(
                    f"{kind}_{member['name']}", member["title"], number, colour, said_mark or "disc", letter, bleed
                )


def _of_players(table: Table) -> Seen | None:
    """Return the value that says what players have on the board.

    What the look counts, else the one with most."""
    pieces = [seen for seen in table.seen if PLAYER in seen.keys or seen.kind == PLAYER]
    said = next((seen for seen in pieces if seen.name in table.look.paper.markers), None)
    on_board = [seen for seen in table.sorted.pieces if seen in pieces and table.look.pieces.get(seen.name) != "none"]
    return said or max(on_board, key=lambda seen: _usual(table, seen), default=None)


def _usual(table: Table, seen: Seen) -> int:
    if table.points(seen):
        return 1
    parts = next((len(table.kinds[kind]["members"]) for kind in seen.keys if kind != PLAYER), PER_PLAYER)
    if seen.sort == "number":
        return min(PER_PLAYER, parts)
    return min(MOST, -(-parts // len(table.players)) + 1)


def _of_things(table: Table) -> dict[str, Counter[str]]:
    """Count the things that lie on parts of the board as the game begins, by kind.

    And those that the look counts."""
    found = {kind: Counter[str]() for kind in table.look.paper.markers if kind in table.kinds}
    for seen in table.sorted.pieces:
        kind = seen.kind
        if seen.sort != "thing" or kind in ("", PLAYER) or kind in table.board_kinds or kind not in table.kinds:
            continue
        begins = Counter(str(entry["value"]) for entry in seen.telling)
        found.setdefault(kind, Counter())
        for member in table.kinds[kind]["members"]:
            found[kind][member["name"]] += max(1, begins[member["name"]])
    return found


def _marker(id_: str, title: str, count: int, colour: str, shape: str, letter: str, bleed: float) -> Piece:
    size, middle = ACROSS * 0.66, ACROSS / 2
    drawn = tag("path", d=disc(ACROSS, bleed), fill=colour) + mark(
        shape, middle - size / 2, middle - size / 2, size, "#ffffff"
    )
    if letter:
        y, share = ROOM.get(shape, (12.0, 1.0))
        font = size * 0.5 * share * (1 if len(letter) == 1 else 0.75)
        down = middle - size / 2 + y / 24 * size + font * 0.36
        drawn += tag("text", text(letter), x=mm(middle), y=mm(down), font_family=family(SANS_BOLD), font_weight=600,
                     font_size=mm(font), fill=colour, text_anchor="middle")  # fmt: skip
    return Piece("marker", id_, title, "", count, ACROSS, ACROSS, drawn, "", disc(ACROSS), bleed, sort="marker")


def money(table: Table, bleed: float) -> Iterator[Piece]:
    """Draw notes, if players have an amount with a unit or the look counts notes."""
    said, units = table.look.paper.money, table.look.units
    owned = [seen for seen in table.seen if seen.keys == (PLAYER,) and seen.sort == "number" and seen.name in units]
    if said is None and not owned:
        return
    unit = units[owned[0].name] if owned else ""
    for number, (amount, count) in enumerate((NOTES if said is None else said).items()):
        if count:
            colour = darkened(NOTE_COLOURS[number % len(NOTE_COLOURS)])
            face = _note(amount, unit, colour, table.definition["title"], bleed)
            yield Piece(
                "money",
                f"note_{amount}",
                f"{amount} {unit}".strip(),
                "",
                count,
                *NOTE,
                face,
                "",
                "",
                bleed,
                sort="money",
            )


def _note(amount: int, unit: str, colour: str, game: str, bleed: float) -> str:
    wide, high = NOTE
    drawn = [rect(-bleed, -bleed, wide + 2 * bleed, high + 2 * bleed, pale(colour, 0.72))]
    drawn.append(tag("rect", x="3.5", y="3.5", width=mm(wide - 7), height=mm(high - 7), rx="2", fill=pale(colour, 0.86),
                     stroke=colour, stroke_width="0.4"))  # fmt: skip
    drawn += [circle(wide / 2, high / 2, radius, pale(colour, share)) for radius, share in ((16, 0.76), (13.5, 0.86))]
    drawn.append(
        words(wide / 2, high / 2 + 4.4, str(amount), SERIF_BOLD, 13 if amount < 1000 else 10, colour, "middle")
    )
    drawn.append(words(wide / 2, high / 2 + 9.4, unit, SANS_BOLD, 3.6, colour, "middle"))
    for x, y, anchor in (
        (6.5, 10.5, "start"),
        (wide - 6.5, 10.5, "end"),
        (6.5, high - 6.5, "start"),
        (wide - 6.5, high - 6.5, "end"),
    ):
        drawn.append(words(x, y, str(amount), SANS_BOLD, 5, colour, anchor))
    drawn.append(words(wide / 2, 8.6, game, SANS, 2.6, colour, "middle"))
    return "".join(drawn)

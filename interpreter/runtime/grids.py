"""Tiles on a grid: where they may lie, what they touch, what their parts meet.

In: a Ground, and the list with the spot of each tile. Out: legal spots, contacts, parts. Layer: runtime. Beside the spots of a
grid lies what follows from them: for each tile those that it touches, and last which tile covers which cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.runtime.event_log import tell_move
from interpreter.runtime.faults import Fault
from interpreter.runtime.grounds import PLACED, SPAN, STEPS, Ground, cell_of, spot, spot_on, turn_of, unpack
from interpreter.runtime.position import Position

Spots = Sequence[int | None]
TIMES = ("", "once", "twice", "three times", "four times", "five times")


class Covered(dict[int, int]):
    """Which tile covers which cell.

    It is never changed, so copies of a position share it."""

    def __hash__(self) -> int:  # type: ignore[override]
        return len(self)


NOTHING = Covered()


def covered_cells(places: Spots, ground: Ground, but: int | None = None) -> Covered:
    """Map each covered cell to its tile; of tiles that lie upon each other the last."""
    return Covered(
        (cell, tile) for tile, value in enumerate(places) if value is not None and tile != but
        for cell in ground.cells(tile, value)
    )  # fmt: skip


def _without(places: Spots, ground: Ground, covered: Covered, tile: int) -> Covered:
    return covered if places[tile] is None else covered_cells(places, ground, tile)


def placements(places: Spots, ground: Ground, covered: Covered, tile: int) -> list[int]:
    """List the spots where the tile covers free cells only and touches another tile.

    On an empty grid its opening spots, on the places of a board all that are free."""
    taken, turns = _without(places, ground, covered, tile), ground.turns[tile]
    if ground.places:
        free = (place for place in range(len(ground.places)) if place not in taken)
        return [value for place in free for turn in turns if (value := spot_on(place, turn)) != places[tile]]
    if not taken:
        return [spot(0, 0, turn) for turn in turns]
    border = {cell + step for cell in taken for step in (1, -1, SPAN, -SPAN)} - taken.keys()
    found: set[int] = set()
    for turn in turns:
        offsets = ground.offsets(tile, turn)
        for beside in border:
            for offset in offsets:
                first = beside - offset
                if all(first + more not in taken for more in offsets):
                    found.add(turn + 4 * first)
    found.discard(-1 if (own := places[tile]) is None else own)
    return sorted(found)


def touched_at(places: Spots, ground: Ground, covered: Covered, tile: int, value: int) -> tuple[int, ...]:
    """The other tiles that this one would share an edge with at that spot."""
    if ground.places:
        _known(ground, value)
    return _beside(_without(places, ground, covered, tile), ground, tile, value, ground.straight)


def around(places: Spots, ground: Ground, covered: Covered, tile: int) -> tuple[int, ...]:
    """The tiles that touch this one, corners too."""
    value = places[tile]
    return () if value is None else _beside(_without(places, ground, covered, tile), ground, tile, value, ground.near)


def _beside(covered: Covered, ground: Ground, tile: int, value: int, ways: Sequence[int]) -> tuple[int, ...]:
    near = {covered.get(ground.next_to(cell, way)) for cell in ground.cells(tile, value) for way in ways}  # type: ignore[arg-type]
    return tuple(sorted(other for other in near if other is not None and other != tile))


def opening_spot(ground: Ground, _tile: int) -> int:
    return spot_on(0, 0) if ground.places else spot(0, 0, 0)


def tile_at(covered: Covered, cell: int) -> int | None:
    return covered.get(cell)


def place_of(places: Spots, tile: int) -> int | None:
    value = places[tile]
    return None if value is None else cell_of(value)


def tile_beside(places: Spots, ground: Ground, covered: Covered, tile: int, way: int) -> int | None:
    """The tile next to this one; of a tile of several cells, next to its first."""
    value = places[tile]
    if value is None or way not in ground.near:
        return None
    return covered.get(ground.next_to(ground.cells(tile, value)[0], way))  # type: ignore[arg-type]


# ---------------------------------------------------------------- parts
def met(places: Spots, ground: Ground, covered: Covered, part: int) -> tuple[int, ...]:
    """The parts of other tiles at the edges of this one."""
    value = places[ground.tile_of[part]]
    return () if value is None else _met(places, ground, covered, part, value)


def met_at(places: Spots, ground: Ground, covered: Covered, part: int, value: int) -> tuple[int, ...]:
    """The parts that this one would meet if its tile lay at that spot."""
    if not ground.is_spot(value):
        raise _stranger()
    return _met(places, ground, _without(places, ground, covered, ground.tile_of[part]), part, value)


def _met(places: Spots, ground: Ground, covered: Covered, part: int, value: int) -> tuple[int, ...]:
    found: set[int | None] = set()
    cell, turn = (value // 4, value % 4) if value < PLACED else (cell_of(value), turn_of(value))
    board, part_at, own = ground.places, ground.part_at, ground.tile_of[part]
    for way, step, slots in ground.meetings[part][turn]:
        tile = covered.get(board[cell][way] if board else cell + step)  # type: ignore[arg-type]
        if tile is not None and tile != own:
            there = places[tile]
            assert there is not None
            row = part_at[tile][there % 4 if there < PLACED else turn_of(there)]
            found.update(row[slot] for slot in slots) if len(slots) > 1 else found.add(row[slots[0]])
    return tuple(sorted(other for other in found if other is not None)) if found else ()


def open_edges(places: Spots, ground: Ground, covered: Covered, part: int) -> tuple[int, ...]:
    """Return the directions of its edges beyond which there is no tile.

    In the order of the directions."""
    value = places[ground.tile_of[part]]
    if value is None:
        return ()
    cell = cell_of(value)
    ways = {way for way, _, _ in ground.meetings[part][turn_of(value)]}
    return tuple(way for way in sorted(ways) if ground.next_to(cell, way) not in covered)


# ---------------------------------------------------------------- laying
def laid(places: Spots) -> list[int]:
    return [tile for tile, value in enumerate(places) if value is not None]


def lay(s: Position, base: int, grid: int, ground: Ground, tile: int, value: int) -> None:
    """Put a tile at a spot, or move it there; recompute contacts."""
    _known(ground, value)
    if ground.places and (other := s.lists[grid + 1][-1].get(cell_of(value), tile)) != tile:
        lies = f"there is a tile on that place already: {s.title(s.code.card_kind[base], other)}"
        raise Fault("R0807", lies, help="move it away first, or lay the tile where there is none")
    old = s.cells[base + tile]
    if old is not None and old != grid:
        _leave(s, old, tile)
    s.lists[grid][tile] = value
    s.cells[base + tile] = grid
    contacts(s, grid, ground)
    if s.log is not None:
        tell_move(s, base, (tile,), old, grid)


def _known(ground: Ground, value: int) -> None:
    if not ground.is_spot(value):
        raise _stranger()


def _stranger() -> Fault:
    return Fault("R0807", "this spot is of another grid", help="choose it in the placements of the grid that it is for")


def _leave(s: Position, old: int, tile: int) -> None:
    """Remove a tile from its old place.

    A slot of a row becomes empty, a place on a grid free."""
    if s.code.is_grid[old]:
        lift(s, old, tile)
    elif s.code.is_row[old]:
        s.lists[old][s.lists[old].index(tile)] = None
    else:
        s.lists[old].remove(tile)


def lift(s: Position, grid: int, tile: int) -> None:
    s.lists[grid][tile] = None
    contacts(s, grid, s.code.ground(grid))


def contacts(s: Position, grid: int, ground: Ground) -> None:
    """Recompute which tile covers which cell, and which tiles share an edge."""
    places = s.lists[grid]
    covered = covered_cells(places, ground)
    straight, board, near = ground.straight, ground.places, len(places)
    touching: list[set[int]] = [set() for _ in range(near)]
    for cell, tile in covered.items():
        for way in straight:
            other = covered.get(board[cell][way] if board else cell + STEPS[way])  # type: ignore[arg-type]
            if other is not None and other != tile:
                touching[tile].add(other)
    s.lists[grid + 1] = [*(tuple(sorted(found)) if found else () for found in touching), covered]


def no_contacts(tiles: int) -> list[object]:
    """What lies beside the spots of an empty grid."""
    return [*[()] * tiles, NOTHING]


def shown_spot(value: int, s: Position | None = None, places: str = "") -> str:
    """`places`: the kind of the places on which tiles lie, if any do."""
    if value >= PLACED and s is not None:
        turn = turn_of(value)
        return f"{s.title(places, cell_of(value))}{f', turned {TIMES[turn]}' if turn else ''}"
    column, row, turn = unpack(value)
    way = {0: "", 1: ", turned", 2: ", upside down", 3: ", turned back"}[turn]
    return f"column {column}, row {row}{way}"


def drawn(places: Spots, ground: Ground, signs: list[str]) -> list[str]:
    """Render the grid as lines of text, each tile by its sign.

    With the numbers of rows and columns that name a spot."""
    taken = {
        cell: tile for tile, value in enumerate(places) if value is not None for cell in ground.covered(tile, value)
    }
    if not taken:
        return []
    xs, ys = [x for x, _ in taken], [y for _, y in taken]
    width = max(len(signs[tile]) for tile in taken.values())
    lines = []
    columns = range(min(xs), max(xs) + 1)
    for y in range(max(ys), min(ys) - 1, -1):
        row = [signs[taken[x, y]] if (x, y) in taken else "." for x in columns]
        lines.append(f"{y:>3}  " + " ".join(sign.ljust(width) for sign in row).rstrip())
    return [*lines, "     " + " ".join(str(x).ljust(width) for x in columns).rstrip()]

"""The functions for tiles on a grid, their parts and what lies where.

In: the types of the arguments. Out: the type of the result, or a description of what is wanted. Layer: check.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.ir.rulebook import Kind
from interpreter.ir.types import NUMBER, Grid, ListOf, Maybe, Of, Spot, Type, fits

Kinds = Mapping[str, Kind]
Given = tuple[Type, ...]
Result = Type | str
DIRECTION = Of("direction")


def met(given: Given, kinds: Kinds) -> Result:
    part = _part(given[0], given[1], kinds) if len(given) == 2 else None
    return ListOf(part) if part is not None else f"{_parts_in_words(given, kinds)} and the grid of its tile"


def met_at(given: Given, kinds: Kinds) -> Result:
    part = _part(given[0], given[2], kinds) if len(given) == 3 and fits(given[1], Spot()) else None
    return ListOf(part) if part is not None else f"{_parts_in_words(given, kinds)}, a spot and the grid of its tile"


def open_edges(given: Given, kinds: Kinds) -> Result:
    found = met(given, kinds)
    return found if isinstance(found, str) else ListOf(DIRECTION)


def around(given: Given, _kinds: Kinds) -> Result:
    grid = given[1] if len(given) == 2 else None
    if not isinstance(grid, Grid) or not fits(given[0], Of(grid.kind)):
        return "a tile and its grid"
    return ListOf(Of(grid.kind))


def tile_at(given: Given, _kinds: Kinds) -> Result:
    grid = given[1] if len(given) == 2 else None
    if isinstance(grid, Grid) and (fits(given[0], Spot()) or (grid.on is not None and fits(given[0], Of(grid.on)))):
        return Maybe(Of(grid.kind))
    return "a spot, or a place of a board on which tiles are laid, and a grid"


def place_of(given: Given, _kinds: Kinds) -> Result:
    grid = given[1] if len(given) == 2 else None
    if not isinstance(grid, Grid) or grid.on is None:
        return "a tile or a spot, and a grid on the places of a board"
    if fits(given[0], Of(grid.kind)):
        return Maybe(Of(grid.on))
    return Of(grid.on) if fits(given[0], Spot()) else "a tile of that grid or a spot"


def beside(given: Given, kinds: Kinds) -> Result:
    grid = given[2] if len(given) == 3 else None
    if isinstance(grid, Grid) and fits(given[0], Of(grid.kind)) and fits(given[1], DIRECTION) and "direction" in kinds:
        return Maybe(Of(grid.kind))
    return "a place of a board and a direction; or a tile, a direction and a grid"


def spot_at(given: Given, kinds: Kinds) -> Result:
    if len(given) == 3 and all(fits(type_, NUMBER) for type_ in given):
        return Spot()
    place = given[0] if len(given) == 2 and fits(given[1], NUMBER) else None
    if isinstance(place, Of) and place.kind in kinds and kinds[place.kind].board is not None:
        return Spot()
    return "a column, a row and a number of turns; or a place of a board and a number of turns"


def _part(part: Type, grid: Type, kinds: Kinds) -> Of | None:
    if isinstance(grid, Grid) and isinstance(part, Of) and part.kind in kinds and kinds[part.kind].tiles == grid.kind:
        return part
    return None


def _parts_in_words(given: Given, kinds: Kinds) -> str:
    """The parts that this grid has to do with, by name if it is clear which."""
    grid = given[-1] if given else None
    of = [kind.name for kind in kinds.values() if isinstance(grid, Grid) and kind.tiles == grid.kind]
    return " or ".join(f"a {name}" for name in of) or "a part of a tile"

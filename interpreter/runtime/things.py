"""Things: what a choice, a refusal or a prompt refers to, as kind and number instead of words.

In: a state that waits for a decision, and one of its options or texts. Out: Thing, Laid, and texts with the things that they
name. Layer: runtime. A card that the asked player may not see is not a thing here: only its place is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from interpreter.ir.types import Grid, Maybe, Of
from interpreter.runtime.grids import placements
from interpreter.runtime.grounds import Ground
from interpreter.runtime.labels import unseen_zone
from interpreter.runtime.machine import at_once
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Text, Value


class Thing(NamedTuple):
    """A member of a kind: a card, a place, a player, a name."""

    kind: str
    number: int


class Laid(NamedTuple):
    """A tile at a spot: its corner, its quarter turns and the cells that it covers."""

    tile: Thing
    column: int
    row: int
    turn: int
    cells: tuple[tuple[int, int], ...]


def thing_of(state: Position, option: Value) -> Thing | None:
    """Return the thing an answer means, unless the asked player may not know it."""
    site = state.code.SITES[state.site]
    kind = site.kind
    if site.either and isinstance(option, int):
        kind, option = site.apart(option)[0]
    if kind is None or option is None or isinstance(option, bool) or not isinstance(option, int):
        return None
    return Thing(kind, option) if unseen_zone(state, kind, option) is None else None


def parts_of(state: Position, option: Value) -> tuple[Thing, ...]:
    """The things that an answer decides together, in their order.

    None if the asked player may not know one of them."""
    site = state.code.SITES[state.site]
    found: tuple[tuple[str | None, int], ...] = ()
    if site.parts and not site.either and isinstance(option, int) and not isinstance(option, bool):
        found = site.apart(option)
    elif site.listed is not None and isinstance(option, tuple):
        found = tuple((site.listed, item) for item in option if isinstance(item, int))
    if any(unseen_zone(state, kind, number) is not None for kind, number in found):
        return ()
    return tuple(Thing(kind, number) for kind, number in found if kind is not None)


def laid_by(state: Position, option: Value, spots: dict[Thing, dict[int, Ground]]) -> Laid | None:
    """For an answer that is a spot on a grid: the tile and its cells.

    `spots` caches the spots of each tile."""
    site = state.code.SITES[state.site]
    if (
        site.shape != "thing"
        or site.kind is not None
        or site.parts
        or not isinstance(option, int)
        or isinstance(option, bool)
    ):
        return None
    for tile in _tiles_in_hand(state):
        if tile not in spots:
            spots[tile] = _spots(state, tile)
        ground = spots[tile].get(option)
        if ground is not None:
            return Laid(tile, *ground.position(option), tuple(ground.covered(tile.number, option)))
    return None


def _tiles_in_hand(state: Position) -> Iterator[Thing]:
    """Yield the tiles in the slots of the running procedure, the latest first."""
    frame = state.stack[-1]
    types = state.code.SLOTS[state.code.BLOCK_ROUTINE[frame[0]]]
    for type_, value in reversed(list(zip(types, frame[1:], strict=False))):
        inner = type_.inner if isinstance(type_, Maybe) else type_
        if isinstance(inner, Of) and state.code.SHAPES.get(inner.kind) and isinstance(value, int):
            yield Thing(inner.kind, value)


def _spots(state: Position, tile: Thing) -> dict[int, Ground]:
    """The spots where a tile may lie, each with the ground of its grid."""
    found: dict[int, Ground] = {}
    for number, zoned in enumerate(state.code.zone_of):
        if zoned is not None and isinstance(zoned.keep.type, Grid) and zoned.keep.card == tile.kind:
            ground, beside = state.code.ground(number), state.lists[number + 1]
            found.update(dict.fromkeys(placements(state.lists[number], ground, beside[-1], tile.number), ground))
    return found


class PromptText(NamedTuple):
    """A text and the things that it names, each once."""

    text: str
    things: tuple[Thing, ...]


def said(state: Position, text: Text, item: Value = None) -> PromptText:
    """Evaluate a text of the rules and record the things named in it."""
    listener = _Listener(state)
    words = at_once(state, text, listener, state.stack[-1], item)
    return PromptText(words, tuple(dict.fromkeys(listener.named)))


class _Listener:
    """A proxy of a state that records which titles were read."""

    def __init__(self, state: Position) -> None:
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "named", [])

    named: list[Thing]
    _state: Position

    def title(self, kind: str, number: int) -> str:
        self.named.append(Thing(kind, number))
        return self._state.title(kind, number)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._state, name, value)

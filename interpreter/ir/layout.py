"""State layout: the cells and lists of all keeps, the range of each cell, the room of each list.

In: a Rulebook. Out: a Layout. Layer: ir. A value stored for (player, company) takes one cell per pair, at
base + player * companies + company. Piles, rows and grids are lists; each card also has a cell that says where it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER, Grid, ListOf, Maybe, Number, Of, Type, YesNo, Zone, bare

MAX_STORED = 64  # items of a stored list of numbers
MAX_FLAT = 512  # words of a stored list of lists


@dataclass(slots=True)
class Spot:
    """Address of a keep: base, stride and size of each key, content of a cell."""

    base: int
    steps: tuple[int, ...]
    sizes: tuple[int, ...]
    in_lists: bool
    type: Type
    ends: tuple[int, int] | None = None  # least and largest number of a cell; None: any
    room: int = 0  # capacity of a list; a back end with dynamic lists may ignore it

    @property
    def count(self) -> int:
        total = 1
        for size in self.sizes:
            total *= size
        return total

    @property
    def numbers(self) -> range:
        """Addresses of its cells or lists."""
        width = 2 if isinstance(self.type, Grid) else 1
        return range(self.base, self.base + self.count * width)


@dataclass(slots=True)
class Layout:
    keeps: dict[str, Spot] = field(default_factory=dict)
    whereabouts: dict[str, int] = field(default_factory=dict)  # kind of card -> first cell of "where is it"
    sizes: dict[str, int] = field(default_factory=dict)  # members of each kind; of players, the most there can be
    owners: dict[int, int] = field(default_factory=dict)  # list -> the seat that owns its cards
    in_force: frozenset[int] = frozenset()  # lists whose cards are in force
    cells: int = 0
    lists: int = 0


def lay_out(rulebook: rb.Rulebook) -> Layout:
    layout = Layout()
    for kind in rulebook.kinds.values():
        layout.sizes[kind.name] = len(kind.members)
    layout.sizes["player"] = rulebook.player_limit
    for keep in rulebook.keeps.values():
        _lay_out(layout, keep)
    for kind in rulebook.kinds.values():
        if kind.word == "cards":
            layout.whereabouts[kind.name] = layout.cells
            layout.cells += len(kind.members)
    layout.in_force = frozenset(
        number
        for keep in rulebook.keeps.values()
        if keep.in_force and isinstance(keep.type, Zone)
        for number in layout.keeps[keep.name].numbers
    )
    return layout


def _lay_out(layout: Layout, keep: rb.Keep) -> None:
    """Allocate the cells or lists of a keep.

    A pile or row takes a list; a grid two: where each tile is, and what touches what; anything else a cell."""
    sizes = tuple(layout.sizes[parameter.type.kind] for parameter in keep.parameters if isinstance(parameter.type, Of))
    in_lists = isinstance(keep.type, Zone | Grid)
    steps: list[int] = []
    step = 2 if isinstance(keep.type, Grid) else 1
    for size in reversed(sizes):
        steps.insert(0, step)
        step *= size
    base = layout.lists if in_lists else layout.cells
    spot = Spot(base, tuple(steps), sizes, in_lists, keep.type, _ends(keep.type, layout), _room(keep.type, layout))
    layout.keeps[keep.name] = spot
    if in_lists:
        layout.lists += step
    else:
        layout.cells += step
    if isinstance(keep.type, Zone) and keep.parameters and keep.parameters[0].type == PLAYER:
        layout.owners.update({number: (number - base) // steps[0] for number in spot.numbers})


def _ends(type_: Type, layout: Layout) -> tuple[int, int] | None:
    match bare(type_):
        case YesNo():
            return 0, 1
        case Of(kind):
            return 0, layout.sizes[kind] - 1
        case Number(int() as low, int() as high) if not isinstance(type_, Maybe):  # with none, not enforced
            return low, high
        case _:
            return None


def _room(type_: Type, layout: Layout) -> int:
    match type_:
        case Zone(kind, size):
            return layout.sizes[kind] if size is None else size
        case Grid(kind):
            return layout.sizes[kind]
        case ListOf(ListOf()):
            return MAX_FLAT
        case ListOf(Of(kind)):
            return max(16, layout.sizes[kind])
        case ListOf():
            return MAX_STORED
        case _:
            return 0

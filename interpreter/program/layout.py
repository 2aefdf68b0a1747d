"""Where everything is kept: numbers of cells and lists, what each can hold, and how much.

In: a Rulebook. Out: a Layout. Layer: program. A value stored for (player, company) takes one cell per pair, at
base + player * companies + company. Piles, rows and grids are lists; each card also has a cell that says where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check import rulebook as rb
from interpreter.types import PLAYER, Grid, ListOf, Maybe, Number, Of, Type, YesNo, Zone, bare

MOST_STORED = 64  # items of a stored list of numbers
MOST_FLAT = 512  # words of a stored list of lists


@dataclass(slots=True)
class Spot:
    """A stored value's place: first number, and the step of each key; what one cell of it can hold."""

    base: int
    steps: tuple[int, ...]
    sizes: tuple[int, ...]
    in_lists: bool
    type: Type
    ends: tuple[int, int] | None = None  # the least and the largest number that a cell is held to; None: any
    room: int = 0  # items that a list can have; a back end without fixed rooms need not keep to it

    @property
    def count(self) -> int:
        total = 1
        for size in self.sizes:
            total *= size
        return total

    @property
    def numbers(self) -> range:
        """The cells or lists that it takes."""
        width = 2 if isinstance(self.type, Grid) else 1
        return range(self.base, self.base + self.count * width)


@dataclass(slots=True)
class Layout:
    keeps: dict[str, Spot] = field(default_factory=dict)
    whereabouts: dict[str, int] = field(default_factory=dict)  # kind of card -> first cell of "where does it lie"
    sizes: dict[str, int] = field(default_factory=dict)  # members of each kind; of players, as many as there can be
    owners: dict[int, int] = field(default_factory=dict)  # list -> the seat to which its cards belong
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
    """A pile or row takes a list; a grid two: where each tile lies, and what touches what; anything else a cell."""
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
        case Number(int() as low, int() as high) if not isinstance(type_, Maybe):  # beside none a range is not held to
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
            return MOST_FLAT
        case ListOf(Of(kind)):
            return max(16, layout.sizes[kind])
        case ListOf():
            return MOST_STORED
        case _:
            return 0

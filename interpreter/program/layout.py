"""Where everything is kept: numbers of cells and lists.

In: a Rulebook. Out: a Layout. Layer: program. A value stored for (player, company) takes one cell per pair, at
base + player * companies + company. Piles, rows and grids are lists; each card also has a cell that says where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check import rulebook as rb
from interpreter.types import Grid, Of, Zone


@dataclass(slots=True)
class Spot:
    """A stored value's place: first number, and the step of each key."""

    base: int
    steps: tuple[int, ...]
    sizes: tuple[int, ...]
    in_lists: bool

    @property
    def count(self) -> int:
        total = 1
        for size in self.sizes:
            total *= size
        return total


@dataclass(slots=True)
class Layout:
    keeps: dict[str, Spot] = field(default_factory=dict)
    whereabouts: dict[str, int] = field(default_factory=dict)  # kind of card -> first cell of "where does it lie"
    cells: int = 0
    lists: int = 0


def lay_out(rulebook: rb.Rulebook) -> Layout:
    layout = Layout()
    for keep in rulebook.keeps.values():
        sizes = tuple(_size(rulebook, parameter) for parameter in keep.parameters)
        if isinstance(keep.type, Zone):
            _place(layout, keep.name, sizes, 1, True)
        elif isinstance(keep.type, Grid):
            _place(layout, keep.name, sizes, 2, True)  # where each tile lies, and what touches what
        else:
            _place(layout, keep.name, sizes, 1, False)
    for kind in rulebook.kinds.values():
        if kind.word == "cards":
            layout.whereabouts[kind.name] = layout.cells
            layout.cells += len(kind.members)
    return layout


def _size(rulebook: rb.Rulebook, parameter: rb.Variable) -> int:
    assert isinstance(parameter.type, Of)
    if parameter.type.kind == "player":
        return rulebook.player_limit
    return len(rulebook.kinds[parameter.type.kind].members)


def _place(layout: Layout, name: str, sizes: tuple[int, ...], width: int, in_lists: bool) -> None:
    steps: list[int] = []
    step = width
    for size in reversed(sizes):
        steps.insert(0, step)
        step *= size
    base = layout.lists if in_lists else layout.cells
    layout.keeps[name] = Spot(base, tuple(steps), sizes, in_lists)
    if in_lists:
        layout.lists += step
    else:
        layout.cells += step

"""Emit what a batch of games reads of the position beside its end: the number of rounds.

In: a rulebook with its layout. Out: the body of a C function. Layer: backends. `arena.h` plays the games.
"""

from __future__ import annotations

from interpreter.backends.c.unit import Unit
from interpreter.ir.types import Number, bare

ROUND = "round"  # a stored number of this name counts the rounds of a game
ROUND_HEAD = "I round_shown(S *s)"


def round_shown(unit: Unit) -> list[str]:
    """Emit the number of rounds played; NONE if the rules do not count them."""
    keep, cells = unit.rulebook.keeps.get(ROUND), unit.cells.get(ROUND)
    if keep is None or cells is None or cells.is_list or keep.parameters or not isinstance(bare(keep.type), Number):
        return ["    (void)s;", "    return NONE;"]
    cell = f"s->{cells.field}[0]"
    return [f"    return {cell} == {cells.none} ? NONE : (I){cell};"]

"""What a learned bot looks at: the inputs of a model, from the definition of a game, by name.

In: the tables of a game, and the values that give a number. Out: `Inputs`: names, and words for `backends/c/features.h`,
which works them out on imagined tables. Layer: tools. Kept numbers, holdings, piles and every value of one player that gives
a number; distances on maps between what players have there; lines on boards. What is kept for each player becomes three
numbers: mine, the mean of the others, the best of the others. So the seats do not matter, nor how many there are.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.ir.types import ListOf, Number, Of, YesNo, Zone, bare
from interpreter.tools.learn.boards import distances, lines

if TYPE_CHECKING:
    from interpreter.runtime.native import Native
    from interpreter.runtime.tables import Code, Keep

VERSION = 2  # of the inputs: weights of another version are learned anew
(CELL, SUM, OWNED, HELD, LET, LINES, NEAR, BETWEEN, TOWARDS, ENTRY, IS, MINE, THEIRS, LIES, ASKED, SITE,
 WORTH) = range(17)  # fmt: skip
OF_TABLE, OF_ME, OF_ALL = range(3)
SUFFIXES = ("mine", "mean of others", "best other")
MEMBERS, THINGS, CELLS, MOST = 40, 64, 64, 1500  # slots of one choice, things one by one, cells of a board, all inputs
PLAYER = "player"
NO_COLUMN = -1


@dataclass
class Inputs:
    names: list[str] = field(default_factory=list)
    inputs: array[int] = field(default_factory=lambda: array("q"))
    words: array[int] = field(default_factory=lambda: array("q", [0]))

    def add(self, name: str, over: int, op: int, keep: int = 0, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        if len(self.names) >= MOST:
            return
        self.inputs.extend((op, keep, a, b, c, d, over, 0))
        self.names += [f"{name}: {suffix}" for suffix in SUFFIXES] if over == OF_ALL else [name]

    def table(self, words: Sequence[int]) -> int:
        """Add words for inputs to read; return where they begin."""
        at = len(self.words)
        self.words.extend(words)
        return at

    def __len__(self) -> int:
        return len(self.inputs) // 8


def inputs_of(native: Native) -> Inputs:
    found = Inputs()
    made = _Making(native.code, found)
    for number, keep in enumerate(native.code.KEEPS):
        if keep.height_of is None and not keep.is_grid:
            made.keep(number, keep)
    native.bots.rw_lets.restype = _text()
    for number, name in enumerate(json.loads(native.bots.rw_lets())):
        found.add(f"{name}", OF_ALL if name.endswith("(player)") else OF_TABLE, LET, number)
    if native.code.JUDGE is not None:
        found.add("the value for bots", OF_ALL, WORTH)
    found.add("is asked", OF_ME, ASKED)
    for site, asked in enumerate(native.code.SITES[:MEMBERS]):
        found.add(f"asked {asked.name} in {asked.rule}", OF_TABLE, SITE, 0, site)
    return found


def _text() -> type:
    import ctypes

    return ctypes.c_char_p


class _Making:
    """The inputs of one game while they are collected."""

    def __init__(self, code: Code, found: Inputs) -> None:
        self._code, self._found = code, found
        self._columns: dict[str, list[tuple[str, int]]] = {}
        self._maps = {kind: found.table(far) for kind, far in distances(code).items()}

    def keep(self, number: int, keep: Keep) -> None:
        if isinstance(keep.type, Zone):
            self._zone(number, keep, keep.type)
            return
        type_ = bare(keep.type)
        if isinstance(type_, ListOf) or len(keep.kinds) > 2:
            return
        if isinstance(type_, Number | YesNo):
            self._amount(number, keep)
        elif isinstance(type_, Of) and type_.kind == PLAYER:
            self._owner(number, keep)
        elif isinstance(type_, Of):
            self._member(number, keep, type_)

    # ---- numbers and yes or no
    def _amount(self, number: int, keep: Keep) -> None:
        add, kinds = self._found.add, keep.kinds
        if kinds == (PLAYER,):
            add(keep.name, OF_ALL, CELL, number)
        elif not kinds:
            add(keep.name, OF_TABLE, ENTRY, number)
        elif PLAYER in kinds:
            axis, mine = 1 - kinds.index(PLAYER), kinds.index(PLAYER)
            for column, at in (("", NO_COLUMN), *self._numbers_of(kinds[axis])):
                add(f"sum of {keep.name}{column}", OF_ALL, SUM, number, axis, at, mine)
            for thing in self._things(kinds[axis]):
                name = self._named(kinds[axis], thing)
                add(f"my {keep.name} of {name}", OF_ME, ENTRY, number, thing * keep.steps[axis], keep.steps[mine])
        elif len(kinds) == 1:
            for thing in self._things(kinds[0]):
                add(f"{keep.name} of {self._named(kinds[0], thing)}", OF_TABLE, ENTRY, number, thing)

    # ---- who has a thing
    def _owner(self, number: int, keep: Keep) -> None:
        add, kinds = self._found.add, keep.kinds
        if not kinds:
            add(f"{keep.name} is me", OF_ME, MINE, number)
            add(f"{keep.name} is another", OF_ME, THEIRS, number)
        if len(kinds) != 1 or kinds == (PLAYER,):
            return
        for column, at in (("", NO_COLUMN), *self._numbers_of(kinds[0])):
            add(f"has {keep.name}{column}", OF_ALL, OWNED, number, 0, at)
        for thing in self._things(kinds[0], CELLS):
            name = self._named(kinds[0], thing)
            add(f"{keep.name} of {name} is me", OF_ME, MINE, number, thing)
            add(f"{keep.name} of {name} is another", OF_ME, THEIRS, number, thing)
        for length, found in lines(self._code, kinds[0]):
            at = self._found.table([len(found), *(cell for line in found for cell in line)])
            for mine in range(1, length + 1):
                add(f"{keep.name}: lines of {length} with {mine}", OF_ALL, LINES, number, at, length, mine)

    # ---- which of several: a place on a map, a role
    def _member(self, number: int, keep: Keep, type_: Of) -> None:
        add, members = self._found.add, self._things(type_.kind, MEMBERS)
        if not keep.kinds:
            for member in members:
                add(f"{keep.name} is {self._named(type_.kind, member)}", OF_TABLE, IS, number, 0, 0, member)
        if keep.kinds != (PLAYER,):
            return
        for member in members:
            add(f"my {keep.name} is {self._named(type_.kind, member)}", OF_ME, IS, number, 0, 1, member)
        if type_.kind in self._maps:
            self._far(number, keep, type_.kind)

    def _far(self, number: int, keep: Keep, kind: str) -> None:
        add, at = self._found.add, self._maps[kind]
        for other, target in enumerate(self._code.KEEPS):
            value = bare(target.type)
            if target.kinds == (kind,) and value == Of(PLAYER):
                for relation, words in enumerate(("that is free", "of the player", "of another")):
                    add(
                        f"from {keep.name} to the nearest {target.name} {words}",
                        OF_ALL,
                        NEAR,
                        number,
                        at,
                        other,
                        relation,
                    )
            elif target.kinds == (kind,) and isinstance(value, Number | YesNo):
                add(f"from {keep.name} to the nearest {target.name}", OF_ALL, NEAR, number, at, other, 3)
            elif target.kinds == (PLAYER,) and value == Of(kind) and other != number:
                add(f"from {keep.name} to {target.name}", OF_ALL, BETWEEN, number, at, other)
            elif isinstance(target.type, Zone) and target.kinds == (PLAYER,):
                for column, places in self._places_of(target.type.kind, kind):
                    for least, words in enumerate(("all", "the nearest")):
                        name = f"from {keep.name} to {words} {column} of {target.name}"
                        add(name, OF_ALL, TOWARDS, number, at, other, places, least)

    # ---- piles
    def _zone(self, number: int, keep: Keep, type_: Zone) -> None:
        add, mine = self._found.add, keep.kinds.index(PLAYER) if PLAYER in keep.kinds else -1
        if len(keep.kinds) > 2:
            return
        over = OF_TABLE if mine < 0 else OF_ALL
        for column, at in (("", NO_COLUMN), *self._numbers_of(type_.kind)):
            add(f"cards in {keep.name}{column}", over, HELD, number, 0, at, mine)
        if keep.kinds not in ((), (PLAYER,)) or not self._is_shown_to_owner(keep):
            return
        card = sorted(self._code.card_kind).index(self._code.base(type_.kind))
        for thing in self._things(type_.kind):
            name = f"{self._named(type_.kind, thing)} in {'my ' if mine == 0 else ''}{keep.name}"
            add(
                name,
                OF_TABLE if mine < 0 else OF_ME,
                LIES,
                number,
                keep.base,
                keep.steps[0] if mine == 0 else 0,
                card,
                thing,
            )

    @staticmethod
    def _is_shown_to_owner(keep: Keep) -> bool:
        """A pile that nobody looks into tells nothing: its cards are imagined."""
        return isinstance(keep.sight, str) or keep.kinds == (PLAYER,)

    # ---- words
    def _things(self, kind: str, most: int = THINGS) -> range:
        count = 0 if kind == PLAYER else self._code.size(kind)
        return range(count if count <= most else 0)

    def _named(self, kind: str, number: int) -> str:
        return self._code.KINDS[kind].members[number]

    def _numbers_of(self, kind: str) -> list[tuple[str, int]]:
        """The columns of a kind that are numbers, each with the words of its cells."""
        if kind not in self._columns:
            self._columns[kind] = list(self._weights(kind))
        return self._columns[kind]

    def _weights(self, kind: str) -> Iterator[tuple[str, int]]:
        for name, column in self._code.COLUMNS.get(kind, {}).items():
            cells = column.cells
            if isinstance(bare(column.type), Number | YesNo) and len(set(cells)) > 1:
                yield f" by {name}", self._found.table([cell if isinstance(cell, int) else 0 for cell in cells])

    def _places_of(self, card: str, kind: str) -> Iterator[tuple[str, int]]:
        """The columns of cards that are places of this kind."""
        none = -(1 << 63)
        for name, column in self._code.COLUMNS.get(card, {}).items():
            if bare(column.type) == Of(kind):
                yield name, self._found.table([cell if isinstance(cell, int) else none for cell in column.cells])

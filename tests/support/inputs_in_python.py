"""What a learned bot looks at, once more: the numbers of a position as Python works them out from the same list of inputs.

`backends/c/features.h` works them out while bots play; this reads the same words, one number at a time, and knows nothing of C.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import interpreter
from interpreter.runtime import machine
from interpreter.runtime.tables import Keep
from interpreter.tools.learn import inputs as of
from interpreter.tools.learn.inputs import Inputs

LET = "valueX"


def numbers(found: Inputs, state: interpreter.State, me: int) -> list[float]:
    """All inputs of a position, as one player sees them who knows everything."""
    seen = _Seen(found, state)
    numbers: list[float] = []
    for at in range(0, len(found.inputs), 8):
        op, keep, a, b, c, d, over, _ = found.inputs[at : at + 8]
        each = [
            float(seen.number(op, keep, (a, b, c, d), player) or 0)
            for player in (range(seen.count) if over == of.OF_ALL else [me])
        ]
        if over != of.OF_ALL:
            numbers += each
            continue
        others = [value for player, value in enumerate(each) if player != me]
        numbers += [each[me], sum(others) / len(others) if others else 0, max(others, default=0)]
    return numbers


class _Seen:
    def __init__(self, found: Inputs, state: interpreter.State) -> None:
        self._words = found.words
        self._s: Any = state.engine.position
        self._code = self._s.code
        self._lets = [name.partition(": ")[0].removesuffix("(player)") for name in _lets(found)]
        self.count = self._s.count

    def number(self, op: int, number: int, more: tuple[int, int, int, int], player: int) -> Any:
        if op == of.LET:
            return self._at_once(self._code.names[LET + self._lets[number]], *self._who(number, player))
        if op == of.WORTH:
            return self._at_once(self._code.JUDGE, player)
        if op in (of.ASKED, of.SITE):
            now = self._s.actor == player if op == of.ASKED else self._s.site == more[0]
            return self._s.options is not None and now
        return self._kept(op, self._code.KEEPS[number], more, player)

    def _kept(self, op: int, keep: Keep, more: tuple[int, int, int, int], player: int) -> Any:
        """A number made from what is kept."""
        a, b, c, d = more
        match op:
            case of.CELL:
                return self._cell(keep, player)
            case of.SUM | of.OWNED:
                return sum(self._weighed(keep, more, player, owned=op == of.OWNED))
            case of.HELD:
                return sum(self._held(keep, b, c, player))
            case of.LINES:
                return self._lines(keep, a, b, c, player)
            case of.NEAR:
                return self._near(keep, a, self._code.KEEPS[b], c, player)
            case of.BETWEEN:
                return self._far(a, self._cell(keep, player), self._cell(self._code.KEEPS[b], player))
            case of.TOWARDS:
                return self._towards(keep, a, self._code.KEEPS[b], c, d == 1, player)
            case of.LIES:
                return d in self._s.lists[a + player * b]
        here = self._cell(keep, a + player * b)
        return {of.ENTRY: here, of.IS: here == c, of.MINE: here == player, of.THEIRS: here not in (player, None)}[op]

    def _cell(self, keep: Keep, at: int) -> Any:
        return self._s.cells[keep.base + at]

    def _at_once(self, value: Any, *players: int) -> Any:
        try:
            return machine.at_once(self._s, value, self._s, *players)
        except interpreter.Fault:
            return 0

    def _who(self, let: int, player: int) -> tuple[int, ...]:
        code = self._code.names[LET + self._lets[let]].__code__
        return (player,) if code.co_argcount > 1 else ()

    def _entries(self, keep: Keep) -> Iterator[tuple[tuple[int, ...], int]]:
        """The keys of a value, and where it lies from its base on."""
        sizes = [self.count if kind == of.PLAYER else self._code.size(kind) for kind in keep.kinds]
        for keys in product(*map(range, sizes)):
            yield keys, sum(key * step for key, step in zip(keys, keep.steps, strict=True))

    def _weighed(self, keep: Keep, more: tuple[int, int, int, int], player: int, owned: bool) -> Iterator[float]:
        axis, column, mine, counted = more
        for keys, at in self._entries(keep):
            value = self._cell(keep, at)
            if value is None or (value != player if owned else keys[mine] != player):
                continue
            weight = self._words[column + keys[axis]] if column >= 0 else 1
            yield weight if owned or counted else weight * value

    def _held(self, keep: Keep, column: int, mine: int, player: int) -> Iterator[int]:
        for keys, at in self._entries(keep):
            if mine < 0 or keys[mine] == player:
                for card in self._s.lists[keep.base + at]:
                    if card is not None:
                        yield 1 if column < 0 else self._words[column + card]

    def _lines(self, keep: Keep, at: int, length: int, wanted: int, player: int) -> int:
        cells = self._words[at + 1 : at + 1 + length * self._words[at]]
        lines = [[self._cell(keep, cell) for cell in cells[i : i + length]] for i in range(0, len(cells), length)]
        return sum(line.count(player) == wanted and line.count(None) == length - wanted for line in lines)

    def _far(self, at: int, here: int | None, there: int | None) -> int:
        places, largest = self._words[at : at + 2]
        return 2 * largest if here is None or there is None else self._words[at + 2 + here * places + there]

    def _near(self, keep: Keep, at: int, target: Keep, relation: int, player: int) -> int:
        wanted = (
            lambda value: value is None,
            lambda value: value == player,
            lambda value: value not in (None, player),
            lambda value: value is not None and value > 0,
        )[relation]
        here = self._cell(keep, player)
        found = [place for place in range(self._words[at]) if wanted(self._cell(target, place))]
        return min([self._far(at, here, place) for place in found] + [2 * self._words[at + 1]])

    def _towards(self, keep: Keep, at: int, pile: Keep, column: int, least: bool, player: int) -> int:
        places = [
            self._words[column + card] for card in self._s.lists[pile.base + player * pile.steps[0]] if card is not None
        ]
        far = [self._far(at, self._cell(keep, player), place) for place in places if place != -(1 << 63)]
        return min([*far, 2 * self._words[at + 1]]) if least else sum(far)


def _lets(found: Inputs) -> list[str]:
    """The names of the lets, in the order of their numbers."""
    names: dict[int, str] = {}
    place = 0
    for at in range(0, len(found.inputs), 8):
        if found.inputs[at] == of.LET:
            names[found.inputs[at + 1]] = found.names[place]
        place += 3 if found.inputs[at + 6] == of.OF_ALL else 1
    return [names.get(number, "") for number in range(max(names, default=-1) + 1)]

"""The tree of a Monte-Carlo search, in Python.

In: determinized tables. Out: how often each choice was tried, and its result if proven. Layer: tools.
`backends/c/thinking.h` grows the same tree in C, number by number: change both together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import ceil, log, sqrt
from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.bots.position_value import finished, judged, spread

from .luck import Luck

if TYPE_CHECKING:
    from interpreter import Request, State

CURIOSITY = 1.4  # exploration constant, in standard deviations of all values
FEW = 12  # number of choices that are all considered from the start
LONGEST_LINE = 400  # decisions that one iteration follows in the tree
SURE = 0.85  # a value that only a win can reach


@dataclass(slots=True)
class Node:
    """Statistics of one choice, and of the decisions after it."""

    visits: int = 0
    total: float = 0.0  # sum of values for the player whose choice it was
    offered: int = 0
    children: dict[Hashable, Node] = field(default_factory=dict)
    certain: Sequence[float] | None = None  # the proven result with best play, once known


Line = list[tuple[Node, int, int]]  # the choice, the player, and the number of choices


class Tree:
    def __init__(self, luck: int, curiosity: float = CURIOSITY) -> None:
        self._root, self._luck, self._curiosity = Node(), Luck(luck), curiosity
        self._sum = self._squares = 0.0  # of all values
        self._judgements = 0

    def grow(self, table: State, iterations: int, most: int, open_: bool) -> int:
        """Run iterations on one table; return how many, fewer if the answer is proven."""
        for done in range(iterations):
            if self._root.certain is not None:
                return done
            state = table.clone()
            state.engine.by_chance_from(self._luck.step())
            self._iterate(state, most, open_)
        return iterations

    def found(self, count: int, player: int) -> list[tuple[int, float | None]]:
        """Return each choice's visits, and its proven value if there is one."""
        children = [self._root.children.get(number, Node()) for number in range(count)]
        return [(child.visits, None if child.certain is None else child.certain[player]) for child in children]

    def _iterate(self, state: State, most: int, open_: bool) -> None:
        """Descend the tree, expand one choice, play out at random, and back up the result."""
        line: Line = []
        try:
            self._descend(state, line, open_)
            values = judged(state) if state.result else finished(state, self._luck, most)
        except interpreter.Fault:
            values = [0.5] * len(state.player_names)
        for node, player, _ in line:
            node.visits += 1
            node.total += values[player]
        for value in values:
            self._sum += value
            self._squares += value * value
        self._judgements += len(values)
        self._root.visits += 1
        if line and line[-1][0].certain is not None:
            self._conclude(line)

    def _descend(self, state: State, line: Line, open_: bool) -> None:
        node = self._root
        while len(line) < LONGEST_LINE and (request := state.request) is not None:
            keys = _keys(request, not line)
            number = self._pick(node, keys, request.player)
            fresh = keys[number] not in node.children
            child = node.children.setdefault(keys[number], Node())
            child.offered += fresh
            line.append((child, request.player, len(keys)))
            state.take(number)
            if open_ and state.inspect.chance_count == 0 and state.result is not None:
                child.certain = judged(state)
            if fresh or child.certain is not None:
                return
            node = child

    def _pick(self, node: Node, keys: Sequence[Hashable], player: int) -> int:
        """Choose an untried choice, otherwise the most promising one."""
        numbers: Sequence[int] = range(len(keys))
        if len(keys) > FEW:
            numbers = spread(len(keys))[: max(FEW, ceil(1.5 * sqrt(node.visits)))]
        new = []
        for number in numbers:
            child = node.children.get(keys[number])
            if child is None:
                new.append(number)
            else:
                child.offered += 1
        if new:
            return new[self._luck.below(len(new))]
        curiosity = self._curiosity * self._deviation()
        return max(numbers, key=lambda number: _promise(node.children[keys[number]], player, curiosity))

    def _deviation(self) -> float:
        """Return the standard deviation of values.

        Where all choices are nearly equal, a small difference matters."""
        if not self._judgements:
            return 0.5
        mean = self._sum / self._judgements
        found = self._squares / self._judgements - mean * mean
        return sqrt(found) if found > 0.0001 else 0.01

    def _conclude(self, line: Line) -> None:
        """Back up proven results: a choice that is a proven win settles a node.

        Otherwise all choices must be proven."""
        parents = [self._root, *(node for node, _, _ in line[:-1])]
        for parent, (_, player, count) in zip(reversed(parents), reversed(line), strict=True):
            certain = [child.certain for child in parent.children.values() if child.certain is not None]
            best = max(certain, key=lambda values: values[player], default=None)
            if best is None or (best[player] < SURE and len(certain) < count):
                return
            parent.certain = best


def _keys(request: Request, root: bool) -> Sequence[Hashable]:
    """Return keys that identify choices: the player, the question and the answer.

    At the root their indices do, which are the same on every determinized table, even for face-down cards."""
    if root:
        return range(len(request.choices))
    return [(request.player, request.site, key) for key in request.keys]


def _promise(child: Node, player: int, curiosity: float) -> float:
    if child.certain is not None:
        return child.certain[player] + (
            1 if child.certain[player] >= SURE else -1 if child.certain[player] <= 1 - SURE else 0
        )
    return child.total / child.visits + curiosity * sqrt(log(child.offered) / child.visits)

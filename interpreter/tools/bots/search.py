"""The search bot: Monte-Carlo tree search over what the player may know.

In: a question and the bot's own seat. Out: the choice that was tried most. Layer: tools. In every iteration what is hidden
from the player is dealt anew (`Seat.redealt`), so that the tree is one of decisions, not of states (information-set
search with one observer): chance and hidden cards are sampled, each decision belongs to the player who makes it, be it
the next one or the same one again, and many choices are opened little by little. Where nothing is hidden and chance had no
part, what is certain is kept as certain.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import ceil, log, sqrt
from random import Random
from typing import TYPE_CHECKING

import interpreter

from .judging import finished, judged, spread

if TYPE_CHECKING:
    from interpreter import Choice, Request, Seat, State

CURIOSITY = 0.7  # how much a choice that was tried seldom counts
FEW = 12  # choices that are all looked at from the start
ITERATIONS = 300
LONGEST_LINE = 400  # decisions that one iteration follows in the tree


@dataclass(slots=True)
class Node:
    """What is known about one choice, and about the decisions behind it."""

    visits: int = 0
    total: float = 0.0  # judgements for the player whose choice it was
    offered: int = 0
    children: dict[Hashable, Node] = field(default_factory=dict)
    certain: Sequence[float] | None = None  # how it ends if all play well, once that is certain


Line = list[tuple[Node, int, int]]  # the choice, who made it, and out of how many


class SearchBot:
    """With `seconds` it thinks so long; else it makes so many iterations, the same ones for the same seed."""

    def __init__(self, seed: int, iterations: int = ITERATIONS, seconds: float | None = None) -> None:
        self._random = Random(seed)
        self._iterations, self._seconds = iterations, seconds

    def __call__(self, request: Request, seat: Seat) -> int | Choice:
        choices = request.choices
        if len(choices) == 1:
            return choices[0]
        root, keys = Node(), range(len(choices))
        search = Search(seat, root, self._random)
        end = None if self._seconds is None else time.perf_counter() + self._seconds
        for number in range(self._iterations if end is None else 10**9):
            if root.certain is not None or (end is not None and number and time.perf_counter() > end):
                break
            search.iterate()
        return choices[_best(root, keys, seat.player)]


def _best(root: Node, keys: Sequence[Hashable], player: int) -> int:
    """What is certain to win, else what was tried most and is not certain to lose."""

    def merit(place: int) -> tuple[float, int]:
        child = root.children.get(keys[place])
        if child is None:
            return (0.0, 0)
        sure = child.certain[player] if child.certain is not None else 0.5
        return (1.0 if sure >= SURE else -1.0 if sure <= 1 - SURE else 0.0, child.visits)

    return max(range(len(keys)), key=merit)


SURE = 0.85  # a judgement that only a win can reach


class Search:
    def __init__(self, seat: Seat, root: Node, generator: Random) -> None:
        self._seat, self._root, self._random = seat, root, generator
        self._open = seat.sees_all

    def iterate(self) -> None:
        """Down the tree, one new choice, a finish by chance, and back."""
        state = self._seat.redealt(self._random.getrandbits(48))
        line: Line = []
        try:
            self._descend(state, line)
            values = judged(state) if state.result else finished(state, self._random)
        except interpreter.Fault:
            values = [0.5] * len(state.player_names)
        for node, player, _ in line:
            node.visits += 1
            node.total += values[player]
        self._root.visits += 1
        if self._open and state.chance_count == 0 and line:
            self._conclude(line)

    def _descend(self, state: State, line: Line) -> None:
        node = self._root
        while len(line) < LONGEST_LINE and (request := state.request) is not None:
            # The question itself by places: they are the same on every imagined table, even where cards lie face down.
            keys: Sequence[Hashable] = request.keys if line else range(len(request.choices))
            place = self._pick(node, keys, request.player)
            fresh = keys[place] not in node.children
            child = node.children.setdefault(keys[place], Node())
            child.offered += fresh
            line.append((child, request.player, len(keys)))
            state.take(place)
            if self._open and state.chance_count == 0 and (result := state.result) is not None:
                child.certain = judged(state) if result else None
            if fresh or child.certain is not None:
                return
            node = child

    def _pick(self, node: Node, keys: Sequence[Hashable], player: int) -> int:
        """A choice that was never tried, else the one that promises most."""
        places: Sequence[int] = range(len(keys))
        if len(keys) > FEW:
            places = spread(len(keys))[: max(FEW, ceil(1.5 * sqrt(node.visits)))]
        new = []
        for place in places:
            child = node.children.get(keys[place])
            if child is None:
                new.append(place)
            else:
                child.offered += 1
        if new:
            return self._random.choice(new)
        return max(places, key=lambda place: _promise(node.children[keys[place]], player))

    def _conclude(self, line: Line) -> None:
        """From the end of a line back: a player who has a choice that wins for certain has won; else all must be certain."""
        parents = [self._root, *(node for node, _, _ in line[:-1])]
        for parent, (_, player, count) in zip(reversed(parents), reversed(line), strict=True):
            certain = [child.certain for child in parent.children.values() if child.certain is not None]
            best = max(certain, key=lambda values: values[player], default=None)
            if best is None or (best[player] < SURE and len(certain) < count):
                return
            parent.certain = best


def _promise(child: Node, player: int) -> float:
    if child.certain is not None:
        return child.certain[player] + (1 if child.certain[player] >= SURE else -1 if child.certain[player] <= 1 - SURE else 0)
    return child.total / child.visits + CURIOSITY * sqrt(log(child.offered) / child.visits)

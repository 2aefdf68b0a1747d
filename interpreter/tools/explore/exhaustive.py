"""Enumerate a small game: all decisions and all outcomes of chance.

In: a Game. Out: how many positions, histories and information sets it has. Layer: tools.
A position is the table plus the pending question; a history is one complete game; an information set is what a player
knows when deciding: the view and all events visible to that player.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Game, State


DEEPEST = 300  # decisions; longer games are not followed


class TooManyError(Exception):
    """The game is too large to enumerate."""


class EndlessError(Exception):
    """A position can recur, so the number of games is infinite."""


@dataclass(slots=True)
class Patience:
    """The search budget: the steps left and a deadline."""

    left: int
    end: float | None = None

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0 or (self.end is not None and time.monotonic() > self.end):
            raise TooManyError


@dataclass(slots=True)
class Counted:
    positions: int = 0
    histories: int = 0
    information_sets: int | None = None  # None: nothing is hidden, each position is its own
    longest: int = 0  # decisions


def counted(game: Game, players: int | None = None, most: int = 2_000_000, seconds: float | None = None) -> Counted:
    """Count everything.

    Raises TooManyError after this many steps or seconds, EndlessError if a position can recur, Fault if a rule fails in any
    line of play."""
    patience = Patience(most, None if seconds is None else time.monotonic() + seconds)
    walk = Walk(patience)
    starts = list(outcomes(lambda script: game.start(players, events=False, chance=script), patience))
    hidden = any(not state.seat(player).sees_all for state in starts for player in range(len(state.player_names)))
    for state in starts:
        histories, longest = walk.count(state)
        walk.found.histories += histories
        walk.found.longest = max(walk.found.longest, longest)
    walk.found.positions = len(walk.tables)
    if hidden:
        sets = InformationSets(patience)
        for state in outcomes(lambda script: game.start(players, chance=script), patience):
            sets.gather(state)
        walk.found.information_sets = len(sets.found)
    return walk.found


def outcomes(step: Callable[[Sequence[int]], State], patience: Patience) -> Iterator[State]:
    """Enumerate a step's results.

    It is repeated for each sequence of numbers that chance can produce in it."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        patience.spend()
        script = waiting.pop()
        state = step(script)
        asked = state.engine.chance_asked
        if len(asked) == len(script):
            yield state
        else:
            waiting += [(*script, number) for number in reversed(range(asked[len(script)]))]


def after(state: State, number: int, patience: Patience) -> Iterator[State]:
    """Enumerate the states that a choice can lead to."""

    def step(script: Sequence[int]) -> State:
        copy = state.clone()
        copy.engine.script_chance(script)
        copy.take(number)
        return copy

    return outcomes(step, patience)


@dataclass
class Walk:
    """A depth-first search through all positions, each visited once."""

    patience: Patience
    found: Counted = field(default_factory=Counted)
    tables: set[str] = field(default_factory=set)
    known: dict[object, tuple[int, int] | None] = field(default_factory=dict)  # None: on the current path

    def count(self, state: State, depth: int = 0) -> tuple[int, int]:
        """Count the games that can follow from here, and the decisions of the longest."""
        key = state.inspect.key()
        if key in self.known:
            found = self.known[key]
            if found is None:
                raise EndlessError
            return found
        if depth > DEEPEST:
            raise TooManyError
        self.known[key] = None
        self.tables.add(_table(state))
        request = state.request
        histories, longest = (1, 0) if request is None else (0, 0)
        for number in range(len(request.choices)) if request is not None else ():
            for next_state in after(state, number, self.patience):
                ways, length = self.count(next_state, depth + 1)
                histories += ways
                longest = max(longest, length + 1)
        self.known[key] = (histories, longest)
        return histories, longest


def _table(state: State) -> str:
    """Serialize a position as people see it.

    The table and the pending question, without the rules' local variables."""
    request = state.request
    asked = None if request is None else (request.player, request.rule, request.name)
    return json.dumps([state.save()["table"], asked], sort_keys=True)


@dataclass
class InformationSets:
    """A search through all histories.

    The events that a player has seen depend on the path."""

    patience: Patience
    found: set[str] = field(default_factory=set)

    def gather(self, state: State) -> None:
        request = state.request
        if request is None:
            return
        seat = state.seat(request.player)
        self.found.add(json.dumps([seat.player, request.rule, seat.view(), seat.events()], sort_keys=True))
        for number in range(len(request.choices)):
            for next_state in after(state, number, self.patience):
                self.gather(next_state)

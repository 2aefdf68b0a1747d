"""Every way a small game can go: all decisions and all that chance can bring.

In: a Game. Out: how many positions, histories and information sets it has. Layer: tools.
A position is the table with who decides what; a history is one whole game; an information set is what a player who decides
can know: the view and all that the player was told.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Game, State


DEEPEST = 300  # decisions of a game that are followed


class TooMany(Exception):
    """The game has more than can be looked at."""


class Endless(Exception):
    """A position can come back: such games can be counted by nobody."""


@dataclass(slots=True)
class Patience:
    """How much is looked at, at most, and until when."""

    left: int
    end: float | None = None

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0 or (self.end is not None and time.monotonic() > self.end):
            raise TooMany


@dataclass(slots=True)
class Counted:
    positions: int = 0
    histories: int = 0
    information_sets: int | None = None  # None: nothing is hidden, each position is one
    longest: int = 0  # decisions


def counted(game: Game, players: int | None = None, most: int = 2_000_000, seconds: float | None = None) -> Counted:
    """Counts everything. TooMany after so many steps or seconds, Endless if a position can come back, a Fault if a rule goes
    wrong on any way."""
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
    """What a step can lead to: it is taken once for each row of numbers that chance can bring in it."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        patience.spend()
        script = waiting.pop()
        state = step(script)
        asked = state.chance_asked
        if len(asked) == len(script):
            yield state
        else:
            waiting += [(*script, number) for number in reversed(range(asked[len(script)]))]


def after(state: State, number: int, patience: Patience) -> Iterator[State]:
    """The states to which a choice can lead."""

    def step(script: Sequence[int]) -> State:
        copy = state.clone()
        copy.script_chance(script)
        copy.take(number)
        return copy

    return outcomes(step, patience)


@dataclass
class Walk:
    """Through all positions, each looked at once."""

    patience: Patience
    found: Counted = field(default_factory=Counted)
    tables: set[str] = field(default_factory=set)
    known: dict[object, tuple[int, int] | None] = field(default_factory=dict)  # None: on the way here

    def count(self, state: State, depth: int = 0) -> tuple[int, int]:
        """How many ways a game can go from here, and how many decisions the longest has."""
        key = state.key()
        if key in self.known:
            found = self.known[key]
            if found is None:
                raise Endless
            return found
        if depth > DEEPEST:
            raise TooMany
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
    """A position as people see it: the table, and who decides what. Variables of the rules do not count."""
    request = state.request
    asked = None if request is None else (request.player, request.rule, request.name)
    return json.dumps([state.save()["table"], asked], sort_keys=True)


@dataclass
class InformationSets:
    """Through all histories, because what a player was told depends on the way."""

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

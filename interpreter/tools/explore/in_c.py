"""Guided play in C: coverage-guided search with three strategies.

In: a Game, a Walker and a seed. Out: an Explorer, run one stretch at a time. Layer: tools.
A walk stops where it covers something new, and that position is kept. Some walks are whole games under a policy bred from
policies that reached something rare (`policies`); some drive a gauge up or down from the best position so far
(`hill_climbing`); some continue from a position where a rare question is pending, or from some way before it (`positions`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter
from interpreter.tools.explore.hill_climbing import Ladder, Ladders, Rung
from interpreter.tools.explore.policies import Moods

from .findings import found, replayed
from .in_python import Explorer
from .positions import Position, Positions

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.walking import Walker

SHORTEST, LONGER = 25, 7  # decisions of a walk, and the number of powers of two it may be multiplied by
WHOLE_GAME = 1_600  # decisions, at most
BRED = 0.3  # how often a walk is a whole game under a bred policy
AIMED = 0.5  # how often one of the other walks has an aim
FROM_A_LADDER = 0.4  # how often a walk begins at a position that a climb has reached
FRESH = 0.15  # how often a walk begins with a new game instead
MOODY = 0.75  # how often a walk avoids some answers
SAME_MOOD = 0.7  # how often a walk continues under nearly the policy that led there
AGAIN = 0.1  # how often an apparently known failure is replayed


class ExplorerInC(Explorer):
    def __init__(self, game: Game, players: list[int], seed: int, walker: Walker) -> None:
        super().__init__(game, players, seed)
        self._walker: Walker = walker
        self._moods = Moods(walker, self._random)
        self._ladders = Ladders(walker.gauges, self._random)
        self._positions = Positions(walker, self._random)
        self._known: dict[int, int] = {}  # failures by the last answer, each with its fewest decisions
        self.result.engine = "native"

    def stretch(self) -> None:
        if self._random.random() < BRED:
            mood, before = self._moods.bred(), self.result.decisions
            self._walk(self._fresh(), mood, WHOLE_GAME)
            self._moods.judge(mood, self.result.decisions - before)
            return
        ladder = self._ladders.one() if self._random.random() < AIMED else None
        start, mood_so_far = self._begin(ladder)
        self._walk(start, self._mood(mood_so_far), SHORTEST << self._random.randrange(LONGER), ladder)

    def conclude(self) -> None:
        self.result.seen = self._walker.used
        super().conclude()
        self.result.never["choices"] = self._walker.never_offered

    def _begin(self, ladder: Ladder | None) -> tuple[Position | None, bytes | None]:
        """Choose where a walk begins, and return the policy that led there."""
        if self._random.random() < FROM_A_LADDER and (rung := self._ladders.some_rung()):
            return rung.position, None
        if self._random.random() < FRESH:
            return self._fresh(), None
        if ladder is not None and ladder.rungs:
            position = self._random.choice(ladder.rungs).position
            return position, position.mood
        if ladder is None and self._positions:
            return self._positions.one()
        return self._fresh(), None

    def _mood(self, so_far: bytes | None) -> bytes | None:
        if so_far is not None and self._random.random() < SAME_MOOD:
            return self._moods.varied(so_far)
        return self._moods.any() if self._random.random() < MOODY else None

    def _walk(self, start: Position | None, mood: bytes | None, most: int, ladder: Ladder | None = None) -> None:
        if start is None:
            return
        state, last, on_the_way = start.state.clone(), start, list[int]()
        if ladder is not None:
            ladder.tries += 1
        self._walker.set_out(state, mood, *(ladder.gauges if ladder is not None else ()))
        while most > 0:
            walked = self._walker.walk(state, most)
            most -= len(walked.numbers)
            self.result.decisions += len(walked.numbers)
            on_the_way += walked.numbers
            if walked.is_wrong:
                self._look_into(last, on_the_way)
            if walked.is_over or walked.is_wrong or walked.is_lost:
                return
            if walked.is_news or walked.is_better:
                last, on_the_way = last.then(state.clone(), on_the_way, mood, self._walker.news), []
                if last.news:
                    self._positions.keep(last)
                if walked.is_better and ladder is not None:
                    ladder.reached(Rung(self._walker.height, last))
        if last.length + len(on_the_way) >= self._game.turn_limit:
            self._endless(start.players, start.seed, last.all_taken() + on_the_way)

    def _fresh(self) -> Position | None:
        players, seed = self._random.choice(self._players), self._random.getrandbits(40)
        self.result.games += 1
        try:
            state = self._game.start_in_c(players, seed)
        except interpreter.Fault as fault:
            self._found(found(fault, players, seed, ()))
            return None
        return Position(state, players, seed)

    def _look_into(self, last: Position, taken: list[int]) -> None:
        """Replay a failure in Python, which can explain it.

        An apparently known one only rarely."""
        what, length = self._walker.last, last.length + len(taken)
        if self._known.get(what, length + 1) <= length and self._random.random() > AGAIN:
            return
        _, finding = replayed(self._game, last.players, last.seed, last.all_taken() + taken)
        if finding is not None:
            self._known[what] = min(length, self._known.get(what, length))
            self._found(finding)

"""Guided play in C: it goes where nobody has been, by three ways of choosing what to do next.

In: a Game, a Walker and a seed. Out: an Explorer, which goes on stretch by stretch. Layer: tools.
A walk stops where something is new, and that position is kept. Some walks are whole games in a mood, bred from moods that
came to something rare (`moods`); some drive something up or down from the best position so far (`ladders`); some go on from a
position in which a rare question waits, or from some way before it (`positions`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import interpreter

from .findings import found, replayed
from .in_python import Explorer
from .ladders import Ladder, Ladders, Rung
from .moods import Moods
from .positions import Position, Positions

if TYPE_CHECKING:
    from interpreter import Game, Walker

SHORTEST, LONGER = 25, 7  # decisions of a walk, and how often that can be doubled
WHOLE_GAME = 1_600  # decisions, at most
BRED = 0.3  # how often a walk is a whole game in a bred mood
AIMED = 0.5  # how often another walk has an aim
FROM_A_LADDER = 0.4  # how often a walk begins where some aim has led
FRESH = 0.15  # how often a new game is begun instead
MOODY = 0.75  # how often a walk avoids some answers
SAME_MOOD = 0.7  # how often one goes on in about the mood in which one got so far
AGAIN = 0.1  # how often a mistake is looked into that seems to be known


class ExplorerInC(Explorer):
    def __init__(self, game: Game, players: list[int], seed: int, walker: Walker) -> None:
        super().__init__(game, players, seed)
        self._walker: Walker = walker
        self._moods = Moods(walker, self._random)
        self._ladders = Ladders(walker.gauges, self._random)
        self._positions = Positions(walker, self._random)
        self._known: dict[int, int] = {}  # mistakes, by what was answered last: with how many decisions
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
        """Where a walk begins, and in which mood one came there."""
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
            state = self._game.start(players, seed, events=False, engine="native")
        except interpreter.Fault as fault:
            self._found(found(fault, players, seed, ()))
            return None
        return Position(state, players, seed)

    def _look_into(self, last: Position, taken: list[int]) -> None:
        """What went wrong in C is done again in Python, which has words for it; what seems to be known already, seldom."""
        what, length = self._walker.last, last.length + len(taken)
        if self._known.get(what, length + 1) <= length and self._random.random() > AGAIN:
            return
        _, finding = replayed(self._game, last.players, last.seed, last.all_taken() + taken)
        if finding is not None:
            self._known[what] = min(length, self._known.get(what, length))
            self._found(finding)

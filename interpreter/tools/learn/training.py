"""Learn by playing: rounds of games, each fitted and then judged against the bots before it.

In: the rules in C, a table, a budget in games and questions. Out: a Model, and the result of each round. Layer: tools. Two
sources take turns: how games end, and what each choice of a question leads to; the one that helps is used again. All is counted
in games and questions, never in seconds, so that the same seed and the same budget give the same weights.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import hypot, sqrt
from typing import TYPE_CHECKING

from interpreter.runtime.batches import Batches
from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import BY_CHANCE, GREEDY, LEARNED, BotInC
from interpreter.tools.learn.inputs import Inputs, inputs_of
from interpreter.tools.learn.lessons import MOST, ROW_BYTES, ROWS, TABLES, Lessons, Seated, Teacher
from interpreter.tools.learn.matches import Share, share_of
from interpreter.tools.learn.model import Model, Weights

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.native import Native

REDEALS_WHILE_LEARNING = 2
EXPLORING = (0.02, 0.08, 0.25)  # share of random decisions, seat by seat
BY_CHANCE_BOT = BotInC(BY_CHANCE)
RUNGS = (("random", BY_CHANCE_BOT), ("greedy", BotInC(GREEDY, 3)))
ENDS, CHOICES = "how games end", "what choices lead to"
RATES = {ENDS: 0.0015, CHOICES: 0.0015}
MOST_GAMES = 20_000  # in a round
MOST_ROUNDS, PATIENCE = 60, 8  # the most rounds; so many that bring nothing, one after the other, are the end
LEARNING, JUDGING = 0.5, 0.25  # shares of the time; the rest is for the tournament
MOST_JUDGED = 400  # games against each rung
SAMPLE = 40  # questions whose time is measured
MEMORY_ROWS, MEMORY = 300_000, 400_000_000  # choices of earlier rounds that are learned from again, and their bytes


@dataclass(frozen=True)
class Budget:
    """How much is played and fitted in a round."""

    rounds: int
    games: int  # in a round that looks at ends
    judged: int = 48  # games against each rung
    passes: int = 6
    questions: int = 2000  # in a round that looks at choices


@dataclass(frozen=True)
class Round:
    number: int
    source: str
    games: int
    rows: int
    loss: float
    shares: tuple[tuple[str, Share], ...]  # against the rungs below, and against the model kept before
    kept: bool


@dataclass
class Training:
    game: Game
    players: int
    seed: int
    best: Model | None = None
    pool: list[Model] = field(default_factory=list)
    workers: int = 1

    def __post_init__(self) -> None:
        self.native: Native = self.game.native(bots=True)
        self.inputs: Inputs = inputs_of(self.native)
        self.table = self.native.take(self.game.fresh_position(self.players, 0, None, events=False))
        self.seats = self.game.fresh_position(self.players, 0, None, events=False).count
        self.teacher = Teacher(self.native, self.table, self.inputs, self.workers)
        self._earlier: dict[str, Lessons] = {}
        self._next = [CHOICES, ENDS]

    def begin_with(self, model: Model) -> None:
        """Go on from a model instead of from games by chance."""
        judged = self._judged(model, 0, self.small_budget(1, 1))
        self.best = Model(self.inputs, model.weights, facts={"shares": {**dict(judged), "before": judged[0][1]}})
        self.pool = [self.best]

    def small_budget(self, rounds: int, games: int) -> Budget:
        return Budget(rounds, games, judged=max(24, 3 * self.seats))

    def planned(self, budget: Budget, learning: float, judging: float) -> Budget:
        """Turn seconds into games and questions, by how long the first model takes for one."""
        rounds = max(1, budget.rounds - 1)
        return replace(
            budget, games=self.games_within(learning / rounds, 40, MOST_GAMES),
            judged=self.games_within(judging / rounds / (len(RUNGS) + 1), 40, MOST_JUDGED),
            questions=self._questions_within(learning / rounds, 200, ROWS // (3 * TABLES)),
        )  # fmt: skip

    def games_within(self, seconds: float, least: int, most: int) -> int:
        assert self.best is not None
        table = self.game.fresh_position(self.players, 0, None, events=False)
        bot = self.best.played(BotInC(LEARNED, REDEALS_WHILE_LEARNING))
        seats = [BY_CHANCE_BOT if seat in table.automas else bot for seat in range(table.count)]
        began, played = time.process_time(), 2
        Batches(self.native, table, None, seats).play(self.seed, range(played), MOST, hold=False)
        return _within(seconds, (time.process_time() - began) / played, least, most)

    def _questions_within(self, seconds: float, least: int, most: int) -> int:
        assert self.best is not None
        began = time.process_time()
        self.teacher.questions(self.best, self.seated(0, 1), SAMPLE, self.seed)
        return _within(seconds, (time.process_time() - began) / SAMPLE, least, most)

    def rounds(self, budget: Budget) -> Iterator[Round]:
        for number in range(budget.rounds):
            yield self.round(number, budget)

    def rounds_within(self, budget: Budget, seconds: float) -> Iterator[Round]:
        """Measure how long games take in the first round, then plan the others; the plan is in games, never in seconds.

        Where even large rounds leave time, there are more of them. Several that bring nothing are the end."""
        yield self.round(0, budget)
        budget = self.planned(budget, seconds * LEARNING, seconds * JUDGING)
        rounds, number, in_vain = budget.rounds, 1, 0
        while number < rounds and in_vain < PATIENCE:
            began = time.process_time()
            one = self.round(number, budget)
            if number == 1:
                each = max(time.process_time() - began, 1e-3)
                rounds = min(MOST_ROUNDS, max(rounds, int(seconds * (LEARNING + JUDGING) / each)))
            in_vain = 0 if one.kept else in_vain + 1
            yield one
            number += 1

    def round(self, number: int, budget: Budget) -> Round:
        """Play, fit, and keep the new model if it does not lose to the one before."""
        source = ENDS if self.best is None else self._next[0]
        lessons = self._lessons(source, number, budget)
        joined = self._remembered(source, lessons, number)
        model, loss = self.fitted(joined, source, number, budget)
        shares = self._judged(model, number, budget)
        self._judge_best_again(number, budget)
        kept = self.best is None or is_no_worse(dict(shares), self.best, self.seats)
        if kept and self.best is not None and len(self._next) == 2:
            self._next.reverse()  # the other one gets its chance
        if not kept:
            self._next = self._next[1:] if len(self._next) > 1 else [CHOICES, ENDS]
        if kept:
            self.best = Model(model.inputs, model.weights, facts={"shares": dict(shares)})
            self.pool = [*self.pool, self.best][-3:]
        return Round(number, source, lessons.games, joined.rows, loss, shares, kept)

    def _remembered(self, source: str, lessons: Lessons, number: int) -> Lessons:
        """Join lessons to those of earlier rounds: how the last games ended, and all choices, of which no bot has had a part."""
        earlier = self._earlier.get(source) if number > 1 else None
        joined = lessons if earlier is None else earlier.joined(lessons)
        room = min(MEMORY_ROWS, MEMORY // (4 * len(self.inputs.names)))
        self._earlier[source] = joined.newest(room) if source == CHOICES else lessons
        return joined

    def _lessons(self, source: str, number: int, budget: Budget) -> Lessons:
        wanted = self.best or Model(self.inputs, Weights.empty(len(self.inputs.names)))
        seed = self.seed * 1000 + number
        if source == CHOICES:
            return self.teacher.questions(wanted, self.seated(number, 1), budget.questions, seed)
        games = budget.games * (1 if self.best is not None else 4)  # games by chance cost little
        seated = self.seated(number, REDEALS_WHILE_LEARNING)
        return self.teacher.positions(wanted, seated, games, self._every(games), seed)

    def _every(self, games: int) -> int:
        """Choose how many decisions lie between two rows, so that all games have room: by a few games by chance."""
        room = min(ROWS, ROW_BYTES // (4 * len(self.inputs.names))) // 2
        seeds = [seeded(self.seed + 77 + i) for i in range(8)]
        played = self.native.play_many(self.table, seeds, seeds, MOST)
        length = max(1, sum(one.decisions for one in played) // len(played))
        return max(1, -(-games * length * self.seats // room), length // 24)

    def seated(self, number: int, redeals: int) -> Seated:
        """Seat the bots, for as many games as there are seats: the model, in one seat of four an older one."""
        bots, shares = [], []
        for game in range(self.seats):
            for seat in range(self.seats):
                model = self.best
                if self.pool and (game + seat) % 4 == 3:
                    model = self.pool[(game + seat) // 4 % len(self.pool)]
                ahead = BotInC(LEARNED, redeals)
                bots.append(BY_CHANCE_BOT if model is None else model.played(ahead))
                shares.append(0.0 if model is None else EXPLORING[(game + seat + number) % len(EXPLORING)])
        return Seated.of(bots, shares)

    def fitted(self, lessons: Lessons, source: str, number: int, budget: Budget) -> tuple[Model, float]:
        numbers = len(self.inputs.names)
        weights = Weights.empty(numbers) if self.best is None else self.best.weights.copy()
        if self.best is None:
            weights.scale = _spread(lessons, numbers)
        model = Model(self.inputs, weights)
        rate = 0.003 if number == 0 else RATES[source]
        return model, self.teacher.fitted(model, lessons, budget.passes, rate, self.seed * 1000 + number)

    def _judge_best_again(self, number: int, budget: Budget) -> None:
        """What few games said of the best model may be luck, which no later one could match."""
        if self.best is not None and self.best.facts["shares"]["greedy"].games < budget.judged:
            self.best.facts = {"shares": dict(self._judged(self.best, number, budget))}

    def _judged(self, model: Model, number: int, budget: Budget) -> tuple[tuple[str, Share], ...]:
        bot = model.played(BotInC(LEARNED, 4))
        rivals: list[tuple[str, BotInC]] = list(RUNGS)
        if self.best is not None:
            rivals.append(("before", self.best.played(BotInC(LEARNED, 4))))
        seed = self.seed * 1000 + 500 + number
        return tuple(
            (name, share_of(self.game, self.players, bot, rival, budget.judged, seed, self.workers))
            for name, rival in rivals
        )


def _within(seconds: float, each: float, least: int, most: int) -> int:
    return max(least, min(most, int(seconds / max(each, 1e-6))))


def is_no_worse(shares: dict[str, Share], best: Model, seats: int) -> bool:
    """Not weaker than the model before, nor against a rung below it, beyond what chance explains. What it loses to the one before
    it may win against greedy: strength is not one line."""
    before: dict[str, Share] = best.facts["shares"]
    unsure = {name: hypot(shares[name].error, before[name].error) for name, _ in RUNGS}
    gained = max(0.0, shares["greedy"].share - before["greedy"].share - 0.5 * unsure["greedy"])
    if shares["before"].share + gained < 1 / seats - 0.5 * shares["before"].error:
        return False
    return all(shares[name].share >= before[name].share - 1.5 * unsure[name] - 0.02 for name, _ in RUNGS)


def _spread(lessons: Lessons, numbers: int) -> array[float]:
    """The root of the mean square of each number: inputs are divided by it, not shifted, so that zeros stay zero."""
    found = array("f")
    for number in range(numbers):
        column = lessons.inputs[number::numbers]
        found.append(sqrt(sum(value * value for value in column) / max(1, len(column))))
    return found

"""Learn from self-play: rounds of games, each fitted and then judged against the bots before it.

In: the rules in C, a table, a budget in games. Out: a Model, and what each round came to. Layer: tools. All is counted in games
and rows, never in seconds, so that the same seed and the same budget give the same weights.
"""

from __future__ import annotations

import ctypes
import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.runtime.batches import Batches
from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import BY_CHANCE, GREEDY, LEARNED, BotInC
from interpreter.runtime.thinking import declared
from interpreter.tools.learn.inputs import Inputs, inputs_of
from interpreter.tools.learn.matches import Share, share_of
from interpreter.tools.learn.model import Model, Weights

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.native import Native

ROWS = 60_000  # at most in one round
ROW_BYTES = 160_000_000  # all rows of a round together
MOST = 20_000  # decisions of a game that rows are kept of
REDEALS_WHILE_LEARNING = 2
EXPLORING = (0.02, 0.08, 0.25)  # share of random decisions, seat by seat
BY_CHANCE_BOT = BotInC(BY_CHANCE)
RUNGS = (("random", BY_CHANCE_BOT), ("greedy", BotInC(GREEDY, 3)))


@dataclass(frozen=True)
class Budget:
    """How much is played and fitted in a round."""

    rounds: int
    games: int  # in a round
    judged: int = 48  # games against each rung
    passes: int = 6


@dataclass
class Rows:
    inputs: array[float]
    targets: array[float]
    count: int
    games: int


@dataclass(frozen=True)
class Round:
    number: int
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
    last: Rows | None = None

    def __post_init__(self) -> None:
        self.native: Native = self.game.native(bots=True)
        self.lib = _declared(self.native)
        self.inputs: Inputs = inputs_of(self.native)
        self.table = self.native.take(self.game.fresh_position(self.players, 0, None, events=False))
        self.seats = self.game.fresh_position(self.players, 0, None, events=False).count

    def begin_with(self, model: Model) -> None:
        """Go on from a model instead of from games by chance."""
        judged = self._judged(model, 0, self.small_budget(1, 1))
        self.best = Model(self.inputs, model.weights, facts={"shares": {**dict(judged), "before": judged[0][1]}})
        self.pool = [self.best]

    def small_budget(self, rounds: int, games: int) -> Budget:
        return Budget(rounds, games, judged=max(24, 3 * self.seats))

    def planned(self, budget: Budget, learning: float, judging: float) -> Budget:
        """Turn seconds into games, by how long the first model takes for one."""
        rounds = max(1, budget.rounds - 1)
        return replace(
            budget, games=self.games_within(learning / rounds, 40, 3000),
            judged=self.games_within(judging / rounds / (len(RUNGS) + 1), 24, 100),
        )  # fmt: skip

    def games_within(self, seconds: float, least: int, most: int) -> int:
        assert self.best is not None
        table = self.game.fresh_position(self.players, 0, None, events=False)
        bot = self.best.played(BotInC(LEARNED, REDEALS_WHILE_LEARNING))
        seats = [BY_CHANCE_BOT if seat in table.automas else bot for seat in range(table.count)]
        began, played = time.process_time(), 2
        Batches(self.native, table, None, seats).play(self.seed, range(played), MOST, hold=False)
        took = (time.process_time() - began) / played
        return max(least, min(most, int(seconds / max(took, 1e-6))))

    def rounds(self, budget: Budget) -> Iterator[Round]:
        for number in range(budget.rounds):
            yield self.round(number, budget)

    def round(self, number: int, budget: Budget) -> Round:
        """Play, fit, and keep the new model if it does not lose to the one before."""
        games = budget.games * (4 if number == 0 else 1)  # games by chance cost little
        rows = self._played(number, games)
        joined = _joined(self.last, rows) if self.last is not None and number > 1 else rows
        self.last = rows
        model, loss = self._fitted(joined, number, budget)
        shares = self._judged(model, number, budget)
        kept = self.best is None or _is_no_worse(dict(shares), self.best, self.seats)
        if kept:
            self.best = Model(model.inputs, model.weights, facts={"shares": dict(shares)})
            self.pool = [*self.pool, self.best][-3:]
        return Round(number, rows.games, joined.count, loss, shares, kept)

    def _played(self, number: int, games: int) -> Rows:
        numbers = len(self.inputs.names)
        room = min(ROWS, ROW_BYTES // (4 * numbers))
        every = self._every(games, room)
        inputs, targets, done = array("f", bytes(4 * room * numbers)), array("f", bytes(4 * room)), array("q", [0])
        bots, shares = self._seated(number)
        wanted = self.best or Model(self.inputs, Weights.empty(numbers))
        context = self.native.lib.rw_context()
        count = self.lib.rw_record(
            self.table.at, context, seeded(self.seed * 1000 + number), 0, games, MOST, every, _at(bots), _at(shares), wanted.at,
            _at(inputs), _at(targets), room, _at(done), None,
        )  # fmt: skip
        self.native.lib.rw_drop(context)
        return Rows(inputs[: count * numbers], targets[:count], int(count), int(done[0]))

    def _every(self, games: int, room: int) -> int:
        """Choose how many decisions lie between two rows, so that all games have room: by a few games by chance."""
        seeds = [seeded(self.seed + 77 + i) for i in range(8)]
        played = self.native.play_many(self.table, seeds, seeds, MOST)
        length = max(1, sum(one.decisions for one in played) // len(played))
        return max(1, -(-games * length * self.seats // room), length // 24)

    def _seated(self, number: int) -> tuple[array[int], array[float]]:
        """Seat the bots, for as many games as there are seats: the model, in one seat of four an older one."""
        words, shares = array("q"), array("d")
        for game in range(self.seats):
            for seat in range(self.seats):
                model = self.best
                if self.pool and (game + seat) % 4 == 3:
                    model = self.pool[(game + seat) // 4 % len(self.pool)]
                bot = BY_CHANCE_BOT if model is None else model.played(BotInC(LEARNED, REDEALS_WHILE_LEARNING))
                words.extend((bot.sort, bot.amount, bot.model))
                shares.append(0.0 if model is None else EXPLORING[(game + seat + number) % len(EXPLORING)])
        return words, shares

    def _fitted(self, rows: Rows, number: int, budget: Budget) -> tuple[Model, float]:
        numbers = len(self.inputs.names)
        weights = Weights.empty(numbers) if self.best is None else self.best.weights.copy()
        if self.best is None:
            weights.scale = _spread(rows, numbers)
        model = Model(self.inputs, weights)
        scaled = rows.inputs[:]
        self.lib.rw_scale(model.at, _at(scaled), rows.count)
        loss = self.lib.rw_fit(model.at, _at(scaled), _at(rows.targets), rows.count, None, budget.passes, 64,
                               0.003 if number == 0 else 0.0015, 1e-5, self.seed * 1000 + number)  # fmt: skip
        return model, float(loss)

    def _judged(self, model: Model, number: int, budget: Budget) -> tuple[tuple[str, Share], ...]:
        bot = model.played(BotInC(LEARNED, 4))
        rivals: list[tuple[str, BotInC]] = list(RUNGS)
        if self.best is not None:
            rivals.append(("before", self.best.played(BotInC(LEARNED, 4))))
        seed = self.seed * 1000 + 500 + number
        return tuple(
            (name, share_of(self.game, self.players, bot, rival, budget.judged, seed)) for name, rival in rivals
        )


def _is_no_worse(shares: dict[str, Share], best: Model, seats: int) -> bool:
    """Not weaker than the model before, nor against a rung below it, beyond what chance explains."""
    before: dict[str, Share] = best.facts["shares"]
    if shares["before"].share < 1 / seats - 0.5 * shares["before"].error:
        return False
    return all(shares[name].share >= before[name].share - 1.5 * shares[name].error - 0.02 for name, _ in RUNGS)


def _joined(one: Rows, other: Rows) -> Rows:
    return Rows(
        one.inputs + other.inputs, one.targets + other.targets, one.count + other.count, one.games + other.games
    )


def _spread(rows: Rows, numbers: int) -> array[float]:
    """The root of the mean square of each number: inputs are divided by it, not shifted, so that zeros stay zero."""
    found = array("f")
    for number in range(numbers):
        column = rows.inputs[number::numbers]
        found.append(sqrt(sum(value * value for value in column) / max(1, len(column))))
    return found


def _at(words: array[int] | array[float]) -> int:
    return words.buffer_info()[0]


def _declared(native: Native) -> ctypes.CDLL:
    lib = declared(native)
    pointer, word, real = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double
    for name, gives, takes in (
        ("rw_record", word,
         [pointer, pointer, ctypes.c_uint64, word, word, word, word, *[pointer] * 5, word, pointer, pointer]),
        ("rw_scale", None, [pointer, pointer, word]),
        ("rw_fit", real, [pointer, pointer, pointer, word, pointer, word, word, real, real, ctypes.c_uint64]),
    ):  # fmt: skip
        function = getattr(lib, name)
        function.restype, function.argtypes = gives, takes
    return lib

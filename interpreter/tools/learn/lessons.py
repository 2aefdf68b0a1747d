"""What a bot learns from: positions of games with how these ended, and questions with what each choice leads to.

In: the rules in C, bots that play, how much is wanted. Out: `Lessons`, and models fitted to them. Layer: tools. A lesson is a
position, or all choices of one question on an imagined table: of these only the differences count, because all had the same
luck. Work is done in portions of a fixed number, by as many threads as are given: the result is the same with any number.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.runtime.generator import seeded
from interpreter.runtime.thinking import declared
from interpreter.tools.learn.model import Model

if TYPE_CHECKING:
    from interpreter.runtime.imagined_tables import BotInC
    from interpreter.runtime.native import Memory, Native
    from interpreter.tools.learn.inputs import Inputs

ROWS = 120_000  # at most in one round
ROW_BYTES = 200_000_000  # all rows of a round together
MOST = 20_000  # decisions of a game that rows are kept of
TABLES, PLAYOUTS = 2, 6  # imagined tables of a question, and how often each choice is played out on each
EVERY = 10  # decisions between two questions
MANY_GAMES = 1_000_000  # more than any number of questions needs
PORTIONS = 4
BATCH = 64


@dataclass
class Lessons:
    inputs: array[float] = field(default_factory=lambda: array("f"))
    targets: array[float] = field(default_factory=lambda: array("f"))
    starts: array[int] = field(
        default_factory=lambda: array("q", [0])
    )  # where each lesson begins, and the last one ends
    games: int = 0

    @property
    def rows(self) -> int:
        return len(self.targets)

    def joined(self, other: Lessons) -> Lessons:
        moved = array("q", (start + self.rows for start in other.starts[1:]))
        return Lessons(
            self.inputs + other.inputs, self.targets + other.targets, self.starts + moved, self.games + other.games
        )

    def newest(self, rows: int) -> Lessons:
        """The last lessons, of no more rows than these."""
        first = next(at for at, start in enumerate(self.starts) if self.rows - start <= rows)
        begin = self.starts[first]
        width = len(self.inputs) // max(1, self.rows)
        moved = array("q", (start - begin for start in self.starts[first:]))
        return Lessons(self.inputs[begin * width :], self.targets[begin:], moved, self.games)


@dataclass(frozen=True)
class Seated:
    """Bots for as many games as there are seats, seat by seat, and how often each decides at random."""

    words: array[int]
    shares: array[float]

    @classmethod
    def of(cls, bots: Sequence[BotInC], shares: Sequence[float]) -> Seated:
        words = array("q", [word for bot in bots for word in (bot.sort, bot.amount, bot.model)])
        return cls(words, array("d", shares))


@dataclass
class Teacher:
    """Plays games for lessons, and fits models to them."""

    native: Native
    table: Memory
    inputs: Inputs
    workers: int = 1

    def __post_init__(self) -> None:
        self.lib = _declared(self.native)

    def positions(self, model: Model, seated: Seated, games: int, every: int, seed: int) -> Lessons:
        """Play games; of each, about every so many decisions, keep the position of each seat with how the game ended."""
        each = -(-games // PORTIONS)
        return self._portions(lambda part: self._recorded(model, seated, (part * each, each), every, seed, 0))

    def questions(self, model: Model, seated: Seated, wanted: int, seed: int) -> Lessons:
        """Play games, and judge each choice of some of their questions by playouts."""
        each = -(-wanted // PORTIONS)
        return self._portions(
            lambda part: self._recorded(model, seated, (part * MANY_GAMES, MANY_GAMES), EVERY, seed, each)
        )

    def fitted(self, model: Model, lessons: Lessons, passes: int, rate: float, seed: int) -> float:
        """Change the weights of a model; return how much is left unexplained."""
        scaled = lessons.inputs[:]
        self.lib.rw_scale(model.at, _at(scaled), lessons.rows)
        left = self.lib.rw_fit(
            model.at, _at(scaled), _at(lessons.targets), len(lessons.starts) - 1, _at(lessons.starts), passes, BATCH,
            rate, 1e-5, seed,
        )  # fmt: skip
        return float(left)

    def _portions(self, work: Callable[[int], Lessons]) -> Lessons:
        found = Lessons()
        with ThreadPoolExecutor(self.workers) as pool:  # C lets go of Python's lock
            for one in pool.map(work, range(PORTIONS)):
                found = found.joined(one)
        return found

    def _recorded(
        self, model: Model, seated: Seated, numbers: tuple[int, int], every: int, seed: int, wanted: int
    ) -> Lessons:
        """Rows of the games with these numbers (the first, how many); of questions, if some are wanted."""
        each = len(self.inputs.names)
        room = min(ROWS, ROW_BYTES // (4 * each)) // PORTIONS
        inputs, targets, done = array("f", bytes(4 * room * each)), array("f", bytes(4 * room)), array("q", [0])
        starts = array("q", bytes(8 * (TABLES * wanted + 2)))
        questions = array("q", [TABLES, PLAYOUTS, _at(starts), 0, TABLES * wanted + 1, 0])
        context = self.native.lib.rw_context()
        count = int(self.lib.rw_record(
            self.table.at, context, seeded(seed), *numbers, MOST, every, _at(seated.words), _at(seated.shares), model.at,
            _at(inputs), _at(targets), room, _at(done), _at(questions) if wanted else None,
        ))  # fmt: skip
        self.native.lib.rw_drop(context)
        begins = starts[: questions[3] + 1] if wanted else array("q", range(count + 1))
        return Lessons(inputs[: count * each], targets[:count], begins, done[0])


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

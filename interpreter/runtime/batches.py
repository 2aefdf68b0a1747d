"""Many whole games between bots in one call of C: numbers come back, not states.

In: the C of a game, a table before its set-up, the numbers of matches. Out: a `Batch`: sums over the games that ended, on request
the columns of a table with a row for each seat, and the numbers of the games that Python has to play again.
Layer: runtime. `backends/c/arena.h` plays and counts; names are looked up here, once for all games.
"""

from __future__ import annotations

import ctypes
import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.ir.types import Number, bare
from interpreter.runtime.generator import MASK, seeded
from interpreter.runtime.history import Decision, decision
from interpreter.runtime.imagined_tables import BotInC
from interpreter.runtime.native import NONE, Memory, Native
from interpreter.runtime.native_engine import A_FREE_ACTION, A_LIST
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Code, Made, Value
from interpreter.runtime.thinking import declared

ROUND = "round"  # a stored number of this name counts the rounds of a game
SPREAD_WORDS = 8
OF_GAME, OF_SEAT = 5, 4  # columns of a game (seed, decisions, winners, rounds, lead changes) and of a seat


@dataclass(frozen=True, slots=True)
class Sums:
    """Count, extremes and sums of a number over many games."""

    count: int
    least: int
    most: int
    total: int
    squares: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over the games of a batch that ended."""

    finished: int
    decisions: int
    draws: int
    shared: int
    rounds: Sums
    scores: tuple[Sums, ...]
    wins: tuple[int, ...]
    used: frozenset[str]


@dataclass(frozen=True, slots=True)
class Columns:
    """The numbers of every finished game and of its seats, column by column.

    And texts one after the other."""

    games: array[int]  # OF_GAME columns
    seats: array[int]  # OF_SEAT columns: won, score, decisions, those with a single choice
    chosen: bytes  # JSON for each seat
    chosen_ends: array[int]
    used: bytes  # JSON for each game
    used_ends: array[int]


@dataclass(frozen=True, slots=True)
class Batch:
    numbers: array[int]  # the matches that ended, in order
    left: tuple[tuple[int, int], ...]  # the others, with how they ended in C
    totals: Totals
    columns: Columns | None


def counts_rounds_in_sight(code: Code) -> bool:
    """Whether C reads the number of rounds as spectators do, or there is none."""
    keep = code.keep_by_name.get(ROUND)
    if keep is None or keep.is_zone or keep.is_grid or keep.height_of is not None or keep.kinds:
        return True
    return isinstance(keep.sight, str) and isinstance(bare(keep.type), Number)


class Batches:
    """Plays batches from one table.

    With `label`, which names a decision, also columns. Without `bots`, one for each seat, all seats decide by chance."""

    def __init__(
        self,
        native: Native,
        table: Position,
        label: Callable[[Decision], str] | None = None,
        bots: Sequence[BotInC] = (),
    ) -> None:
        self._bots = array("q", [word for bot in bots for word in (bot.sort, bot.amount, bot.model)])
        if bots:
            declared(native)
        self._native, self._state, self._lib = native, table, _declared(native.bots)
        self._table: Memory = native.take(table)
        self._context = native.lib.rw_context()
        self._words = int(self._lib.rw_totals_size()) // 8
        self._marks = dict(_marks(native.code))
        self._book = _Book(native, self._lib, table, label, self._marks) if label is not None else None

    @property
    def is_outdated(self) -> bool:
        """Whether the rules have been compiled better since."""
        return self._native.lib is not self._lib

    def close(self) -> None:
        if self._context is not None:
            self._native.lib.rw_drop(self._context)
            self._context = None
            if self._book is not None:
                self._book.close()

    __del__ = close

    def play(self, seed: int, numbers: Iterable[int], most: int, hold: bool) -> Batch:
        """Play the matches with these numbers of a plan with this seed.

        Each to its end or `most` decisions."""
        given, seats = array("q", numbers), self._state.count
        n = len(given)
        totals, left = array("q", bytes(8 * self._words)), array("q", bytes(16 * n))
        columns = array("q", bytes(8 * n * (OF_GAME + OF_SEAT * seats) if self._book is not None else 0))
        gone = int(self._lib.rw_batch(
            self._table.at, self._context, seeded(seed & MASK), _at(given), n, most, hold, _at(totals), _at(left),
            self._book.at if self._book is not None else None, _at(columns), _at(self._bots) if self._bots else None,
        ))  # fmt: skip
        if gone < 0:
            raise MemoryError
        lost = dict(zip(left[: 2 * gone : 2], left[1 : 2 * gone : 2], strict=True))
        ended = array("q", [number for i, number in enumerate(given) if i not in lost]) if lost else given
        found = None if self._book is None else self._book.columns(columns, n, n - gone, seats)
        return Batch(ended, tuple((given[i], how) for i, how in lost.items()), self._totals(totals), found)

    def _totals(self, words: array[int]) -> Totals:
        players = self._native.code.PLAYERS
        spreads = [
            _sums(words[at : at + SPREAD_WORDS]) for at in range(4, 4 + SPREAD_WORDS * (players + 1), SPREAD_WORDS)
        ]
        after = 4 + SPREAD_WORDS * (players + 1)
        count, bits = self._state.count, words[after + players :]
        used = frozenset(
            name for name, marks in self._marks.items() if any(bits[m >> 6] >> (m & 63) & 1 for m in marks)
        )
        wins = tuple(words[after : after + count])
        return Totals(words[0], words[1], words[2], words[3], spreads[0], tuple(spreads[1 : count + 1]), wins, used)


class _Book:
    """What C has noted of each game, and the names for it."""

    def __init__(
        self,
        native: Native,
        lib: ctypes.CDLL,
        state: Position,
        label: Callable[[Decision], str],
        marks: dict[str, tuple[int, ...]],
    ) -> None:
        self._lib, self._state, self._label = lib, state, label
        self._amounts = bytes(site.asks_for == "amount" for site in native.code.SITES) + b"\0"
        self.at: int | None = lib.rw_book(self._amounts)
        self._labels: list[str] = []  # by the number of a choice
        self._ranks, self._names, self._starts = array("q"), b"", array("q", [0])
        ordered = sorted(marks)
        self._used, self._used_starts = _quoted(ordered)
        self._used_marks = array(
            "q", [word for rank, name in enumerate(ordered) for mark in marks[name] for word in (mark, rank)]
        )

    def close(self) -> None:
        self._lib.rw_shut(self.at)
        self.at = None

    def columns(self, words: array[int], room: int, n: int, seats: int) -> Columns:
        self._name_new()
        games = _joined(words[column * room : column * room + n] for column in range(OF_GAME))
        rest = words[OF_GAME * room :]
        of_seats = _joined(rest[column * room * seats : (column * room + n) * seats] for column in range(OF_SEAT))
        ends, used_ends = array("i", bytes(4 * (n * seats + 1))), array("i", bytes(4 * (n + 1)))
        text = self._lib.rw_chosen(
            self.at, self._names, _at(self._starts), len(self._starts) - 1, _at(self._ranks), _at(ends)
        )
        chosen = ctypes.string_at(text, ends[-1]) if ends[-1] else b""
        marks = self._used_marks
        text = self._lib.rw_used_names(
            self.at, self._used, _at(self._used_starts), len(self._used_starts) - 1, _at(marks), len(marks) // 2, _at(used_ends)
        )  # fmt: skip
        used = ctypes.string_at(text, used_ends[-1]) if used_ends[-1] else b""
        return Columns(games, of_seats, chosen, ends, used, used_ends)

    def _name_new(self) -> None:
        """Name the choices that were met for the first time."""
        met = int(self._lib.rw_choices_met(self.at))
        if met == len(self._labels):
            return
        self._labels += [
            self._label(decision(self._state, self._made(number))) for number in range(len(self._labels), met)
        ]
        ordered = sorted(set(self._labels))
        ranks = {name: rank for rank, name in enumerate(ordered)}
        self._ranks = array("q", [ranks[name] for name in self._labels])
        self._names, self._starts = _quoted(ordered)

    def _made(self, number: int) -> Made:
        words = array("q", bytes(32))
        self._lib.rw_choice_met(self.at, number, _at(words))
        site, sort, option, items = words
        found: Value = None if option == NONE else option
        if sort == A_LIST:
            list_ = (ctypes.c_int64 * (1 << 20)).from_address(self._lib.rw_items_met(self.at) + 8 * items)
            found = tuple(None if item == NONE else item for item in list_[1 : list_[0] + 1])
        return Made(site, found, sort == A_FREE_ACTION, 0)


def _marks(code: Code) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each name of what can be used, with its bits.

    Counted from the first of `touched` to the last of `taken`."""
    found: dict[str, list[int]] = {}
    for name, bit in code.USABLE.bits.items():
        found.setdefault(name, []).append(bit)
    start = 64 * ((code.CELLS + len(code.USABLE.rules)) // 64 + 1)
    for number, site in enumerate(code.SITES):
        for option, label in enumerate(site.labels if site.is_menu else ()):
            found.setdefault(label.name, []).append(start + 64 * number + option)
    for option, free in enumerate(code.FREE):
        found.setdefault(free.name, []).append(start + 64 * len(code.SITES) + option)
    yield from ((name, tuple(bits)) for name, bits in found.items())


def _sums(words: Sequence[int]) -> Sums:
    count, least, most, _, *sums = words
    total, squares = (low & MASK | high << 64 for low, high in (sums[:2], sums[2:]))
    return Sums(count, least, most, total, squares)


def _quoted(names: Sequence[str]) -> tuple[bytes, array[int]]:
    """Return names as JSON one after the other, and where each begins."""
    parts = [json.dumps(name, ensure_ascii=False).encode() for name in names]
    starts = array("q", [0])
    for part in parts:
        starts.append(starts[-1] + len(part))
    return b"".join(parts), starts


def _joined(parts: Iterable[array[int]]) -> array[int]:
    found = array("q")
    for part in parts:
        found += part
    return found


def _at(words: array[int]) -> int:
    return words.buffer_info()[0]


def _declared(lib: ctypes.CDLL) -> ctypes.CDLL:
    pointer, word, whole, text = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int, ctypes.c_char_p
    for name, gives, takes in (
        ("rw_totals_size", ctypes.c_size_t, []), ("rw_book", pointer, [text]), ("rw_shut", None, [pointer]),
        ("rw_choices_met", word, [pointer]), ("rw_choice_met", None, [pointer, word, pointer]),
        ("rw_items_met", pointer, [pointer]),
        ("rw_chosen", pointer, [pointer, text, pointer, word, pointer, pointer]),
        ("rw_used_names", pointer, [pointer, text, pointer, word, pointer, word, pointer]),
        ("rw_batch", word, [pointer, pointer, ctypes.c_uint64, pointer, word, word, whole, *[pointer] * 5]),
    ):  # fmt: skip
        function = getattr(lib, name)
        function.restype, function.argtypes = gives, takes
    return lib

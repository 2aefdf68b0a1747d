"""Walk through a game in C by novelty search, for `explore`.

In: the native rules and a seed. Out: `Walker`, which plays on from a native state, reports when something is new, and records
what was used and offered on all its walks. Layer: runtime.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from interpreter.runtime.native import BEYOND, FAULT, OVER, Native
from interpreter.runtime.native_engine import NativeEngine

NEWS, BETTER = 7, 8  # in addition to WAITING, OVER, FAULT and BEYOND


class Walked(NamedTuple):
    """How a walk went, and the numbers of the choices made."""

    is_over: bool
    is_news: bool  # something no walk has seen before
    is_wrong: bool  # a rule failed, or an `always` rule is broken
    is_lost: bool  # C has no room for the next position
    is_better: bool  # closer to the aim
    numbers: list[int]


class Meant(NamedTuple):
    """A decision by its meaning."""

    site: int
    player: int
    is_free: int
    answer: int


MEANT = 4  # words per decision


def _walked(how: int, numbers: list[int]) -> Walked:
    return Walked(how == OVER, how == NEWS, how == FAULT, how == BEYOND, how == BETTER, numbers)


class Walker:
    __slots__ = ("_at", "_native")

    def __init__(self, native: Native, luck: int) -> None:
        lib, pointer, word = native.bots, ctypes.c_void_p, ctypes.c_int64
        for name, gives, takes in (
            ("rw_walker", pointer, [ctypes.c_uint64]), ("rw_rest", None, [pointer]),
            ("rw_walk", ctypes.c_int, [pointer, pointer, pointer, word, pointer, pointer]),
            ("rw_set_out", None, [pointer, pointer, ctypes.c_char_p, word, word, word, word]),
            ("rw_genes", word, []), ("rw_gauges", word, []), ("rw_height", word, [pointer]),
            ("rw_put", None, [pointer, pointer]), ("rw_last", ctypes.c_uint64, [pointer]),
            ("rw_site", word, [pointer]), ("rw_asked", word, [pointer, word]),
            ("rw_hits", word, [pointer, word]), ("rw_news", word, [pointer]),
            ("rw_again", ctypes.c_int, [pointer, pointer, pointer, pointer, word, pointer, pointer]),
            ("rw_follow", ctypes.c_int, [pointer, pointer, pointer, pointer, word, word, pointer, pointer]),
            ("rw_walked", None, [pointer, pointer, pointer, pointer]),
        ):  # fmt: skip
            function = getattr(lib, name)
            function.restype, function.argtypes = gives, takes
        self._native, self._at = native, lib.rw_walker(luck)

    def __del__(self) -> None:
        self._native.lib.rw_rest(self._at)

    def set_out(self, state: NativeEngine, mood: bytes | None = None, *gauges: tuple[int, int]) -> None:
        """Begin a walk here.

        A mood (`genes` bytes) makes it avoid some answers. With one or two gauges it also stops when their sum, each times its
        factor (below 0: to lower it), exceeds the best so far, starting from this state."""
        memory = state.memory()
        first, second, *_ = (*gauges, (0, 0), (0, 0))
        if memory is not None:
            self._native.lib.rw_set_out(self._at, memory.at, mood, *first, *second)

    def walk(self, state: NativeEngine, most: int) -> Walked:
        """Make at most `most` decisions, and stop when something is new or fails."""
        log, count = array("q", bytes(8 * most)), array("q", [0])
        memory = state.memory()
        if memory is None:
            return _walked(BEYOND, [])
        how = self._native.lib.rw_walk(memory.at, self._native.context, self._at, most, log.buffer_info()[0],
                                       count.buffer_info()[0])  # fmt: skip
        return _walked(int(how), list(log[: count[0]]))

    @property
    def genes(self) -> int:
        """The number of genes of a mood."""
        return int(self._native.lib.rw_genes())

    @property
    def gauges(self) -> int:
        """The number of gauges that can be aimed at."""
        return int(self._native.lib.rw_gauges())

    @property
    def height(self) -> int:
        """The best height of the last walk with an aim.

        Higher is better, even if the aim is to lower something."""
        return int(self._native.lib.rw_height(self._at))

    def again(self, state: NativeEngine, numbers: Sequence[int]) -> tuple[Walked, list[Meant]]:
        """Replay choices by index, modulo the number of choices; return their meanings."""
        given, meant, count = array("q", numbers), array("q", bytes(8 * MEANT * len(numbers))), array("q", [0])
        memory = state.memory()
        if memory is None:
            return _walked(BEYOND, []), []
        how = self._native.lib.rw_again(memory.at, self._native.context, self._at, given.buffer_info()[0], len(numbers),
                                        meant.buffer_info()[0], count.buffer_info()[0])  # fmt: skip
        rows = [Meant(*meant[MEANT * number : MEANT * (number + 1)]) for number in range(count[0])]
        return _walked(int(how), list(given[: count[0]])), rows

    def follow(self, state: NativeEngine, decisions: Sequence[Meant], most: int) -> Walked:
        """Replay decisions by meaning, at most `most`.

        If one does not fit, a following one that does is taken, else the least decision."""
        given = array("q", [word for one in decisions for word in one])
        log, count = array("q", bytes(8 * most)), array("q", [0])
        memory = state.memory()
        if memory is None:
            return _walked(BEYOND, [])
        how = self._native.lib.rw_follow(memory.at, self._native.context, self._at, given.buffer_info()[0], len(decisions),
                                         most, log.buffer_info()[0], count.buffer_info()[0])  # fmt: skip
        return _walked(int(how), list(log[: count[0]]))

    @property
    def news(self) -> int:
        """The number of the last new mark."""
        return int(self._native.lib.rw_news(self._at))

    @property
    def last(self) -> int:
        """A hash of the last question with its answer, and of the rule broken since."""
        return int(self._native.lib.rw_last(self._at))

    def rarity(self, site: int) -> float:
        """The weight of a question: the less often it was asked on all walks, the higher."""
        return 1 / sqrt(1 + int(self._native.lib.rw_asked(self._at, site)))

    @property
    def put(self) -> dict[int, int]:
        """How often each question was asked since the walk began."""
        counts = array("I", bytes(4 * (len(self._native.code.SITES) + 1)))
        self._native.lib.rw_put(self._at, counts.buffer_info()[0])
        return {site: count for site, count in enumerate(counts) if count}

    def site(self, state: NativeEngine) -> int:
        """The current question; the number after the last one when the game is over."""
        memory = state.memory()
        return -1 if memory is None else int(self._native.lib.rw_site(memory.at))

    def hits(self, news: int) -> int:
        """How often walks have hit a mark."""
        return int(self._native.lib.rw_hits(self._at, news))

    @property
    def used(self) -> set[str]:
        """As `State.used`, over all walks."""
        touched, taken, _ = self._marks()
        usable, code = self._native.code.USABLE, self._native.code
        found = {name for name, bit in usable.bits.items() if touched[bit >> 6] >> (bit & 63) & 1}
        for number, site in enumerate(code.SITES):
            if site.is_menu:
                found |= {label.name for option, label in enumerate(site.labels) if taken[number] >> option & 1}
        return found | {free.name for number, free in enumerate(code.FREE) if taken[-1] >> number & 1}

    @property
    def never_offered(self) -> list[str]:
        """Ways and free actions that no question has ever offered."""
        _, _, offered = self._marks()
        code = self._native.code
        found = [
            f"{label.name} in {site.rule}"
            for number, site in enumerate(code.SITES)
            if site.is_menu
            for option, label in enumerate(site.labels)
            if not offered[number] >> option & 1
        ]
        return found + [free.name for number, free in enumerate(code.FREE) if not offered[-1] >> number & 1]

    def _marks(self) -> tuple[array[int], array[int], array[int]]:
        code = self._native.code
        touched = array("Q", bytes(8 * ((code.CELLS + len(code.USABLE.rules)) // 64 + 1)))
        taken, offered = (array("Q", bytes(8 * (len(code.SITES) + 1))) for _ in range(2))
        self._native.lib.rw_walked(self._at, *(part.buffer_info()[0] for part in (touched, taken, offered)))
        return touched, taken, offered

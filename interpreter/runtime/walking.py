"""Walking through a game in C, where nobody has been: what `explore` looks for trouble with.

In: the native rules and a number for luck. Out: `Walker`, which goes on from a native state, says when something is new, and
knows what was used and offered on all its ways. Layer: runtime.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from interpreter.runtime.native import BEYOND, FAULT, OVER, Native
from interpreter.runtime.native_state import NativeState

NEWS, BETTER = 7, 8  # beside WAITING, OVER, FAULT and BEYOND


class Walked(NamedTuple):
    """How a walk went, and the numbers of the choices on it."""

    is_over: bool
    is_news: bool  # something was seen that no walk has seen before
    is_wrong: bool  # a rule went wrong, or an `always` does not hold
    is_lost: bool  # C has no room for what comes next
    is_better: bool  # nearer to the aim
    numbers: list[int]


def _walked(how: int, numbers: list[int]) -> Walked:
    return Walked(how == OVER, how == NEWS, how == FAULT, how == BEYOND, how == BETTER, numbers)


class Walker:
    __slots__ = ("_at", "_native")

    def __init__(self, native: Native, luck: int) -> None:
        lib, pointer, word = native.lib, ctypes.c_void_p, ctypes.c_int64
        for name, gives, takes in (
            ("rw_walker", pointer, [ctypes.c_uint64]), ("rw_rest", None, [pointer]),
            ("rw_walk", ctypes.c_int, [pointer, pointer, pointer, ctypes.c_uint64, word, pointer, pointer]),
            ("rw_aim", None, [pointer, pointer, word, word, word, word]), ("rw_gauges", word, []), ("rw_height", word, [pointer]),
            ("rw_hits", word, [pointer, word]), ("rw_news", word, [pointer]),
            ("rw_again", ctypes.c_int, [pointer, pointer, pointer, word, ctypes.c_int, pointer]),
            ("rw_walked", None, [pointer, pointer, pointer, pointer]),
        ):  # fmt: skip
            function = getattr(lib, name)
            function.restype, function.argtypes = gives, takes
        self._native, self._at = native, lib.rw_walker(luck)

    def __del__(self) -> None:
        self._native.lib.rw_rest(self._at)

    def walk(self, state: NativeState, most: int, mood: int = 0) -> Walked:
        """Goes on, at most so many decisions, and stops where something is new or goes wrong. With a mood it avoids some
        answers, for each mood others."""
        log, count = array("q", bytes(8 * most)), array("q", [0])
        memory = state.memory()
        if memory is None:
            return _walked(BEYOND, [])
        how = self._native.lib.rw_walk(memory.at, self._native.context, self._at, mood, most, log.buffer_info()[0],
                                       count.buffer_info()[0])  # fmt: skip
        return _walked(int(how), list(log[: count[0]]))

    @property
    def gauges(self) -> int:
        """How many things can be aimed at."""
        return int(self._native.lib.rw_gauges())

    def aim(self, state: NativeState, *gauges: tuple[int, int]) -> None:
        """From now on walks also stop where there is more than before of what one or two gauges show, each times its factor
        (less than 0: less of it), beginning with what there is in this state. Without gauges they have no aim."""
        memory = state.memory()
        first, second, *_ = (*gauges, (0, 0), (0, 0))
        if memory is not None:
            self._native.lib.rw_aim(self._at, memory.at, *first, *second)

    @property
    def height(self) -> int:
        """How far the last walk with an aim has got: the higher the better, also where there should be less of something."""
        return int(self._native.lib.rw_height(self._at))

    def again(self, state: NativeState, numbers: Sequence[int], hold: bool = True) -> Walked:
        """Takes these choices, each counted round if there are fewer now."""
        given, count = array("q", numbers), array("q", [0])
        memory = state.memory()
        if memory is None:
            return _walked(BEYOND, [])
        how = self._native.lib.rw_again(memory.at, self._native.context, given.buffer_info()[0], len(numbers), hold,
                                        count.buffer_info()[0])  # fmt: skip
        return _walked(int(how), list(given[: count[0]]))

    @property
    def news(self) -> int:
        """The number of what was new last."""
        return int(self._native.lib.rw_news(self._at))

    def hits(self, news: int) -> int:
        """How often walks have come to what was new once."""
        return int(self._native.lib.rw_hits(self._at, news))

    @property
    def used(self) -> set[str]:
        """As `State.used`, on all ways."""
        touched, taken, _ = self._marks()
        usable, code = self._native.code.USABLE, self._native.code
        found = {
            name for name, bit in (*usable.cards.items(), *usable.rules.items()) if touched[bit >> 6] >> (bit & 63) & 1
        }
        for number, site in enumerate(code.SITES):
            if site.is_menu:
                found |= {label.name for option, label in enumerate(site.labels) if taken[number] >> option & 1}
        return found | {free.name for number, free in enumerate(code.FREE) if taken[-1] >> number & 1}

    @property
    def never_offered(self) -> list[str]:
        """Ways and free actions that could not be chosen in any question that was put."""
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

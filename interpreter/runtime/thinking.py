"""Bots that think in C: redeals, playouts and trees of a decision in one call.

In: the rules in C, a position that waits for an answer, with what its players know. Out: the number of the choice that a bot
takes, or a redealt position; None where C has no room, and Python thinks. Layer: runtime. `backends/c/deciding.h` does it.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.runtime.imagined_tables import BotInC
from interpreter.runtime.native import Memory, Native, NoRoomError
from interpreter.runtime.redeal_words import words_for_redeals

if TYPE_CHECKING:
    from interpreter.runtime.position import Position


class ThinkerInC:
    """Thinks about one question at a time.

    Raises UnusualRulesError for rules that redeals in C do not support."""

    def __init__(self, native: Native) -> None:
        self._native, self._lib = native, declared(native)
        self._at, self._watch = self._lib.rw_thinker(), self._lib.rw_watch()

    def __del__(self) -> None:
        if hasattr(self, "_watch"):
            self._lib.rw_thought(self._at)
            self._lib.rw_unwatch(self._watch)

    def decide(self, state: Position, bot: BotInC, luck: int) -> tuple[int, int] | None:
        """Decide as this bot would with this generator.

        The number of the choice, and the generator after it."""
        memory = self._looked_at(state)
        if memory is None:
            return None
        word = ctypes.c_uint64(luck)
        found = self._lib.rw_decide(
            self._at, memory.at, self._watch, bot.sort, bot.amount, bot.model, ctypes.byref(word)
        )
        return None if found < 0 else (int(found), word.value)

    def redealt(self, state: Position, player: int, seed: int) -> Memory | None:
        """The same as `Position.redealt`, for the player who is asked."""
        memory = self._looked_at(state)
        if memory is None:
            return None
        found = memory.clone()
        fits = self._lib.rw_redeal(self._at, memory.at, self._watch, player, seed, found.at)
        return found if fits else None

    def outlook(
        self,
        state: Position,
        places: Sequence[int],
        bots: Sequence[BotInC],
        seed: int,
        games: int,
        most: int,
        open_: bool = False,
    ) -> tuple[int, list[list[float]]] | None:
        """Let bots play on after each of these choices, or from here if there are none.

        How many games ended, and for each choice the sum of wins of each player. What the player who is asked does not see is
        imagined, unless `open_`."""
        memory = self._looked_at(state)
        if memory is None:
            return None
        rows, seats = max(1, len(places)), state.count
        wins, given = array("d", bytes(8 * rows * seats)), array("q", places)
        words = array("q", [word for bot in bots for word in (bot.sort, bot.amount, bot.model)])
        ended = int(self._lib.rw_outlook(
            memory.at, self._watch, open_, given.buffer_info()[0], len(places), seed, games, most, words.buffer_info()[0],
            wins.buffer_info()[0],
        ))  # fmt: skip
        return None if ended < 0 else (ended, [list(wins[row * seats : (row + 1) * seats]) for row in range(rows)])

    def weighed(
        self, state: Position, places: Sequence[int], model: int, seed: int, redeals: int
    ) -> list[float] | None:
        """Return what a model sees after each of these choices.

        For the player who is asked, as they may imagine the table."""
        memory = self._looked_at(state)
        if memory is None:
            return None
        found, given = array("d", bytes(8 * len(places))), array("q", places)
        fits = self._lib.rw_weighed(
            self._at, memory.at, self._watch, model, given.buffer_info()[0], len(places), seed, redeals,
            found.buffer_info()[0],
        )  # fmt: skip
        return list(found) if fits else None

    def values(self, state: Position, model: int) -> list[float] | None:
        """What a model sees in a position as it is, for each player."""
        memory = self._looked_at(state)
        if memory is None:
            return None
        found = array("d", bytes(8 * state.count))
        return list(found) if self._lib.rw_values(self._at, memory.at, model, found.buffer_info()[0]) else None

    def _looked_at(self, state: Position) -> Memory | None:
        """The position in C, with what is watched of its game; None if it does not fit."""
        try:
            memory = self._native.take(state if state.random else _with_some_chance(state), marks=False)
            self._lib.rw_look(self._watch, int(state.known is not None))
            self._know(state, then=False)
            if (
                state.secret_turn_of is not None
                and state.secret_opening is not None
                and state.before_secret is not None
            ):
                before = self._native.take(state.before_secret, marks=False)
                opening = self._native.take(state.secret_opening, marks=False)
                self._know(state.secret_opening, then=True)
                answers = self._native.answers(state, len(state.secret_opening.decided))
                self._lib.rw_looks_back(self._watch, before.at, opening.at, answers.buffer_info()[0], len(answers) // 4)
        except NoRoomError:
            return None
        return memory

    def _know(self, state: Position, then: bool) -> None:
        """Hand over who knows where each card is."""
        if not state.known:
            return
        code, at = self._native.code, 0
        words = array("Q")
        for base in self._native.kinds:
            size = code.size(code.card_kind[base])
            words.extend(state.known.get(base + card, 0) for card in range(size))
            at += size
        ctypes.memmove(self._lib.rw_known(self._watch, int(then)), words.buffer_info()[0], 8 * at)


def _with_some_chance(state: Position) -> Position:
    """Return the same with another future where a key makes the draws.

    The player knows nothing of a key."""
    found = state.bare_clone()
    found.random, found.sealed = 1, state.sealed
    return found


def declared(native: Native) -> ctypes.CDLL:
    """Return the library for bots, with the declarations of the rules' values."""
    lib = native.bots
    if native.redeal_words is None:
        native.redeal_words = words_for_redeals(native.code)
        lib.rw_tables.restype, lib.rw_tables.argtypes = None, [ctypes.c_void_p]
        lib.rw_tables(native.redeal_words.buffer_info()[0])
    pointer, word, whole = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
    for name, gives, takes in (
        ("rw_thinker", pointer, []), ("rw_thought", None, [pointer]), ("rw_watch", pointer, []),
        ("rw_unwatch", None, [pointer]), ("rw_known", pointer, [pointer, whole]), ("rw_look", None, [pointer, whole]),
        ("rw_looks_back", None, [pointer, pointer, pointer, pointer, word]),
        ("rw_decide", word, [pointer, pointer, pointer, word, word, pointer, pointer]),
        ("rw_redeal", whole, [pointer, pointer, pointer, word, ctypes.c_uint64, pointer]),
        ("rw_outlook", word,
         [pointer, pointer, whole, pointer, word, ctypes.c_uint64, word, word, pointer, pointer]),
        ("rw_weighed", whole, [pointer, pointer, pointer, pointer, pointer, word, ctypes.c_uint64, word, pointer]),
        ("rw_values", whole, [pointer, pointer, pointer, pointer]),
    ):  # fmt: skip
        function = getattr(lib, name)
        function.restype, function.argtypes = gives, takes
    return lib

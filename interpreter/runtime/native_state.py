"""A game in progress in C, with the API of a State.

In: a native position and the Python table that it came from. Out: requests, decisions, views, saves. Layer: runtime.
What is looked at is looked at in a Python state with the same position, made when somebody asks; decisions, copies and
playouts stay in C. A decision that goes wrong there is made again in Python, which says why, or plays on alone when only
C's memory was too small. A native game keeps no log.
"""

from __future__ import annotations

import random as python_random
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.runtime.events import Event
from interpreter.runtime.generator import FACTOR, MASK
from interpreter.runtime.history import Decision
from interpreter.runtime.native import BEYOND, FAULT, NONE, OVER, WAITING, Memory, Native, Picks, Unfit, Walked
from interpreter.runtime.requests import Choice, Request
from interpreter.runtime.state import Result, State
from interpreter.runtime.tables import Made

Past = list[Made] | Callable[[], list[Made]]


class NativeState:
    __slots__ = ("_held", "_memory", "_native", "_past", "_seen", "_table")

    def __init__(self, native: Native, table: State, memory: Memory | None, past: Past, seen: State | None = None) -> None:
        self._native, self._table, self._memory = native, table, memory
        self._past: Past = past  # the decisions so far, or how to find them
        self._seen = seen  # the same position in Python
        self._held = False  # must what always holds be looked at after each decision?

    # ---- the same in Python
    def python(self) -> State:
        """A Python state with the same position, past and future."""
        if self._seen is None:
            assert self._memory is not None
            state = self._table.clone()
            self._native.read(self._memory, state)
            state._decisions = list(self._made())
            if self._held:
                state.hold_always(arranged=True)
            self._seen = state
        return self._seen

    def memory(self) -> Memory | None:
        """The position itself; None while Python plays on alone."""
        return self._memory

    def _made(self) -> list[Made]:
        if callable(self._past):
            self._past = self._past()
        return self._past

    # ---- playing
    @property
    def request(self) -> Request | None:
        return self.python().request

    def choose(self, choice: Choice | int | str) -> None:
        state = self.python()
        if state.options is None:
            raise ValueError("the game is over: there is nothing to decide")
        option, free = state._picked(choice, state.options)
        number = len(state.options) + state.free.index(option) if free else state.options.index(option)
        self._past = [*self._made(), Made(state.site, option, free, state.actor)]
        if self._memory is None:
            state.choose(choice)
            return
        if self._memory.choose(number) in (FAULT, BEYOND) or (self._held and self._memory.is_broken()):
            self._play_on_in_python(state, choice)
        else:
            self._seen = None

    def hold_always(self, arranged: bool = False) -> None:
        """From now on a declared `always` rule that does not hold after `choose` is a fault, told by Python."""
        self.python().hold_always(arranged)
        self._held = True

    def _play_on_in_python(self, state: State, choice: Choice | int | str) -> None:
        """What C could not do, Python does: it faults with words, or goes on."""
        self._memory = None
        state.choose(choice)
        try:
            self._memory, self._seen = self._native.take(state), None
        except Unfit:
            self._seen = state

    @property
    def choice_count(self) -> int:
        return self._memory.choices() if self._memory is not None else self.python().choice_count

    @property
    def deciding(self) -> int | None:
        return self._memory.deciding() if self._memory is not None else self.python().deciding

    def take(self, number: int) -> None:
        """The choice with this number, without making anything that nobody looks at."""
        if self._memory is None or not 0 <= number < self._memory.choices():
            request = self.request
            if request is None:
                raise ValueError("the game is over: there is nothing to decide")
            self.choose(request.choices[number])
            return
        before, past = self._memory.clone(), self._past
        if self._memory.choose(number) in (FAULT, BEYOND):
            self._memory, self._seen = before, None
            request = self.request
            assert request is not None
            self._play_on_in_python(self.python(), request.choices[number])
        else:
            state = NativeState(self._native, self._table, before, [])
            self._past = _and_then(past, lambda: [_one_more(state, number)])
            self._seen = None

    def play_out(self, generator: python_random.Random | None = None, most: int = 1_000_000) -> int:
        """Plays on at random to the end; gives the number of decisions."""
        picks = (generator or python_random.Random(self.seed)).getrandbits(64) or 1
        if self._memory is None:
            return play_out_like_c(self.python(), picks, most)
        native, table, past = self._native, self._table, self._past
        before = NativeState(native, table, self._memory.clone(), past)
        how, count = self._memory.play_out(picks, most)
        if how != OVER:  # Python makes the same decisions, and says what is wrong or plays on
            state = before.python()
            self._memory, self._seen = None, state
            return play_out_like_c(state, picks, most)
        self._past = lambda: _replayed(before.python().clone(), picks, most)
        self._seen = None
        return count

    def at_random(self, picks: Picks, most: int, hold: bool = True) -> Walked | None:
        """Up to so many decisions, each seat's by its own numbers: a choice is the number times how many there are. None
        when something goes wrong, or with `hold` an `always` rule does not hold: this state is then of no use, and a
        Python state in which the same is decided says why."""
        if self._memory is None:
            return None
        past = self._past
        how, log, single = self._memory.at_random(picks, most, hold)
        if how not in (OVER, WAITING):
            return None
        self._past = _and_then(past, lambda: _made_in(log))
        self._seen = None
        return Walked(how == OVER, len(log) // 4, single)

    def clone(self) -> NativeState:
        memory = self._memory.clone() if self._memory is not None else None
        copy = NativeState(self._native, self._table, memory, self._past)
        copy._held = self._held
        copy._seen = self._seen.clone() if memory is None and self._seen is not None else None
        return copy

    # ---- looking
    @property
    def player_names(self) -> tuple[str, ...]:
        return self._table.player_names

    @property
    def seed(self) -> int:
        return self._table.seed

    @property
    def result(self) -> Result | None:
        return self.python().result

    @property
    def decisions(self) -> int:
        return len(self._made())

    @property
    def chance_count(self) -> int:
        return self.python().chance_count

    def worth(self, player: int) -> int | None:
        found = self._memory.worth(player) if self._memory is not None else None
        return self.python().worth(player) if found is None else found  # what goes wrong, Python tells

    @property
    def history(self) -> tuple[Decision, ...]:
        return self.python().history

    @property
    def events(self) -> tuple[Event, ...]:
        return ()

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        return []

    @property
    def used(self) -> set[str]:
        return self.python().used

    def view(self, player: int | None) -> dict[str, Any]:
        return self.python().view(player)

    def seen(self, player: int | None, name: str) -> Any:
        return self.python().seen(player, name)

    def why_not(self, player: int, words: str) -> str:
        return self.python().why_not(player, words)

    def broken_rules(self) -> list[str]:
        return self.python().broken_rules()

    def key(self) -> tuple[object, ...]:
        return self.python().key()

    def save(self) -> dict[str, Any]:
        return self.python().save()

    def save_for(self, player: int | None) -> dict[str, Any]:
        return self.python().save_for(player)


def _made_in(log: Sequence[int]) -> list[Made]:
    words = iter(log)
    return [Made(site, None if option == NONE else option, bool(free), actor)
            for site, option, free, actor in zip(words, words, words, words, strict=True)]  # fmt: skip


class _Later:
    """Decisions that are found only if somebody asks: some past, and what followed it, piece by piece. Pieces stand side by
    side and not inside each other, because a long game has thousands of them."""

    __slots__ = ("past", "pieces")

    def __init__(self, past: Past, pieces: tuple[Callable[[], list[Made]], ...]) -> None:
        self.past, self.pieces = past, pieces

    def __call__(self) -> list[Made]:
        found = list(self.past() if callable(self.past) else self.past)
        for piece in self.pieces:
            found += piece()
        return found


def _and_then(past: Past, piece: Callable[[], list[Made]]) -> _Later:
    if isinstance(past, _Later):
        return _Later(past.past, (*past.pieces, piece))
    return _Later(past, (piece,))


def _one_more(before: NativeState, number: int) -> Made:
    state = before.python()
    assert state.options is not None
    free = number >= len(state.options)
    option = state.free[number - len(state.options)] if free else state.options[number]
    return Made(state.site, option, free, state.actor)


def _replayed(state: State, picks: int, most: int) -> list[Made]:
    play_out_like_c(state, picks, most)
    return state.made


def play_out_like_c(state: State, picks: int, most: int) -> int:
    """The same random decisions as C makes: a choice is the upper half of the next number, scaled."""
    count = 0
    x = picks
    while state.options is not None and count < most:
        x ^= x >> 12
        x = (x ^ (x << 25)) & MASK
        x ^= x >> 27
        choices = len(state.options) + len(state.free)
        number = (((x * FACTOR) & MASK) >> 32) * choices >> 32
        request = state.request
        assert request is not None
        state.choose(request.choices[number])
        count += 1
    return count

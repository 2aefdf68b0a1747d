"""A game in progress in C, with the API of a State.

In: a native position and the Python table that it came from. Out: requests, decisions, views, saves. Layer: runtime. Reads go
through a Python state with the same position, made on demand; decisions, copies and playouts stay in C. C keeps neither a log
nor what each player saw before: where they are needed, Python repeats the decisions. Python also repeats a decision that
fails in C, to explain why, or plays on alone if only C's memory was too small.
"""

from __future__ import annotations

import random as python_random
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.runtime.events import Event
from interpreter.runtime.faults import unending
from interpreter.runtime.generator import FACTOR, MASK
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.history import Decision
from interpreter.runtime.machine import not_let_through
from interpreter.runtime.native import BEYOND, FAULT, NONE, OVER, WAITING, AtRandom, Memory, Native, NoRoomError, Picks
from interpreter.runtime.requests import Choice, Request
from interpreter.runtime.state import Luck, Result, Seat, State
from interpreter.runtime.tables import Made, Value

A_FREE_ACTION, A_LIST = 1, 2  # flags in the third word of a logged decision
Past = list[Made] | Callable[[], list[Made]]


class NativeState:
    __slots__ = ("_begin", "_held", "_memory", "_native", "_past", "_seen", "_table", "_told")

    def __init__(
        self, native: Native, table: State, begin: Callable[[State], State], memory: Memory | None, past: Past
    ) -> None:
        self._native, self._table, self._begin = native, table, begin
        self._memory = memory  # None: Python plays on alone, in `_seen`
        self._past: Past = past  # the decisions so far, or a function that finds them
        self._seen: State | None = None  # the same position in Python
        self._told: State | None = None  # a Python replay of the decisions, possibly only of the earlier ones
        self._held = False  # check `always` rules after each decision?

    @classmethod
    def in_python(cls, native: Native, table: State, begin: Callable[[State], State]) -> NativeState:
        """Make a game that Python plays alone from the beginning."""
        state = cls(native, table, begin, None, [])
        state._seen = begin(table.clone())
        return state

    # ---- conversion to Python
    def python(self) -> State:
        """A Python state with the same position, past and future."""
        return self._with_its_past().clone()

    def memory(self) -> Memory | None:
        """The native position; None while Python plays on alone."""
        return self._memory

    def _position(self) -> State:
        """A Python state with the decisions, but without the log or what players saw before."""
        if self._seen is None:
            assert self._memory is not None
            state = self._table.bare_clone()
            self._native.read(self._memory, state)
            state._decisions = list(self._made())
            state.rejected = not_let_through(state)
            if self._held:
                state.hold_always(arranged=True)
            self._seen = state
        return self._seen

    def _with_its_past(self) -> State:
        """The same with its log, if there is one, and the table each player saw last. The position is still C's."""
        state = self._position()
        if self._memory is not None and (self._table.log is not None or self._table.code.QUIET):
            told = self._decided_again()
            state.log, state.known = (
                told.log,
                told.known,
            )  # shared, never changed here: callers that play on clone first
            state.last_seen, state.windows, state.moments = told.last_seen, told.windows, told.moments
        return state

    def _decided_again(self) -> State:
        """Replay the decisions in Python, for the log."""
        if self._told is None:
            self._told = self._begin(self._table.clone())
        later = self._made()[self._told.decisions :]
        if later:
            state = self._told.clone()  # other states may share it
            for made in later:
                state._decide(made.option, made.free)
            self._told = state
        return self._told

    def _as_looked_at(self) -> State:
        """The state for views: its past is needed only if the current question is hidden from a player."""
        return self._with_its_past() if hidden_from(self._position()) else self._position()

    def _made(self) -> list[Made]:
        if self._memory is None and self._seen is not None:
            return self._seen.made
        if callable(self._past):
            self._past = self._past()
        return self._past

    # ---- playing
    @property
    def request(self) -> Request | None:
        return self._position().request

    def request_for(self, player: int | None) -> Request | None:
        return self._position().request_for(player)

    @property
    def open_requests(self) -> tuple[Request, ...]:
        return self._position().open_requests

    def choose(self, choice: Choice | int | str) -> None:
        state = self._position()
        if state.options is None or self._memory is None:
            state.choose(choice)
            return
        option, free = state._picked(choice, state.options)
        number = len(state.options) + state.free.index(option) if free else state.options.index(option)
        before = self._memory.clone()
        if self._goes_wrong(number):
            self._decide_in_python(before, option, free)
        else:
            self._past = [*self._made(), Made(state.site, option, free, state.actor)]
            self._seen = None

    def take(self, number: int) -> None:
        """Take the choice with this number, without building a request."""
        if self._memory is None:
            self._position().take(number)
            return
        if not 0 <= number < self._memory.choices():
            raise ValueError(f"there is no choice number {number}")
        before = self._memory.clone()
        if self._goes_wrong(number):
            made = _one_more(self._at(before), number)
            self._decide_in_python(before, made.option, made.free)
        else:
            state = self._at(before)
            self._past = _and_then(self._past, lambda: [_one_more(state, number)])
            self._seen = None

    def _goes_wrong(self, number: int) -> bool:
        """Take the choice in C; is there no room, a fault or a broken rule?"""
        assert self._memory is not None
        return self._memory.choose(number) in (FAULT, BEYOND) or (self._held and self._memory.is_broken())

    def _at(self, memory: Memory) -> NativeState:
        """The same game at another position."""
        return NativeState(self._native, self._table, self._begin, memory, self._past)

    def _decide_in_python(self, before: Memory, option: Value, free: bool) -> None:
        """Repeat in Python what C could not do: it faults with a message, or continues."""
        self._memory, self._seen = before, None
        self._alone()._decide(option, free)
        self._back_to_c()

    def _alone(self) -> State:
        """Continue in Python alone from here on."""
        if self._memory is not None:
            state = self._with_its_past().clone()
            if self._held:
                state.hold_always(arranged=True)
            self._memory, self._seen = None, state
        return self._position()

    def _back_to_c(self) -> None:
        """Continue in C from Python's position, if it fits."""
        state = self._position()
        try:
            self._memory = self._native.take(state)
        except NoRoomError:
            return
        self._past, self._told, self._seen = state.made, state, None

    def answer_for(self, player: int, choice: Choice | int | str) -> None:
        """As in State. C does not know sealed answers, so Python plays on."""
        if self.deciding == player:
            self.choose(choice)
        else:
            self._alone().answer_for(player, choice)

    def hold_always(self, arranged: bool = False) -> None:
        """From now on, fault when a declared `always` rule is broken after a decision; Python reports it."""
        self._position().hold_always(arranged)
        self._held = True

    @property
    def choice_count(self) -> int:
        return self._memory.choices() if self._memory is not None else self._position().choice_count

    @property
    def deciding(self) -> int | None:
        return self._memory.deciding() if self._memory is not None else self._position().deciding

    def play_out(self, generator: python_random.Random | None = None, most: int = 1_000_000) -> int:
        """Play random decisions to the end; return their number. The same generator gives other decisions than in State."""
        picks = (generator or python_random.Random(self.seed)).getrandbits(64) or 1
        if self._memory is None:
            return _to_the_end(self._position(), picks, most)
        before = self._at(self._memory.clone())
        before._told = self._told
        how, count = self._memory.play_out(picks, most)
        if how != OVER:  # Python repeats the decisions, and reports the fault or plays on
            self._memory, self._seen = None, before.python()
            return _to_the_end(self._seen, picks, most)
        self._past = lambda: _replayed(before._position().clone(), picks, most)
        self._seen = None
        return count

    def play_on(self, generator: Luck, most: int) -> int:
        """Play at most `most` random decisions; return how many were made."""
        count = 0
        while count < most and self.choice_count:
            self.take(int(generator.random() * self.choice_count))
            count += 1
        return count

    def at_random(self, picks: Picks, most: int, hold: bool = True) -> AtRandom | None:
        """Make up to `most` decisions from the numbers of each seat: a choice is the number times the count of choices. None on
        a failure, or with `hold` on a broken `always` rule: this state is then unusable, and a Python state with the same
        decisions explains why."""
        if self._memory is None:
            return None
        past = self._past
        how, log, single = self._memory.at_random(picks, most, hold)
        if how not in (OVER, WAITING):
            return None
        if A_LIST in log[2::4]:
            begin, table = self._begin, self._table
            self._past = lambda: _made_again(begin(table.bare_clone()), past() if callable(past) else past, log)
        else:
            self._past = _and_then(past, lambda: _made_in(log))
        self._seen = None
        return AtRandom(how == OVER, len(log) // 4, single)

    def clone(self) -> NativeState:
        copy = NativeState(self._native, self._table, self._begin, None, self._past)
        copy._held, copy._told = self._held, self._told
        if self._memory is not None:
            copy._memory = self._memory.clone()
        elif self._seen is not None:
            copy._seen = self._seen.clone()
        return copy

    # ---- chance
    @property
    def chance_count(self) -> int:
        return self._position().chance_count

    @property
    def chance_asked(self) -> tuple[int, ...]:
        return self._position().chance_asked

    def script_chance(self, outcomes: Sequence[int]) -> None:
        """As in State. C only uses its generator, so Python plays on."""
        self._alone().script_chance(outcomes)

    def by_chance_from(self, generator: int) -> None:
        self._alone().by_chance_from(generator)
        self._back_to_c()

    # ---- looking
    @property
    def player_names(self) -> tuple[str, ...]:
        return self._table.player_names

    @property
    def automas(self) -> tuple[int, ...]:
        return self._table.automas

    @property
    def seed(self) -> int:
        return self._table.seed

    @property
    def result(self) -> Result | None:
        return self._position().result

    @property
    def decisions(self) -> int:
        return len(self._made())

    def worth(self, player: int) -> int | None:
        found = self._memory.worth(player) if self._memory is not None else None
        return self._position().worth(player) if found is None else found  # Python reports failures

    @property
    def history(self) -> tuple[Decision, ...]:
        return self._position().history

    @property
    def events(self) -> Sequence[Event]:
        return self._with_its_past().events

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        return self._with_its_past().events_for(player, since)

    def events_known(self, player: int | None) -> int:
        return self._with_its_past().events_known(player)

    @property
    def used(self) -> set[str]:
        return self._position().used

    @property
    def asleep(self) -> frozenset[str]:
        return self._position().asleep

    def view(self, player: int | None) -> dict[str, Any]:
        return self._as_looked_at().view(player)

    def seen(self, player: int | None, name: str) -> Any:
        return self._as_looked_at().seen(player, name)

    def as_seen(self, player: int | None) -> State:
        """A Python state: the table as that player sees it."""
        return self._with_its_past().as_seen(player)

    def moments_for(self, player: int | None) -> tuple[State, ...]:
        return self._with_its_past().moments_for(player)

    @property
    def could_have_been_asked(self) -> tuple[int, ...]:
        return self._with_its_past().could_have_been_asked

    def why_not(self, player: int, words: str, in_full: bool = True) -> str:
        return self._as_looked_at().why_not(player, words, in_full)

    def seat(self, player: int, engine: str = "auto") -> Seat:
        return Seat(self._with_its_past, player, engine)

    def redealt(self, player: int, seed: int) -> State:
        return self._with_its_past().redealt(player, seed)

    def broken_rules(self) -> list[str]:
        return self._position().broken_rules()

    def key(self) -> tuple[object, ...]:
        return self._position().key()

    def save(self) -> dict[str, Any]:
        return self._with_its_past().save()

    def save_for(self, player: int | None) -> dict[str, Any]:
        return self._with_its_past().save_for(player)


def _made_in(log: Sequence[int]) -> list[Made]:
    words = iter(log)
    return [Made(site, None if option == NONE else option, bool(free), actor)
            for site, option, free, actor in zip(words, words, words, words, strict=True)]  # fmt: skip


def _made_again(state: State, past: list[Made], log: Sequence[int]) -> list[Made]:
    """The same where lists were chosen, which the log has only by index: replay to find them."""
    for made in past:
        state._decide(made.option, made.free)
    words = iter(log)
    for _, option, sort, _ in zip(words, words, words, words, strict=True):
        assert state.options is not None
        chosen = state.options[option] if sort == A_LIST else None if option == NONE else option
        state._decide(chosen, sort == A_FREE_ACTION)
    return state.made


class _Later:
    """Decisions found on demand: some past, and what followed it, piece by piece. The pieces are a flat tuple, not nested,
    because a long game has thousands of them."""

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
    state = before._position()
    assert state.options is not None
    free = number >= len(state.options)
    option = state.free[number - len(state.options)] if free else state.options[number]
    return Made(state.site, option, free, state.actor)


def _replayed(state: State, picks: int, most: int) -> list[Made]:
    play_out_like_c(state, picks, most)
    return state.made


def _to_the_end(state: State, picks: int, most: int) -> int:
    """Replay C's decisions; fault if the game is not over then."""
    count = play_out_like_c(state, picks, most)
    if state.options is not None:
        raise unending(most)
    return count


def play_out_like_c(state: State, picks: int, most: int) -> int:
    """Make the same random decisions as C: a choice is the upper half of the next number, scaled."""
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

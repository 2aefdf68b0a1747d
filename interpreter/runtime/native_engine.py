"""The native engine: a game in progress in C.

In: a native position and the Python table that it came from. Out: requests, decisions, views, saves. Layer: runtime. Reads go
through a Python state with the same position, made on demand; decisions, copies and playouts stay in C. C keeps neither a log
nor what each player saw before: where they are needed, Python repeats the decisions. Python also repeats a decision that
fails in C, to explain why, or plays on alone if only C's memory was too small.
"""

from __future__ import annotations

import random as python_random
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.runtime.events import Event
from interpreter.runtime.faults import unending
from interpreter.runtime.generator import scaled, stepped
from interpreter.runtime.hidden_questions import hidden_from
from interpreter.runtime.history import Decision
from interpreter.runtime.machine import not_let_through
from interpreter.runtime.native import (
    BEYOND,
    FAULT,
    NONE,
    OVER,
    WAITING,
    AtRandom,
    Memory,
    Native,
    NoRoomError,
    Played,
)
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.requests import Choice, Request
from interpreter.runtime.result import Luck, Result
from interpreter.runtime.tables import Made, Value

LONGEST_PAUSE = 64  # decisions that Python makes before it tries C again
A_FREE_ACTION, A_LIST = 1, 2  # flags in the third word of a logged decision
Past = list[Made] | Callable[[], list[Made]]


class NativeEngine:
    __slots__ = ("_begin", "_held", "_memory", "_native", "_past", "_seen", "_table", "replay")

    def __init__(
        self,
        native: Native,
        table: PythonEngine,
        begin: Callable[[PythonEngine], PythonEngine],
        memory: Memory | None,
        past: Past,
    ) -> None:
        self._native, self._table, self._begin = native, table, begin
        self._memory = memory  # None: Python plays on alone, in `_seen`
        self._past: Past = past  # the decisions so far, or a function that finds them
        self._seen: PythonEngine | None = None  # the same position in Python
        self.replay: PythonEngine | None = None  # a Python replay of the decisions, possibly only of the earlier ones
        self._held = False  # check `always` rules after each decision?

    @classmethod
    def in_python(
        cls, native: Native, table: PythonEngine, begin: Callable[[PythonEngine], PythonEngine]
    ) -> NativeEngine:
        """Make a game that Python plays alone from the beginning."""
        state = cls(native, table, begin, None, [])
        state._seen = begin(table.clone())
        return state

    # ---- conversion to Python
    @property
    def position(self) -> PythonEngine:
        """The same position in Python, with its past.

        To be read, not changed: decisions are made in C."""
        return self._with_its_past()

    def python(self) -> PythonEngine:
        """A Python state with the same position, past and future."""
        return self._with_its_past().clone()

    def memory(self) -> Memory | None:
        """The native position; None while Python plays on alone."""
        return self._memory

    def as_python(self) -> PythonEngine:
        """A Python state with the decisions, without the log or last seen tables."""
        if self._seen is None:
            assert self._memory is not None
            state = self._read(self._memory)
            state.decided = list(self._made())
            if self._held:
                state.hold_always(arranged=True)
            self._seen = state
        return self._seen

    def _read(self, memory: Memory) -> PythonEngine:
        state = self._table.bare_clone()
        self._native.read(memory, state)
        state.rejected = not_let_through(state)
        return state

    def _with_its_past(self) -> PythonEngine:
        """The same with its log, if there is one, and the table each player saw last.

        The position is still C's."""
        state = self.as_python()
        in_secret = state.secret_turn_of is not None
        if self._memory is not None and (in_secret or self._table.log is not None or self._table.code.QUIET):
            told = self._decided_again()
            state.log, state.known = (
                told.log,
                told.known,
            )  # shared, never changed here: callers that play on clone first
            state.last_seen, state.windows, state.moments = told.last_seen, told.windows, told.moments
            state.before_secret, state.secret_opening = told.before_secret, told.secret_opening
            state.withheld, state.own_turns = told.withheld, told.own_turns
        return state

    def _decided_again(self) -> PythonEngine:
        """Replay the decisions in Python, for the log."""
        if self.replay is None:
            self.replay = self._begin(self._table.clone())
        later = self._made()[self.replay.decisions :]
        if later:
            state = self.replay.clone()  # other states may share it
            for made in later:
                state.decide(made.option, made.free)
            self.replay = state
        return self.replay

    def _as_looked_at(self) -> PythonEngine:
        """The state for views.

        Its past is needed only if something that happened is hidden from a player for now."""
        now = self.as_python()
        return self._with_its_past() if now.secret_turn_of is not None or hidden_from(now) else now

    def _made(self) -> list[Made]:
        if self._memory is None and self._seen is not None:
            return self._seen.made
        if callable(self._past):
            self._past = self._past()
        return self._past

    # ---- playing
    @property
    def request(self) -> Request | None:
        return self.as_python().request

    def request_for(self, player: int | None) -> Request | None:
        return self.as_python().request_for(player)

    @property
    def open_requests(self) -> tuple[Request, ...]:
        return self.as_python().open_requests

    def choose(self, choice: Choice | int | str) -> None:
        state = self.as_python()
        if state.options is None or self._memory is None:
            state.choose(choice)
            return
        option, free = state.picked(choice, state.options)
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
            self.as_python().take(number)
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

    def _at(self, memory: Memory) -> NativeEngine:
        """The same game at another position."""
        return NativeEngine(self._native, self._table, self._begin, memory, self._past)

    def _decide_in_python(self, before: Memory, option: Value, free: bool) -> None:
        """Repeat in Python what C could not do: it faults with a message, or continues."""
        self._memory, self._seen = before, None
        self._alone().decide(option, free)
        self._back_to_c()

    def _alone(self) -> PythonEngine:
        """Continue in Python alone from here on."""
        if self._memory is not None:
            state = self._with_its_past().clone()
            if self._held:
                state.hold_always(arranged=True)
            self._memory, self._seen = None, state
        return self.as_python()

    def _back_to_c(self) -> None:
        """Continue in C from Python's position, if it fits."""
        state = self.as_python()
        try:
            self._memory = self._native.take(state)
        except NoRoomError:
            return
        self._past, self.replay, self._seen = state.made, state, None

    def answer_for(self, player: int, choice: Choice | int | str) -> None:
        """As in Python. C does not know sealed answers, so Python plays on."""
        if self.deciding == player:
            self.choose(choice)
        else:
            self._alone().answer_for(player, choice)

    def hold_always(self, arranged: bool = False) -> None:
        """From now on, fault when a declared `always` rule is broken after a decision.

        Python reports it."""
        self.as_python().hold_always(arranged)
        self._held = True

    @property
    def choice_count(self) -> int:
        return self._memory.choices() if self._memory is not None else self.as_python().choice_count

    @property
    def deciding(self) -> int | None:
        return self._memory.deciding() if self._memory is not None else self.as_python().deciding

    def play_out(self, generator: python_random.Random | None = None, most: int = 1_000_000) -> int:
        """Play random decisions to the end; return their number.

        The same generator gives other decisions than in Python."""
        picks = (generator or python_random.Random(self.seed)).getrandbits(64) or 1
        if self._memory is None:
            return _to_the_end(self.as_python(), picks, most)
        before = self._at(self._memory.clone())
        before.replay = self.replay
        played = self.play_at_random(picks, most)
        if (
            played.how != OVER or self._memory is None
        ):  # Python repeats the decisions, and reports a fault if there is one
            self._memory, self._seen = None, before.python()
            return _to_the_end(self._seen, picks, most)
        self._past = lambda: _replayed(before.as_python().clone(), picks, most)
        self._seen = None
        return played.decisions

    def play_at_random(self, picks: int, most: int) -> Played:
        """Make up to `most` random decisions, in C but for those that are too much for it.

        These Python makes. After a fault this engine is unusable; a Python engine with the same decisions explains it."""
        count, in_python, why, pause = 0, 0, "", 1
        while True:
            if self._memory is not None:
                before = self._memory.clone()
                how, made, _ = self._memory.play_out(picks, most - count)
                self._seen = None
                if how != BEYOND:
                    return self._played(how, count + made, in_python, why)
                why = why or self._memory.too_much()
                _, _, picks = before.play_out(picks, made - 1)  # the same decisions again, but for the last
                self._memory, count = None, count + made - 1
                self._seen = self._read(before)
            state = self.as_python()
            for _ in range(pause):
                if state.options is None or count == most:
                    return self._played(WAITING if state.options is not None else OVER, count, in_python, why)
                picks = stepped(picks)
                state.take(scaled(picks, state.choice_count))
                count, in_python = count + 1, in_python + 1
            try:
                self._memory = self._native.take(state)
                pause = 1
            except NoRoomError:
                pause = min(2 * pause, LONGEST_PAUSE)

    def _played(self, how: int, decisions: int, in_python: int, why: str) -> Played:
        if how not in (OVER, WAITING):
            return Played(how, decisions, (), {}, in_python, why)
        end = self._seen if self._memory is None or self._seen is not None else self._read(self._memory)
        assert end is not None
        return Played(how, decisions, end.winners, dict(end.scores), in_python, why)

    def play_on(self, generator: Luck, most: int) -> int:
        """Play at most `most` random decisions; return how many were made."""
        count = 0
        while count < most and self.choice_count:
            self.take(int(generator.random() * self.choice_count))
            count += 1
        return count

    def at_random(self, luck: array[int], most: int, hold: bool = True) -> AtRandom | None:
        """Make up to `most` random decisions.

        `luck` is the generator of each seat, which goes on. None on a failure, or with `hold` on a broken `always` rule: this
        state is then unusable, and a Python state with the same decisions explains why."""
        if self._memory is None:
            return None
        past = self._past
        how, log, single = self._memory.at_random(luck, most, hold)
        if how not in (OVER, WAITING):
            return None
        if A_LIST in log[2::4]:
            begin, table = self._begin, self._table
            self._past = lambda: _made_again(begin(table.bare_clone()), past() if callable(past) else past, log)
        else:
            self._past = _and_then(past, lambda: _made_in(log))
        self._seen = None
        return AtRandom(how == OVER, len(log) // 4, single)

    def clone(self) -> NativeEngine:
        copy = NativeEngine(self._native, self._table, self._begin, None, self._past)
        copy._held, copy.replay = self._held, self.replay
        if self._memory is not None:
            copy._memory = self._memory.clone()
        elif self._seen is not None:
            copy._seen = self._seen.clone()
        return copy

    # ---- chance
    @property
    def chance_count(self) -> int:
        return self.as_python().chance_count

    @property
    def chance_asked(self) -> tuple[int, ...]:
        return self.as_python().chance_asked

    def script_chance(self, outcomes: Sequence[int]) -> None:
        """As in Python. C only uses its generator, so Python plays on."""
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
        return self.as_python().result

    @property
    def decisions(self) -> int:
        return len(self._made())

    def worth(self, player: int) -> int | None:
        found = self._memory.worth(player) if self._memory is not None else None
        return self.as_python().worth(player) if found is None else found  # Python reports failures

    @property
    def history(self) -> tuple[Decision, ...]:
        return self.as_python().history

    @property
    def events(self) -> Sequence[Event]:
        return self._with_its_past().events

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        return self._with_its_past().events_for(player, since)

    def events_known(self, player: int | None) -> int:
        return self._with_its_past().events_known(player)

    @property
    def used(self) -> set[str]:
        return self.as_python().used

    @property
    def asleep(self) -> frozenset[str]:
        return self.as_python().asleep

    def view(self, player: int | None) -> dict[str, Any]:
        return self._as_looked_at().view(player)

    def seen(self, player: int | None, name: str) -> Any:
        return self._as_looked_at().seen(player, name)

    def as_seen(self, player: int | None) -> PythonEngine:
        """A Python state: the table as that player sees it."""
        return self._with_its_past().as_seen(player)

    def moments_for(self, player: int | None) -> tuple[PythonEngine, ...]:
        return self._with_its_past().moments_for(player)

    def moments_of_all(self) -> tuple[PythonEngine, ...]:
        return self._with_its_past().moments_of_all()

    @property
    def could_have_been_asked(self) -> tuple[int, ...]:
        return self._with_its_past().could_have_been_asked

    def why_not(self, player: int, words: str, in_full: bool = True) -> str:
        return self._as_looked_at().why_not(player, words, in_full)

    def redealt(self, player: int, seed: int) -> PythonEngine:
        return self._with_its_past().redealt(player, seed)

    def broken_rules(self) -> list[str]:
        return self.as_python().broken_rules()

    def key(self) -> tuple[object, ...]:
        return self.as_python().key()

    def save(self) -> dict[str, Any]:
        return self._with_its_past().save()

    def save_for(self, player: int | None) -> dict[str, Any]:
        return self._with_its_past().save_for(player)


def _made_in(log: Sequence[int]) -> list[Made]:
    words = iter(log)
    return [Made(site, None if option == NONE else option, bool(free), actor)
            for site, option, free, actor in zip(words, words, words, words, strict=True)]  # fmt: skip


def _made_again(state: PythonEngine, past: list[Made], log: Sequence[int]) -> list[Made]:
    """The same where lists were chosen, which the log has only by index.

    Replay to find them."""
    for made in past:
        state.decide(made.option, made.free)
    words = iter(log)
    for _, option, sort, _ in zip(words, words, words, words, strict=True):
        assert state.options is not None
        chosen = state.options[option] if sort == A_LIST else None if option == NONE else option
        state.decide(chosen, sort == A_FREE_ACTION)
    return state.made


class _Later:
    """Decisions found on demand: some past, and what followed it, piece by piece.

    The pieces are a flat tuple, not nested, because a long game has thousands of them."""

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


def _one_more(before: NativeEngine, number: int) -> Made:
    state = before.as_python()
    assert state.options is not None
    free = number >= len(state.options)
    option = state.free[number - len(state.options)] if free else state.options[number]
    return Made(state.site, option, free, state.actor)


def _replayed(state: PythonEngine, picks: int, most: int) -> list[Made]:
    play_out_like_c(state, picks, most)
    return state.made


def _to_the_end(state: PythonEngine, picks: int, most: int) -> int:
    """Replay C's decisions; fault if the game is not over then."""
    count = play_out_like_c(state, picks, most)
    if state.options is not None:
        raise unending(most)
    return count


def play_out_like_c(state: PythonEngine, picks: int, most: int) -> int:
    """Make the same random decisions as C.

    A choice is the upper half of the next number, scaled."""
    count = 0
    while state.options is not None and count < most:
        picks = stepped(picks)
        request = state.request
        assert request is not None
        state.choose(request.choices[scaled(picks, len(state.options) + len(state.free))])
        count += 1
    return count

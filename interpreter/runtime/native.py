"""The C engine: states as blocks of memory, converted from and to Python positions.

In: an opened library emitted from the same Program, and the game's tables. Out: `Native`, which imports and exports positions
at any decision and plays whole games in one call. Layer: runtime. Texts come from Python: a native state is converted to a
Python one to be read, and a decision that fails in C is repeated in Python.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from interpreter.ir.types import NUMBER, Grid, ListOf, Type, YesNo, Zone, bare
from interpreter.runtime.grids import contacts
from interpreter.runtime.imagined_tables import Imagined
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Code, Frame, Timer, Value

NONE = -(1 << 63)
WORD = (1 << 64) - 1
WAITING, OVER, FAULT, BEYOND = range(4)
MAX_WORDS = 1 << 18
LISTS_FOLLOW = -1  # in place of the step: each option is a list
LIST = ListOf(NUMBER)
PAGE = 512  # decisions logged in one call
POINTER, INTEGER = ctypes.c_void_p, ctypes.c_int64
Signature = tuple[str, object, Sequence[object]]
OF_THE_GAME: tuple[Signature, ...] = (
    ("rw_size", ctypes.c_size_t, []), ("rw_used", ctypes.c_size_t, [POINTER]), ("rw_context", POINTER, []),
    ("rw_drop", None, [POINTER]), ("rw_new", POINTER, []), ("rw_free", None, [POINTER]),
    ("rw_copy", None, [POINTER, POINTER]), ("rw_copies", None, [POINTER, POINTER, INTEGER]),
    ("rw_clone", POINTER, [POINTER]),
    ("rw_begin", ctypes.c_int, [POINTER, POINTER, ctypes.c_uint64]),
    ("rw_choose", ctypes.c_int, [POINTER, POINTER, INTEGER]), ("rw_choices", INTEGER, [POINTER]),
    ("rw_deciding", INTEGER, [POINTER]),
    ("rw_actor", INTEGER, [POINTER]), ("rw_broken", ctypes.c_int, [POINTER, POINTER]),
    ("rw_units", ctypes.c_char_p, []), ("rw_beyond", ctypes.c_char_p, [POINTER]),
    ("rw_rows", ctypes.c_char_p, []), ("rw_export", INTEGER, [POINTER, POINTER]),
    ("rw_import", ctypes.c_int, [POINTER, POINTER, POINTER]),
    ("rw_play_out", ctypes.c_int, [POINTER, POINTER, POINTER, INTEGER, POINTER]),
    ("rw_worth", INTEGER, [POINTER, POINTER, INTEGER]),
    ("rw_at_random", ctypes.c_int,
     [POINTER, POINTER, POINTER, INTEGER, ctypes.c_int, POINTER, POINTER, POINTER]),
    ("rw_many", INTEGER, [POINTER, POINTER, INTEGER, POINTER, POINTER, INTEGER, POINTER, POINTER, POINTER]),
)  # fmt: skip
FOR_BOTS: tuple[Signature, ...] = (
    ("rw_tried", ctypes.c_int, [POINTER, POINTER, POINTER, INTEGER, ctypes.c_uint64, INTEGER, INTEGER, POINTER]),
    ("rw_tree", POINTER, [ctypes.c_uint64, ctypes.c_double]), ("rw_fell", None, [POINTER]),
    ("rw_search", INTEGER, [POINTER, POINTER, POINTER, INTEGER, INTEGER, ctypes.c_int]),
    ("rw_found", None, [POINTER, INTEGER, INTEGER, POINTER, POINTER]),
)  # fmt: skip


class NoRoomError(Exception):
    """A position that does not fit into native memory: Python plays on alone."""


class Played(NamedTuple):
    """The outcome of a game played in C.

    OVER, FAULT, BEYOND or WAITING (too many decisions)."""

    how: int
    decisions: int
    winners: tuple[int, ...]
    scores: dict[int, int]
    in_python: int = 0  # decisions that were too much for C
    why: str = ""  # what was too much, at the first of them


class AtRandom(NamedTuple):
    """Random decisions: is the game over, how many, and how many were forced.

    Forced by seat: those that had only one choice."""

    over: bool
    decisions: int
    single: tuple[int, ...]


class Native:
    def __init__(
        self, library: ctypes.CDLL, code: Code, whole: Callable[[], ctypes.CDLL] | None = None, quick: bool = False
    ) -> None:
        """`whole` gives the library with what bots need, where `library` may be without.

        `quick`: it was compiled in a hurry, and a better one will come."""
        self.code = code
        self.replace(library, whole, quick)
        self.context: int = library.rw_context()
        import json  # only games in C need it

        self.units: list[str] = json.loads(library.rw_units())
        self.rows: list[str] = json.loads(library.rw_rows())
        self.kinds = sorted(code.card_kind)  # base cells of the kinds of cards, in order
        self.redeal_words: array[int] | None = None  # what C knows of the rules for redeals: see `thinking`
        self._words = (ctypes.c_int64 * MAX_WORDS)()
        self._slots = [code.SLOTS[name] for name in code.BLOCK_ROUTINE]  # by block: the slot types of its frame
        self._stretches = [one for one in self._plain_stretches() if one[0] < one[1]]
        self._zones = [number for number, zoned in enumerate(code.zone_of) if zoned is not None]

    def replace(
        self, library: ctypes.CDLL, whole: Callable[[], ctypes.CDLL] | None = None, quick: bool = False
    ) -> None:
        """Go on with another library of the same rules.

        Positions of the other one stay what they are."""
        self.lib, self.quick, self._for_bots = library, quick, False
        self._whole = None if hasattr(library, FOR_BOTS[0][0]) else whole
        _declare(library, OF_THE_GAME)

    @property
    def bots(self) -> ctypes.CDLL:
        """The library with what bots need, compiled now where it was left out.

        Positions of the other one go on in this one."""
        if self._whole is not None:
            self.lib, self._whole = self._whole(), None
            _declare(self.lib, OF_THE_GAME)
        if not self._for_bots:
            _declare(self.lib, FOR_BOTS)
            self._for_bots = True
        return self.lib

    # ---- from Python to C
    def take(self, state: Position, marks: bool = True) -> Memory:
        """Import a Python position.

        Without `marks`, usage bits and taken ways are left out. Sealed answers, and chance that is scripted or keyed, are not
        supported: NoRoomError."""
        if state.sealed or state.forced is not None or not state.random:
            raise NoRoomError
        memory, words = Memory(self, self.lib.rw_new()), self.words(state, marks)
        if len(words) >= MAX_WORDS or not self.lib.rw_import(memory.at, self.context, words.buffer_info()[0]):
            raise NoRoomError
        return memory

    def words(self, state: Position, marks: bool = True) -> array[int]:
        """Serialize a position for `rw_import`."""
        found: list[int | None] = []
        for start, end, type_ in self._stretches:
            if type_ is None:
                found += state.cells[start:end]
            else:
                for value in state.cells[start:end]:
                    found += _listed(value, type_)
        for zone in self._zones:
            cards = state.lists[zone]
            found.append(len(cards))
            found += cards
        found += self._machine(state, marks)
        try:
            return array("q", [NONE if word is None else word for word in found])
        except OverflowError:  # a number too large for C
            raise NoRoomError from None

    def _plain_stretches(self) -> Iterator[tuple[int, int, Type | None]]:
        """Yield ranges of cells in C's order, with the type if they are lists.

        Bots import many positions, so adjacent cells are copied as one slice."""
        cells = [
            (keep.base, len(self.code.keys_of(keep.kinds)), keep.type) for keep in self.code.KEEPS if not keep.is_zone
        ]
        cells += [(base, self.code.size(self.code.card_kind[base]), YesNo()) for base in self.kinds]
        start = end = 0
        for base, count, type_ in cells:
            if isinstance(type_, ListOf) or base != end:
                yield start, end, None
                start = end = base
            if isinstance(type_, ListOf):
                yield base, base + count, type_
                start = base + count
            end = base + count
        yield start, end, None

    def _machine(self, s: Position, marks: bool) -> Iterator[int]:
        """Yield everything but the table.

        The stack, the question, players who are out and so on."""
        yield len(s.stack)
        for frame in s.stack:
            yield from self._frame(frame)
        yield _signed(s.random)
        yield from (s.chance_count, s.site, s.actor, s.asking, int(s.over), s.stamp, _word(s.secret_turn_of))
        yield len(s.decided)
        yield from (_signed(sum(1 << one for one in some)) for some in (s.tried, s.free, s.automas))
        yield s.count
        yield len(s.secret_causes)
        yield from s.secret_causes
        written = [(row, player, value) for row, column in s.sheet.items() for player, value in column.items()]
        yield len(written)
        for row, player, value in written:
            yield from (self.rows.index(row), player, value)
        for items in (s.winners, s.out, s.seats, tuple(s.scores), tuple(s.scores.values())):
            yield len(items)
            yield from items
        yield len(s.timers)
        for timer in s.timers:
            yield from (timer.unit, _word(timer.of), timer.left, self.kinds.index(timer.base))
            yield from (timer.card, timer.zone, timer.position)
        yield len(s.regions)
        yield from s.regions
        yield from map(_signed, self._used(s, marks))
        yield from self._options(s.options)

    def answers(self, state: Position, since: int) -> array[int]:
        """Serialize the decisions from this one on, each as four words.

        Question, answer, free action or not, player."""
        found = array("q")
        for site, option, free, actor in state.decided[since:]:
            if isinstance(option, tuple):
                found.extend((site, _hashed(option), int(free), actor))
            else:
                found.extend((site, NONE if option is None else int(option), int(free), actor))
        return found

    def _frame(self, frame: Frame) -> Iterator[int]:
        yield frame[0]
        for type_, value in zip(self._slots[frame[0]], frame[1:], strict=True):
            if isinstance(bare(type_), ListOf | Zone | Grid):
                yield from _listed(value, bare(type_)) if value is not None else (NONE,)
            else:
                yield _word(value)

    def _used(self, s: Position, marks: bool) -> Iterator[int]:
        words = (self.code.CELLS + len(self.code.USABLE.rules)) // 64 + 1
        yield words
        yield from (s.touched >> 64 * i & WORD if marks else 0 for i in range(words))
        taken = [0] * (len(self.code.SITES) + 1)
        for made in s.made if marks else ():
            if isinstance(made.option, int) and made.free:
                taken[-1] |= 1 << made.option
            elif isinstance(made.option, int) and self.code.SITES[made.site].is_menu:
                taken[made.site] |= 1 << made.option
        yield len(taken)
        yield from taken

    def _options(self, options: Sequence[Value] | None) -> Iterator[int]:
        if options is None:
            yield from (-1, 0, 0)
        elif isinstance(options, range) and options.step > 0:
            yield from (len(options), options.step, options.start)
        elif any(isinstance(option, tuple) for option in options):
            yield from (len(options), LISTS_FOLLOW, 0)
            for option in options:
                yield from _listed(option, LIST) if isinstance(option, tuple) else (_word(option),)
        else:
            yield from (len(options), 0, 0)
            yield from map(_word, options)

    # ---- from C to Python
    def read(self, memory: Memory, state: Position) -> int:
        """Load a native position into a Python one; return the number of its decisions."""
        count = self.lib.rw_export(memory.at, self._words)
        words = iter(self._words[:count])
        for keep in self.code.KEEPS:
            if not keep.is_zone:
                for number in range(keep.base, keep.base + len(self.code.keys_of(keep.kinds))):
                    state.cells[number] = _value(keep.type, words)
        for base in self.kinds:
            for number in range(base, base + self.code.size(self.code.card_kind[base])):
                state.cells[number] = _maybe(next(words))
        for number, zoned in enumerate(self.code.zone_of):
            if zoned is not None:
                state.lists[number] = [_maybe(next(words)) for _ in range(next(words))]
                if zoned.keep.is_grid:
                    contacts(state, number, self.code.ground(number))
        state.stack = [self._frame_back(words) for _ in range(next(words))]
        return self._machine_back(state, words)

    def _frame_back(self, words: Iterator[int]) -> Frame:
        block = next(words)
        return [block, *(_value(type_, words) for type_ in self._slots[block])]

    def _machine_back(self, s: Position, words: Iterator[int]) -> int:
        s.random, s.chance_count = next(words) & WORD, next(words)
        s.site, s.actor, s.asking, s.over = next(words), next(words), next(words), bool(next(words))
        s.stamp, s.secret_turn_of = next(words), _maybe(next(words))
        decisions = next(words)
        s.tried, s.free, s.automas = (_bits(next(words)) for _ in range(3))
        s.count = next(words)
        s.secret_causes = _items(words)
        s.sheet = {}
        for _ in range(next(words)):
            row, player, value = self.rows[next(words)], next(words), next(words)
            s.sheet.setdefault(row, {})[player] = value
        s.winners, s.out, s.seats = (_items(words) for _ in range(3))
        s.scores = dict(zip(_items(words), _items(words), strict=True))
        s.timers = tuple(self._timer(words) for _ in range(next(words)))
        s.regions = _items(words)
        s.touched = sum((word & WORD) << 64 * i for i, word in enumerate(_items(words)))
        self.taken = _items(words)
        length, step, low = next(words), next(words), next(words)
        if length < 0:
            s.options = None
        elif step == LISTS_FOLLOW:
            s.options = [_list_or_none(words) for _ in range(length)]
        elif step:
            s.options = range(low, low + length * step, step)
        else:
            s.options = [_maybe(next(words)) for _ in range(length)]
        s.answer = s.value = None
        s.rejected, s.trial = (), False
        return decisions

    def _timer(self, words: Iterator[int]) -> Timer:
        unit, of, left, kind, card, zone, position = (next(words) for _ in range(7))
        return Timer(unit, _maybe(of), left, self.kinds[kind], card, zone, position)

    # ---- many games at once
    def play_many(self, table: Memory, seeds: Sequence[int], picks: Sequence[int], most: int) -> list[Played]:
        """Play whole random games from one table in one call, without Python's lock."""
        n, players = len(seeds), self.code.PLAYERS
        how, counts = array("i", [0] * n), array("q", [0] * n)
        ends = array("q", [0] * (n * (2 + 3 * players)))
        context = self.lib.rw_context()
        given = [array("Q", seeds), array("Q", picks)]
        self.lib.rw_many(table.at, context, n, given[0].buffer_info()[0], given[1].buffer_info()[0], most,
                         how.buffer_info()[0], counts.buffer_info()[0], ends.buffer_info()[0])  # fmt: skip
        self.lib.rw_drop(context)
        return [
            _played(how[i], counts[i], ends[i * (2 + 3 * players) : (i + 1) * (2 + 3 * players)], players)
            for i in range(n)
        ]


class Memory:
    """One native position, freed with its last reference."""

    __slots__ = ("at", "native")

    def __init__(self, native: Native, at: int) -> None:
        self.native, self.at = native, at

    def __del__(self) -> None:
        self.native.lib.rw_free(self.at)

    def clone(self) -> Memory:
        return Memory(self.native, self.native.lib.rw_clone(self.at))

    def begin(self, generator: int) -> int:
        return int(self.native.lib.rw_begin(self.at, self.native.context, generator))

    def choose(self, number: int) -> int:
        return int(self.native.lib.rw_choose(self.at, self.native.context, number))

    def choices(self) -> int:
        """The number of choices; 0 when the game is over."""
        return max(0, int(self.native.lib.rw_choices(self.at)))

    def deciding(self) -> int | None:
        return _maybe(int(self.native.lib.rw_deciding(self.at)))

    def play_out(self, picks: int, most: int) -> tuple[int, int, int]:
        """Return the status, the number of decisions, and the generator after them.

        The decision that failed is counted."""
        generator, count = ctypes.c_uint64(picks), ctypes.c_int64(0)
        lib = self.native.lib
        how = lib.rw_play_out(self.at, self.native.context, ctypes.byref(generator), most, ctypes.byref(count))
        return int(how), count.value, generator.value

    def too_much(self) -> str:
        """What was too much for C, after BEYOND."""
        found: bytes = self.native.lib.rw_beyond(self.native.context)
        return found.decode()

    def tried(self, numbers: Sequence[int], luck: int, most: int, player: int) -> list[float] | None:
        """Value each choice for the player by a random playout with this seed.

        None if C has no room."""
        given, sums = array("q", numbers), array("d", bytes(8 * len(numbers)))
        lib = self.native.bots
        how = lib.rw_tried(self.at, self.native.context, given.buffer_info()[0], len(numbers), luck, most, player,
                           sums.buffer_info()[0])  # fmt: skip
        return None if how else list(sums)

    def tree(self, luck: int, curiosity: float) -> Tree:
        return Tree(self.native, luck, curiosity)

    def is_broken(self) -> bool:
        """Is some `always` rule broken, or does it fail?"""
        return int(self.native.lib.rw_broken(self.at, self.native.context)) != -1

    def worth(self, player: int) -> int | None:
        return _maybe(int(self.native.lib.rw_worth(self.at, self.native.context, player)))

    def at_random(self, luck: array[int], most: int, hold: bool) -> tuple[int, array[int], tuple[int, ...]]:
        """Return the status; each decision in four words.

        Site, option, free action or list, player; and by seat how many had only one choice."""
        page, count, single = array("q", bytes(32 * PAGE)), array("q", [0]), array("q", [0] * len(luck))
        log: array[int] = array("q")
        lib, context = self.native.lib, self.native.context
        words, *out = (part.buffer_info()[0] for part in (luck, page, count, single))
        while True:
            now, count[0] = min(PAGE, most - len(log) // 4), 0
            how = int(lib.rw_at_random(self.at, context, words, now, hold, *out))
            log += page[: 4 * count[0]]
            if how != WAITING or len(log) // 4 == most:
                return how, log, tuple(single)


class Tree:
    """A search tree in C for the choices of one question."""

    __slots__ = ("_at", "_native")

    def __init__(self, native: Native, luck: int, curiosity: float) -> None:
        self._native, self._at = native, native.bots.rw_tree(luck, curiosity)

    def __del__(self) -> None:
        self._native.lib.rw_fell(self._at)

    def grow(self, table: Imagined, iterations: int, most: int, open_: bool) -> int:
        """Run iterations on a table.

        Return how many were done: fewer if the root is solved, -1 if C has no room."""
        assert isinstance(table, Memory)
        return int(self._native.lib.rw_search(table.at, self._native.context, self._at, iterations, most, open_))

    def found(self, count: int, player: int) -> list[tuple[int, float | None]]:
        """For each choice: its visits, and its value for the player if it is solved."""
        visits, sure = array("q", bytes(8 * count)), array("d", bytes(8 * count))
        self._native.lib.rw_found(self._at, count, player, visits.buffer_info()[0], sure.buffer_info()[0])
        return [(tried, None if ends < 0 else ends) for tried, ends in zip(visits, sure, strict=True)]


def _played(how: int, decisions: int, end: Sequence[int], players: int) -> Played:
    winners = tuple(end[2 : 2 + min(end[0], players)])
    scorers, points = end[2 + players :][: end[1]], end[2 + 2 * players :][: end[1]]
    return Played(how, decisions, winners, dict(zip(scorers, points, strict=True)))


def _declare(library: ctypes.CDLL, functions: Sequence[Signature]) -> None:
    for name, gives, takes in functions:
        function = getattr(library, name)
        function.restype, function.argtypes = gives, takes


def _signed(word: int) -> int:
    return word if word <= WORD >> 1 else word - WORD - 1


def _word(value: Value) -> int:
    assert not isinstance(value, tuple)
    return NONE if value is None else int(value)


def _maybe(word: int) -> int | None:
    return None if word == NONE else word


def _listed(value: Sequence[Value] | None, type_: Type) -> Iterator[int]:
    """Serialize a list as its length and items.

    A list of lists is the length and words of `_flat`."""
    if value is None:
        yield -1
    elif _is_nested(type_):
        words = list(_flat(value))
        yield len(words)
        yield from words
    else:
        yield len(value)
        yield from map(_word, value)


def _is_nested(type_: Type) -> bool:
    return isinstance(type_, ListOf) and isinstance(type_.inner, ListOf | Zone | Grid)


def _flat(lists: Sequence[Value]) -> Iterator[int]:
    """Flatten a list of lists: the count, then the length and the items of each."""
    yield len(lists)
    for items in lists:
        assert isinstance(items, Sequence)
        yield len(items)
        yield from map(_word, items)


def _value(found: Type, words: Iterator[int]) -> Value:
    type_ = bare(found)
    if isinstance(type_, ListOf | Zone | Grid):
        length = next(words)
        if length < 0:
            return None
        inner = type_.inner if isinstance(type_, ListOf) else type_
        if _is_nested(type_):
            return tuple(_value(inner, words) for _ in range(next(words) if length else 0))
        return tuple(_value(inner, words) if isinstance(inner, YesNo) else _maybe(next(words)) for _ in range(length))
    word = _maybe(next(words))
    return bool(word) if word is not None and isinstance(type_, YesNo) else word


def _hashed(items: Sequence[Value]) -> int:
    """Return what a list means as an option: `meant_by` of `prelude.h`."""
    found = 0x2545F4914F6CDD1D
    for word in (len(items), *map(_word, items)):
        found = ((found ^ (word & WORD)) * 0x9E3779B97F4A7C15) & WORD
        found ^= found >> 29
    return found >> 1


def _list_or_none(words: Iterator[int]) -> tuple[Value, ...] | None:
    length = next(words)
    return None if length == NONE else tuple(_maybe(next(words)) for _ in range(length))


def _items(words: Iterator[int]) -> tuple[int, ...]:
    return tuple(next(words) for _ in range(next(words)))


def _bits(word: int) -> tuple[int, ...]:
    return tuple(i for i in range(64) if word >> i & 1)

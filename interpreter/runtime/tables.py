"""The tables of a linked game: typed records filled by generated code and read by name.

In: the names that a generated module has bound. Out: `Code`, one per game, shared by all its states. Layer: runtime. Readers
use field names, never field positions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

from interpreter.ir.types import Grid, ListOf, Maybe, Of, OptionShape, SiteShape, Type, Zone
from interpreter.runtime.grounds import Cells, Ground

Value: TypeAlias = "int | bool | tuple[Value, ...] | None"  # what a cell, a slot or an option can hold
Frame: TypeAlias = list[Any]  # of the machine: the block number, then a Value per slot
Keys: TypeAlias = tuple[int, ...]
Text: TypeAlias = Callable[..., str]  # (state, frame, item) -> text, called only when it is shown
EVERYONE = "everyone"
POSITIONS = (None, "top", "random", "bottom")  # where in a pile a card is put; at run time their indexes
AT_END, ON_TOP, AT_RANDOM, AT_BOTTOM = range(len(POSITIONS))


class Label(NamedTuple):
    """One way of a menu, or one action on offer."""

    name: str
    title: Text | None


class Part(NamedTuple):
    """One of several things decided together.

    Its kind (None: a number), its lowest value, its number of values."""

    kind: str | None
    low: int
    size: int


Asked = Literal["thing", "amount", "menu"]  # what a question asks for: several things are asked one by one


class Site(NamedTuple):
    """One place in the rules where a player decides."""

    name: str
    rule: str
    shape: SiteShape
    kind: str | None  # the kind of the things chosen from
    optional: bool
    private: bool
    prompt: Text | None
    labels: tuple[Label, ...]
    refused: Callable[..., list[tuple[Value, int, object]]] | None  # what fails a need: option, need, frame or item
    location: str
    shown: Callable[..., str] | None  # (state, option) -> words
    left_out: Callable[..., list[tuple[Value, int, object]]] | None  # what the `where` leaves out
    among: str  # what is chosen from, as written in the rules
    beside: Text | None  # the text beside a thing in the list of choices
    detail: bool  # it only completes an earlier decision
    openly: bool  # everyone sees that it is asked, whatever that depends on
    bounds: Callable[..., tuple[tuple[int, ...], int, int | None]] | None = (
        None  # of several: chosen, at least, at most
    )
    parts: tuple[Part, ...] = ()  # several things decided together: an option encodes all of them
    either: bool = False  # of these parts one is chosen: an option counts through the first, then the next
    listed: str | None = None  # the kind of the items if a whole list is chosen
    in_any_order: bool = False  # the list is a set: scenarios name its items in any order

    def apart(self, option: int) -> tuple[tuple[str | None, int], ...]:
        """Decode an option into the things decided together, each with its kind.

        The kind of a number is None."""
        if self.either:
            return (self._one_of(option),)
        found: list[tuple[str | None, int]] = []
        for part in reversed(self.parts):
            option, value = divmod(option, part.size)
            found.append((part.kind, value + part.low))
        return tuple(reversed(found))

    def _one_of(self, option: int) -> tuple[str | None, int]:
        for part in self.parts[:-1]:
            if option < part.size:
                return part.kind, option + part.low
            option -= part.size
        return self.parts[-1].kind, option + self.parts[-1].low

    @property
    def is_menu(self) -> bool:
        return self.shape in ("menu", "actions")

    @property
    def asks_for(self) -> Asked:
        match self.shape:
            case "several":
                return "thing"
            case "actions":
                return "menu"
            case _:
                return self.shape


class Keep(NamedTuple):
    """One stored value: its address, type, visibility and lifetime."""

    name: str
    base: int
    steps: Keys
    kinds: tuple[str, ...]
    type: Type
    sight: Callable[..., bool] | str  # EVERYONE, or (state, viewer, *keys) -> may the viewer see it
    count_hidden: bool
    in_force: bool
    lives_with: str | None  # a routine; None: the whole game; empty: internal to the rules
    location: str
    not_shown: bool
    absence_seen: bool  # everyone sees when it is none
    seen_by_others: bool  # seen by all but one player
    title: str | None  # its name for people
    height_of: str | None  # of a stacked track: the value whose stacking order this is
    counted: tuple[str, str] | None  # singular and plural in the game's words: `{n} coin`, with {1} for its second key
    sight_is_fixed: bool  # visibility depends on the keys alone
    place: str  # of a pile: its name in the log, with {0} for its first key; empty: made from its name
    others_change: bool  # in `secretly each`, a turn may change what is another player's own
    arrival: str  # of a pile: the line of the log when {cards} get there; empty: the usual one

    @property
    def is_zone(self) -> bool:
        """Is it a pile, a row or a grid, stored in the lists of a state?"""
        return isinstance(self.type, Zone | Grid)

    @property
    def is_row(self) -> bool:
        return isinstance(self.type, Zone) and self.type.size is not None

    @property
    def is_grid(self) -> bool:
        return isinstance(self.type, Grid)

    @property
    def card(self) -> str:
        """Of a zone: the kind of its cards."""
        assert isinstance(self.type, Zone | Grid)
        return self.type.kind

    def at(self, keys: Keys) -> int:
        """The index of the cell or list for these keys."""
        return self.base + sum(key * step for key, step in zip(keys, self.steps, strict=True))


class Shown(NamedTuple):
    """A derived value that is displayed."""

    name: str
    title: str | None
    kinds: tuple[str, ...]
    type: Type
    work_out: Callable[..., Value]
    owner: int | None  # index of the key that is the player who sees it
    when_asked: bool  # not shown on the table, only on request


class Lattice(NamedTuple):
    """Where the members of a kind lie on a board of cells."""

    hexes: bool
    of: str  # the kind of the cells
    part: str  # cell, corner, edge
    points: tuple[tuple[int, ...], ...]  # column and row in steps of a corner; of an edge, of both ends


class Kind(NamedTuple):
    word: str  # names, table, cards, places, connections, grid, player, option
    members: tuple[str, ...]
    titles: tuple[str, ...]
    grid: tuple[int, int] | None
    base: int | None  # of cards: the first of the cells that hold each card's list
    plural: str
    lattice: Lattice | None = None
    spare: int | None = None  # of cards that are made in play: the list of those that were removed


class Need(NamedTuple):
    """A condition that can fail: as written, and the texts that explain it."""

    words: str
    because: Text | None
    values: Text | None
    location: str
    clauses: tuple[str, ...]


class NoneLeft(NamedTuple):
    """A later question that may have no options.

    Its items, and the need that each fails."""

    name: str
    tell: Callable[..., list[tuple[str, int | None, Value]]]


class Action(NamedTuple):
    can: Callable[..., bool]
    why: Callable[..., int | None]  # the need that fails; below 0: a later question has no options


class FreeAction(NamedTuple):
    name: str
    can: Callable[..., bool]
    title: Callable[..., str] | None
    between: bool  # not offered beside the details of a decision


class Routine(NamedTuple):
    """A routine that can stop: its entry block and the size of its frame."""

    entry: int
    slots: int
    parameters: int


class Required(NamedTuple):
    """What must hold before anything is played."""

    holds: Callable[..., bool]
    because: Text
    location: str


class Always(NamedTuple):
    name: str
    holds: Callable[..., bool]
    because: Text
    location: str
    why: Callable[..., str]  # the values that make it fail
    depends: int  # a bit for each range of WATCHED, from the second on; -1: anything
    gap: Callable[..., int] | None = None  # of `A is B` with numbers: A - B


class Option(NamedTuple):
    name: str
    title: str
    shape: OptionShape
    values: tuple[str, ...]
    low: int | None
    high: int | None
    default: int | bool
    value: int | bool


class Column(NamedTuple):
    type: Type
    cells: tuple[Value, ...]


class Amounts(NamedTuple):
    """A column with a number for each member of a kind: `cost(stock)`."""

    by: str
    cells: tuple[tuple[int, ...] | None, ...]  # per member; None: a formula of the rules


class Connection(NamedTuple):
    start: int
    end: int
    one_way: bool


class Connections(NamedTuple):
    """A kind of connection: the places it joins, and both ends of each."""

    joins: str | None
    ends: tuple[Connection, ...]


class Rule(NamedTuple):
    """A procedure, an action or a named step.

    Its bit of `touched`, its routine, and the variant it belongs to."""

    bit: int
    routine: str
    variant: str


class Usable(NamedTuple):
    """What a game can use: actions and ways.

    Cards, each with its bit of `touched`; rules."""

    actions: tuple[str, ...]
    cards: Mapping[str, int]
    rules: Mapping[str, Rule]

    @property
    def bits(self) -> dict[str, int]:
        """The usage bit of each card and rule."""
        return {**self.cards, **{name: rule.bit for name, rule in self.rules.items()}}


class Line(NamedTuple):
    """From this line of generated code on: the rule that it comes from."""

    line: int
    path: str
    number: int


class Lines:
    """The map from lines of generated code to rules.

    Stored as text and parsed when a fault needs it."""

    def __init__(self, paths: tuple[str, ...], rows: str) -> None:
        """`rows`: first line, index of the path, line of the rules.

        An empty path means no rule."""
        self._paths, self._rows = paths, rows

    @cached_property
    def entries(self) -> tuple[Line, ...]:
        rows = (map(int, row.split(":")) for row in self._rows.split())
        return tuple(Line(line, self._paths[path], number) for line, path, number in rows)

    def at(self, line: int) -> str:
        """The rule that a line of generated code comes from."""
        index = bisect_right(self.entries, line, key=lambda entry: entry.line) - 1
        found = self.entries[index]
        return f"{found.path}:{found.number}" if index >= 0 and found.path else ""


class Timer(NamedTuple):
    """A card that stays somewhere for a while, and where it goes afterwards."""

    unit: int  # index of the unit of time
    of: int | None
    left: int  # units left
    base: int
    card: int
    zone: int
    position: int  # one of POSITIONS


class Rest(NamedTuple):
    """A secret that something depends on.

    A stored value (a key None: any), or a decision known to one player. Numbers are slots; for bookkeeping, its own keys."""

    keep: str | None
    keys: tuple[int | None, ...]
    known_to: int | None


class Made(NamedTuple):
    """A decision, in the engine's numbers."""

    site: int
    option: Value
    free: bool
    actor: int


class InvariantSnapshot(NamedTuple):
    """The table when all `always` rules last held, and the waived rules.

    Waived are those that an arranged position breaks."""

    cells: list[Any]
    lists: list[list[Any]]
    seats: Sequence[int]
    waived: frozenset[int]


class Tried(NamedTuple):
    """Why an option was rejected, with the same parts as a need."""

    reason: str
    condition: str = ""
    values: str = ""
    location: str = ""
    clauses: tuple[str, ...] = ()


Arrivals: TypeAlias = dict[
    int, tuple[int, Tried]
]  # by level: the value reached, and the reason for options that reach less


RECORDS = (
    Label, Part, Site, Keep, Shown, Kind, Need, NoneLeft, Action, FreeAction, Routine, Required, Always, Option, Amounts, Column,
    Connection, Connections, Lattice, Rule, Usable, Lines, Timer, Rest, Tried,
)  # fmt: skip


class Zoned(NamedTuple):
    """A list of the state: its keep and the keys."""

    keep: Keep
    keys: Keys


class Code:
    """The tables and functions of a game. Shared by all its states."""

    ROUTINES: Mapping[str, Routine]
    SLOTS: Mapping[str, tuple[Type, ...]]  # types of frame slots, by routine
    NEEDED: tuple[tuple[int, ...], ...]  # by block: its live slots; empty if nothing is hidden
    SECRET_SLOTS: Mapping[str, Mapping[int, tuple[Rest, ...]]]  # by routine: slots that depend on a secret
    SECRET_KEEPS: Mapping[str, tuple[Rest, ...]]  # bookkeeping that depends on a secret
    BLOCK_ROUTINE: tuple[str, ...]
    CALLED_AT: Mapping[int, str]
    RANKED: bool  # is there a `must leave the highest`?
    QUIET: bool  # are there questions that not everyone may notice?
    CAREFUL: bool  # must questions be completed for free actions, trials, automas or players who are out?
    PLAIN: Mapping[str, Callable[..., Value]]
    SITES: tuple[Site, ...]
    NEEDS: tuple[Need, ...]
    NONE_LEFT: tuple[NoneLeft, ...]
    FREE: tuple[FreeAction, ...]
    JUDGE: Callable[..., int] | None  # the value `for bots`
    ACTIONS: Mapping[str, Action]
    ALWAYS: tuple[Always, ...]
    WATCHED: tuple[tuple[bool, int, int], ...]
    REQUIRED: tuple[Required, ...]
    KEEPS: tuple[Keep, ...]
    SHOWN: tuple[Shown, ...]
    RESETS: tuple[Callable[..., None], ...]
    KINDS: Mapping[str, Kind]
    OPTIONS: tuple[Option, ...]
    LINES: Lines
    CELLS: int
    LISTS: int
    PLAYERS: int
    OWNERS: Mapping[int, int]
    FORCE: frozenset[int]
    SHAPES: Mapping[str, tuple[Cells, ...]]
    GROUNDS: Mapping[str, Ground]  # of each grid
    CARD_TEXTS: Mapping[str, tuple[str, ...]]
    USABLE: Usable
    COLUMNS: Mapping[str, Mapping[str, Column]]
    AMOUNTS: Mapping[str, Mapping[str, Amounts]]
    ENDS: Mapping[str, Connections]
    META: Mapping[str, Any]
    BLOCKS: tuple[Callable[..., bool | None], ...]

    def __init__(self, names: dict[str, Any], filename: str) -> None:
        self.names = names
        self.filename = filename
        for table in Code.__annotations__:
            setattr(self, table, names[table])
        self.BLOCKS = (*names["BLOCKS"], _idle)
        self.card_kind = {kind.base: name for name, kind in self.KINDS.items() if kind.base is not None}
        self.keep_by_name = {keep.name: keep for keep in self.KEEPS}
        self.fixed_seers: dict[tuple[str, tuple[int | None, ...], int], int | None] = {}  # cache of `hidden_questions`
        self.zone_of: list[Zoned | None] = [None] * self.LISTS
        for zoned in self._zones():
            self.zone_of[zoned.keep.at(zoned.keys)] = zoned
        self.is_row = [zoned is not None and zoned.keep.is_row for zoned in self.zone_of]
        self.is_grid = [zoned is not None and zoned.keep.is_grid for zoned in self.zone_of]

    @property
    def idle(self) -> int:
        return len(self.BLOCKS) - 1

    def _zones(self) -> Iterator[Zoned]:
        return (Zoned(keep, keys) for keep in self.KEEPS if keep.is_zone for keys in self.keys_of(keep.kinds))

    def keys_of(self, kinds: tuple[str, ...]) -> list[Keys]:
        """List all combinations of keys, including empty seats."""
        return list(product(*(range(self.size(kind)) for kind in kinds)))

    def size(self, kind: str) -> int:
        return self.PLAYERS if kind == "player" else len(self.KINDS[kind].members)

    def base(self, kind: str) -> int:
        """The first of the cells that hold the list of each card of a kind."""
        found = self.KINDS[kind].base
        assert found is not None
        return found

    def zone(self, number: int) -> Keep:
        """The keep that a list belongs to."""
        found = self.zone_of[number]
        assert found is not None
        return found.keep

    def ground(self, grid: int) -> Ground:
        """What the tiles of a grid lie on."""
        return self.GROUNDS[self.zone(grid).name]

    def location(self, line: int) -> str:
        """The rule that a line of generated code comes from."""
        return self.LINES.at(line)


def _idle(_s: object, _f: Frame) -> bool:
    """The block of an idle table: the machine stops until something is started."""
    return True


def kind_in(type_: Type) -> str | None:
    """The kind of the things that a value is or contains; None for plain numbers."""
    match type_:
        case Of(kind) | Zone(kind) | Grid(kind):
            return kind
        case Maybe(inner) | ListOf(inner):
            return kind_in(inner)
        case _:
            return None

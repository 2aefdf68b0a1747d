"""The Rulebook: a game with its variants and options, every name resolved and every type known.

In: nothing. Out: the classes that the checker fills and the lowering reads. Layer: check. Three groups, one file because
they hold each other: terms (values, no side effects, no chance), acts (what happens), things (what a game declares).
Everything is immutable once the checker is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.check.boards import Board
from interpreter.source import Span
from interpreter.types import PLAYER, Grid, Type, Zone

# ---------------------------------------------------------------- terms


@dataclass(eq=False, slots=True)
class Variable:
    """A parameter, a `let`, a chosen or counted thing; lives as long as its procedure runs."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Constant:
    type: Type
    value: int | bool | None


@dataclass(frozen=True, slots=True)
class Setting:
    """How an option is chosen, left open: the same program serves for other choices, too.

    Whoever looks at the value makes what follows depend on it, and the option is fixed."""

    type: Type
    option: Option

    @property
    def value(self) -> int | bool:
        self.option.fixed = True
        return self.option.value


@dataclass(frozen=True, slots=True)
class Local:
    type: Type
    variable: Variable


@dataclass(frozen=True, slots=True)
class Stored:
    """The present value of a `keep`."""

    type: Type
    keep: Keep
    keys: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """What a column of a table says for one member."""

    type: Type
    column: Column
    member: Term


@dataclass(frozen=True, slots=True)
class Formula:
    """A column whose cells are formulas over arguments: which one runs depends on the member."""

    type: Type
    column: Column
    member: Term
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """A `let` worked out anew each time it is asked for."""

    type: Type
    value: Value
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Builtin:
    type: Type
    name: str
    arguments: tuple[Term, ...]
    kind: str | None = None  # the kind whose tables it reads


@dataclass(frozen=True, slots=True)
class CanTake:
    """Would this action be offered to this player now? The player is the first argument."""

    type: Type
    routine: Routine
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Members:
    """All members of a kind, in their order; for players, those at the table."""

    type: Type
    kind: str


@dataclass(frozen=True, slots=True)
class Listing:
    type: Type
    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """low to high by step, both ends included."""

    type: Type
    low: Term
    high: Term
    step: Term


@dataclass(frozen=True, slots=True)
class Rotated:
    type: Type
    items: Term
    start: Term
    after: bool
    counterclockwise: bool


@dataclass(frozen=True, slots=True)
class Key:
    highest: bool
    value: Term


@dataclass(frozen=True, slots=True)
class Search:
    """An aggregate over members: word is count, sum, highest, lowest, some, no, every, list, first, last, sole, tied, the,
    or while: the members up to the first for which `where` does not hold. body: what is summed, compared or listed, what
    every one satisfies, and for first and last what holds if there is none."""

    type: Type
    word: str
    variable: Variable
    items: Term
    where: Term | None
    keys: tuple[Key, ...]
    body: Term | None
    span: Span
    pieces: tuple[Variable, ...] = ()  # of lists of known length that are gone through: their items, by names


@dataclass(frozen=True, slots=True)
class Logic:
    type: Type
    word: str  # and, or, not
    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """operator: == != >= <= > < in, not in, empty, not empty."""

    type: Type
    operator: str
    left: Term
    right: Term | None


@dataclass(frozen=True, slots=True)
class LiesIn:
    """Does this card lie in this zone? Answered from where the card is, without searching the zone."""

    type: Type
    card: Term
    zone: Stored


@dataclass(frozen=True, slots=True)
class Calculation:
    type: Type
    operator: str  # + - * / and - for one part
    parts: tuple[Term, ...]
    rounding: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Chosen:
    """value if condition otherwise other."""

    type: Type
    condition: Term
    value: Term
    other: Term


@dataclass(frozen=True, slots=True)
class Template:
    """A text with values in it; only ever shown to people."""

    parts: tuple[str | Term, ...]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text as the value of a `let`; it goes into other texts and nowhere else."""

    type: Type
    text: Template


@dataclass(frozen=True, slots=True)
class Keeping:
    """A term in which some things are worked out at most once: `variables` are their names. Made by passes only."""

    type: Type
    variables: tuple[Variable, ...]
    term: Term


@dataclass(frozen=True, slots=True)
class Once:
    """What is worked out when it is first asked for, and kept until the `Keeping` around it is done."""

    type: Type
    variable: Variable
    value: Term


Term = (
    Constant | Setting | Local | Stored | Printed | Formula | Worked | Builtin | CanTake | Members | Listing | Numbers
    | Rotated | Search | Logic | Comparison | LiesIn | Calculation | Chosen | Phrase | Keeping | Once
)  # fmt: skip


# ---------------------------------------------------------------- acts


@dataclass(frozen=True, slots=True)
class Assign:
    span: Span
    variable: Variable
    value: Term


@dataclass(frozen=True, slots=True)
class Store:
    span: Span
    keep: Keep
    keys: tuple[Term, ...]
    value: Term


@dataclass(frozen=True, slots=True)
class Climb:
    """Who comes to another spot of a stacked track lies on top there; who stays keeps the place in the stack."""

    span: Span
    height: Keep
    keys: tuple[Term, ...]
    moves: Term | None  # is it another spot? None: yes


@dataclass(frozen=True, slots=True)
class Alter:
    """Add to a stored number, or take from it. `told`: it is a gain or a loss worth telling."""

    span: Span
    keep: Keep
    keys: tuple[Term, ...]
    amount: Term
    sign: int
    told: bool


@dataclass(frozen=True, slots=True)
class Transfer:
    """Pay: from one stored number to another; payee None is the bank. A payer who has too little is a fault."""

    span: Span
    keep: Keep
    payer: tuple[Term, ...]
    payee: tuple[Term, ...] | None
    payee_optional: Term | None  # the payee as a value that may be none: then the bank is paid
    amount: Term


@dataclass(frozen=True, slots=True)
class MoveCards:
    span: Span
    what: Term
    several: bool
    zone: Stored
    position: str | None


@dataclass(frozen=True, slots=True)
class Lasting:
    """A card just moved stays for `count` ends of `unit` (of one player, if said), then goes on by itself."""

    span: Span
    card: Term
    count: Term
    unit: str
    of: Term | None
    then: Stored
    position: str | None


@dataclass(frozen=True, slots=True)
class Touch:
    """A law of this card acts."""

    span: Span
    kind: str
    card: int


@dataclass(frozen=True, slots=True)
class Tick:
    """The end of a `unit`: cards that lie somewhere for a while come one nearer to leaving."""

    span: Span
    unit: str
    of: Term | None


@dataclass(frozen=True, slots=True)
class DrawCards:
    span: Span
    count: Term
    pile: Stored
    zone: Stored
    position: str | None
    variable: Variable | None
    single: bool


@dataclass(frozen=True, slots=True)
class RefillRow:
    span: Span
    zone: Stored


@dataclass(frozen=True, slots=True)
class ShuffleZone:
    span: Span
    zone: Stored


@dataclass(frozen=True, slots=True)
class LayTile:
    span: Span
    tile: Term
    spot: Term
    grid: Stored


@dataclass(eq=False, slots=True)
class RollDice:
    """`by`: who alone sees the dice. `into`: the hidden values that they are kept in; who sees those sees the dice."""

    span: Span
    variable: Variable
    count: Term
    sides: Term
    single: bool
    by: Term | None = None
    into: tuple[Stored, ...] = ()


@dataclass(frozen=True, slots=True)
class PickRandom:
    span: Span
    variable: Variable
    items: Term


@dataclass(frozen=True, slots=True)
class ShowTo:
    span: Span
    what: Term
    audience: Term | None  # None: everyone


@dataclass(frozen=True, slots=True)
class Tell:
    span: Span
    text: Template
    audience: Term | None


@dataclass(frozen=True, slots=True)
class ForEach:
    span: Span
    variable: Variable
    items: Term
    where: Term | None
    body: tuple[Act, ...]
    secretly: bool
    counted: bool = False  # is each round work that is counted? The Program says so

    @property
    def veils(self) -> bool:
        """Is each turn of it one player's own?"""
        return self.secretly and self.variable.type == PLAYER


@dataclass(frozen=True, slots=True)
class Loop:
    span: Span
    mode: str  # times, until, while, forever
    value: Term | None
    body: tuple[Act, ...]
    counted: bool = False  # are its rounds work that is counted? The Program says so


@dataclass(frozen=True, slots=True)
class Branching:
    span: Span
    cases: tuple[tuple[Term, tuple[Act, ...]], ...]
    otherwise: tuple[Act, ...]
    spans: tuple[Span, ...] = ()  # of the cases, where they do not all stand at its own


@dataclass(frozen=True, slots=True)
class Condition:
    """A `needs`, or a part of a `where`: shown when it does not hold. `words` is the condition as it was written."""

    span: Span
    holds: Term
    words: str
    because: Template | None
    values: tuple[tuple[str, Term], ...]


@dataclass(frozen=True, slots=True)
class AutoAnswer:
    """A seat that the rules play themselves: when `where` holds, `body` runs and ends in an answer.

    With `asked`, which is then the player who decides, it only comes before the question."""

    where: Term | None
    body: tuple[Act, ...]
    asked: Variable | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One of several things that are chosen as one decision: its kind (None: a number), its lowest value, how many there are."""

    kind: str | None
    low: int
    size: int


@dataclass(eq=False, slots=True)
class Site:
    """One place in the rules where somebody decides."""

    name: str
    span: Span
    routine: str
    shape: str  # thing, amount, several, menu, actions
    prompt: Template | None
    optional: bool
    private: bool
    alone: bool = False  # a single secret decision: what follows it is told to everyone again
    openly: bool = False  # everyone sees that it is put, whatever that depends on
    number: int = -1
    kind: str | None = None  # the kind of the things chosen from, for their names
    labels: tuple[tuple[str, Template | None], ...] = ()  # menu and actions: name and title
    among: str = ""  # what is chosen from, as it was written
    where: tuple[Condition, ...] = ()  # the parts of its `where`, to explain what is left out
    beside: Template | None = None  # what stands beside each thing that can be chosen
    detail: bool = False  # it only fills in a decision: the first choice of a way or action, or one right after another
    parts: tuple[Part, ...] = ()  # several things chosen as one decision: an option is a number for all of them


@dataclass(frozen=True, slots=True)
class AskThing:
    """Choose one member of `items` (or a number of a range). Variable holds the answer, none when declined."""

    span: Span
    site: Site
    actor: Term
    variable: Variable
    item: Variable
    items: Term
    where: Term | None
    needs: tuple[Condition, ...]
    automatic: tuple[AutoAnswer, ...]
    then: AskThing | None = None  # the choice right behind it: only what leaves something for that is offered


@dataclass(frozen=True, slots=True)
class AskSeveral:
    """Choose things one by one until enough: the answer is the list in the order of choosing."""

    span: Span
    site: Site
    actor: Term
    variable: Variable
    item: Variable
    items: Term
    where: Term | None
    needs: tuple[Condition, ...]
    least: Term | None
    most: Term | None
    automatic: tuple[AutoAnswer, ...]


@dataclass(eq=False, slots=True)
class MenuEntry:
    name: str
    lets: tuple[Assign, ...]
    needs: tuple[Condition, ...]
    first: AskThing | AskSeveral | None
    body: tuple[Act, ...]
    tried: bool  # holds a `must leave`: offered only if some way through it succeeds


@dataclass(frozen=True, slots=True)
class AskMenu:
    span: Span
    site: Site
    actor: Term
    entries: tuple[MenuEntry, ...]
    automatic: tuple[AutoAnswer, ...]


@dataclass(frozen=True, slots=True)
class AskAction:
    span: Span
    site: Site
    actor: Term
    actions: tuple[tuple[Routine, tuple[Term, ...]], ...]
    taken: Variable | None
    automatic: tuple[AutoAnswer, ...]


@dataclass(frozen=True, slots=True)
class NamedStep:
    span: Span
    name: str
    body: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that not everyone knows: a stored value (a key None: of anybody); which card it is, known to those who see
    where it lies (`origins`: where it came from); or what one player alone decided or rolled."""

    keep: Keep | None = None
    keys: tuple[Term | None, ...] = ()
    card: Variable | Stored | None = None
    known_to: Term | None = None
    origins: frozenset[Secret] = field(default=frozenset(), compare=False)
    span: Span | None = field(default=None, compare=False)  # where something comes to depend on it


@dataclass(frozen=True, slots=True)
class Quiet:
    """While `body` runs, who does not know the secrets must not notice that somebody is asked."""

    span: Span
    secrets: tuple[Secret, ...]
    body: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """`must leave`: what has to hold when a trial reaches this point."""

    span: Span
    condition: Condition
    best: int = 0  # the condition is a number that must be as high (1) or as low (-1) as any way through can make it


@dataclass(frozen=True, slots=True)
class Return:
    span: Span
    value: Term | None


@dataclass(frozen=True, slots=True)
class Break:
    span: Span


@dataclass(frozen=True, slots=True)
class GiveAnswer:
    span: Span
    value: Term


@dataclass(frozen=True, slots=True)
class CallRoutine:
    span: Span
    routine: Routine
    arguments: tuple[Term, ...]
    result: Variable | None = field(default=None)


@dataclass(frozen=True, slots=True)
class CallColumn:
    """Run the steps printed on a card."""

    span: Span
    column: Column
    member: Term
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Winner:
    span: Span
    player: Term


@dataclass(frozen=True, slots=True)
class SetScore:
    span: Span
    player: Term
    value: Term
    row: str | None = None  # of the score sheet; none: the score itself


@dataclass(frozen=True, slots=True)
class Eliminate:
    span: Span
    player: Term


@dataclass(frozen=True, slots=True)
class EndGame:
    span: Span


Ask = AskThing | AskSeveral | AskMenu | AskAction
Act = (
    Assign | Store | Climb | Alter | Transfer | MoveCards | DrawCards | RefillRow | ShuffleZone | LayTile | RollDice | PickRandom
    | ShowTo | Tell | Lasting | Tick | Touch | ForEach | Loop | Branching | AskThing | AskSeveral | AskMenu | AskAction
    | NamedStep | Quiet | Check
    | Return | Break | GiveAnswer | CallRoutine | CallColumn | Winner | SetScore | Eliminate | EndGame
)  # fmt: skip


def may_repeat(items: Term) -> bool:
    """Can the same thing be in this list twice? Not among the members of a kind, in a range or in a pile."""
    match items:
        case Members() | Numbers() | Stored(type=Zone() | Grid()):
            return False
        case Rotated():
            return may_repeat(items.items)
        case Search(body=None):
            return may_repeat(items.items)
        case Builtin(name="combined", arguments=(Search(items=first, body=Search(items=last)),)):
            return may_repeat(first) or may_repeat(last)
        case Builtin(name="combined", arguments=(Search(items=first, body=Builtin() as others),)):
            return may_repeat(first) or may_repeat(others)
        case _:
            return True


def walk_acts(acts: tuple[Act, ...]) -> Iterator[Act]:
    """All acts, with those inside them, in the order of the text."""
    for act in acts:
        yield act
        yield from walk_acts(inner_acts(act))


def inner_acts(act: Act) -> tuple[Act, ...]:
    """The acts directly inside one."""
    match act:
        case ForEach() | Loop() | NamedStep() | Quiet():
            return act.body
        case Branching():
            return (*(inner for _, body in act.cases for inner in body), *act.otherwise)
        case AskMenu():
            inside = tuple(inner for entry in act.entries for inner in entry.body)
            return (*inside, *(inner for answer in act.automatic for inner in answer.body))
        case AskThing() | AskSeveral() | AskAction():
            return tuple(inner for answer in act.automatic for inner in answer.body)
        case _:
            return ()


# ---------------------------------------------------------------- things


@dataclass(eq=False, slots=True)
class Column:
    kind: str
    name: str
    parameters: tuple[Variable, ...]
    type: Type | None  # None: steps
    span: Span
    cells: list[Any] = field(default_factory=list)  # per member: a plain value; a Term (formula); a Routine (steps)


@dataclass(eq=False, slots=True)
class Kind:
    """A sort of thing. word: names, table, cards, places, connections, grid, player, option."""

    name: str
    plural: str
    word: str
    span: Span | None
    members: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    prints: list[int] = field(default_factory=list)  # cards: which row of the table each card is a copy of
    columns: dict[str, Column] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    grid: tuple[int, int] | None = None
    file: str | None = None
    board: Board | None = None  # places that lie on a board
    parts_of: str | None = None  # corners and edges: the kind of the cells they belong to
    ends: list[tuple[int, int, bool]] = field(default_factory=list)  # connections: from, to, one-way
    joins: str | None = None  # connections: the kind of places they join
    row_spans: list[Span] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seen:
    """Who sees a stored value: everyone, nobody, the players that `by` names, or all but one, while `when` holds."""

    everyone: bool
    by: tuple[Term, ...]
    when: Term | None
    all_but: Term | None = None


@dataclass(eq=False, slots=True)
class Keep:
    name: str
    parameters: tuple[Variable, ...]
    type: Type
    span: Span
    start: Term | None = None
    seen: tuple[Seen, ...] = ()
    refilled_from: Keep | None = None
    reshuffled_from: Keep | None = None
    in_force: bool = False
    height: Keep | None = None  # the companion of a stacked track: who came last lies on top
    count_hidden: bool = False
    not_shown: bool = False  # bookkeeping: the table on the screen leaves it out
    absence_seen: bool = False  # everyone sees whether there is something, not what
    title: str = ""  # what people call it, if not by its name
    counted: tuple[str, str] | None = None  # one of it and many of it, with {} for the number: `{} coin`, `{} coins`
    belongs_to: str | None = None  # the routine as long as which it lives
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    value: Term
    condition: Term | None


@dataclass(frozen=True, slots=True)
class Alteration:
    """A `change` of a worked-out value: if `guard` holds, `cases` replace what `normal` says so far."""

    guard: Term | None
    cases: tuple[Case, ...]
    normal: Variable
    by: str


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a value may use itself, one inside the other; `depth` is how often it has."""

    most: int
    depth: Variable


@dataclass(eq=False, slots=True)
class Value:
    name: str
    parameters: tuple[Variable, ...]
    type: Type
    span: Span
    cases: tuple[Case, ...] = ()
    alterations: tuple[Alteration, ...] = ()
    uses_itself: bool = False
    is_part: bool = False  # the rest of a value, behind a name that it gives to something
    limit: Limit | None = None  # of a part: that of the whole

    @property
    def rest(self) -> Value | None:
        """Where a value gives a name to something first: what is worked out with that name, its last parameter."""
        match self.cases:
            case (Case(value=Worked(value=Value(is_part=True) as rest), condition=None),):
                return rest
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Shown:
    """A worked-out value that the table shows. owner: which of its parameters is the one player who sees it."""

    value: Value
    title: str
    owner: int | None
    when_asked: bool = False  # not on the table, only to whoever looks it up


@dataclass(eq=False, slots=True)
class Routine:
    """A procedure, phase, action, or the steps of a card. Actions have the actor `you` as first parameter."""

    name: str
    word: str  # procedure, phase, action, free action, steps
    parameters: tuple[Variable, ...]
    gives: Type | None
    span: Span
    body: tuple[Act, ...] = ()
    keeps: tuple[Keep, ...] = ()
    suspends: bool = False
    title: Template | None = None
    # for actions: what must hold before it is offered
    lets: tuple[Assign, ...] = ()
    needs: tuple[Condition, ...] = ()
    first: AskThing | AskSeveral | None = None
    tried: bool = False
    between: bool = False  # a free action: not beside details
    clauses: tuple[str, ...] = ()


@dataclass(eq=False, slots=True)
class Option:
    name: str
    title: str
    shape: str  # names, yes_no, range
    values: tuple[str, ...]
    low: int | None
    high: int | None
    default: int | bool
    value: int | bool
    type: Type
    span: Span
    fixed: bool = False  # has anything been made that would be different with another value?


@dataclass(frozen=True, slots=True)
class Seating:
    """For how many people a game is, and the seats that the rules play: fixed ones, or what is left of so many."""

    people_min: int
    people_max: int
    usually: int
    automas: tuple[int, ...] = ()  # from 1
    fill: int = 0

    @property
    def most_seats(self) -> int:
        return max(self.people_max + len(self.automas), self.fill)


@dataclass(frozen=True, slots=True)
class Requirement:
    """What must hold before anything is played."""

    holds: Term
    because: Template
    span: Span


@dataclass(frozen=True, slots=True)
class Failing:
    """A condition in its parts, to say why it does not hold: the sides of a comparison in words, or what is inside."""

    term: Term
    sides: tuple[tuple[str, Term], ...] = ()
    inner: tuple[Failing, ...] = ()


@dataclass(frozen=True, slots=True)
class Invariant:
    name: str
    holds: Term
    because: Template
    span: Span
    failing: Failing


@dataclass(eq=False, slots=True)
class Rulebook:
    """One game with its variants and options, checked. Nothing changes it afterwards."""

    kinds: Mapping[str, Kind]
    keeps: Mapping[str, Keep]
    values: Mapping[str, Value]
    routines: Mapping[str, Routine]
    options: Mapping[str, Option]
    invariants: tuple[Invariant, ...]
    maps: Mapping[str, Any]
    citations: tuple[tuple[str, str, str], ...]  # clause, rule, place
    player_limit: int
    lawful: frozenset[str] = frozenset()  # cards that have laws of their own
    shown: tuple[Shown, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    has_automas: bool = False
    judge: Value | None = None  # what bots judge a position by

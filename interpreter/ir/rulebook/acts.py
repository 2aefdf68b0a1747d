"""Acts: what happens, questions included; and the routines that contain them.

In: nothing. Out: the classes of acts and routines, and a walk through them. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.ir.rulebook.kinds import Column, Variable
from interpreter.ir.rulebook.terms import Choosing, Condition, Keep, Offered, Site, Stored, Template, Term
from interpreter.ir.types import PLAYER
from interpreter.source import Span


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
    """Put a piece that moves to another spot of a stacked track on top there.

    One that stays keeps its place in the stack."""

    span: Span
    height: Keep
    keys: tuple[Term, ...]
    moves: Term | None  # does it move to another spot? None: yes


@dataclass(frozen=True, slots=True)
class Alter:
    """Add to a stored number, or subtract from it. `told`: log it as a gain or a loss."""

    span: Span
    keep: Keep
    keys: tuple[Term, ...]
    amount: Term
    sign: int
    told: bool


@dataclass(frozen=True, slots=True)
class Transfer:
    """Pay from one stored number to another; payee None is the bank.

    A payer with too little is a fault.

    `by` and `to` name a payer and payee that are no players but kept numbers: the one who is paid is raised behind it."""

    span: Span
    keep: Keep
    payer: tuple[Term, ...]
    payee: tuple[Term, ...] | None
    payee_optional: Term | None  # the payee as an optional value: if none, the bank is paid
    amount: Term
    by: Template | None = None
    to: Template | None = None
    unit: Keep | None = None  # the value after which the log calls what is paid, if it is not `keep`


@dataclass(frozen=True, slots=True)
class MoveCards:
    span: Span
    what: Term
    several: bool
    zone: Stored
    position: str | None


@dataclass(frozen=True, slots=True)
class Lasting:
    """A card just moved stays for `count` ends of `unit`, then moves on by itself.

    Of one player, if given."""

    span: Span
    card: Term
    count: Term
    unit: str
    of: Term | None
    then: Stored
    position: str | None


@dataclass(frozen=True, slots=True)
class Touch:
    """Record that a law of this card takes effect."""

    span: Span
    kind: str
    card: int


@dataclass(frozen=True, slots=True)
class Tick:
    """The end of a `unit`: advance the timers of cards."""

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
    """Roll dice.

    `by`: the only player who sees them. `into`: hidden values that store them; players who see those see the dice."""

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
    counted: bool = False  # does each round count as work? Set in the Program

    @property
    def veils(self) -> bool:
        """Is each round one player's secret turn?"""
        return self.secretly and self.variable.type == PLAYER


@dataclass(frozen=True, slots=True)
class Loop:
    span: Span
    mode: str  # times, until, while, forever
    value: Term | None
    body: tuple[Act, ...]
    counted: bool = False  # do its rounds count as work? Set in the Program


@dataclass(frozen=True, slots=True)
class Branching:
    span: Span
    cases: tuple[tuple[Term, tuple[Act, ...]], ...]
    otherwise: tuple[Act, ...]
    spans: tuple[Span, ...] = ()  # of the cases, if they differ from its own
    unasked: bool = False  # made around a question that is left out if there is nothing to choose


@dataclass(frozen=True, slots=True)
class AutoAnswer:
    """An answer by the rules, for a seat they play.

    If `where` holds, `body` runs and ends in an answer. With `asked`, bound to the player who decides, it only runs before the
    question."""

    where: Term | None
    body: tuple[Act, ...]
    asked: Variable | None = None


@dataclass(frozen=True, slots=True)
class AskThing(Choosing):
    """Choose one member of `items` (or a number of a range).

    Variable holds the answer, none when declined."""

    automatic: tuple[AutoAnswer, ...]
    then: AskThing | None = None  # the choice right after it: only what leaves something for that is offered


@dataclass(frozen=True, slots=True)
class AskSeveral(Choosing):
    """Choose things one by one until enough.

    The answer is the list in the order of choosing."""

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
    tried: bool  # has a `must leave`: offered only if some path through it succeeds
    own: tuple[Act, ...]  # its steps without what a law does before them


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
    variant: str = ""  # for an empty step that marks what a variant adds: that variant


@dataclass(frozen=True, slots=True)
class Secret:
    """Something that not everyone knows.

    A stored value (a key None: of anybody); which card it is, known to those who see where it is (`origins`: where it came
    from); or what one player alone decided or rolled."""

    keep: Keep | None = None
    keys: tuple[Term | None, ...] = ()
    card: Variable | Stored | None = None
    known_to: Term | None = None
    origins: frozenset[Secret] = field(default=frozenset(), compare=False)
    span: Span | None = field(default=None, compare=False)  # where it enters the flow


@dataclass(frozen=True, slots=True)
class Quiet:
    """While `body` runs, hide its questions from players without the secrets.

    Without a body: the rules consult the secrets here and take a path without a question (`lower.moments`)."""

    span: Span
    secrets: tuple[Secret, ...]
    body: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """`must leave`: what has to hold when a trial reaches this point."""

    span: Span
    condition: Condition
    best: int = 0  # the condition is a number that must be as high (1) or as low (-1) as any path through can make it


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
    row: str | None = None  # of the score sheet; None: the score itself


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
)  # fmt: skip  # fmt: skip


@dataclass(eq=False, slots=True)
class Routine(Offered):
    """A procedure, phase, action, or the steps of a card.

    Actions have the actor `you` as first parameter."""

    first: AskThing | AskSeveral | None = None
    body: tuple[Act, ...] = ()
    keeps: tuple[Keep, ...] = ()
    suspends: bool = False
    title: Template | None = None
    lets: tuple[Assign, ...] = ()  # of actions: evaluated before it is offered
    own: tuple[Act, ...] = ()  # of actions: its steps without what a law does before them
    between: bool = False  # a free action: not offered beside details
    clauses: tuple[str, ...] = ()


def walk_acts(acts: tuple[Act, ...]) -> Iterator[Act]:
    """Yield all acts, nested ones included, in source order."""
    for act in acts:
        yield act
        yield from walk_acts(inner_acts(act))


def inner_acts(act: Act) -> tuple[Act, ...]:
    """Return the acts directly inside one."""
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

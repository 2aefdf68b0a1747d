"""Acts: what happens; questions among them; and the routines that they stand in.

In: nothing. Out: the classes of acts and routines, and a walk through them. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.check.rulebook.kinds import Column, Variable
from interpreter.check.rulebook.terms import Choosing, Condition, Keep, Offered, Site, Stored, Template, Term
from interpreter.source import Span
from interpreter.types import PLAYER


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
class AutoAnswer:
    """A seat that the rules play themselves: when `where` holds, `body` runs and ends in an answer.

    With `asked`, which is then the player who decides, it only comes before the question."""

    where: Term | None
    body: tuple[Act, ...]
    asked: Variable | None = None


@dataclass(frozen=True, slots=True)
class AskThing(Choosing):
    """Choose one member of `items` (or a number of a range). Variable holds the answer, none when declined."""

    automatic: tuple[AutoAnswer, ...]
    then: AskThing | None = None  # the choice right behind it: only what leaves something for that is offered


@dataclass(frozen=True, slots=True)
class AskSeveral(Choosing):
    """Choose things one by one until enough: the answer is the list in the order of choosing."""

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
    variant: str = ""  # of an empty step that marks what a variant adds: that variant


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
)  # fmt: skip  # fmt: skip


@dataclass(eq=False, slots=True)
class Routine(Offered):
    """A procedure, phase, action, or the steps of a card. Actions have the actor `you` as first parameter."""

    first: AskThing | AskSeveral | None = None
    body: tuple[Act, ...] = ()
    keeps: tuple[Keep, ...] = ()
    suspends: bool = False
    title: Template | None = None
    lets: tuple[Assign, ...] = ()  # of actions: what is worked out before it is offered
    between: bool = False  # a free action: not beside details
    clauses: tuple[str, ...] = ()


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

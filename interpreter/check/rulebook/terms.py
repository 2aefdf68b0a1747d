"""Terms: values, without side effects and without chance; and what they stand on: what is kept, what is worked out.

In: nothing. Out: the classes of terms, keeps, values, conditions, and what a question is put with. Layer: check. One file
because they hold each other: a term reads a keep, and who sees a keep is a term.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check.rulebook.kinds import Column, Option, Part, Variable
from interpreter.source import Span
from interpreter.types import Grid, SiteShape, Type, Zone


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
    routine: Offered
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
)  # fmt: skip  # fmt: skip


def may_repeat(items: Term) -> bool:
    """Can the same thing be in this list twice? Not among the members of a kind, in a range, in a pile or beside a place."""
    match items:
        case Members() | Numbers() | Stored(type=Zone() | Grid()) | Builtin(name="exits" | "neighbours"):
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
    hidden: bool = False  # is there somebody who may not see it, as the options are chosen?


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
    column: Column | None = None  # what is printed, if variants change it while the game is played: this stands before it

    @property
    def rest(self) -> Value | None:
        """Where a value gives a name to something first: what is worked out with that name, its last parameter."""
        match self.cases:
            case (Case(value=Worked(value=Value(is_part=True) as rest), condition=None),):
                return rest
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Condition:
    """A `needs`, or a part of a `where`: shown when it does not hold. `words` is the condition as it was written."""

    span: Span
    holds: Term
    words: str
    because: Template | None
    values: tuple[tuple[str, Term], ...]


@dataclass(eq=False, slots=True)
class Site:
    """One place in the rules where somebody decides."""

    name: str
    span: Span
    routine: str
    shape: SiteShape
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
class Choosing:
    """What a choice among things is put with: who is asked, where, out of what."""

    span: Span
    site: Site
    actor: Term
    variable: Variable
    item: Variable
    items: Term
    where: Term | None
    needs: tuple[Condition, ...]


@dataclass(eq=False, slots=True)
class Offered:
    """What is known of a rule before it runs: its name and brackets, and for actions what must hold to be offered."""

    name: str
    word: str  # procedure, phase, action, free action, steps
    parameters: tuple[Variable, ...]
    gives: Type | None
    span: Span
    needs: tuple[Condition, ...] = ()
    first: Choosing | None = None
    tried: bool = False  # holds a `must leave`: offered only if some way through it succeeds

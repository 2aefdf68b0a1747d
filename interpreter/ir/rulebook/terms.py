"""Terms: values without side effects or chance; and the keeps and lets that they read.

In: nothing. Out: the classes of terms, keeps, values, conditions, and the common parts of questions. Layer: ir. One file
because they are mutually recursive: a term reads a keep, and the visibility of a keep is a term.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir.rulebook.kinds import Column, Option, Part, Variable
from interpreter.ir.types import Grid, SiteShape, Type, Zone
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Constant:
    type: Type
    value: int | bool | None


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of an option, left open.

    The same Program serves other choices of options. Reading `value` makes the result depend on it, so that fixes the option."""

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
    """The current value of a `keep`."""

    type: Type
    keep: Keep
    keys: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """The cell of a table column for one member."""

    type: Type
    column: Column
    member: Term


@dataclass(frozen=True, slots=True)
class Formula:
    """A column whose cells are formulas over arguments.

    The member selects the formula."""

    type: Type
    column: Column
    member: Term
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class ValueCall:
    """A call of a `let`, evaluated each time."""

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
    """Would this action be offered to this player now?

    The player is the first argument."""

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
    """An aggregate over members.

    `word` is count, sum, highest, lowest, some, no, every, list, first, last, sole, tied, the, or while: the members up to
    the first for which `where` is false. `body`: what is summed, compared or listed, what every one satisfies, and for first
    and last the default if there is none. As an argument of a walk the word is network: from each member on to `body`."""

    type: Type
    word: str
    variable: Variable
    items: Term
    where: Term | None
    keys: tuple[Key, ...]
    body: Term | None
    span: Span
    pieces: tuple[Variable, ...] = ()  # names of the items, for lists of known length that are destructured


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
    """Is this card in this zone?

    Answered from the card's location, without searching the zone."""

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
class LetIn:
    """A term with memo variables, each evaluated at most once. Created by passes only."""

    type: Type
    variables: tuple[Variable, ...]
    term: Term


@dataclass(frozen=True, slots=True)
class Lazy:
    """A value evaluated on first use, memoized until the enclosing `LetIn` ends.

    `variable` holds it."""

    type: Type
    variable: Variable
    value: Term


Term = (
    Constant | Setting | Local | Stored | Printed | Formula | ValueCall | Builtin | CanTake | Members | Listing | Numbers
    | Rotated | Search | Logic | Comparison | LiesIn | Calculation | Chosen | Phrase | LetIn | Lazy
)  # fmt: skip  # fmt: skip


def may_repeat(items: Term) -> bool:
    """Can the same thing occur twice in this list?

    Not in a kind, a range, a pile or the neighbours of a place."""
    match items:
        case (
            Members()
            | Numbers()
            | Stored(type=Zone() | Grid())
            | Builtin(name="exits" | "neighbours" | "reached" | "met" | "met_at" | "around" | "open_edges" | "sets_of")
        ):
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
    """Visibility of a stored value, while `when` holds.

    Everyone, nobody, the players that `by` names, or all but one."""

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
    by_arrival: bool = False  # in force in the order in which the cards came
    height: Keep | None = None  # the companion of a stacked track: the last to arrive is on top
    count_hidden: bool = False
    not_shown: bool = False  # bookkeeping: not drawn on the table
    absence_seen: bool = False  # everyone sees whether there is something, not what
    title: str = ""  # what people call it, if not its name
    counted: tuple[str, str] | None = None  # singular and plural: `{n} coin`, `{n} coins`, `{n} {1} level`
    place: str = ""  # of a pile: its name in the log, with {0} for its first key: `the {0} stack`
    arrival: str = ""  # of a pile: what the log says when cards get there: `{0} takes {cards}`
    belongs_to: str | None = None  # the routine whose lifetime it has
    implicit: bool = False
    is_written: bool = False  # a column of cards that are made in play and may lie where not everybody sees them
    hidden: bool = False  # is there a player who may not see it, with the current options?
    others_change: bool = False  # in `secretly each`, may a turn change what is another player's own?


@dataclass(frozen=True, slots=True)
class Case:
    value: Term
    condition: Term | None


@dataclass(frozen=True, slots=True)
class Alteration:
    """A `change` of a value.

    If `guard` holds, `cases` replace the value so far, bound to `normal`."""

    guard: Term | None
    cases: tuple[Case, ...]
    normal: Variable
    by: str


@dataclass(frozen=True, slots=True)
class Limit:
    """Recursion limit of a value; `depth` counts the nested calls."""

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
    is_part: bool = False  # the continuation of a value after a local `let`
    limit: Limit | None = None  # of a part: that of the whole
    circle: tuple[Limit, ...] = ()  # of values that use each other: the limits of all of them
    column: Column | None = None  # the printed column it overrides, if variants change that during the game

    @property
    def limits(self) -> tuple[Limit, ...]:
        """The recursion limits whose depth is passed on when it is called."""
        return self.circle or (() if self.limit is None else (self.limit,))

    @property
    def rest(self) -> Value | None:
        """The continuation of a value that begins with a local `let`.

        The name of the `let` is its last parameter."""
        match self.cases:
            case (Case(value=ValueCall(value=Value(is_part=True) as rest), condition=None),):
                return rest
            case _:
                return None


@dataclass(frozen=True, slots=True)
class Condition:
    """A `needs`, or a part of a `where`: shown when it is false.

    `words` is the condition as written."""

    span: Span
    holds: Term
    words: str
    because: Template | None
    values: tuple[tuple[str, Term], ...]


@dataclass(eq=False, slots=True)
class Site:
    """One place in the rules where a player decides."""

    name: str
    span: Span
    routine: str
    shape: SiteShape
    prompt: Template | None
    optional: bool
    private: bool
    alone: bool = False  # a single secret decision: events after it are logged for everyone again
    openly: bool = False  # everyone sees that the question is asked, whatever it depends on
    number: int = -1
    kind: str | None = None  # the kind of the things chosen from, for their names
    labels: tuple[tuple[str, Template | None], ...] = ()  # menu and actions: name and title
    among: str = ""  # what is chosen from, as it was written
    where: tuple[Condition, ...] = ()  # the parts of its `where`, to explain what is left out
    beside: Template | None = None  # text shown beside each choice
    detail: bool = False  # completes another decision: the first choice of a way or action, or one right after another
    parts: tuple[Part, ...] = ()  # combined decision: an option is a number that encodes all of them
    either: bool = False  # of these parts one is chosen, not all
    in_any_order: bool = False  # an option is a set, written as a list


@dataclass(frozen=True, slots=True)
class Choosing:
    """Common parts of a choice among things: who is asked, where, out of what."""

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
    """What is known of a rule before it runs.

    Its name and parameters, and for actions what must hold for it to be offered."""

    name: str
    word: str  # procedure, phase, action, free action, steps
    parameters: tuple[Variable, ...]
    gives: Type | None
    span: Span
    needs: tuple[Condition, ...] = ()
    first: Choosing | None = None
    tried: bool = False  # has a `must leave`: offered only if some path through it succeeds

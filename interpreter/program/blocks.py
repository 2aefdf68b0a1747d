"""The Program: routines cut into blocks at the points where somebody decides.

In: nothing. Out: the classes that lowering makes and the backend reads. Layer: program.
A block is a run of acts that cannot stop, and an end that says what comes next. A frame of the machine is a list:
the number of the block to run, then one slot per variable that lives across blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check import rulebook as rb
from interpreter.program.layout import Layout
from interpreter.program.questions import Availability, Bounds, Question, Taking
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Fix the members of a loop before it starts."""

    items: rb.Variable
    index: rb.Variable
    term: rb.Term


@dataclass(frozen=True, slots=True)
class Advance:
    """Take the next member of a loop."""

    items: rb.Variable
    index: rb.Variable
    variable: rb.Variable


@dataclass(frozen=True, slots=True)
class ResetKeeps:
    """A phase begins: what it keeps starts anew."""

    keeps: tuple[rb.Keep, ...]


@dataclass(frozen=True, slots=True)
class EnterTrial:
    """From here to its `must leave` every choice is tried out before it is offered. `before`: how many were open."""

    before: rb.Variable | None = None


@dataclass(frozen=True, slots=True)
class LeaveTrial:
    """The way is left, whether or not its `must leave` was met: nothing more is tried out for it."""

    before: rb.Variable


@dataclass(frozen=True, slots=True)
class Arrive:
    """What was decided elsewhere arrives in a variable: an answer, or what a procedure gave."""

    variable: rb.Variable
    what: str  # answer, value, taken


@dataclass(frozen=True, slots=True)
class Unveil:
    """What was decided secretly is over: what happens from here on is told to everyone again."""


@dataclass(frozen=True, slots=True)
class Veil:
    """The turn of one player in `secretly each`: what happens is told to nobody else."""

    player: rb.Variable


@dataclass(frozen=True, slots=True)
class EnterQuiet:
    """From here on, who does not know these secrets must not notice that somebody is asked. `before`: how much was quiet."""

    before: rb.Variable
    secrets: tuple[rb.Secret, ...]


@dataclass(frozen=True, slots=True)
class LeaveQuiet:
    before: rb.Variable


@dataclass(frozen=True, slots=True)
class Reached:
    """The game has come to this rule: a procedure, an action, or a named step of one."""

    rule: str


OfBlocks = (
    Snapshot | Advance | ResetKeeps | EnterTrial | LeaveTrial | Arrive | Veil | Unveil | EnterQuiet | LeaveQuiet | Reached
)
Simple = rb.Act | OfBlocks


@dataclass(frozen=True, slots=True)
class Rule:
    """A procedure, an action or a named step that a game can come to."""

    number: int
    routine: str
    variant: str  # of a mark of what a variant adds: that variant


def rule_name(routine: rb.Routine, step: rb.NamedStep | None = None) -> str:
    """`turn`, or `income in turn`. What is printed on a card is that card's use."""
    if routine.word == "steps":
        return ""
    return f"{step.name} in {routine.name}" if step is not None else routine.name


@dataclass(slots=True)
class Goto:
    target: int


@dataclass(slots=True)
class Fork:
    condition: rb.Term
    yes: int
    no: int
    span: Span


@dataclass(slots=True)
class More:
    """Is there a next member in a loop?"""

    items: rb.Variable
    index: rb.Variable
    yes: int
    no: int


@dataclass(slots=True)
class AskEnd:
    site: rb.Site
    actor: rb.Term
    after: int
    span: Span


@dataclass(slots=True)
class SeveralEnd:
    site: rb.Site
    actor: rb.Term
    bounds: Bounds
    answered: int
    after: int
    span: Span


@dataclass(slots=True)
class SeveralAnswer:
    """One more thing was chosen, or enough: go on choosing, or go on."""

    chosen: rb.Variable
    again: int
    after: int
    span: Span


@dataclass(slots=True)
class MenuEnd:
    site: rb.Site
    actor: rb.Term
    ways: int
    answered: int
    span: Span


@dataclass(slots=True)
class MenuAnswer:
    targets: tuple[int, ...]
    declined: int


@dataclass(slots=True)
class ActionEnd:
    site: rb.Site
    taking: Taking
    answered: int
    span: Span


@dataclass(slots=True)
class ActionAnswer:
    taking: Taking
    after: int
    span: Span


@dataclass(slots=True)
class RunEnd:
    call: rb.CallRoutine
    after: int


@dataclass(slots=True)
class ColumnEnd:
    call: rb.CallColumn
    after: int


@dataclass(slots=True)
class ReturnEnd:
    value: rb.Term | None
    span: Span


@dataclass(slots=True)
class FinishEnd:
    span: Span


def span_of(end: End) -> Span | None:
    """The rule that an end comes from; None of plain jumps."""
    match end:
        case Fork() | ReturnEnd() | FinishEnd():
            return end.span
        case RunEnd() | ColumnEnd():
            return end.call.span
        case AskEnd() | SeveralEnd() | SeveralAnswer() | MenuEnd() | ActionEnd() | ActionAnswer():
            return end.span
        case _:
            return None


Asking = AskEnd | SeveralEnd | SeveralAnswer | MenuEnd | MenuAnswer | ActionEnd | ActionAnswer
End = Goto | Fork | More | RunEnd | ColumnEnd | ReturnEnd | FinishEnd | Asking


@dataclass(slots=True)
class Block:
    number: int
    acts: list[Simple] = field(default_factory=list)
    end: End | None = None


@dataclass(slots=True)
class Frame:
    """A routine that can stop: its blocks and the slots of its variables (slot 0 is the block's number)."""

    routine: rb.Routine
    entry: int
    blocks: list[Block]
    slots: dict[rb.Variable, int]
    silence: rb.Variable | None = None  # how much was quiet when it began, if it makes anything quiet


@dataclass(slots=True)
class Program:
    """Everything that runs: framed routines, plain routines, where everything is kept, and what is true of it all.

    What a back end would have to find out by looking at everything stands here once."""

    rulebook: rb.Rulebook
    layout: Layout
    values: dict[str, rb.Value] = field(default_factory=dict)  # what is worked out
    formulas: dict[tuple[str, str], tuple[rb.Term, ...]] = field(default_factory=dict)  # of kind and column, by members
    starts: dict[str, rb.Term] = field(default_factory=dict)  # what stored values start at
    sight: dict[str, tuple[rb.Seen, ...]] = field(default_factory=dict)  # who sees them
    invariants: tuple[rb.Invariant, ...] = ()
    requirements: tuple[rb.Requirement, ...] = ()
    frames: dict[str, Frame] = field(default_factory=dict)
    plain: dict[str, rb.Routine] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    sites: list[rb.Site] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)  # by the number of their site
    actions: dict[str, Availability] = field(default_factory=dict)  # when each action is offered
    rules: dict[str, Rule] = field(default_factory=dict)  # what a game can come to
    free: tuple[rb.Routine, ...] = ()  # what can be done beside every question
    units: tuple[str, ...] = ()  # of time, that cards can lie somewhere for
    rows: tuple[str, ...] = ()  # of the score sheet
    careful: bool = False  # is every question looked at again: for free actions, trials, automas, or who is out?
    ranked: bool = False  # is there a `must leave the highest`?
    quiet: bool = False  # are there questions that not everyone may notice?
    circular: frozenset[str] = frozenset()  # plain routines that run themselves, at once or through others
    veiling: frozenset[str] = frozenset()  # routines in which what happens in one player's turn is told to nobody else

    def unit_number(self, act: rb.Lasting | rb.Tick) -> int:
        """Units of time are numbers at run time."""
        return self.units.index(act.unit)

    def rule_bit(self, rule: str) -> int:
        """Where it is kept that the game has come to a rule: behind the cards of which it is kept, too."""
        return self.layout.cells + self.rules[rule].number

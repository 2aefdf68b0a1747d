"""The Program: routines cut into blocks at decisions.

In: nothing. Out: the classes that lowering builds and the back ends read. Layer: ir.
A block is a run of acts that cannot suspend, and an end that says where control goes. A frame of the machine is a list:
the number of the block to run, then one slot per variable that lives across blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir import rulebook as rb
from interpreter.ir.layout import Layout
from interpreter.ir.questions import Availability, Bounds, Question, Taking
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
    """Reset the keeps of a phase as it begins."""

    keeps: tuple[rb.Keep, ...]


@dataclass(frozen=True, slots=True)
class EnterTrial:
    """Start a trial: try every choice up to its `must leave` before offering it.

    `before`: saves how many were open."""

    before: rb.Variable | None = None


@dataclass(frozen=True, slots=True)
class LeaveTrial:
    """End the trial of a way that is left, whether or not its `must leave` was met."""

    before: rb.Variable


@dataclass(frozen=True, slots=True)
class Arrive:
    """Store what was decided elsewhere in a variable.

    An answer, or the result of a procedure."""

    variable: rb.Variable
    what: str  # answer, value, switch


@dataclass(frozen=True, slots=True)
class Unveil:
    """End a single secret decision.

    From here on events are logged as they were before it."""


@dataclass(frozen=True, slots=True)
class EnterTurns:
    """Save whose secret turn it is around this routine, none mostly.

    It may be called in another `secretly each`."""

    around: rb.Variable


@dataclass(frozen=True, slots=True)
class LeaveTurns:
    """End a `secretly each`: it is the secret turn of `around` again, or nobody's."""

    around: rb.Variable


@dataclass(frozen=True, slots=True)
class Veil:
    """Begin one player's secret turn: events are logged for that player alone."""

    player: rb.Variable


@dataclass(frozen=True, slots=True)
class EnterQuiet:
    """From here on, players who do not know these secrets must not notice a question.

    `before`: saves how many were open."""

    before: rb.Variable
    secrets: tuple[rb.Secret, ...]


@dataclass(frozen=True, slots=True)
class LeaveQuiet:
    before: rb.Variable


@dataclass(frozen=True, slots=True)
class Reached:
    """Record that the game has reached this rule.

    A procedure, an action, or a named step of one."""

    rule: str


OfBlocks = (
    Snapshot
    | Advance
    | ResetKeeps
    | EnterTrial
    | LeaveTrial
    | Arrive
    | Veil
    | Unveil
    | EnterTurns
    | LeaveTurns
    | EnterQuiet
    | LeaveQuiet
    | Reached
)
Simple = rb.Act | OfBlocks


@dataclass(frozen=True, slots=True)
class Rule:
    """A procedure, an action or a named step that a game can reach."""

    number: int
    routine: str
    variant: str  # for the mark of what a variant adds: that variant


def rule_name(routine: rb.Routine, step: rb.NamedStep | None = None) -> str:
    """Return `turn`, or `income in turn`.

    Empty for the steps of a card, which count as use of the card. The part of a procedure that laws are woven around (`turn's
    own steps`) has no name of its own."""
    whole, _, part = routine.name.partition("'s ")
    if routine.word == "steps" or (part and step is None):
        return ""
    return f"{step.name} in {whole}" if step is not None else whole


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
    """Branch on whether a loop has a next member."""

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
    """Continue choosing, or leave if that was enough."""

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
    """Source span of the rule behind an end; None for plain jumps."""
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
    """A routine that can suspend.

    Its blocks and the slots of its variables (slot 0 is the block number)."""

    routine: rb.Routine
    entry: int
    blocks: list[Block]
    slots: dict[rb.Variable, int]
    silence: rb.Variable | None = None  # saves how many Quiets were open on entry, if it opens any
    around: rb.Variable | None = None  # saves whose secret turn it was on entry, if it has secret turns


@dataclass(slots=True)
class Program:
    """Everything that runs.

    Framed and plain routines, the layout of the state, and facts about them all. Facts that a back end would have to search the
    whole Program for are computed once and stored here."""

    rulebook: rb.Rulebook
    layout: Layout
    values: dict[str, rb.Value] = field(default_factory=dict)  # calculated values (`let`)
    formulas: dict[tuple[str, str], tuple[rb.Term, ...]] = field(default_factory=dict)  # by kind and column
    starts: dict[str, rb.Term] = field(default_factory=dict)  # initial values of keeps
    sight: dict[str, tuple[rb.Seen, ...]] = field(default_factory=dict)  # visibility of keeps
    invariants: tuple[rb.Invariant, ...] = ()
    requirements: tuple[rb.Requirement, ...] = ()
    frames: dict[str, Frame] = field(default_factory=dict)
    plain: dict[str, rb.Routine] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    sites: list[rb.Site] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)  # indexed by site number
    actions: dict[str, Availability] = field(default_factory=dict)  # when each action is offered
    rules: dict[str, Rule] = field(default_factory=dict)  # rules that a game can reach
    free: tuple[rb.Routine, ...] = ()  # free actions, offered beside every question
    units: tuple[str, ...] = ()  # units of time that cards can last for
    rows: tuple[str, ...] = ()  # of the score sheet
    careful: bool = False  # must questions be checked again: for free actions, trials, automas, eliminations?
    eliminates: bool = False  # can a player leave the game before its end?
    ranked: bool = False  # is there a `must leave the highest`?
    quiet: bool = False  # are there questions that not everyone may notice?
    circular: frozenset[str] = frozenset()  # plain routines that are recursive, directly or not

    def unit_number(self, act: rb.Lasting | rb.Tick) -> int:
        """Return the run-time number of a unit of time."""
        return self.units.index(act.unit)

    def rule_bit(self, rule: str) -> int:
        """Index of a rule's coverage bit; the bits before it are those of cards, by cell."""
        return self.layout.cells + self.rules[rule].number

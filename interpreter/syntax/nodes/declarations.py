"""Declarations: what a game has, its laws, variants and mechanics; and the text as a whole.

In: the nodes of expressions, types and statements. Out: node classes. Layer: syntax.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.source import Span
from interpreter.syntax.nodes.expressions import Call, Case, Expression, Name, Node, Number, Taken, Text
from interpreter.syntax.nodes.statements import LetHere, Statement
from interpreter.syntax.nodes.types import TypeNode


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    type: TypeNode
    name: str


@dataclass(frozen=True, slots=True)
class Head(Node):
    name: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Column(Node):
    head: Head
    type: TypeNode | None  # None: steps
    usually: Expression | None = None  # what a cell holds that is left out


@dataclass(frozen=True, slots=True)
class Board(Node):
    """outline: grid, rhombus, hexagon, triangle.

    Or corners, edges of the board whose places are called `of`."""

    outline: str
    sizes: tuple[Expression, ...]
    diagonals: bool = False
    of: str | None = None
    borders: bool = True  # without them, one goes round at the edges


@dataclass(frozen=True, slots=True)
class Dimension(Node):
    """`suit`, or `value in 0 to 9`: what a deck has one card for each of."""

    name: str
    members: Expression | None


@dataclass(frozen=True, slots=True)
class Design(Node):
    """`cards card by design`: the kind of which each card is a copy."""

    name: str
    plural: str | None


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """word: kind, cards, places, connections, parts.

    Names, file, board or dimensions say what its members are."""

    word: str
    name: str
    plural: str | None
    names: tuple[Name, ...]
    file: str | None
    board: Board | None
    columns: tuple[Column, ...]
    name_span: Span
    dimensions: tuple[Dimension, ...] = ()
    where: Expression | None = None
    times: Expression | None = None
    design: Design | None = None
    most: Expression | None = None  # made in play: how many there can be at a time
    of: Name | None = None  # parts: the tiles that they are printed on


@dataclass(frozen=True, slots=True)
class SeenBy(Node):
    names: tuple[Name | Call, ...]
    when: Expression | None


@dataclass(frozen=True, slots=True)
class Keep(Node):
    head: Head
    type: TypeNode
    starts_at: Expression | None
    seen_by: tuple[SeenBy, ...]
    refilled_from: Name | None
    reshuffled_from: Name | None
    in_force: bool
    stacked: bool
    count_hidden: bool
    not_shown: bool = False
    absence_seen: bool = False
    shown_as: Text | None = None  # what people at the table call it
    implicit: bool = False  # made by an expansion, set before it is read
    belongs_to: str | None = None  # the procedure as long as which it lives
    is_written: bool = False  # a column of cards that are made in play
    by_arrival: bool = False  # in force in the order in which the cards came


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: str
    title: Text | None
    names: tuple[Name, ...]  # empty for yes/no and ranges
    low: int | None
    high: int | None
    usually: Expression


@dataclass(frozen=True, slots=True)
class Let(Node):
    head: Head
    cases: tuple[Case, ...]
    type: TypeNode | None = None  # only a filled blank says its type
    shown_as: Text | None = None  # worth showing at the table, under this title
    when_asked: bool = False  # not on the table, only to whoever looks it up
    names: tuple[LetHere, ...] = ()  # parts of it, each worked out once before its cases
    for_bots: bool | None = None  # what bots judge a position by
    limit: Number | None = None  # how often it may use itself, one inside the other


@dataclass(frozen=True, slots=True)
class Procedure(Node):
    word: str  # procedure, phase
    head: Head
    gives: TypeNode | None
    keeps: tuple[Keep, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Action(Node):
    free: bool
    head: Head
    title: Text | None
    keeps: tuple[Keep, ...]
    body: tuple[Statement, ...]
    between: bool = False  # a free action that is not offered beside the details of a decision


@dataclass(frozen=True, slots=True)
class Always(Node):
    name: str
    condition: Expression
    because: Text


@dataclass(frozen=True, slots=True)
class Requirement(Node):
    """`needs ... because` outside of procedures.

    A set-up for which it does not hold is refused."""

    condition: Expression
    because: Text


@dataclass(frozen=True, slots=True)
class People(Node):
    """For how many people a variant is."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Automas(Node):
    """The seats that the rules play.

    These, or as many behind the people as fill the table up to a number of seats."""

    seats: tuple[int, ...]
    fill: int | None


@dataclass(frozen=True, slots=True)
class Target(Node):
    """`name`, `name in inside`, or `of's name`: the steps printed on a card."""

    name: str
    inside: str | None
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Hook(Node):
    word: str  # before, after, instead of
    target: Target
    where: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Removal(Node):
    target: Target


@dataclass(frozen=True, slots=True)
class Answering(Node):
    """`instead of choosing`, or steps `before choosing`.

    These may leave the target out and then mean every decision."""

    target: Target | None
    where: Expression | None
    body: tuple[Statement, ...]
    word: str = "instead of"


@dataclass(frozen=True, slots=True)
class ChangeValue(Node):
    head: Head
    cases: tuple[Case, ...]
    was: Expression | None
    when: Expression | None


@dataclass(frozen=True, slots=True)
class ChangeStart(Node):
    name: str
    value: Expression
    was: Expression | None


@dataclass(frozen=True, slots=True)
class ChangeRange(Node):
    """`change KEPT to A to B was A to B`: from where to where a stored number goes."""

    head: Head
    ends: tuple[Expression, Expression]
    was: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ChangeSight(Node):
    """`change KEPT to be seen by ...`, in place of what its own line says."""

    head: Head
    seen_by: tuple[SeenBy, ...]


@dataclass(frozen=True, slots=True)
class NeedsRemoval(Node):
    """`without needs "..." in NAME`: of a procedure, an action or a step.

    Without a name of a set-up."""

    because: Text
    inside: Name | None


@dataclass(frozen=True, slots=True)
class ChangeCell(Node):
    """`change ROW's COLUMN to ...`; the row may be a kind, for all of its members."""

    row: str
    head: Head  # the column, perhaps with its parameters
    cases: tuple[Case, ...]
    was: Expression | None
    when: Expression | None

    @property
    def column(self) -> str:
        return self.head.name

    @property
    def value(self) -> Expression:
        return self.cases[0].value


@dataclass(frozen=True, slots=True)
class Relation(Node):
    """`by`: a variant says of another one which ones that extends."""

    word: str  # requires, excludes, extends, includes
    names: tuple[Name, ...]
    by: Name | None = None


@dataclass(frozen=True, slots=True)
class Variant(Node):
    name: str
    title: Text | None
    relations: tuple[Relation, ...]
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Addition(Node):
    kind: str
    file: str


@dataclass(frozen=True, slots=True)
class AddTo(Node):
    """`add A, B to X`: members to a kind, or actions to a list of them.

    `next_to` says where."""

    items: tuple[Taken, ...]
    target: Target
    word: str | None  # before, after
    next_to: Name | None


@dataclass(frozen=True, slots=True)
class Blank(Node):
    """A gap that a mechanic's user fills.

    With a kind of this sort (`kind`), with a value of this type, else with steps."""

    head: Head
    type: TypeNode | None
    usually: Expression | None
    steps: tuple[Statement, ...] | None
    kind: str | None = None  # kind, cards, places, connections


@dataclass(frozen=True, slots=True)
class Mechanic(Node):
    head: Head
    title: Text | None
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Fill(Node):
    name: str
    value: Expression | None
    steps: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Instance(Node):
    mechanic: str
    head: Head
    fills: tuple[Fill, ...]


@dataclass(frozen=True, slots=True)
class Called(Node):
    """A name, or a column of a kind, or one of a member: `policy's favor`."""

    name: str
    of: str | None = None

    @property
    def whole(self) -> str:
        return f"{self.of}'s {self.name}" if self.of else self.name


@dataclass(frozen=True, slots=True)
class Says(Node):
    """How things are called on cards.

    The first text is printed, the others are understood. None: they are not printed."""

    things: tuple[Called, ...]
    phrases: tuple[Text, ...]


Law = (
    Hook | Removal | NeedsRemoval | Answering | ChangeValue | ChangeStart | ChangeRange | ChangeSight | ChangeCell | AddTo
)  # fmt: skip
Declaration = (
    Kind
    | Keep
    | Option
    | Let
    | Procedure
    | Action
    | Always
    | Requirement
    | People
    | Automas
    | Mechanic
    | Blank
    | Instance
    | Variant
    | Addition
    | Law
    | Says
)


@dataclass(frozen=True, slots=True)
class Citation:
    """`cites` at the end of a line: the clauses and where they stand."""

    clauses: tuple[str, ...]
    line: int
    span: Span


@dataclass(frozen=True, slots=True)
class Module:
    declarations: tuple[Declaration, ...]
    citations: tuple[Citation, ...]

"""The tree: what a text says, before anything is known about what its names mean.

In: nothing. Out: the node classes that `build` makes and every later stage reads. Layer: syntax.
A node is immutable and knows its span. Passes live in files of their own, never in the nodes.
Rules of the grammar that differ only by a word (`is at least`, `is at most`) share one node with that word in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Possessive(Node):
    """`owner's name` or `owner's name(more)`: the owner is the first argument."""

    owner: Expression
    name: str
    arguments: tuple[Expression, ...]
    name_span: Span


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class YesNo(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class NoneValue(Node):
    pass


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A text in quotes; `parts` alternates plain strings and the expressions of its {holes}."""

    parts: tuple[str | Expression, ...]


@dataclass(frozen=True, slots=True)
class Group(Node):
    inner: Expression


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    value: Expression
    condition: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    low: Expression
    high: Expression
    step: Expression | None


@dataclass(frozen=True, slots=True)
class Rotation(Node):
    start: Expression
    after: bool
    counterclockwise: bool


@dataclass(frozen=True, slots=True)
class SortKey(Node):
    highest: bool
    value: Expression


@dataclass(frozen=True, slots=True)
class Query(Node):
    """`x in SET from START where CONDITION by highest KEY`; binder None: the set's own singular, or no binder."""

    binder: str | None
    members: Expression
    rotation: Rotation | None
    where: Expression | None
    keys: tuple[SortKey, ...]
    as_long_as: Expression | None = None  # the query ends at the first one for which it does not hold


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """count, sum, highest, lowest, some, no, every, list, first, last, sole, tied, the."""

    word: str
    body: Expression | None
    query: Query


@dataclass(frozen=True, slots=True)
class Either(Node):
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Both(Node):
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    inner: Expression


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """operator: is, is not, is at least, is at most, is more than, is less than, is in, is not in, is empty, ..."""

    operator: str
    left: Expression
    right: Expression | None


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: str  # + - * /
    left: Expression
    right: Expression
    rounding: str | None  # up, down, nearest: only for /


@dataclass(frozen=True, slots=True)
class Negative(Node):
    inner: Expression


@dataclass(frozen=True, slots=True)
class Can(Node):
    """`player can build`, and with `holds` no `player cannot build`: would this action be offered?"""

    player: Expression
    action: Taken
    holds: bool


Expression = (
    Can | Name | Call | Possessive | Number | YesNo | NoneValue | Text | Group | Conditional | ListOf | Range
    | Aggregate | Either | Both | Not | Compare | Arithmetic | Negative
)  # fmt: skip


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class NumberType(Node):
    """`number`, or a range whose ends are numbers or values that are known before the game begins."""

    low: int | Expression | None
    high: int | Expression | None


@dataclass(frozen=True, slots=True)
class YesNoType(Node):
    pass


@dataclass(frozen=True, slots=True)
class TextType(Node):
    pass


@dataclass(frozen=True, slots=True)
class SpotType(Node):
    pass


@dataclass(frozen=True, slots=True)
class ShapeType(Node):
    pass


@dataclass(frozen=True, slots=True)
class KindType(Node):
    name: str


@dataclass(frozen=True, slots=True)
class OrNone(Node):
    inner: TypeNode


@dataclass(frozen=True, slots=True)
class ListType(Node):
    inner: TypeNode


@dataclass(frozen=True, slots=True)
class PileType(Node):
    kind: str


@dataclass(frozen=True, slots=True)
class RowType(Node):
    size: int
    kind: str


@dataclass(frozen=True, slots=True)
class GridType(Node):
    kind: str


TypeNode = (
    NumberType | YesNoType | TextType | SpotType | ShapeType | KindType | OrNone | ListType | PileType | RowType
    | GridType
)  # fmt: skip


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class LetHere(Node):
    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class SetValue(Node):
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Raise(Node):
    """`raise T by N`, and `lower T by N` with `sign` -1."""

    target: Expression
    amount: Expression
    sign: int


@dataclass(frozen=True, slots=True)
class Resource(Node):
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`P gains N R`, and `P loses N R` with `sign` -1."""

    subject: Expression
    amount: Expression
    resource: Resource
    sign: int
    plain: bool = False  # inside the moment itself: do it, do not announce it again


@dataclass(frozen=True, slots=True)
class Pay(Node):
    payer: Expression
    amount: Expression
    resource: Resource
    payee: Expression
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Needs(Node):
    condition: Expression
    because: Text


@dataclass(frozen=True, slots=True)
class Bounds(Node):
    least: Expression | None
    most: Expression | None


@dataclass(frozen=True, slots=True)
class Choose(Node):
    actor: Expression
    optional: bool
    name: str
    members: Expression | None
    where: Expression | None
    bounds: Bounds | None
    alias: str | None
    prompt: Text | None
    needs: tuple[Needs, ...]
    secretly: bool = False
    automatic: tuple[Automatic, ...] = ()
    openly: bool = False  # everyone sees that the question is put
    beside: Text | None = None  # `show "..."`: what stands beside each thing that can be chosen


@dataclass(frozen=True, slots=True)
class Automatic(Node):
    """An `instead of choosing` or `before choosing` law woven into its choice."""

    where: Expression | None
    body: tuple[Statement, ...]
    answers: bool = True  # no: the steps come before the question, which is put after all


@dataclass(frozen=True, slots=True)
class Branch(Node):
    name: str
    title: Text | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Menu(Node):
    actor: Expression
    optional: bool
    prompt: Text | None
    branches: tuple[Branch, ...]
    secretly: bool = False
    automatic: tuple[Automatic, ...] = ()
    openly: bool = False


@dataclass(frozen=True, slots=True)
class Taken(Node):
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Take(Node):
    actor: Expression
    optional: bool
    actions: tuple[Taken, ...]
    alias: str | None
    prompt: Text | None
    automatic: tuple[Automatic, ...] = ()
    repeated: bool = False  # `may take any of`: again and again, until the player passes
    openly: bool = False


@dataclass(frozen=True, slots=True)
class Duration(Node):
    count: Expression
    unit: str
    of: Expression | None
    then: Expression
    position: str | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    what: Expression
    zone: Expression
    position: str | None  # top, bottom, random; None: behind the others
    duration: Duration | None


@dataclass(frozen=True, slots=True)
class Draw(Node):
    count: Expression
    pile: Expression
    zone: Expression
    position: str | None
    name: str | None


@dataclass(frozen=True, slots=True)
class Refill(Node):
    zone: Expression


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    zone: Expression


@dataclass(frozen=True, slots=True)
class Lay(Node):
    what: Expression
    spot: Expression
    grid: Expression


@dataclass(frozen=True, slots=True)
class Roll(Node):
    count: Expression
    single: bool
    sides: Expression | None
    name: str
    by: Expression | None = None  # who alone sees the dice


@dataclass(frozen=True, slots=True)
class Pick(Node):
    name: str
    query: Query


@dataclass(frozen=True, slots=True)
class Show(Node):
    what: Expression
    audience: Expression


@dataclass(frozen=True, slots=True)
class Announce(Node):
    text: Text
    audience: Expression | None


@dataclass(frozen=True, slots=True)
class Each(Node):
    secretly: bool
    query: Query
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    mode: str  # times, until, while, forever
    value: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class IfCase(Node):
    condition: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    cases: tuple[IfCase, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Step(Node):
    name: str
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class MustLeave(Node):
    condition: Expression
    because: Text


@dataclass(frozen=True, slots=True)
class Give(Node):
    value: Expression


@dataclass(frozen=True, slots=True)
class Stop(Node):
    pass


@dataclass(frozen=True, slots=True)
class StopRepeating(Node):
    pass


@dataclass(frozen=True, slots=True)
class Proceed(Node):
    pass


@dataclass(frozen=True, slots=True)
class Answer(Node):
    value: Expression


@dataclass(frozen=True, slots=True)
class Remark(Node):
    """Words for the reader of a rule that is written out; it does nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class Touch(Node):
    """Woven in where a card's law acts, so that what is never used can be told."""

    card: str


@dataclass(frozen=True, slots=True)
class Tick(Node):
    """Woven in at the end of a unit of time that some `move ... for N unit` counts."""

    unit: str


@dataclass(frozen=True, slots=True)
class Enclosed(Node):
    """The steps of a law, woven in: the names given in it end with it. `hidden`: names that it cannot see, and why."""

    body: tuple[Statement, ...]
    hidden: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Run(Node):
    what: Expression


@dataclass(frozen=True, slots=True)
class Win(Node):
    player: Expression


@dataclass(frozen=True, slots=True)
class Score(Node):
    player: Expression
    value: Expression
    row: Text | None  # of the score sheet; none: the score itself


@dataclass(frozen=True, slots=True)
class Leave(Node):
    player: Expression


@dataclass(frozen=True, slots=True)
class EndGame(Node):
    pass


Statement = (
    LetHere | SetValue | Raise | Gain | Pay | Choose | Menu | Take | Move | Draw | Refill | Shuffle | Lay | Roll | Pick
    | Show | Announce | Each | Repeat | If | Step | Needs | MustLeave | Give | Stop | StopRepeating | Proceed | Answer
    | Tick | Touch | Enclosed | Remark | Run | Win | Score | Leave | EndGame
)  # fmt: skip


# ---------------------------------------------------------------- declarations


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


@dataclass(frozen=True, slots=True)
class Board(Node):
    """outline: grid, rhombus, hexagon, triangle; or corners, edges of the board whose places are called `of`."""

    outline: str
    sizes: tuple[Expression, ...]
    diagonals: bool = False
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Dimension(Node):
    """`suit`, or `value in 0 to 9`: what a deck has one card for each of."""

    name: str
    members: Expression | None


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """word: kind, cards, places, connections. Names, file, board or dimensions say what its members are."""

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


@dataclass(frozen=True, slots=True)
class SeenBy(Node):
    names: tuple[Name, ...]
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


@dataclass(frozen=True, slots=True)
class Option(Node):
    name: str
    title: Text | None
    names: tuple[Name, ...]  # empty for yes/no and ranges
    low: int | None
    high: int | None
    usually: Expression


@dataclass(frozen=True, slots=True)
class Case(Node):
    value: Expression
    condition: Expression | None  # None: otherwise


@dataclass(frozen=True, slots=True)
class Let(Node):
    head: Head
    cases: tuple[Case, ...]
    type: TypeNode | None = None  # only a filled blank says its type
    shown_as: Text | None = None  # worth showing at the table, under this title
    when_asked: bool = False  # not on the table, only to whoever looks it up
    names: tuple[LetHere, ...] = ()  # parts of it, each worked out once before its cases
    for_bots: bool | None = None  # what bots judge a position by


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
    """`needs ... because` outside of procedures: a set-up for which it does not hold is refused."""

    condition: Expression
    because: Text


@dataclass(frozen=True, slots=True)
class People(Node):
    """For how many people a variant is."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Automas(Node):
    """The seats that the rules play: these, or as many behind the people as fill the table up to a number of seats."""

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
    """`instead of choosing`, or steps `before choosing`; these may leave the target out and then mean every decision."""

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

    word: str  # requires, excludes, extends
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
    """`add A, B to X`: members to a kind, or actions to a list of them; `next_to` says where."""

    items: tuple[Taken, ...]
    target: Target
    word: str | None  # before, after
    next_to: Name | None


@dataclass(frozen=True, slots=True)
class Blank(Node):
    """A gap that a mechanic's user fills: `type` None means steps."""

    head: Head
    type: TypeNode | None
    usually: Expression | None
    steps: tuple[Statement, ...] | None


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
    """How things are called on cards: the first text is printed, the others are understood. None: they are not printed."""

    things: tuple[Called, ...]
    phrases: tuple[Text, ...]


Law = Hook | Removal | Answering | ChangeValue | ChangeStart | ChangeCell | AddTo
Declaration = (
    Kind | Keep | Option | Let | Procedure | Action | Always | Requirement | People | Automas | Mechanic | Blank
    | Instance | Variant | Addition | Law | Says
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


# ---------------------------------------------------------------- walking

AnyNode = TypeVar("AnyNode")


_FIELDS: dict[type, tuple[str, ...]] = {}  # of each sort of node, those that may hold nodes


def _names(node: Any) -> tuple[str, ...]:
    sort = type(node)
    if sort not in _FIELDS:
        _FIELDS[sort] = tuple(field.name for field in fields(sort) if field.name not in ("span", "name_span"))
    return _FIELDS[sort]


def children(node: Any) -> Iterator[Any]:
    """The nodes directly below `node`, in the order they were written."""
    for name in _names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Any) -> Iterator[Any]:
    """`node` and everything below it."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(tuple(children(found))))


def rewrite(node: AnyNode, change: Callable[[Any], Any]) -> AnyNode:
    """The tree in which `change` has replaced nodes, from the leaves up. A tuple result is spliced into its list.

    What is not changed is not copied: whoever comes later sees that it is the same."""
    if not isinstance(node, Node):
        return node
    updates: dict[str, Any] = {}
    for name in _names(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            new: Any = rewrite(value, change)
        elif isinstance(value, tuple):
            new = _rewrite_items(value, change)
        else:
            continue
        if new is not value:
            updates[name] = new
    return change(replace(node, **updates) if updates else node)  # type: ignore[no-any-return]


def _rewrite_items(items: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    result: list[Any] = []
    same = True
    for item in items:
        new = rewrite(item, change)
        if isinstance(new, tuple) and not isinstance(item, tuple):
            result.extend(new)
            same = False
        else:
            result.append(new)
            same = same and new is item
    return items if same else tuple(result)

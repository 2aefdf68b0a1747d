"""Expressions: what a text says of a value.

In: nothing. Out: node classes, with the node that all others are. Layer: syntax.
Rules of the grammar that differ only by a word (`is at least`, `is at most`) share one node with that word in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


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
    """A quoted text; `parts` alternates strings and expressions of its {holes}."""

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
class Case(Node):
    value: Expression
    condition: Expression | None  # None: otherwise


@dataclass(frozen=True, slots=True)
class Cases(Node):
    """The value of a `let` in a procedure, one case on each line."""

    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Usual(Node):
    """`(value otherwise other)`: the value, or the other if it is none."""

    value: Expression
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
    """`x in SET from START where CONDITION by highest KEY`.

    Binder None: the set's own singular, or no binder."""

    binder: str | None
    members: Expression
    rotation: Rotation | None
    where: Expression | None
    keys: tuple[SortKey, ...]
    as_long_as: Expression | None = None  # the query ends at the first one for which it does not hold


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """An aggregate over a query.

    count, sum, highest, lowest, some, no, every, list, first, last, sole, tied, the."""

    word: str
    body: Expression | None
    query: Query
    bare: bool = False  # a list written as an argument, without `list(...)`


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
    """A comparison.

    operator: is, is not, is at least, is at most, is more than, is less than, is in, is not in, is empty, ..."""

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
class Taken(Node):
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Can(Node):
    """`player can build`: would this action be offered?

    With `holds` false, `player cannot build`."""

    player: Expression
    action: Taken
    holds: bool


Expression = (
    Can | Name | Call | Possessive | Number | YesNo | NoneValue | Text | Group | Conditional | Cases | Usual | ListOf | Range
    | Aggregate | Either | Both | Not | Compare | Arithmetic | Negative
)  # fmt: skip

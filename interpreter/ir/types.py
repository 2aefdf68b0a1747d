"""Types of values, and when one fits where another is expected.

In: nothing. Out: Type and its forms, `fits`, `type_in_words`. Layer: ir.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SiteShape = Literal["thing", "amount", "several", "menu", "actions"]  # forms of a decision
OptionShape = Literal["names", "yes_no", "range"]  # forms of an option
FARTHEST = 500_000  # bound of a number without a stated range in a combined choice
MOST_SETS = 10_000  # that are offered to be chosen at once
LARGEST = 10**300  # a larger number is a mistake, and would soon fill the memory


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number.

    The range is checked when the value is stored and does not make a different type."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class YesNo:
    pass


@dataclass(frozen=True, slots=True)
class Words:
    """A text, constant and only shown to people."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The position and orientation of a tile on a grid."""


@dataclass(frozen=True, slots=True)
class Shape:
    pass


@dataclass(frozen=True, slots=True)
class Of:
    """A member of the kind with this name."""

    kind: str


@dataclass(frozen=True, slots=True)
class Maybe:
    inner: Type


@dataclass(frozen=True, slots=True)
class ListOf:
    inner: Type


@dataclass(frozen=True, slots=True)
class Zone:
    """A pile (size None) or a row of slots that holds cards of a kind."""

    kind: str
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """Tiles of a kind side by side.

    Without end, or one on each place of a board (`on`)."""

    kind: str
    on: str | None = None


@dataclass(frozen=True, slots=True)
class Absent:
    """The type of `none` alone."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of an erroneous expression.

    Fits everywhere, so that a mistake is reported once."""


Type = Number | YesNo | Words | Spot | Shape | Of | Maybe | ListOf | Zone | Grid | Absent | Unknown

FORMS = (Number, YesNo, Words, Spot, Shape, Of, Maybe, ListOf, Zone, Grid)  # forms of stored or printed values
NUMBER = Number()
YES_NO = YesNo()
PLAYER = Of("player")


def element(type_: Type) -> Type | None:
    """Element type of a list, row or pile; None if it is none of these."""
    match type_:
        case ListOf(inner):
            return inner
        case Zone(kind):
            return Of(kind)
        case Grid(kind):
            return Of(kind)
        case Unknown():
            return Unknown()
        case _:
            return None


def fits(given: Type, wanted: Type) -> bool:
    """May a value of type `given` be used where `wanted` is expected?"""
    match given, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Number(), Number():
            return True
        case (Absent(), Maybe()):
            return True
        case Maybe(inner), Maybe(other):
            return fits(inner, other)
        case _, Maybe(other):
            return fits(given, other)
        case ((ListOf() | Zone() | Grid()), ListOf(other)):
            inner_type = element(given)
            return inner_type is not None and fits(inner_type, other)
        case _:
            return given == wanted


def join(left: Type, right: Type) -> Type | None:
    """Return a type that holds both; None if there is none."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return Unknown()
    if isinstance(left, Number) and isinstance(right, Number):
        return NUMBER
    if isinstance(left, Absent):
        return right if isinstance(right, Maybe | Absent) else Maybe(right)
    if isinstance(right, Absent):
        return left if isinstance(left, Maybe) else Maybe(left)
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        inner = join(bare(left), bare(right))
        return Maybe(inner) if inner is not None else None
    first, second = element(left), element(right)
    if first is not None and second is not None:
        if isinstance(first, Unknown) or isinstance(second, Unknown):  # an empty list is a list of anything
            return ListOf(second if isinstance(first, Unknown) else first)
        inner = join(first, second)
        return ListOf(inner) if inner is not None else None
    return left if left == right else None


def bare(type_: Type) -> Type:
    return type_.inner if isinstance(type_, Maybe) else type_


def card_kind(type_: Type) -> str:
    """Return the kind of a card, of an optional card, or of a list of cards."""
    match type_:
        case Maybe(inner) | ListOf(inner):
            return card_kind(inner)
        case Of(kind):
            return kind
        case _:
            raise AssertionError("no card")


def type_in_words(type_: Type) -> str:
    """Return the type in the designer's words."""
    match type_:
        case Number(None, None):
            return "number"
        case Number(low, high):
            return f"{low} to {high}"
        case YesNo():
            return "yes or no"
        case Words():
            return "text"
        case Of(kind):
            return kind
        case Maybe(inner):
            return f"{type_in_words(inner)} or none"
        case ListOf(inner):
            return f"list of {type_in_words(inner)}"
        case Zone(kind, None):
            return f"pile of {kind}"
        case Zone(kind, size):
            return f"row of {size} {kind}"
        case Grid(kind, on):
            return f"grid of {kind}" + (f" on {on}" if on is not None else "")
        case Absent():
            return "none"
        case _:
            return type(type_).__name__.lower()

"""The Rulebook itself, and what belongs to a game as a whole: shown values, requirements, invariants.

In: nothing. Out: Rulebook, which the checker builds and the lowering reads. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from interpreter.ir.rulebook.acts import Routine, Secret
from interpreter.ir.rulebook.kinds import Kind, Option, Variable
from interpreter.ir.rulebook.terms import Keep, Template, Term, Value
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Shown:
    """A calculated value that the table shows.

    `owner`: index of the parameter that is the only player who sees it; None: everyone sees it."""

    value: Value
    title: str
    owner: int | None
    when_asked: bool = False  # not on the table, only on request


@dataclass(frozen=True, slots=True)
class Requirement:
    """A condition that must hold before the game starts."""

    holds: Term
    because: Template
    span: Span


@dataclass(frozen=True, slots=True)
class Failing:
    """A condition split into parts, to explain why it is false.

    The sides of a comparison in words, or nested conditions."""

    term: Term
    sides: tuple[tuple[str, Term], ...] = ()
    inner: tuple[Failing, ...] = ()


@dataclass(frozen=True, slots=True)
class Invariant:
    name: str
    holds: Term
    because: Template
    span: Span
    failing: Failing


LARGE_MAP = 400  # places; a larger map has no table of all distances, and is walked when one is asked


class Map(Protocol):
    """Tables over the places of one kind, by number."""

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def exits(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def far_ends(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def connections(self) -> str | None: ...
    def distances(self) -> list[tuple[int | None, ...]]: ...


@dataclass(eq=False, slots=True)
class Rulebook:
    """One game with its variants and options, checked. Immutable from then on."""

    kinds: Mapping[str, Kind]
    keeps: Mapping[str, Keep]
    values: Mapping[str, Value]
    routines: Mapping[str, Routine]
    options: Mapping[str, Option]
    invariants: tuple[Invariant, ...]
    maps: Mapping[str, Map]  # by kind of places
    citations: tuple[tuple[str, str, str], ...]  # clause, rule, place
    player_limit: int
    lawful: frozenset[str] = frozenset()  # cards with laws of their own
    shown: tuple[Shown, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    has_automas: bool = False
    judge: Value | None = None  # the value that bots maximize
    rests: Mapping[Variable | Keep, frozenset[Secret]] = field(default_factory=dict)  # the secrets they depend on

"""The Rulebook itself, with what is said of a game as a whole: what it shows, what must hold before it and always.

In: nothing. Out: Rulebook, which the checker makes and the lowering reads. Layer: check.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.check.rulebook.acts import Routine
from interpreter.check.rulebook.kinds import Kind, Option
from interpreter.check.rulebook.terms import Keep, Template, Term, Value
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Shown:
    """A worked-out value that the table shows. owner: which of its parameters is the one player who sees it."""

    value: Value
    title: str
    owner: int | None
    when_asked: bool = False  # not on the table, only to whoever looks it up


@dataclass(frozen=True, slots=True)
class Requirement:
    """What must hold before anything is played."""

    holds: Term
    because: Template
    span: Span


@dataclass(frozen=True, slots=True)
class Failing:
    """A condition in its parts, to say why it does not hold: the sides of a comparison in words, or what is inside."""

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


@dataclass(eq=False, slots=True)
class Rulebook:
    """One game with its variants and options, checked. Nothing changes it afterwards."""

    kinds: Mapping[str, Kind]
    keeps: Mapping[str, Keep]
    values: Mapping[str, Value]
    routines: Mapping[str, Routine]
    options: Mapping[str, Option]
    invariants: tuple[Invariant, ...]
    maps: Mapping[str, Any]
    citations: tuple[tuple[str, str, str], ...]  # clause, rule, place
    player_limit: int
    lawful: frozenset[str] = frozenset()  # cards that have laws of their own
    shown: tuple[Shown, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    has_automas: bool = False
    judge: Value | None = None  # what bots judge a position by

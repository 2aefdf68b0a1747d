"""Leaks that Quiet cannot prevent: by a question, a text or bookkeeping.

In: nothing. Out: the records that `taint_flow` fills and `doubts` reports to the designer. Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir import rulebook as rb
from interpreter.source import Span

Rests = dict[rb.Variable | rb.Keep, frozenset[rb.Secret]]  # secrets behind variables and bookkeeping


@dataclass(frozen=True, slots=True)
class Cause:
    """A question that depends on a secret which the player asked may not see.

    `span`: where the secret enters; `site`: the question."""

    secret: rb.Secret
    span: Span
    site: rb.Site


@dataclass(frozen=True, slots=True)
class Written:
    """A keep that everyone can see is set from a secret."""

    keep: rb.Keep
    secret: rb.Secret
    span: Span


@dataclass(frozen=True, slots=True)
class Told:
    """A question that reveals a secret to a player who may not see it.

    `said`: in a text; otherwise in the choices offered."""

    secret: rb.Secret
    span: Span
    site: rb.Site | None
    said: bool


@dataclass
class Doubts:
    """The leaks that Quiet cannot prevent.

    `rests`: the secrets behind variables and bookkeeping."""

    causes: list[Cause] = field(default_factory=list)
    written: list[Written] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    rests: Rests = field(default_factory=dict)

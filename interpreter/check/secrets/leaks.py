"""What silence cannot keep: secrets that a question, a text or bookkeeping gives away.

In: nothing. Out: the records that `flow` fills and `doubts` tells the designer. Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check import rulebook as rb
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Cause:
    """A secret that somebody is asked about without knowing it: where it comes in, and the question."""

    secret: rb.Secret
    span: Span
    site: rb.Site


@dataclass(frozen=True, slots=True)
class Written:
    """Something that everyone can look up is worked out from a secret."""

    keep: rb.Keep
    secret: rb.Secret
    span: Span


@dataclass(frozen=True, slots=True)
class Told:
    """A question tells a secret that the one who is asked does not know: by a text, or by what there is to choose."""

    secret: rb.Secret
    span: Span
    site: rb.Site | None
    said: bool


@dataclass
class Doubts:
    """What cannot be helped by silence."""

    causes: list[Cause] = field(default_factory=list)
    written: list[Written] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)

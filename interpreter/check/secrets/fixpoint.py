"""Monotone store of labels, with the read tracking that drives a fixed point.

In: a key (a variable, a keep, the result of a routine) and secrets. Out: all secrets known of that key so far; whether
anything that an earlier visit read has grown, so that the visit must be repeated. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.ir import rulebook as rb

Secrets = frozenset[rb.Secret]
NOTHING: Secrets = frozenset()


@dataclass
class ReadSet:
    """The read set of one visit: when it began, what it read, any secret met."""

    at: int = 0
    read: set[object] = field(default_factory=set)
    met: bool = False


@dataclass
class LabelStore:
    """Labels by key; they only grow.

    A visit is stale once a label that it read has grown."""

    reads: ReadSet = field(default_factory=ReadSet)  # of the visit in progress
    _known: dict[object, Secrets] = field(default_factory=dict)
    _now: int = 0  # logical clock: ticks whenever a label grows
    _grown_at: dict[object, int] = field(default_factory=dict)

    def of(self, thing: object) -> Secrets:
        """Return the label of a key, and record the read."""
        return self.record_read(thing, self._known.get(thing, NOTHING))

    def record_read(self, thing: object, secrets: Secrets) -> Secrets:
        """Record a read of a label that is stored elsewhere, and return the label."""
        self.reads.read.add(thing)
        if secrets:
            self.reads.met = True
        return secrets

    def learn(self, thing: object, secrets: Secrets) -> None:
        """Join secrets into the label of a key."""
        known = self._known.get(thing, NOTHING)
        if not secrets <= known:
            self._known[thing] = known | secrets
            self.grow(thing)
        if secrets:
            self.reads.met = True

    def everything(self) -> dict[object, Secrets]:
        """All non-empty labels by key."""
        return {thing: secrets for thing, secrets in self._known.items() if secrets}

    def grow(self, thing: object) -> None:
        """Note that a label has grown, so that visits that read it are repeated."""
        self._now += 1
        self._grown_at[thing] = self._now

    def new_read_set(self) -> ReadSet:
        """Begin a visit now."""
        return ReadSet(self._now)

    def is_stale(self, reads: ReadSet) -> bool:
        """Has any label grown since this visit read it?"""
        return any(self._grown_at.get(thing, 0) > reads.at for thing in reads.read)

    @contextmanager
    def recording_reads(self, reads: ReadSet) -> Iterator[None]:
        """Record reads in `reads` inside this context."""
        before, self.reads = self.reads, reads
        try:
            yield
        finally:
            self.reads = before

    @contextmanager
    def without(self, thing: object) -> Iterator[None]:
        """Drop the label of a key inside this context."""
        before = self._known.pop(thing, None)
        yield
        if before is not None:
            self._known[thing] = before

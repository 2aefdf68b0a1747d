"""Monotone store of secret labels, with the dependency tracking that drives the fixed point.

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
class Look:
    """The read set of one visit: the keys it read, the store's time then, and whether it met any secret."""

    at: int = 0
    read: set[object] = field(default_factory=set)
    met: bool = False


@dataclass
class Grown:
    look: Look = field(default_factory=Look)  # the visit in progress
    _known: dict[object, Secrets] = field(default_factory=dict)
    _now: int = 0  # logical clock: ticks whenever a label grows
    _grown_at: dict[object, int] = field(default_factory=dict)

    def of(self, thing: object) -> Secrets:
        return self.noted(thing, self._known.get(thing, NOTHING))

    def noted(self, thing: object, secrets: Secrets) -> Secrets:
        """Record a read of a label that is stored elsewhere, and return the label."""
        self.look.read.add(thing)
        if secrets:
            self.look.met = True
        return secrets

    def learn(self, thing: object, secrets: Secrets) -> None:
        known = self._known.get(thing, NOTHING)
        if not secrets <= known:
            self._known[thing] = known | secrets
            self.grow(thing)
        if secrets:
            self.look.met = True

    def everything(self) -> dict[object, Secrets]:
        """All non-empty labels by key."""
        return {thing: secrets for thing, secrets in self._known.items() if secrets}

    def grow(self, thing: object) -> None:
        self._now += 1
        self._grown_at[thing] = self._now

    def new_look(self) -> Look:
        return Look(self._now)

    def is_stale(self, look: Look) -> bool:
        """Has any label grown since this visit read it?"""
        return any(self._grown_at.get(thing, 0) > look.at for thing in look.read)

    @contextmanager
    def looking(self, look: Look) -> Iterator[None]:
        """Record reads in `look` inside this context."""
        before, self.look = self.look, look
        try:
            yield
        finally:
            self.look = before

    @contextmanager
    def without(self, thing: object) -> Iterator[None]:
        """Drop the label of a key inside this context."""
        before = self._known.pop(thing, None)
        yield
        if before is not None:
            self._known[thing] = before

"""Secrets that are known of things, which only become more; who has looked at what, and what has grown since.

In: a thing (a variable, a stored value, what a routine gives) and secrets. Out: all secrets that are known of it; whether
anything of what somebody has read has grown, so that it is worth looking again. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from interpreter.check import rulebook as rb

Secrets = frozenset[rb.Secret]
NOTHING: Secrets = frozenset()


@dataclass
class Look:
    """What somebody has read, and when; whether there was anything secret."""

    at: int = 0
    read: set[object] = field(default_factory=set)
    met: bool = False


@dataclass
class Grown:
    look: Look = field(default_factory=Look)  # the one that is being taken
    _known: dict[object, Secrets] = field(default_factory=dict)
    _now: int = 0  # counts what has been learnt
    _grown_at: dict[object, int] = field(default_factory=dict)

    def of(self, thing: object) -> Secrets:
        return self.noted(thing, self._known.get(thing, NOTHING))

    def noted(self, thing: object, secrets: Secrets) -> Secrets:
        """Secrets of a thing that somebody else keeps: it is noted that they were looked at."""
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

    def grow(self, thing: object) -> None:
        self._now += 1
        self._grown_at[thing] = self._now

    def new_look(self) -> Look:
        return Look(self._now)

    def is_stale(self, look: Look) -> bool:
        """Is more known now of anything that was read then?"""
        return any(self._grown_at.get(thing, 0) > look.at for thing in look.read)

    @contextmanager
    def looking(self, look: Look) -> Iterator[None]:
        """What is read while this lasts belongs to this look."""
        before, self.look = self.look, look
        try:
            yield
        finally:
            self.look = before

    @contextmanager
    def without(self, thing: object) -> Iterator[None]:
        """While it lasts, nothing is known of a thing."""
        before = self._known.pop(thing, None)
        yield
        if before is not None:
            self._known[thing] = before

"""The Position: all the data of a game in progress, and nothing that is told of it.

In: the tables of a game, a number of players, a seed. Out: cells, lists, frames and a few numbers; copies and keys of
them. Layer: runtime. `cells` and `lists` hold the table, `stack` where the rules are, `random` the generator; all plain
numbers in lists, so a clone is a few copies and equality is exact. Generated code reads and writes these directly.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol, Self

from interpreter.runtime.events import Event
from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined import Imagined
from interpreter.runtime.tables import Arrivals, Code, Frame, Held, Made, Timer, Tried, Value

NAMED = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black", "brown", "grey", "pink", "cyan")
COLOURS = (*NAMED, *(f"player_{number}" for number in range(len(NAMED) + 1, 101)))  # for as many as a manifest allows


class Rules(Protocol):
    """What a state says of the game that it belongs to: enough to write it into a save, and to think in C."""

    name: str
    fingerprint: str
    chosen: tuple[str, ...]
    variants: tuple[str, ...]

    @property
    def option_values(self) -> dict[str, Any]: ...

    def imagined(self, state: Position, engine: str) -> Imagined | None: ...


class Field(NamedTuple):
    """One field of a position: does the future depend on it, and under which word is it saved?"""

    key: bool
    saved: str | None


# Every slot of a position, once. `clone` copies all of them, `key` holds those with a future, a save those with a word;
# what has neither follows from the others, is of no more use at a decision, or is what somebody wants of this one run: to
# script chance, to have the `always` rules held.
FIELDS: Mapping[str, Field] = {
    "cells": Field(True, "table"), "lists": Field(True, "table"), "stack": Field(True, "stack"),
    "random": Field(False, "machine"), "chance_count": Field(False, "machine"), "site": Field(True, "machine"),
    "actor": Field(True, "machine"), "asking": Field(False, "machine"), "options": Field(False, "options_now"),
    "free": Field(False, "machine"), "answer": Field(False, "machine"), "value": Field(False, "machine"),
    "over": Field(True, "machine"), "winners": Field(True, "machine"), "scores": Field(True, "scores"),
    "sheet": Field(True, "sheet"), "out": Field(True, "machine"), "timers": Field(True, "machine"),
    "regions": Field(True, "machine"), "rejected": Field(False, "machine"), "tried": Field(False, "machine"),
    "stamp": Field(False, "machine"), "veil": Field(False, "machine"), "hush": Field(False, "machine"),
    "shadows": Field(False, "seen_before"), "told": Field(False, None), "windows": Field(False, None),
    "touched": Field(False, "machine"), "_decisions": Field(False, "decisions"), "log": Field(False, "events"),
    "known": Field(False, None), "player_names": Field(False, "players"), "seed": Field(False, "seed"),
    "code": Field(False, None), "game": Field(False, None), "count": Field(False, None), "seats": Field(False, None),
    "automas": Field(False, "automas"), "sealed": Field(True, "machine"), "trial": Field(False, None),
    "forced": Field(False, None), "arrived": Field(False, None), "known_ways": Field(False, None),
    "work": Field(False, None), "trials": Field(False, None), "held": Field(False, None),
    "_request": Field(False, None),
}  # fmt: skip


class Position:
    __slots__ = tuple(FIELDS)

    def __init__(self, code: Code, game: Rules, count: int, seed: int, names: Sequence[str] | None, events: bool) -> None:
        self.code, self.game, self.seed = code, game, seed
        self.count = count
        self.seats: Sequence[int] = range(count)  # those still in the game
        self.automas: tuple[int, ...] = ()  # the seats that the rules play
        self.player_names = tuple(names) if names is not None else COLOURS[:count]
        self.cells: list[Any] = [None] * code.CELLS
        self.lists: list[list[Any]] = [[] for _ in range(code.LISTS)]
        self.stack: list[Frame] = []
        self.random = seeded(seed)
        self.chance_count = 0
        self.site, self.actor, self.asking = -1, -1, 0
        self.options: Sequence[Value] | None = None
        self.free: tuple[int, ...] = ()
        self.answer: Value = None
        self.value: Value = None
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.scores: dict[int, int] = {}
        self.sheet: dict[str, dict[int, int]] = {}  # what the rules write down beside the scores, by row and seat
        self.out: tuple[int, ...] = ()
        self.log: list[Event] | None = [] if events else None
        self.known: dict[int, int] | None = {} if events else None  # a card's cell -> a bit for each who knows where it is
        self._decisions: list[tuple[int, Value, bool, int]] = []  # as `made` gives them
        self.timers: tuple[Timer, ...] = ()
        self.regions: tuple[int, ...] = ()
        self.rejected: tuple[tuple[Value, Tried], ...] = ()
        self.tried: tuple[int, ...] = ()
        self.stamp = 0
        self.touched = 0  # a bit for each card that has been of use, and for each rule that was run
        self.trial = False
        self.work = 0  # done since the last decision; counted here and not in the code, which many games share
        self.trials = 0  # ways tried out for this decision
        self.arrived: Arrivals = {}  # in a trial: how good it came out, by the number of open `must leave`s around
        self.known_ways: dict[tuple[object, ...], Arrivals | Tried] | None = None  # how trials from a position came out
        self.veil: int | None = None  # whose turn it is in `secretly each`
        self.sealed: tuple[Made, ...] = ()  # what was answered in secret before the machine asked, see `together`
        self.hush: tuple[int, ...] = ()  # who knows the secrets that led here, see `silence`
        self.shadows: dict[int | None, Self] = {}  # the table when each last saw somebody asked
        self.told = 0  # of a shadow: how many events there were
        self.windows: tuple[int, ...] = ()  # who knows the secrets for which somebody could have been asked
        self.forced: dict[str, Any] | None = None
        self.held: Held | None = None  # the table when all `always` rules held, if they are looked at
        self._request: weakref.ref[object] | None = None  # the question, as long as somebody holds it

    def fresh(self, seed: int, names: Sequence[str] | None, events: bool) -> Self:
        """A copy of a table on which nothing has happened, for a new game."""
        new = self.bare_clone()
        new.seed, new.random = seed, seeded(seed)
        if names is not None:
            new.player_names = tuple(names)
        if events:
            new.log, new.known = [], {}
        return new

    @property
    def made(self) -> list[Made]:
        """The decisions so far. They are kept as plain tuples, which are made in half the time."""
        return list(map(Made._make, self._decisions))

    def clone(self) -> Self:
        new = self.bare_clone()
        new.log = None if self.log is None else self.log[:]
        new.known = None if self.known is None else self.known.copy()
        new._decisions = self._decisions[:]
        new.shadows = self.shadows
        return new

    def bare_clone(self) -> Self:
        """A copy without its past: the same future, but nothing to tell of how it came to this."""
        new = type(self).__new__(type(self))
        new.code, new.game, new.seed, new.count, new.seats = self.code, self.game, self.seed, self.count, self.seats
        new.player_names, new.automas = self.player_names, self.automas
        new.cells = self.cells[:]
        new.lists = [items[:] for items in self.lists]
        new.stack = [frame[:] for frame in self.stack]
        new.random, new.chance_count = self.random, self.chance_count
        new.site, new.actor, new.asking = self.site, self.actor, self.asking
        new.options, new.free, new.answer, new.value = self.options, self.free, self.answer, self.value
        new.over, new.winners, new.scores, new.out = self.over, self.winners, self.scores, self.out
        new.sheet = self.sheet
        new.log, new.known, new._decisions = None, None, []
        new.timers, new.regions, new.rejected, new.tried = self.timers, self.regions, self.rejected, self.tried
        new.stamp, new.touched, new.trial, new.veil = self.stamp, self.touched, self.trial, self.veil
        new.hush, new.shadows, new.told, new.windows = self.hush, {}, len(self.log or ()), self.windows
        new.forced = None if self.forced is None else {key: copy(value) for key, value in self.forced.items()}
        new.held, new._request, new.sealed = self.held, None, self.sealed
        new.work, new.trials = self.work, self.trials
        new.arrived, new.known_ways = {}, self.known_ways
        return new

    def key(self) -> tuple[object, ...]:
        """Two states with the same key have the same future (the generator aside)."""
        return (
            tuple(self.cells), tuple(tuple(items) for items in self.lists), tuple(tuple(frame) for frame in self.stack),
            self.site, self.actor, self.sealed, self.over, self.winners, self.out, self.timers, self.regions,
            tuple(self.scores.items()), tuple((row, tuple(column.items())) for row, column in self.sheet.items()),
        )  # fmt: skip

    # ---- names
    def title(self, kind: str, number: int) -> str:
        """What people read."""
        return self.player_names[number] if kind == "player" else self.code.KINDS[kind].titles[number]

    def member_name(self, kind: str, number: int) -> str:
        """What rules, scenarios and saves call it."""
        return self.player_names[number] if kind == "player" else self.code.KINDS[kind].members[number]

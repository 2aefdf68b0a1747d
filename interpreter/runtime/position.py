"""The Position: all data of a game in progress, without texts.

In: the tables of a game, a number of players, a seed. Out: cells, lists, frames and a few numbers; copies and keys of them.
Layer: runtime. `cells` and `lists` hold the table, `stack` the frames of the rules, `random` the generator; all plain numbers
in lists, so cloning is a few copies and equality is exact. Generated code reads and writes these directly.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol, Self

from interpreter.runtime.events import Event
from interpreter.runtime.generator import seeded
from interpreter.runtime.imagined_tables import BotInC, Imagined
from interpreter.runtime.tables import Arrivals, Code, Frame, InvariantSnapshot, Made, Timer, Tried, Value

NAMED = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black", "brown", "grey", "pink", "cyan")
COLOURS = (*NAMED, *(f"player_{number}" for number in range(len(NAMED) + 1, 101)))  # as many as a manifest allows


class Thinker(Protocol):
    """Decides for bots in C: `thinking.ThinkerInC`."""

    def decide(self, state: Position, bot: BotInC, luck: int) -> tuple[int, int] | None:
        """Decide as this bot would with this generator.

        The number of the choice, and the generator after it; None if C has no room."""
        ...


class Rules(Protocol):
    """What a state needs of its game: enough to write a save, and to search in C."""

    name: str
    fingerprint: str
    chosen: tuple[str, ...]
    variants: tuple[str, ...]

    @property
    def option_values(self) -> dict[str, Any]: ...

    def imagined(self, state: Position, engine: str) -> Imagined | None: ...

    def thinker(self, engine: str) -> Thinker | None: ...


class Field(NamedTuple):
    """One field of a position?

    Is it part of the key, and under which entry is it saved."""

    key: bool
    saved: str | None


# Every slot of a position. `clone` copies all of them, `key` has those that the future depends on, a save those with an entry;
# the others follow from these, are dead at a decision, or belong to this run only, such as scripted chance or checking the
# `always` rules.
FIELDS: Mapping[str, Field] = {
    "cells": Field(True, "table"), "lists": Field(True, "table"), "stack": Field(True, "stack"),
    "random": Field(False, "machine"), "chance_count": Field(False, "machine"), "site": Field(True, "machine"),
    "actor": Field(True, "machine"), "asking": Field(False, "machine"), "options": Field(False, "options_now"),
    "free": Field(False, "machine"), "answer": Field(False, "machine"), "value": Field(False, "machine"),
    "over": Field(True, "machine"), "winners": Field(True, "machine"), "scores": Field(True, "scores"),
    "sheet": Field(True, "sheet"), "out": Field(True, "machine"), "timers": Field(True, "machine"),
    "regions": Field(True, "machine"), "rejected": Field(False, "machine"), "tried": Field(False, "machine"),
    "stamp": Field(False, "machine"), "secret_turn_of": Field(False, "machine"), "secret_causes": Field(False, "machine"),
    "withheld": Field(False, "withheld"),
    "before_secret": Field(False, "before_secret"), "secret_opening": Field(False, "secret_opening"),
    "own_turns": Field(False, "own_turns"),
    "last_seen": Field(False, "seen_before"), "told": Field(False, None), "windows": Field(False, None),
    "moments": Field(False, None), "watched": Field(False, None),
    "touched": Field(False, "machine"), "decided": Field(False, "decisions"), "log": Field(False, "events"),
    "known": Field(False, None), "player_names": Field(False, "players"), "seed": Field(False, "seed"),
    "code": Field(False, None), "game": Field(False, None), "count": Field(False, None), "seats": Field(False, None),
    "automas": Field(False, "automas"), "sealed": Field(True, "machine"), "trial": Field(False, None),
    "forced": Field(False, None), "arrived": Field(False, None), "known_ways": Field(False, None),
    "work": Field(False, None), "trials": Field(False, None), "held": Field(False, None),
    "current_request": Field(False, None),
}  # fmt: skip


class Position:
    __slots__ = tuple(FIELDS)

    def __init__(
        self, code: Code, game: Rules, count: int, seed: int, names: Sequence[str] | None, events: bool
    ) -> None:
        self.code, self.game, self.seed = code, game, seed
        self.count = count
        self.seats: Sequence[int] = range(count)  # players still in the game
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
        self.sheet: dict[str, dict[int, int]] = {}  # the score sheet, by row and seat
        self.out: tuple[int, ...] = ()
        self.log: list[Event] | None = [] if events else None
        self.known: dict[int, int] | None = (
            {} if events else None
        )  # a card's cell -> bitset of players who know where it is
        self.decided: list[tuple[int, Value, bool, int]] = []  # plain tuples, see `made`
        self.timers: tuple[Timer, ...] = ()
        self.regions: tuple[int, ...] = ()
        self.rejected: tuple[tuple[Value, Tried], ...] = ()
        self.tried: tuple[int, ...] = ()
        self.stamp = 0
        self.touched = 0  # usage bits of cards and rules
        self.trial = False
        self.work = 0  # since the last decision; not in the code, which many games share
        self.trials = 0  # trials for this decision
        self.arrived: Arrivals = {}  # in a trial: the values reached, by the number of open `must leave`s
        self.known_ways: dict[tuple[object, ...], Arrivals | Tried] | None = None  # memo: outcome of trials by position
        self.secret_turn_of: int | None = None  # whose turn it is in `secretly each`
        self.before_secret: Self | None = None  # the table when that loop began, see `secret_turns`
        self.own_turns: dict[int, tuple[Self | None, Self]] = {}  # by player: the table when their turn in it began, or
        # None when it is over; what they saw at that point
        self.withheld: tuple[Event, ...] = ()  # what the others are told when it is over
        self.secret_opening: Self | None = None  # the position at the first question in it
        self.sealed: tuple[Made, ...] = ()  # secret answers given early, see `simultaneous`
        self.secret_causes: tuple[int, ...] = ()  # who knows the secrets that led here, see `hidden_questions`
        self.last_seen: dict[int | None, Self] = {}  # the table before the rules last read a secret, by player
        self.moments: tuple[tuple[int, Self], ...] = ()  # such tables since the last decision, with a bitset of players
        self.watched = True  # are moments recorded? Not in playouts
        self.told = 0  # of a moment: the length of the log
        self.windows: tuple[int, ...] = ()  # who knows the secrets that a question could have depended on
        self.forced: dict[str, Any] | None = None
        self.held: InvariantSnapshot | None = None  # the table when all `always` rules last held, if they are checked
        self.current_request: weakref.ref[object] | None = None  # weak reference to the current Request

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
        """The decisions so far. Stored as plain tuples, which are twice as fast to make."""
        return list(map(Made._make, self.decided))

    def clone(self) -> Self:
        new = self.bare_clone()
        new.log, new.withheld = None if self.log is None else self.log[:], self.withheld
        new.known = None if self.known is None else self.known.copy()
        new.decided = self.decided[:]
        new.last_seen, new.moments = self.last_seen, self.moments
        return new

    def bare_clone(self) -> Self:
        """Copy without the past.

        The same future, but no log, decisions or last seen tables."""
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
        new.log, new.known, new.decided, new.withheld = None, None, [], ()
        new.timers, new.regions, new.rejected, new.tried = self.timers, self.regions, self.rejected, self.tried
        new.stamp, new.touched, new.trial, new.secret_turn_of = (
            self.stamp,
            self.touched,
            self.trial,
            self.secret_turn_of,
        )
        new.secret_causes, new.last_seen, new.told, new.windows = (
            self.secret_causes,
            {},
            len(self.log or ()),
            self.windows,
        )
        new.before_secret, new.secret_opening = self.before_secret, self.secret_opening
        new.own_turns = self.own_turns
        new.moments, new.watched = (), self.watched
        new.forced = None if self.forced is None else {key: copy(value) for key, value in self.forced.items()}
        new.held, new.current_request, new.sealed = self.held, None, self.sealed
        new.work, new.trials = self.work, self.trials
        new.arrived, new.known_ways = {}, self.known_ways
        return new

    def key(self) -> tuple[object, ...]:
        """A key of the future.

        States with equal keys have the same one (the generator aside)."""
        return (
            tuple(self.cells), tuple(tuple(items) for items in self.lists), tuple(tuple(frame) for frame in self.stack),
            self.site, self.actor, self.sealed, self.over, self.winners, self.out, self.timers, self.regions,
            tuple(self.scores.items()), tuple((row, tuple(column.items())) for row, column in self.sheet.items()),
        )  # fmt: skip

    # ---- names
    def title(self, kind: str, number: int) -> str:
        """The name for people."""
        return self.player_names[number] if kind == "player" else self.code.KINDS[kind].titles[number]

    def member_name(self, kind: str, number: int) -> str:
        """The name in rules, scenarios and saves."""
        return self.player_names[number] if kind == "player" else self.code.KINDS[kind].members[number]

"""The State: a game in progress.

In: linked Code, a number of players, a seed. Out: requests, decisions, views, events, a result. Layer: runtime.
`cells` and `lists` hold the table, `stack` where the rules are, `random` the generator; all plain numbers in lists, so a
clone is a few copies and equality is exact. Generated code reads and writes these attributes directly.
"""

from __future__ import annotations

import random as python_random
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from interpreter.runtime import machine
from interpreter.runtime.chance import seeded
from interpreter.runtime.events import Event, counted, spoken
from interpreter.runtime.history import Decision, history
from interpreter.runtime.holding import Held, hold, hold_on
from interpreter.runtime.requests import Choice, Request, free_choice, option_choice
from interpreter.runtime.saving import save
from interpreter.runtime.seats import Seat
from interpreter.runtime.views import sees, view

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black", "brown", "grey", "pink", "cyan")


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won (several share, none is a draw) and the scores, if it has some."""

    winners: tuple[int, ...]
    scores: dict[int, int]
    out: tuple[int, ...] = ()


class State:
    __slots__ = (
        "_decisions", "actor", "answer", "asking", "automas", "cells", "chance_count", "code", "count", "forced", "free", "game",
        "held",
        "lists", "log", "options", "out", "over", "player_names", "random", "regions", "rejected", "scores", "seats",
        "seed", "site", "stack", "stamp", "timers", "touched", "trial", "tried", "value", "veil", "winners",
    )  # fmt: skip

    def __init__(self, code: Any, game: Any, count: int, seed: int, names: Sequence[str] | None, events: bool) -> None:
        self.code, self.game, self.seed = code, game, seed
        self.count = count
        self.seats: Sequence[int] = range(count)  # those still in the game
        self.automas: tuple[int, ...] = ()  # the seats that the rules play
        self.player_names = tuple(names) if names is not None else COLOURS[:count]
        self.cells: list[Any] = [None] * code.CELLS
        self.lists: list[list[Any]] = [[] for _ in range(code.LISTS)]
        self.stack: list[list[Any]] = []
        self.random = seeded(seed)
        self.chance_count = 0
        self.site, self.actor, self.asking = -1, -1, 0
        self.options: Any = None
        self.free: tuple[int, ...] = ()
        self.answer: Any = None
        self.value: Any = None
        self.over = False
        self.winners: tuple[int, ...] = ()
        self.scores: dict[int, int] = {}
        self.out: tuple[int, ...] = ()
        self.log: list[Event] | None = [] if events else None
        self._decisions: list[tuple[int, Any, bool, int]] = []  # where, what, whether a free action, by whom
        self.timers: tuple[Any, ...] = ()
        self.regions: tuple[int, ...] = ()
        self.rejected: tuple[Any, ...] = ()
        self.tried: tuple[int, ...] = ()
        self.stamp = 0
        self.touched = 0  # a bit for each card that has been of use, and for each rule that was run
        self.trial = False
        self.veil: int | None = None  # whose turn it is in `secretly each`
        self.forced: dict[str, Any] | None = None
        self.held: Held | None = None  # the table when all `always` rules held, if they are looked at

    # ---- playing
    @property
    def request(self) -> Request | None:
        """The question that waits for an answer; None when the game is over."""
        return None if self.options is None else Request(self)

    def choose(self, choice: Choice | int | str) -> None:
        """Answers the question: a Choice, its number (for amounts: the amount), or its name or label."""
        if self.options is None:
            raise ValueError("the game is over: there is nothing to decide")
        option, free = self._picked(choice)
        self._decisions.append((self.site, option, free, self.actor))
        if self.log is not None:
            self._tell_decision(option, free)
        self.rejected = ()
        if free:
            machine.decide_free(self, option)
        else:
            machine.decide(self, option)
        if self.held is not None:
            hold_on(self)

    def _picked(self, choice: Choice | int | str) -> tuple[Any, bool]:
        if isinstance(choice, bool):
            raise ValueError("yes and no are no choices: give a choice, its number or its name")
        if isinstance(choice, Choice):
            allowed = choice.value in (self.free if choice.free else self.options)
            if not allowed:
                raise ValueError(f"{choice.label} is not among the choices")
            return choice.value, choice.free
        request = Request(self)
        if isinstance(choice, int) and request.kind == "amount":
            if choice not in self.options:
                raise ValueError(f"{choice} is not among the choices")
            return choice, False
        if isinstance(choice, int):
            if not 0 <= choice < len(self.options) + len(self.free):
                raise ValueError(f"there is no choice number {choice}")
            number = choice - len(self.options)
            return (self.options[choice], False) if number < 0 else (self.free[number], True)
        return self._named(choice, request)

    def _named(self, words: str, request: Request) -> tuple[Any, bool]:
        if request.kind == "amount" and words.lstrip("-").isdigit():
            return self._picked(int(words))
        for found in request.choices:
            if words in (found.name, found.label):
                return found.value, found.free
        raise ValueError(f"{words} is not among the choices")

    def play_out(self, generator: python_random.Random | None = None, most: int = 1_000_000) -> int:
        """Plays on at random to the end; gives the number of decisions. Nothing is made that nobody looks at."""
        return machine.play_out(self, (generator or python_random.Random(self.seed)).random, most)

    # ---- looking
    @property
    def result(self) -> Result | None:
        return Result(self.winners, dict(self.scores), self.out) if self.over else None

    @property
    def decisions(self) -> int:
        return len(self._decisions)

    @property
    def history(self) -> tuple[Decision, ...]:
        """Every decision so far, by names."""
        return history(self)

    def seat(self, player: int) -> Seat:
        """What the player may look at: the one door for bots."""
        return Seat(self, player)

    def view(self, player: int | None) -> dict[str, Any]:
        found: dict[str, Any] = machine.at_once(self, view, self, player)
        return found

    @property
    def events(self) -> Sequence[Event]:
        return tuple(self.log or ())

    def events_for(self, player: int | None, since: int = 0) -> list[str]:
        """What a player (None: a spectator) was told, from event number `since` on."""
        told = (event.told_to(player) for event in (self.log or ())[since:])
        return [text for text in told if text]

    def broken_rules(self) -> list[str]:
        """The declared `always` rules that do not hold now."""
        found = []
        for name, holds, because, where, *_ in self.code.ALWAYS:
            if not machine.at_once(self, holds, self):
                found.append(f"{name}: {machine.at_once(self, because, self, None, None)} ({where})")
        return found

    def hold_always(self, arranged: bool = False) -> None:
        """From now on a declared `always` rule that does not hold after a decision is a fault. With `arranged`, those that
        do not hold in this position are left alone."""
        hold(self, arranged)

    @property
    def used(self) -> set[str]:
        """The actions and ways taken so far, the cards that were of use, the procedures and named steps that were run."""
        code = self.code
        counted = (*code.USABLE["cards"].items(), *code.USABLE["rules"].items())
        found = {name for name, bit in counted if self.touched >> bit & 1}
        for site, option, free, _ in self._decisions:
            if free:
                found.add(code.FREE[option][0])
            elif option is not None and code.SITES[site][2] in ("menu", "actions"):
                found.add(code.SITES[site][7][option][0])
        return found

    def why_not(self, player: int, words: str) -> str:
        """Why something is not among the choices, in the rule's words."""
        from interpreter.runtime.why import why_not

        return why_not(self, player, words)

    # ---- copying and comparing
    def fresh(self, seed: int, names: Sequence[str] | None, events: bool) -> State:
        """A copy of a table on which nothing has happened, for a new game."""
        new = self.clone()
        new.seed, new.random = seed, seeded(seed)
        if names is not None:
            new.player_names = tuple(names)
        new.log = [] if events else None
        return new

    def clone(self) -> State:
        new = State.__new__(State)
        new.code, new.game, new.seed, new.count, new.seats = self.code, self.game, self.seed, self.count, self.seats
        new.player_names, new.automas = self.player_names, self.automas
        new.cells = self.cells[:]
        new.lists = [items[:] for items in self.lists]
        new.stack = [frame[:] for frame in self.stack]
        new.random, new.chance_count = self.random, self.chance_count
        new.site, new.actor, new.asking = self.site, self.actor, self.asking
        new.options, new.free, new.answer, new.value = self.options, self.free, self.answer, self.value
        new.over, new.winners, new.scores, new.out = self.over, self.winners, self.scores, self.out
        new.log = None if self.log is None else self.log[:]
        new._decisions = self._decisions[:]
        new.timers, new.regions, new.rejected, new.tried = self.timers, self.regions, self.rejected, self.tried
        new.held = self.held
        new.stamp, new.touched, new.trial, new.veil = self.stamp, self.touched, self.trial, self.veil
        new.forced = None if self.forced is None else {key: copy(value) for key, value in self.forced.items()}
        return new

    def key(self) -> tuple[Any, ...]:
        """Two states with the same key have the same future (the generator aside)."""
        return (
            tuple(self.cells), tuple(tuple(items) for items in self.lists), tuple(tuple(frame) for frame in self.stack),
            self.site, self.actor, self.over, self.winners, self.out, self.timers, tuple(self.scores.items()),
        )  # fmt: skip

    # ---- names
    def title(self, kind: str, number: int) -> str:
        if kind == "player":
            return str(self.player_names[number])
        return str(self.code.KINDS[kind][2][number])

    def member_name(self, kind: str, number: int) -> str:
        if kind == "player":
            return str(self.player_names[number])
        return str(self.code.KINDS[kind][1][number])

    def key_title(self, keep: str, index: int, key: int) -> str:
        return self.title(self.code.keep_by_name[keep][3][index], key)

    def zone_title(self, zone: int | None) -> str:
        found = self.code.zone_of[zone] if zone is not None else None
        if found is None:
            return "the box"
        keep, keys = found
        if not keys:
            return f"the {spoken(keep[0])}"
        owner = ", ".join(self.title(kind, key) for kind, key in zip(keep[3], keys, strict=True))
        name = spoken(keep[0])
        return f"the {name} {owner}" if name.endswith(" of") else f"{owner}'s {name}"

    # ---- telling
    def tell(self, kind: str, text: str, audience: tuple[int, ...] | None = None, masked: str = "") -> None:
        assert self.log is not None
        if audience is None and self.veil is not None:
            audience = (self.veil,)
        elif audience is None and self.site >= 0 and self._secret():
            audience = (self.actor,)
        self.log.append(Event(kind, text, audience, masked))

    def _secret(self) -> bool:
        """Is the last decision one that only its player knows of?"""
        return self.options is None and bool(self.code.SITES[self.site][5])

    def who_sees(self, keep: str, keys: tuple[int, ...]) -> tuple[int, ...] | None:
        found = self.code.keep_by_name[keep]
        if found[5] == "everyone":
            return None
        return tuple(player for player in range(self.count) if sees(self, found, keys, player))

    def tell_move(self, base: int, cards: tuple[int, ...], old: int | None, new: int) -> None:
        """Who sees where the cards come from or go to learns which they are; the others, how many."""
        kind = self.code.card_kind[base]
        if self.forced is not None and old != new:
            self.forced.setdefault("drawn", set()).add(old)
        seers: set[int] = set()
        open_to_all = False
        for zone in (old, new):
            found = self.code.zone_of[zone] if zone is not None else None
            if found is not None:
                who = self.who_sees(found[0][0], found[1])
                open_to_all |= who is None
                seers.update(who or ())
        if old is not None and open_to_all and not self._open(old) and not self._open(new):
            open_to_all = False
        titles = counted(self.title(kind, card) for card in cards)
        full = f"{titles} {'goes' if len(cards) == 1 else 'go'} to {self.zone_title(new)}"
        count = "a card goes" if len(cards) == 1 else f"{len(cards)} cards go"
        hidden = any(self._count_hidden(zone) for zone in (old, new) if zone is not None)
        masked = "" if hidden else f"{count} to {self.zone_title(new)}"
        self.tell("move", full, None if open_to_all else tuple(sorted(seers)), "" if open_to_all else masked)

    def _count_hidden(self, zone: int) -> bool:
        """Nobody may even know how many cards lie there."""
        found = self.code.zone_of[zone]
        return found is not None and bool(found[0][6])

    def _open(self, zone: int) -> bool:
        found = self.code.zone_of[zone]
        return found is None or found[0][5] == "everyone"

    def _tell_decision(self, option: Any, free: bool) -> None:
        request = Request(self)
        who = self.player_names[self.actor]
        label = (free_choice if free else option_choice)(self, option).label
        hidden = request.private or (
            self.code.SITES[self.site][2] in ("thing", "several") and self._hidden_choice(option)
        )
        text = f"{who}: {label}" if request.kind == "menu" else f"{who} chooses {label}"
        assert self.log is not None
        self.log.append(Event("decision", text, (self.actor,) if hidden else None))

    def _hidden_choice(self, option: Any) -> bool:
        """A card chosen from a place that others cannot see is not told: what happens to it will be."""
        kind = self.code.SITES[self.site][3]
        if kind is None or option is None or self.code.KINDS[kind][4] is None:
            return False
        zone = self.cells[self.code.KINDS[kind][4] + option]
        return zone is not None and not self._open(zone)

    # ---- saving
    def save_for(self, player: int | None) -> dict[str, Any]:
        """What one player may keep of a game: the view, what was told, and the question if it is theirs."""
        request = self.request
        mine = request is not None and request.player == player
        return {
            "game": self.game.name,
            "variants": list(self.game.variants),
            "options": dict(self.game.option_values),
            "view": self.view(player),
            "events": self.events_for(player),
            "question": None if not mine or request is None else [request.prompt, [c.label for c in request.choices]],
        }

    def save(self) -> dict[str, Any]:
        return save(self)

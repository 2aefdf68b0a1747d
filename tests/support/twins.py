"""Twin games: two that differ only in what one player may not know are played alike, and that player watches both.

`Watch` plays a game and looks for questions that are put because of somebody's secret. From each it goes back a few
decisions, changes that player's secret in a copy and plays both on with the same decisions. What the watcher gets (views,
events, saves, questions, and when any of them changes) must be the same in both, until a rule shows the difference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Self

from interpreter import Fault, Game, State
from interpreter.ir.types import Maybe, Number, Of
from interpreter.runtime.tables import Keep, Keys
from interpreter.runtime.visibility import live_keys, sees
from tests.support.hidden import asked
from tests.support.tables import at_random

BACK = 6  # decisions before a flagged question at which a secret is changed
LOCKSTEP = 12  # decisions that twins are followed
EXTRA = 12  # questions that only one of them puts
DECLINED = 2  # of them, those that are put openly
OPEN = ("announce", "show", "move", "gain", "pay", "roll", "out")  # what a rule shows
DECLINES = ("pass", "done")
UNFIT = (Fault, ValueError, TypeError, LookupError)  # what was changed did not fit what a rule was in the middle of
Decision = tuple[int, int, str]  # site, player, what was chosen


class Leak(AssertionError):
    """The watcher can tell the twins apart although no rule has shown anything."""


@dataclass
class Watch:
    game: Game
    players: int
    seed: int
    site_limit: int = 3  # how often the same question is looked into
    tries: int = 3
    compared: int = 0  # pairs of twins
    flagged: dict[str, int] = field(default_factory=dict)  # questions that depend on a secret, and how often
    leaks: dict[str, str] = field(default_factory=dict)
    spectators: bool = False  # watch, too

    def follower(self, state: State, watcher: int | None) -> Follower:
        """What takes down all that the watcher gets."""
        return Follower(state, watcher)

    def play(self, decisions: int) -> None:
        """A random game of so many decisions, with twins at every flagged question."""
        chance = random.Random(self.seed)
        state = self.game.start(players=self.players, seed=self.seed)
        past: list[tuple[State, Decision]] = []
        while state.request is not None and len(past) < decisions:
            if state.engine.position.secret_causes:
                self._look_into(state, past, chance)
            choice = eagerly(state, chance)
            past.append((state.clone(), (state.engine.position.site, state.engine.position.actor, choice.name)))
            try:
                state.choose(choice)
            except Fault:
                return

    def _look_into(self, state: State, past: list[tuple[State, Decision]], chance: random.Random) -> None:
        others: list[int | None] = [
            seat for seat in range(state.engine.position.count) if seat != state.engine.position.actor
        ]
        others += [None] if self.spectators else []
        site = state.engine.position.code.SITES[state.engine.position.site]
        where = f"{site.rule}/{site.name}"
        self.flagged[where] = self.flagged.get(where, 0) + 1
        if self.flagged[where] > self.site_limit or not past or not others:
            return
        for _ in range(self.tries):
            back = chance.randint(1, min(BACK, len(past)))
            before, replayed = past[-back][0], [decision for _, decision in past[-back:]]
            watcher = chance.choice(others)
            for twin in changed(before, state.engine.position.actor, watcher, chance):
                self.compared += 1
                try:
                    mine, theirs = self.follower(before.clone(), watcher), self.follower(twin, watcher)
                    alike(mine, theirs, replayed, random.Random(chance.random()))
                except Leak as leak:
                    self.leaks.setdefault(where, str(leak))


def eagerly(state: State, chance: random.Random) -> Any:
    """Any choice, but rather something than nothing: games get further."""
    choice = at_random(state, chance)
    return at_random(state, chance) if choice.name in DECLINES else choice


# ---------------------------------------------------------------- another secret


def changed(state: State, owner: int, watcher: int | None, chance: random.Random) -> Iterator[State]:
    """Copies in which what the owner keeps hidden from the watcher is different; the watcher cannot tell."""
    if state.request is not None and state.request.player == owner and state.request.kind != "menu":
        return  # what the owner may choose was worked out already
    for keep in state.engine.position.code.KEEPS:
        for keys in live_keys(state.engine.position, keep.kinds):
            if owner in owners(keep, keys) and not sees(state.engine.position, keep, keys, watcher):
                twin = state.clone()
                other(twin, keep, keys, watcher, chance)
                with suppress(*UNFIT):
                    if twin.inspect.key() != state.inspect.key() and known(twin, watcher) == known(state, watcher):
                        yield twin


def owners(keep: Keep, keys: Keys) -> list[int]:
    return [key for kind, key in zip(keep.kinds, keys, strict=True) if kind == "player"]


def other(twin: State, keep: Keep, keys: Keys, watcher: int | None, chance: random.Random) -> None:
    """One hidden card changes places with another one, or a hidden value becomes another."""
    if keep.is_zone:
        if not keep.is_grid:
            exchange(twin, keep.card, keep.at(keys), watcher, chance)
        return
    cell = keep.at(keys)
    value = twin.engine.position.cells[cell]
    if isinstance(value, bool):
        twin.engine.position.cells[cell] = not value
    elif isinstance(keep.type, Number):
        twin.engine.position.cells[cell] = chance.choice([value // 2, value + 1, min(value, 1)])
    elif isinstance(keep.type, Maybe) and isinstance(keep.type.inner, Of) and value is not None:
        twin.engine.position.cells[cell] = chance.randrange(twin.engine.position.code.size(keep.type.inner.kind))


def exchange(twin: State, kind: str, zone: int, watcher: int | None, chance: random.Random) -> None:
    """Up to all of its cards change places with cards of the same sort that the watcher cannot see either, rather with
    those of a third player: what lies in a pile that nobody sees, a rule may look up and thereby show."""
    base = twin.engine.position.code.base(kind)
    elsewhere = [
        number for number, found in enumerate(twin.engine.position.code.zone_of)
        if found is not None and number != zone and not found.keep.is_grid and not found.keep.is_row
        and found.keep.card == kind and not sees(twin.engine.position, found.keep, found.keys, watcher)
    ]  # fmt: skip
    held = [
        number
        for number in elsewhere
        if number in twin.engine.position.code.OWNERS and twin.engine.position.lists[number]
    ]
    places = [
        (number, index) for number in held or elsewhere for index in range(len(twin.engine.position.lists[number]))
    ]
    mine = [index for index, card in enumerate(twin.engine.position.lists[zone]) if card is not None]
    for index in chance.sample(mine, chance.randint(1, len(mine))) if mine and places else ():
        number, spot = chance.choice(places)
        own, theirs = twin.engine.position.lists[zone][index], twin.engine.position.lists[number][spot]
        twin.engine.position.lists[zone][index], twin.engine.position.lists[number][spot] = theirs, own
        twin.engine.position.cells[base + own], twin.engine.position.cells[base + theirs] = number, zone


# ---------------------------------------------------------------- played alike


@dataclass
class Follower:
    """One of the twins, with all that the watcher got of it so far, each change once."""

    state: State
    watcher: int | None
    stream: list[Any] = field(default_factory=list)

    def copy(self) -> Self:
        return replace(self, state=self.state.clone(), stream=list(self.stream))

    def look(self) -> None:
        """All that is shown since the last decision, one after the other, and what is shown now."""
        for moment in (*self.state.inspect.moments_for(self.watcher), self.state):
            now = known(moment, self.watcher)
            if not self.stream or self.stream[-1] != now:
                self.stream.append(now)

    def choose(self, name: str) -> None:
        self.state.choose(name)
        self.look()

    @property
    def place(self) -> tuple[int, int, bool]:
        return self.state.engine.position.site, self.state.engine.position.actor, self.state.engine.position.over

    @property
    def is_asked_openly(self) -> bool:
        return (
            not self.state.engine.position.over
            and self.state.engine.position.code.SITES[self.state.engine.position.site].openly
        )

    def settled(self) -> Self:
        """Itself further on: what is decided without the watcher noticing is declined, until something is asked openly."""
        ahead = self.copy()
        for _ in range(EXTRA):
            name = least(ahead.state)
            if name is None or ahead.state.inspect.as_seen(self.watcher) is ahead.state:
                break
            ahead.choose(name)
        return ahead

    def declining_to(self, place: tuple[int, int, bool]) -> Self | None:
        """Itself further on, if it comes to that place when a question or two that can be declined are."""
        ahead = self.copy()
        for _ in range(DECLINED):
            name = least(ahead.state)
            if name not in (*DECLINES, "0"):
                return None
            ahead.choose(name)
            if ahead.place == place:
                return ahead
        return None


def level(mine: Follower, theirs: Follower) -> tuple[Follower, Follower]:
    """What is asked openly in one of them alone is declined there: the watcher has then seen it, and nothing else differs."""
    if mine.place == theirs.place:
        return mine, theirs
    ahead = mine.declining_to(theirs.place)
    if ahead is not None:
        return ahead, theirs
    return mine, theirs.declining_to(mine.place) or theirs


def least(state: State) -> str | None:
    """The answer that does least."""
    if state.request is None:
        return None
    names = [choice.name for choice in state.request.choices[:50]]
    return next((name for name in (*DECLINES, "0", "1") if name in names), names[0])


def alike(mine: Follower, theirs: Follower, replayed: list[Decision], chance: random.Random) -> None:
    """Both played on by the same decisions, at first those that led to the flagged question. Raises Leak when the watcher
    can tell them apart although the table shows no difference."""
    one, twin, watcher = mine.state, theirs.state, mine.watcher
    looks_up = any(
        one.engine.position.lists[number] != twin.engine.position.lists[number]
        for number, found in enumerate(one.engine.position.code.zone_of)
        if found is not None and number not in one.engine.position.code.OWNERS
    )
    script, since = list(replayed), len(one.events)
    mine.look()
    theirs.look()
    try:
        for _ in range(LOCKSTEP):
            common = shared(mine.state, theirs.state)
            if not common:
                return
            name = _next(script, mine.state, common) or chance.choice(common)
            mine.choose(name)
            theirs.choose(name)
            if mine.place != theirs.place:
                mine, theirs = level(
                    mine.settled(), theirs.settled()
                )  # one of them is asked something the other is not
            if mine.place != theirs.place and (mine.is_asked_openly or theirs.is_asked_openly):
                return  # `openly`: the whole table sees that this is asked here, and not there
            if looks_up and watcher in (mine.state.engine.position.actor, theirs.state.engine.position.actor):
                return  # she is asked what there is in the pile, or whether
            if shown(mine.state, watcher, since) != shown(theirs.state, watcher, since):
                return  # a rule shows the difference
            if mine.stream != theirs.stream:
                raise Leak(difference(mine, theirs))
    except UNFIT:
        return


def _next(script: list[Decision], state: State, common: list[str]) -> str | None:
    """What was decided here before, if it is possible."""
    while script:
        site, actor, name = script.pop(0)
        if (site, actor) == (state.engine.position.site, state.engine.position.actor):
            return name if name in common else None
    return None


def shared(one: State, twin: State) -> list[str]:
    """What can be chosen in both; nothing when they do not ask the same."""
    mine, theirs = one.request, twin.request
    if (
        mine is None
        or theirs is None
        or (one.engine.position.site, one.engine.position.actor)
        != (twin.engine.position.site, twin.engine.position.actor)
    ):
        return []
    others = {choice.name for choice in theirs.choices[:200]}
    return [choice.name for choice in mine.choices[:200] if choice.name in others]


def shown(state: State, watcher: int | None, since: int) -> Any:
    """What the rules show the watcher: the table and what happened, but not who is asked what."""
    view = {name: value for name, value in state.view(watcher).items() if name != "waiting_for"}
    told = [
        event.told_to(watcher)
        for event in state.events[since : state.inspect.events_known(watcher)]
        if event.kind in OPEN
    ]
    return view, [text for text in told if text], state.result


def known(state: State, watcher: int | None) -> Any:
    """All that the watcher gets."""
    if watcher is None:
        return state.view(None), state.events_for(None)
    question = asked(state) if state.request is not None and state.request.player == watcher else None
    return state.save_for(watcher), state.events_for(watcher), question


def difference(mine: Follower, theirs: Follower) -> str:
    one, twin, watcher = mine.state, theirs.state, mine.watcher
    told = set(one.events_for(watcher)) ^ set(twin.events_for(watcher))
    if told:
        return f"seat {watcher} is told only in one of two twins: {sorted(told)}"
    if one.view(watcher) != twin.view(watcher):
        waiting = [state.view(watcher)["waiting_for"] for state in (one, twin)]
        return f"seat {watcher} sees the table wait for {waiting[0]} in one game and for {waiting[1]} in its twin"
    if len(mine.stream) != len(theirs.stream):
        return f"what seat {watcher} sees changes {len(mine.stream)} times in one game, {len(theirs.stream)} times in its twin"
    return f"seat {watcher} is asked differently"

"""Guided play: it goes where nobody has been.

In: a Game and a time. Out: what went wrong on the way, and what was never reached. Layer: tools.
Positions in which something new was seen (a rule, a card, a choice, a question, an emptied pile or purse) are kept. Play
goes on from one of them, one that was seldom gone on from, and takes choices that were seldom taken, free actions beside
a question that is put, and the ends of amounts. Where the rules can be compiled, all this is done in C, about fifty times
as fast; what goes wrong there is done again in Python, which says why.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import interpreter

from .findings import Finding, found, replayed, shrunk

if TYPE_CHECKING:
    from interpreter import Game, NativeState, Request, State, Walker

STRETCH = 100  # decisions from a kept position on
SHORTEST = 25  # in C, and up to 64 times as many
MOODY = 0.75  # how often a walk avoids some answers
FRESH = 0.15  # how often a new game is begun instead
BESIDE = 0.25  # how often a free action is taken where one is offered
AT_AN_END = 0.5  # how often an amount is the least or the most
LOOK_EVERY = 5  # decisions after which it is asked whether something is new
LOOK_CLOSELY = 50  # decisions after which the table is looked at, too
MOST_KEPT = 400
MOST_KEPT_IN_C = 2_000
SOME = 8  # kept positions of which the rarest is gone on from
MOST_FINDINGS = 20
AIMED = 0.5  # how often a walk has an aim
FROM_A_LADDER = 0.4  # how often a walk begins where another one's aim has led
GENERATION = 2_000  # walks
AIMS = 3  # of a generation
IN_PAIRS = 0.5  # how often two aims are one
FULL_REACH = 1_000  # what as far as one ever reached counts in a pair
FIRST_TRIES = 25  # walks for each aim in the first generation, which has all of them
RUNGS = 6  # the best positions of an aim that are kept
SOMETIMES = 0.2  # what an aim is worth that promises nothing
MOST_CLIMBS = 16  # successes of an aim that make it worth more
SAME_MOOD = 0.5  # how often one goes on in the mood in which one got so far


@dataclass(slots=True)
class Kept:
    """A position that was new, and how often play has gone on from it."""

    state: State
    seed: int
    taken: tuple[int, ...]
    visits: int = 0


@dataclass(slots=True)
class Explored:
    findings: list[Finding] = field(default_factory=list)
    decisions: int = 0
    games: int = 0
    seen: set[str] = field(default_factory=set)
    never: dict[str, list[str]] = field(default_factory=dict)  # what nothing reached, by what it is
    engine: str = "python"


def explored(game: Game, players: list[int], seconds: float, seed: int = 0, engine: str = "auto") -> Iterator[Explored]:
    """The same Explored again and again while it grows, about once a second; the last one is complete."""
    explorer = _explorer(game, players, seed, engine)
    started = told = time.monotonic()
    while time.monotonic() - started < seconds and len(explorer.result.findings) < MOST_FINDINGS:
        explorer.stretch()
        if time.monotonic() - told > 1:
            told = time.monotonic()
            yield explorer.result
    explorer.conclude()
    yield explorer.result


def _explorer(game: Game, players: list[int], seed: int, engine: str) -> Explorer:
    """In C where that can be."""
    if engine != "python":
        try:
            return ExplorerInC(game, players, seed, game.walker(seed << 1 | 1))
        except interpreter.Problems:
            if engine == "native":
                raise
    return Explorer(game, players, seed)


class Explorer:
    def __init__(self, game: Game, players: list[int], seed: int) -> None:
        self._game, self._players = game, players
        self._random = Random(seed)
        self._kept: list[Kept] = []
        self._taken: Counter[object] = Counter()
        self._walker: Walker | None = None
        self.result = Explored()

    def stretch(self) -> None:
        """From a kept position, or the beginning, some way on."""
        kept = self._chosen()
        if kept is None:
            return
        state, taken = kept.state.clone(), list(kept.taken)
        try:
            for number in range(STRETCH):
                request = state.request
                if request is None:
                    break
                number = self._number(request)
                taken.append(number)
                state.take(number)
                self.result.decisions += 1
                if number % LOOK_EVERY == 0 and self._is_new(state, number % LOOK_CLOSELY == 0):
                    self._keep(Kept(state.clone(), kept.seed, tuple(taken)))
            if len(taken) >= self._game.turn_limit and state.request is not None:
                self._endless(state, kept.seed, taken)
        except interpreter.Fault as fault:
            self._found(found(fault, self._people(state), kept.seed, taken))

    def conclude(self) -> None:
        usable = self._game.usable
        self.result.never = {kind: sorted(set(names) - self.result.seen) for kind, names in usable.items()}

    def _chosen(self) -> Kept | None:
        if self._kept and self._random.random() > FRESH:
            some = self._random.choices(self._kept, k=min(4, len(self._kept)))
            kept = min(some, key=lambda one: one.visits)
            kept.visits += 1
            return kept
        return self._begun(self._random.choice(self._players), self._random.getrandbits(40))

    def _begun(self, players: int, seed: int) -> Kept | None:
        self.result.games += 1
        try:
            state = self._game.start(players, seed, events=False)
            state.hold_always()
        except interpreter.Fault as fault:
            self._found(found(fault, players, seed, ()))
            return None
        return Kept(state, seed, ())

    def _number(self, request: Request) -> int:
        """A choice that was seldom taken, rather."""
        keys = request.keys
        free = [number for number, (beside, _) in enumerate(keys) if beside]
        if free and len(free) < len(keys) and self._random.random() < BESIDE:
            return self._random.choice(free)
        plain = len(keys) - len(free) or len(keys)
        if request.kind == "amount" and self._random.random() < AT_AN_END:
            return self._random.choice((0, plain - 1))
        where = (request.rule, request.name)
        some = {self._random.randrange(plain) for _ in range(3)}
        number = min(some, key=lambda one: (self._taken[where, keys[one]], one))
        self._taken[where, keys[number]] += 1
        return number

    def _is_new(self, state: State, closely: bool) -> bool:
        """Has anything come up that was never seen? What was seen is written down. To look closely takes its time."""
        marks = set(state.used)
        request = state.request
        if request is not None:
            marks.add(f"asked: {request.rule}, {request.name}, {min(len(request.choices), 4)}")
        if closely:
            marks |= set(_emptied(state))
        new = marks - self.result.seen
        self.result.seen |= new
        return bool(new)

    def _keep(self, kept: Kept) -> None:
        self._kept.append(kept)
        if len(self._kept) > MOST_KEPT:
            self._kept.remove(max(self._kept, key=lambda one: one.visits))

    def _people(self, state: State) -> int:
        return len(state.player_names) - len(state.automas)

    def _endless(self, state: State, seed: int, taken: list[int]) -> None:
        message = f"the game has not ended after {len(taken)} decisions"
        self._found(Finding("R0809", message, (), self._people(state), seed, tuple(taken)))

    def _found(self, finding: Finding) -> None:
        """Each mistake once, with few decisions."""
        if any(one.same == finding.same for one in self.result.findings):
            return
        self.result.findings.append(finding if finding.code == "R0809" else shrunk(self._game, finding, self._walker))


@dataclass(slots=True)
class KeptInC:
    """A position that was new: how it was come to, as what was added to the one before it."""

    state: NativeState
    players: int
    seed: int
    before: KeptInC | None
    taken: list[int]
    length: int
    news: int = 0  # what was new
    visits: int = 0

    def all_taken(self) -> list[int]:
        parts: list[list[int]] = []
        one: KeptInC | None = self
        while one is not None:
            parts.append(one.taken)
            one = one.before
        return [number for part in reversed(parts) for number in part]


class Rung(NamedTuple):
    height: int
    kept: KeptInC
    mood: int  # in which one came there


class Aim:
    """More of something, or less: how often one got further in a generation, with how many tries, and how far."""

    __slots__ = ("climbs", "gauge", "reach", "sign", "tries")

    def __init__(self, gauge: int, sign: int) -> None:
        self.gauge, self.sign, self.climbs, self.tries, self.reach = gauge, sign, 0, 0, 1

    @property
    def weight(self) -> float:
        """What can only be or not be is soon reached; what has many degrees is worth many walks. But what grows with every
        walk, as the number of the round does, grows anyway."""
        return SOMETIMES + (0 if 2 * self.climbs > self.tries > 0 else min(self.climbs, MOST_CLIMBS))


class Ladder:
    """The way of one generation to an aim, or to two at the same time: positions, the best ones last."""

    __slots__ = ("aims", "climbs", "low", "rungs", "tries")

    def __init__(self, *aims: Aim) -> None:
        self.aims, self.climbs, self.tries, self.low = aims, 0, 0, 0
        self.rungs: list[Rung] = []  # of each height the one that took the fewest decisions

    @property
    def gauges(self) -> list[tuple[int, int]]:
        """Each with its factor: of two, as far as one ever reached in each counts the same."""
        if len(self.aims) == 1:
            return [(self.aims[0].gauge, self.aims[0].sign)]
        return [(aim.gauge, aim.sign * max(1, FULL_REACH // aim.reach)) for aim in self.aims]

    def reached(self, rung: Rung) -> None:
        """One who got there quickly has most of the game before them."""
        self.climbs += not self.rungs or rung.height > self.rungs[-1].height
        self.low = min(self.low, rung.height) if self.rungs else rung.height
        best = {one.height: one for one in self.rungs}
        if rung.height not in best or best[rung.height].kept.length > rung.kept.length:
            best[rung.height] = rung
        self.rungs = [best[height] for height in sorted(best)][-RUNGS:]

    def concluded(self) -> None:
        """What was learned about the aim, if there was only one."""
        if len(self.aims) == 1 and self.rungs:
            self.aims[0].reach = max(self.aims[0].reach, self.rungs[-1].height - self.low)
        if len(self.aims) == 1:
            self.aims[0].climbs, self.aims[0].tries = self.climbs, self.tries


class ExplorerInC(Explorer):
    """The same idea: a walk stops where something is new, and that position is kept. Every other walk has an aim: it drives
    something up or down (money, a pile, owners) from the best position so far, because much of a rulebook happens only
    when a lot has changed hands or somebody has nothing left, and play by chance gives away what it has. A generation has
    a few aims and then all begin anew: what dice and decks bring from one position on is always the same."""

    def __init__(self, game: Game, players: list[int], seed: int, walker: Walker) -> None:
        super().__init__(game, players, seed)
        self._walker: Walker = walker
        self._positions: list[KeptInC] = []
        self._aims = [Aim(gauge, sign) for gauge in range(walker.gauges) for sign in (1, -1)]
        self._ladders = [Ladder(aim) for aim in self._aims]
        self._left = FIRST_TRIES * len(self._aims)  # walks of this generation
        self.result.engine = "native"

    def stretch(self) -> None:
        self._live_on()
        ladder = self._random.choice(self._ladders) if self._ladders and self._random.random() < AIMED else None
        if ladder is not None:
            ladder.tries += 1
        kept, mood = self._begin(ladder)
        if kept is None:
            return
        state, left = kept.state.clone(), SHORTEST << self._random.randrange(7)
        self._walker.aim(state, *(ladder.gauges if ladder else ()))
        last, on_the_way = kept, list[int]()
        while left > 0:
            walked = self._walker.walk(state, left, mood)
            left -= len(walked.numbers)
            self.result.decisions += len(walked.numbers)
            on_the_way += walked.numbers
            if walked.is_news or walked.is_better:
                news = self._walker.news
                last = KeptInC(state.clone(), kept.players, kept.seed, last, on_the_way, last.length + len(on_the_way), news)
                on_the_way = []
                if walked.is_better and ladder is not None:
                    ladder.reached(Rung(self._walker.height, last, mood))
                if walked.is_news or news:
                    self._remember(last)
                continue
            if walked.is_wrong:
                self._look_into(last, on_the_way)
            if walked.is_over or walked.is_wrong or walked.is_lost:
                return
        if last.length + len(on_the_way) >= self._game.turn_limit:
            taken = last.all_taken() + on_the_way
            message = f"the game has not ended after {len(taken)} decisions"
            self._found(Finding("R0809", message, (), kept.players, kept.seed, tuple(taken)))

    def conclude(self) -> None:
        self.result.seen = self._walker.used
        super().conclude()
        self.result.never["choices"] = self._walker.never_offered

    def _live_on(self) -> None:
        self._left -= 1
        if self._left >= 0 or not self._aims:
            return
        for ladder in self._ladders:
            ladder.concluded()
        first, second = (self._random.choices(self._aims, [aim.weight for aim in self._aims], k=AIMS) for _ in range(2))
        self._ladders = [
            Ladder(one, other) if self._random.random() < IN_PAIRS and one.gauge != other.gauge else Ladder(one)
            for one, other in zip(first, second, strict=True)
        ]
        self._left = GENERATION

    def _begin(self, ladder: Ladder | None) -> tuple[KeptInC | None, int]:
        """Where a walk begins, and in which mood: on a ladder rather in the one in which one got so far."""
        mood = self._random.getrandbits(62) if self._random.random() < MOODY else 0
        if self._random.random() < FROM_A_LADDER and self._ladders:
            found = self._random.choice(self._ladders)
            if found.rungs:
                return self._random.choice(found.rungs).kept, mood
        if ladder is not None:
            if ladder.rungs and self._random.random() > FRESH:
                rung = self._random.choice(ladder.rungs)
                return rung.kept, rung.mood if self._random.random() < SAME_MOOD else mood
            return self._fresh(), mood
        return self._picked(), mood

    def _picked(self) -> KeptInC | None:
        if self._positions and self._random.random() > FRESH:
            some = self._random.choices(self._positions, k=min(SOME, len(self._positions)))
            kept = min(some, key=self._merit)
            kept.visits += 1
            return kept
        return self._fresh()

    def _fresh(self) -> KeptInC | None:
        players, seed = self._random.choice(self._players), self._random.getrandbits(40)
        self.result.games += 1
        try:
            state = self._game.start(players, seed, events=False, engine="native")
        except interpreter.Fault as fault:
            self._found(found(fault, players, seed, ()))
            return None
        return KeptInC(state, players, seed, None, [], 0)

    def _remember(self, kept: KeptInC) -> None:
        self._positions.append(kept)
        if len(self._positions) > MOST_KEPT_IN_C:
            some = self._random.sample(range(len(self._positions)), SOME)
            del self._positions[max(some, key=lambda one: self._merit(self._positions[one]))]

    def _merit(self, kept: KeptInC) -> int:
        """The lower, the more it is worth to go on from there: rarely come to, and rarely gone on from."""
        return self._walker.hits(kept.news) * (1 + kept.visits)

    def _look_into(self, kept: KeptInC, taken: list[int]) -> None:
        """What went wrong in C is done again in Python, which has words for it."""
        _, finding = replayed(self._game, kept.players, kept.seed, kept.all_taken() + taken)
        if finding is not None:
            self._found(finding)


def _emptied(state: State) -> Iterator[str]:
    """Piles and purses that are empty."""
    view = state.view(None)
    for name, cards in view["zones"].items():
        if not cards or cards == {"count": 0}:
            yield f"empty: {name.rpartition(' ')[2]}"
    for name, values in view["table"].items():
        if isinstance(values, dict) and 0 in values.values():
            yield f"nothing left: {name}"

"""Guided play in Python: for rules that are not compiled.

In: a Game and a seed. Out: an Explorer, run one stretch at a time, and its findings (`Explored`). Layer: tools.
Positions that show something new (a rule, a card, a choice, a question, an emptied pile or purse) are kept. Play continues
from rarely used ones and prefers rarely taken choices, free actions beside the pending question, and the extremes of
amounts.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import interpreter

from .findings import Finding, found
from .shrinking import shrunk

if TYPE_CHECKING:
    from interpreter import Game, Request, State
    from interpreter.runtime.walking import Walker

STRETCH = 100  # decisions played from a kept position
FRESH = 0.15  # how often a new game is started instead
BESIDE = 0.25  # how often a free action is taken where one is offered
AT_AN_END = 0.5  # how often an amount is the minimum or the maximum
LOOK_EVERY = 5  # decisions between two checks for something new
LOOK_CLOSELY = 50  # decisions between two checks that include the table
MAX_KEPT = 400


@dataclass(slots=True)
class KeptPosition:
    """A position that was new, and how often play has continued from it."""

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
    never: dict[str, list[str]] = field(default_factory=dict)  # what was never reached, by kind
    engine: str = "python"
    processor: float = 0.0  # CPU seconds


class Explorer:
    def __init__(self, game: Game, players: list[int], seed: int) -> None:
        self._game, self._players = game, players
        self._random = Random(seed)
        self._kept: list[KeptPosition] = []
        self._taken: Counter[object] = Counter()
        self._walker: Walker | None = None
        self._begun_at = time.process_time()
        self.result = Explored()

    def account(self) -> Explored:
        """Return the results so far."""
        self.result.processor = time.process_time() - self._begun_at
        return self.result

    def stretch(self) -> None:
        """Play a number of decisions from a kept position, or from the beginning."""
        kept = self._chosen()
        if kept is None:
            return
        state, taken = kept.state.clone(), list(kept.taken)
        try:
            for step in range(STRETCH):
                request = state.request
                if request is None:
                    break
                number = self._number(request)
                taken.append(number)
                state.take(number)
                self.result.decisions += 1
                if step % LOOK_EVERY == 0 and self._is_new(state, step % LOOK_CLOSELY == 0):
                    self._keep(KeptPosition(state.clone(), kept.seed, tuple(taken)))
            if len(taken) >= self._game.turn_limit and state.request is not None:
                self._endless(self._people(state), kept.seed, taken)
        except interpreter.Fault as fault:
            self._found(found(fault, self._people(state), kept.seed, taken))

    def conclude(self) -> None:
        usable = self._game.usable
        self.result.never = {kind: sorted(set(names) - self.result.seen) for kind, names in usable.items()}

    def _chosen(self) -> KeptPosition | None:
        if self._kept and self._random.random() > FRESH:
            some = self._random.choices(self._kept, k=min(4, len(self._kept)))
            kept = min(some, key=lambda one: one.visits)
            kept.visits += 1
            return kept
        return self._begun(self._random.choice(self._players), self._random.getrandbits(40))

    def _begun(self, players: int, seed: int) -> KeptPosition | None:
        self.result.games += 1
        try:
            state = self._game.start(players, seed, events=False)
            state.engine.hold_always()
        except interpreter.Fault as fault:
            self._found(found(fault, players, seed, ()))
            return None
        return KeptPosition(state, seed, ())

    def _number(self, request: Request) -> int:
        """Choose a choice, preferring rarely taken ones."""
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
        """Record the present coverage and return whether any of it is new.

        A close look is slow."""
        marks = set(state.inspect.used)
        request = state.request
        if request is not None:
            marks.add(f"asked: {request.rule}, {request.name}, {min(len(request.choices), 4)}")
        if closely:
            marks |= set(_emptied(state))
        new = marks - self.result.seen
        self.result.seen |= new
        return bool(new)

    def _keep(self, kept: KeptPosition) -> None:
        self._kept.append(kept)
        if len(self._kept) > MAX_KEPT:
            self._kept.remove(max(self._kept, key=lambda one: one.visits))

    def _people(self, state: State) -> int:
        return len(state.player_names) - len(state.automas)

    def _endless(self, players: int, seed: int, taken: list[int]) -> None:
        message = f"the game has not ended after {len(taken)} decisions"
        self._found(Finding("R0809", message, (), players, seed, tuple(taken)))

    def _found(self, finding: Finding) -> None:
        """Record each defect once, shrunk.

        A further path to it counts only if it is shorter."""
        known = next((one for one in self.result.findings if one.same == finding.same), None)
        if known is not None and len(known.taken) <= len(finding.taken):
            return
        short = finding if finding.code == "R0809" else shrunk(self._game, finding, self._walker)
        self.result.findings = [one for one in self.result.findings if one is not known] + [short]


def _emptied(state: State) -> Iterator[str]:
    """List empty piles, and sorts of values of which one is 0."""
    view = state.view(None)
    for name, cards in view["zones"].items():
        if not cards or cards == {"count": 0}:
            yield f"empty: {name.rpartition(' ')[2]}"
    for name, values in view["table"].items():
        if isinstance(values, dict) and 0 in values.values():
            yield f"nothing left: {name}"

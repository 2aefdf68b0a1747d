"""Positions that were new, kept by the question that waits in them.

In: positions on walks in C. Out: `Positions`, which gives one to go on from. Layer: tools.
A question that was seldom put is worth more walks than others: from positions in which it waits, and from some way before
them, because there it can be come to again under other circumstances.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import NativeState, Walker

FOR_EACH = 30  # positions kept for one question
SOME = 4  # of which the rarest is gone on from, or the commonest forgotten
BACK = 0.5  # how often a walk begins some way before
NEAR = 200  # decisions from the beginning: to be nearer counts little
FARTHEST = 8  # 2 to the power of: how many kept positions before


@dataclass(slots=True, eq=False)
class Position:
    """How it was come to is what was added to the one before it."""

    state: NativeState
    players: int
    seed: int
    before: Position | None = None
    taken: tuple[int, ...] = ()
    mood: bytes | None = None  # in which one came here
    news: int = 0  # what was new
    length: int = 0  # decisions from the beginning
    visits: int = 0

    def then(self, state: NativeState, taken: list[int], mood: bytes | None, news: int) -> Position:
        """The next one on the same way."""
        return Position(state, self.players, self.seed, self, tuple(taken), mood, news, self.length + len(taken))

    def all_taken(self) -> list[int]:
        parts: list[tuple[int, ...]] = []
        one: Position | None = self
        while one is not None:
            parts.append(one.taken)
            one = one.before
        return [number for part in reversed(parts) for number in part]

    def some_way_before(self, steps: int) -> Position:
        one = self
        while steps and one.before is not None:
            one, steps = one.before, steps - 1
        return one


class Positions:
    def __init__(self, walker: Walker, luck: Random) -> None:
        self._walker, self._luck = walker, luck
        self._waiting: dict[int, list[Position]] = {}  # by the number of the question

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def keep(self, position: Position) -> None:
        here = self._waiting.setdefault(self._walker.site(position.state), [])
        here.append(position)
        if len(here) > FOR_EACH:
            some = self._luck.sample(range(len(here)), SOME)
            del here[max(some, key=lambda one: self._merit(here[one]))]

    def one(self) -> tuple[Position, bytes | None]:
        """Where to begin, and the mood in which something was found from there."""
        sites = list(self._waiting)
        [site] = self._luck.choices(sites, [self._walker.rarity(site) for site in sites])
        position = min(self._luck.choices(self._waiting[site], k=SOME), key=self._merit)
        position.visits += 1
        if self._luck.random() < BACK:
            return position.some_way_before(1 << self._luck.randrange(FARTHEST)), position.mood
        return position, position.mood

    def _merit(self, position: Position) -> int:
        """The lower, the more it is worth to go on from there: rarely come to, rarely gone on from, and not far."""
        return self._walker.hits(position.news) * (1 + position.visits) * (NEAR + position.length)

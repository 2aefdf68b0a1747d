"""A corpus of new positions, grouped by the pending question.

In: positions on walks in C. Out: `Positions`, which chooses one to continue from. Layer: tools.
A rare question deserves more walks than others: from positions where it is pending, and from some way before them, where it
can be reached again under other circumstances.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.runtime.native_engine import NativeEngine
    from interpreter.runtime.walking import Walker

FOR_EACH = 30  # positions kept per question
SOME = 4  # sample size: the rarest of a sample is continued, the commonest evicted
BACK = 0.5  # how often a walk begins some way before
NEAR = 200  # decisions from the beginning; distances below this hardly matter
FARTHEST = 8  # powers of two: how many kept positions to go back


@dataclass(slots=True, eq=False)
class Position:
    """A position, linked to its predecessor.

    `taken` holds only the choices since that one."""

    state: NativeEngine
    players: int
    seed: int
    before: Position | None = None
    taken: tuple[int, ...] = ()
    mood: bytes | None = None  # the policy that led here
    news: int = 0  # what was new here
    length: int = 0  # decisions from the beginning
    visits: int = 0

    def then(self, state: NativeEngine, taken: list[int], mood: bytes | None, news: int) -> Position:
        """Append the next position on the same path."""
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
        self._waiting: dict[int, list[Position]] = {}  # by question number

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def keep(self, position: Position) -> None:
        here = self._waiting.setdefault(self._walker.site(position.state), [])
        here.append(position)
        if len(here) > FOR_EACH:
            some = self._luck.sample(range(len(here)), SOME)
            del here[max(some, key=lambda one: self._merit(here[one]))]

    def one(self) -> tuple[Position, bytes | None]:
        """Choose where to begin, and return the policy that found something from there."""
        sites = list(self._waiting)
        [site] = self._luck.choices(sites, [self._walker.rarity(site) for site in sites])
        position = min(self._luck.choices(self._waiting[site], k=SOME), key=self._merit)
        position.visits += 1
        if self._luck.random() < BACK:
            return position.some_way_before(1 << self._luck.randrange(FARTHEST)), position.mood
        return position, position.mood

    def _merit(self, position: Position) -> int:
        """Score a position, lower is better.

        Rarely hit, rarely continued from, and early in the game."""
        return self._walker.hits(position.news) * (1 + position.visits) * (NEAR + position.length)

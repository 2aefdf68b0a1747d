"""Shrink a finding: find fewer decisions that lead to the same defect.

In: a Finding. Out: `shrunk`, the same with fewer decisions. Layer: tools.
Decisions are removed, large chunks first, then single ones, then random ones, as long as the same defect is reached.
In C the others keep their meaning (the player, the question and the answer), so that a whole bargain can be removed and the
game continues as it did; in Python only the indices of the choices are known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Generic, TypeVar

from .findings import Finding, replayed

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.walking import Meant, Walker

WORK = 40_000  # budget in decisions
WORK_IN_C = 8_000_000
GAPS = (1, 1, 2, 3, 5, 8, 20)  # numbers of consecutive decisions to remove at random
INSTEAD = 0.5  # how often another decision is inserted instead
IN_VAIN = 1_500  # failed attempts in a row before giving up

One = TypeVar("One")
Try = Callable[
    [Sequence[One]], Sequence[One] | None
]  # the decisions actually made if the defect was reached, otherwise None


def shrunk(game: Game, finding: Finding, walker: Walker | None = None) -> Finding:
    short = _by_number(game, finding) if walker is None else _by_meaning(game, finding, walker)
    _, again = replayed(game, finding.players, finding.seed, short)
    return again if again is not None and again.same == finding.same else finding


def _by_number(game: Game, finding: Finding) -> Sequence[int]:
    def attempt(taken: Sequence[int]) -> Sequence[int] | None:
        _, again = replayed(game, finding.players, finding.seed, taken)
        return again.taken if again is not None and again.same == finding.same else None

    return Shrinking(finding.taken, attempt, WORK, Random(finding.seed)).done()


def _by_meaning(game: Game, finding: Finding, walker: Walker) -> Sequence[int]:
    start = game.start_in_c(finding.players, finding.seed)
    walked, meant = walker.again(start.clone(), finding.taken)
    if not walked.is_wrong:
        return finding.taken
    wanted, shortest = walker.last, list(finding.taken)

    def attempt(decisions: Sequence[Meant]) -> Sequence[Meant] | None:
        followed = walker.follow(start.clone(), decisions, len(shortest))
        if not followed.is_wrong or walker.last != wanted or len(followed.numbers) >= len(shortest):
            return None
        shortest[:] = followed.numbers
        return walker.again(start.clone(), followed.numbers)[1]

    Shrinking(meant, attempt, WORK_IN_C, Random(finding.seed)).done()
    return shortest


class Shrinking(Generic[One]):
    """A sequence of decisions being shrunk."""

    def __init__(self, row: Sequence[One], attempt: Try[One], work: int, luck: Random) -> None:
        self._best, self._attempt, self._work, self._luck = row, attempt, work, luck

    def done(self) -> Sequence[One]:
        self._cut()
        self._pick()
        self._cut()
        return self._best

    def _cut(self) -> None:
        """Remove chunks, large ones first, from the end to the beginning."""
        size = max(1, len(self._best) // 2)
        while size and self._work > 0:
            end, better = len(self._best), False
            while end > 0 and self._work > 0:
                better |= self._better(list(self._best[: max(0, end - size)]) + list(self._best[end:]))
                end = min(end - size, len(self._best))
            size = size if better and size == 1 else size // 2

    def _pick(self) -> None:
        """Remove random stretches until that stops helping.

        A decision from elsewhere may take the place of what is removed: one coin given away can replace a whole bargain with
        the same result."""
        vain, luck = 0, self._luck
        while self._best and vain < IN_VAIN and self._work > 0:
            row = list(self._best)
            for _ in range(luck.randint(1, 2)):
                start = luck.randrange(len(row) + 1)
                instead = [luck.choice(self._best)] if luck.random() < INSTEAD else []
                row[start : start + luck.choice(GAPS) + len(instead)] = instead
            vain = 0 if self._better(row) else vain + 1

    def _better(self, row: Sequence[One]) -> bool:
        self._work -= len(self._best)
        found = self._attempt(row)
        if found is None or len(found) >= len(self._best):
            return False
        self._best = found
        return True

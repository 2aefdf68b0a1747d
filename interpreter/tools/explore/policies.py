"""Policies: biased ways of playing whole games, bred for the questions they reach.

In: a Walker, which knows how rare a question is. Out: `Moods`, which supplies the next policy and learns from its result.
Layer: tools.
A policy avoids some answers: it always buys, never sells, does not refuse. Hardly any random policy makes a game rich and
long, yet most rules apply there. So for each question the policy that reached it most often is kept, and new ones are made
from it by crossover and mutation, preferably for rare questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.runtime.walking import Walker

TWO_PARENTS = 0.3  # how often a policy is crossed with a second one
FROM_THE_FIRST = 0.7  # share of genes from the first parent
AS_IT_WAS = 0.25  # how often a policy is tried again unchanged: the first time may have been luck
CHANGED = (1, 1, 2, 3, 5)  # number of mutated genes, one of these at random
PARTS = 256  # values of a gene
SHORT = 200  # decisions; dampens the rate of short games


@dataclass(slots=True)
class Mood:
    """A policy: how often it reached a question, and in how many decisions."""

    genes: bytes
    count: int
    decisions: int

    @property
    def rate(self) -> float:
        return self.count / (SHORT + self.decisions)


class Moods:
    def __init__(self, walker: Walker, luck: Random) -> None:
        self._walker, self._genes, self._luck = walker, walker.genes, luck
        self._best: dict[int, Mood] = {}  # by question number

    def any(self) -> bytes:
        return self._luck.randbytes(self._genes)

    def bred(self) -> bytes:
        """Breed a policy for a rare question from the one that reached it most often."""
        if not self._best:
            return self.any()
        genes = self._parent()
        if self._luck.random() < AS_IT_WAS:
            return genes
        if self._luck.random() < TWO_PARENTS:
            other = self._parent()
            genes = bytes(a if self._luck.random() < FROM_THE_FIRST else b for a, b in zip(genes, other, strict=True))
        return self.varied(genes)

    def varied(self, genes: bytes) -> bytes:
        """Mutate a few genes."""
        changed = bytearray(genes)
        for _ in range(self._luck.choice(CHANGED)):
            changed[self._luck.randrange(self._genes)] = self._luck.randrange(PARTS)
        return bytes(changed)

    def judge(self, genes: bytes, decisions: int) -> None:
        """Credit a policy with the questions reached in the game just played."""
        put = self._walker.put
        for site, best in self._best.items():
            if best.genes == genes:
                best.count, best.decisions = best.count + put.pop(site, 0), best.decisions + decisions
        for site, count in put.items():
            mood = Mood(genes, count, decisions)
            if site not in self._best or self._best[site].rate < mood.rate:
                self._best[site] = mood

    def _parent(self) -> bytes:
        sites = list(self._best)
        [site] = self._luck.choices(sites, [self._walker.rarity(site) for site in sites])
        return self._best[site].genes

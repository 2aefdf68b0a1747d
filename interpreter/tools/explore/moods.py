"""Moods: tastes in which whole games are played, bred for the questions they lead to.

In: a Walker, which knows how rare a question is. Out: `Moods`, from which the next one comes, and which learns what came of
it. Layer: tools.
In a mood some answers are avoided: somebody always buys, never sells, does not refuse. By chance hardly any mood lets a game
become rich and old, but the rules have most to say there. So for each question the mood is kept in which it was put most
often, and others are made of it, part by part: of those for rare questions above all.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Walker

TWO_PARENTS = 0.3  # how often
FROM_THE_FIRST = 0.7  # of two parents: how many parts
AS_IT_WAS = 0.25  # how often a mood is tried again: the first time may have been luck
CHANGED = (1, 1, 2, 3, 5)  # parts that are new: one of these numbers
PARTS = 256  # what a part can be
SHORT = 200  # decisions: a rate in fewer says little


@dataclass(slots=True)
class Mood:
    """How often a question was put in games in this mood, and in how many decisions."""

    genes: bytes
    count: int
    decisions: int

    @property
    def rate(self) -> float:
        return self.count / (SHORT + self.decisions)


class Moods:
    def __init__(self, walker: Walker, luck: Random) -> None:
        self._walker, self._genes, self._luck = walker, walker.genes, luck
        self._best: dict[int, Mood] = {}  # by the number of the question

    def any(self) -> bytes:
        return self._luck.randbytes(self._genes)

    def bred(self) -> bytes:
        """For a rare question, from the mood in which it was put most often."""
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
        """Nearly the same."""
        changed = bytearray(genes)
        for _ in range(self._luck.choice(CHANGED)):
            changed[self._luck.randrange(self._genes)] = self._luck.randrange(PARTS)
        return bytes(changed)

    def judge(self, genes: bytes, decisions: int) -> None:
        """A game was played in this mood."""
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

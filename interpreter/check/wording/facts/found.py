"""A fact that a card's text should print, all that were found on one card, and who collects them.

In: nothing. Out: Fact, Facts and FactReader. Layer: check.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from interpreter.check.wording.people import YOU
from interpreter.check.wording.vocabulary import Vocabulary
from interpreter.source import Span


@dataclass(frozen=True)
class Fact:
    """A thing that is mentioned, perhaps with a number.

    Without a thing (None), only a number."""

    thing: str | None
    number: Fraction | None
    span: Span
    cell: str  # the column in which it stands
    needed: bool = True  # no: the text may speak of it, and need not
    ratio: bool = False
    values: tuple[tuple[str, str], ...] = ()
    sort: str = "thing"  # thing, resource, number, duration, moment
    by_blank: bool = False  # its number is printed by a blank
    is_step: bool = False  # a step of its own, not a part of a formula


@dataclass
class Facts:
    found: list[Fact] = field(default_factory=list)
    targets: dict[str, Span] = field(default_factory=dict)  # who is meant, and where that is said
    anyones: dict[str, Span] = field(default_factory=dict)  # what is changed for whoever it is about
    nameless: dict[str, int] = field(default_factory=dict)  # names without words, and how often they stand there
    wordless: dict[str, int] = field(
        default_factory=dict
    )  # columns of numbers without words: their texts may say anything
    silent: int = 0

    @property
    def compared(self) -> int:
        return len(self.found) + len(self.targets)


@dataclass
class FactReader:
    """The facts of one card, while its trees are walked."""

    vocabulary: Vocabulary
    player: str = YOU  # who `player` is in the cells of this card
    facts: Facts = field(default_factory=Facts)

    def add(self, fact: Fact) -> None:
        self.facts.found.append(fact)

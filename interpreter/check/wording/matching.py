"""Which printed number is which number of the rules.

In: the numbers of a card's facts and those of its text. Out: facts whose number is not printed, and printed numbers that no
fact has. Layer: check. A printed number belongs to the thing behind it; one without a thing may be any of that value.
The same step may be printed once or as often as it stands in the rules; numbers of formulas one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from interpreter.check.wording.facts import Fact
from interpreter.check.wording.vocabulary import Mention, Vocabulary

Key = tuple[str | None, Fraction]


@dataclass(frozen=True)
class Token:
    """A printed number: which things it may count, and in which words.

    `weak`: perhaps no number at all."""

    value: Fraction
    things: frozenset[str]
    words: str
    weak: bool
    start: int
    blank: bool = False  # printed by a blank: right by itself, and perhaps what a fact means


class Matching:
    def __init__(
        self, facts: Sequence[Fact], tokens: Sequence[Token], permitted: frozenset[int | Fraction], mentions: Sequence[Mention],
        vocabulary: Vocabulary,
    ) -> None:  # fmt: skip
        self.mentions, self.vocabulary, self.permitted = mentions, vocabulary, permitted
        self.facts = [fact for fact in facts if fact.number and not fact.by_blank]
        self.left = Counter(self._key(fact) for fact in self.facts if fact.needed)
        self.optional = {self._key(fact) for fact in self.facts if not fact.needed}
        self.used: set[Key] = set()
        self.mentioned = {fact.thing for fact in facts}
        for token in tokens:
            if token.blank and token.things:
                self._take(token)
        pending = [token for token in tokens if not token.blank and not self._take(token)]
        self.strange = [token for token in pending if not self._may_stand(token)]
        self.lost = self._lost()

    def _key(self, fact: Fact) -> Key:
        return fact.thing, fact.number or Fraction(0)

    def _take(self, token: Token) -> bool:
        """Match the number with a fact.

        One of the same thing, one of no thing, or any if the text names none."""
        own: list[Key] = [(thing, token.value) for thing in sorted(token.things)]
        own += [
            key
            for key in self.left
            if key[0] and key[1] == token.value and token.things & self.vocabulary.parts(key[0])
        ]
        if not token.blank and (not token.things or token.things & self.mentioned):
            own.append((None, token.value))
        own += [key for key in self.left if key[1] == token.value and self._is_unitless(key[0])]
        others = [key for key in self.left if key[1] == token.value] if not token.things else []
        for key in (*own, *others):
            if self.left[key] > 0:
                self.left[key] -= 1
                self.used |= {key, *((thing, token.value) for thing in token.things)}
                return True
        return False

    def _is_unitless(self, name: str | None) -> bool:
        thing = self.vocabulary.find(name or "")
        return thing is not None and thing.is_unitless

    def _may_stand(self, token: Token) -> bool:
        """May the number be there although no fact has it?

        It need not be printed, was said before, or is one of something."""
        keys = {(thing, token.value) for thing in token.things}
        if (
            token.weak
            or token.value in self.permitted
            or keys & self.used
            or (keys | {(None, token.value)}) & self.optional
        ):
            return True
        if not token.things and any(value == token.value for _, value in self.optional):
            return True
        if token.value.denominator != 1:
            return False
        counted = [fact for fact in self.facts if fact.thing in token.things]
        if token.value > 1 or (not counted and token.words[0].isdigit()):
            return False
        return not counted or any((fact.number or 0) <= 1 for fact in counted)

    def _lost(self) -> list[Fact]:
        """Return a fact for each number that is not printed; a 1 need not be."""
        found: dict[Key, Fact] = {}
        for fact in self.facts:
            key = self._key(fact)
            told = key in self.used and fact.is_step
            if fact.needed and self.left[key] > 0 and not told and not self._goes_without(fact):
                found.setdefault(key, fact)
        return list(found.values())

    def _goes_without(self, fact: Fact) -> bool:
        thing = self.vocabulary.find(fact.thing or "")
        if fact.number not in (1, thing.scale if thing is not None else 1):
            return False
        named = [mention for mention in self.mentions if fact.thing in mention.things]
        return fact.thing is None or not named or any(mention.number in (None, fact.number) for mention in named)

    def stranger(self, fact: Fact) -> Token | None:
        """Return a printed number in the place of this fact's number.

        Each only once."""
        other = next((token for token in self.strange if fact.thing in token.things), None)
        other = other or next((token for token in self.strange), None)
        if other is not None:
            self.strange.remove(other)
        return other

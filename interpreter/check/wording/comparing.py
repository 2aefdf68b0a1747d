"""Printed text against what a card does.

In: the Facts of a card's rules, its text as it is printed, the vocabulary. Out: Disagreements, one for each fact: a
contradiction, or a remark about the wording. Layer: check. A contradiction needs evidence on the text's side, too: another
number, another thing, somebody else. What the text only leaves out, or says in words of its own, is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from interpreter.check.wording.facts import Fact, Facts
from interpreter.check.wording.matching import Matching, Token
from interpreter.check.wording.numbers import Figure, figures, printed
from interpreter.check.wording.people import (  # fmt: skip
    ANYONE,
    COMPARED,
    DESCRIBED,
    EVERYONE,
    OTHERS,
    PERSON,
    SPOKEN,
    YOU,
    YOU_SAID,
    people_in,
)
from interpreter.check.wording.vocabulary import Mention, Thing, Vocabulary
from interpreter.source import Span

CONTRADICTION, WORDING = "contradiction", "wording"


@dataclass(frozen=True)
class Disagreement:
    """A difference between text and rules; `grade` is contradiction or wording.

    `words`: the piece of the text that it is about; `span`: the place in the rules."""

    grade: str
    message: str
    words: str
    span: Span | None
    sort: str
    at: int | None = None


@dataclass(frozen=True)
class Permitted:
    """What is in the procedures that a card calls: its text may mention it."""

    numbers: frozenset[int] = frozenset()
    things: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()


NOTHING = Permitted()


class Comparison:
    def __init__(
        self, facts: Facts, text: str, vocabulary: Vocabulary, permitted: Permitted = NOTHING, grade: str = CONTRADICTION,
        blanks: Sequence[tuple[int, int]] = (),
    ) -> None:  # fmt: skip
        """Take the blanks of a text and a grade.

        `blanks`: what of the text comes from columns. `grade`: of what the text says and no rule does."""
        self.grade, self.blanks = grade, blanks
        self.facts, self.text, self.vocabulary, self.permitted = facts, text, vocabulary, permitted
        self.mentions, self.inner = vocabulary.mentions(text)
        self.bare = [figure for figure in figures(text) if not any(self._covers(one, figure) for one in self.mentions)]
        self.mentioned = {fact.thing for fact in facts.found if fact.thing is not None}
        self.parts = {part for name in self.mentioned for part in vocabulary.parts(name)}
        self.allowed = self.mentioned | permitted.things | self.parts
        self.found: list[Disagreement] = []

    def _covers(self, mention: Mention, figure: Figure) -> bool:
        """Is a number in the text part of the phrase for a thing?"""
        if not mention.start <= figure.start < mention.end:
            return False
        if mention.number is not None:
            return mention.number == figure.value
        things = [self.vocabulary.find(name) for name in mention.things]
        return any(thing is not None and thing.prints(figure.words) for thing in things)

    def run(self) -> list[Disagreement]:
        self._numbers()
        self._things()
        self._exclusive()
        self._strange_members()
        self._beside_blanks()
        self._values()
        self._targets()
        self._misattributed()
        return self.found

    def _misattributed(self) -> None:
        """Find phrases for things that the card does, said of another player."""
        if any(one.sort == "target" for one in self.found):
            return
        for name, span in self.facts.anyones.items():
            mine = next((one.words for one in self._every() if name in one.things and YOU_SAID.search(one.words)), None)
            if mine is not None:
                message = f'the rules are about anybody; the text says "{mine}"'
                self.found.append(Disagreement(CONTRADICTION, message, mine, span, "target"))
                return
        for mention in self.mentions:
            meant_by = [
                phrase for name in mention.things if (thing := self.vocabulary.find(name)) for phrase in thing.phrases
            ]
            people = {who for phrase in meant_by for who in people_in(phrase.text)}
            if mention.things & self.mentioned and people_in(mention.words).keys() - people:
                message = f'the rules are about {self._whom()}; the text says "{mention.words}"'
                self.found.append(Disagreement(CONTRADICTION, message, mention.words, None, "target", mention.start))
                return
        for thing, start, words, meant in self.vocabulary.misattributed(self.text):
            end = start + len(words)  # words for it without anybody in them, inside of these, excuse nothing
            exact = any(thing.name in one.things and one.start <= start and end <= one.end for one in self._every())
            if thing.name in self.mentioned and not exact:
                message = f'"{thing.name}" is called "{meant}"; the text says "{words}"'
                self.found.append(Disagreement(CONTRADICTION, message, words, None, "target", start))
                return

    # ---- numbers
    def _numbers(self) -> None:
        permitted = self.permitted.numbers | self._in_words()
        matching = Matching(self.facts.found, self._tokens(), permitted, list(self._every()), self.vocabulary)
        for fact in matching.lost:
            other = matching.stranger(fact)
            if other is not None:
                self._say(f'{self._rule(fact)}; the text says "{other.words}"', other.words, fact, other.start)
            else:
                self._say(f"{self._rule(fact)}; the text does not say so", self._quote(fact), fact)
        for token in matching.strange:
            message = f'the text says "{token.words}"; nothing in the rules of the card does'
            self.found.append(Disagreement(self.grade, message, token.words, None, "number", token.start))

    def _in_words(self) -> frozenset[Fraction]:
        """Return numbers in phrases that the text words differently.

        `for half the price` is `at half its price`, too."""
        named = {name for mention in self._every() for name in mention.things}
        things = [thing for name in self.mentioned - named if (thing := self.vocabulary.find(name)) is not None]
        return frozenset(one.value for thing in things for phrase in thing.phrases for one in figures(phrase.text))

    def _tokens(self) -> list[Token]:
        """Return the numbers of the text, in order."""
        found = [
            Token(mention.number, mention.things, mention.words, False, mention.start, self._is_blank(mention.start, mention.end))
            for mention in self.mentions if mention.number is not None
        ]  # fmt: skip
        found += [
            Token(figure.value, frozenset(), self._around(figure), figure.weak, figure.start)
            for figure in self.bare if not self._is_blank(figure.start, figure.end)
        ]  # fmt: skip
        return sorted(found, key=lambda token: token.start)

    def _is_blank(self, start: int, end: int) -> bool:
        return any(a < end and start < b for a, b in self.blanks)

    # ---- things
    def _things(self) -> None:
        strange = [mention for mention in self.mentions if not mention.things & self.allowed]
        strange += [mention for mention in self.inner if not mention.things & self.allowed and self._is_moment(mention)]
        named = {name for mention in self._every() if not self._is_within(mention, strange) for name in mention.things}
        told: set[str] = set()
        for fact in self.facts.found:
            if (
                fact.thing is None
                or not fact.needed
                or fact.thing in named
                or fact.thing in told
                or self._is_bare(fact.thing)
            ):
                continue
            told.add(fact.thing)
            other = next((one for one in strange if self._alike(fact, one)), None) or self._instead(fact)
            if other is not None:
                strange = [one for one in strange if one is not other]
                self._say(f'{self._rule(fact)}; the text says "{other.words}"', other.words, fact, other.start)
            elif fact.sort == "resource":
                self._say(f"{self._rule(fact)}; the text does not speak of it", "", fact)
            else:
                message = f"{self._rule(fact)}; the text does not say it in these words"
                self.found.append(Disagreement(WORDING, message, "", fact.span, fact.sort))

    def _is_within(self, mention: Mention, strange: Sequence[Mention]) -> bool:
        """Are these words part of the phrase for something else?

        `1 vote` in `exactly 1 vote`."""
        return any(
            one is not mention and one.start <= mention.start and mention.end <= one.end and one.number == mention.number
            and self._is_counted(one) for one in strange
        )  # fmt: skip

    def _is_counted(self, mention: Mention) -> bool:
        things = [self.vocabulary.find(name) for name in mention.things]
        return any(thing is not None and thing.is_counted for thing in things)

    def _instead(self, fact: Fact) -> Mention | None:
        """Find what the text says in place of a fact.

        Another member of a column's kind, or the same amount of something that only the card's procedures know."""
        thing = self.vocabulary.find(fact.thing or "")
        if thing is None:
            return None
        listed = {one.thing for one in self.facts.found if one.sort == "moment"}  # of a column that names several
        for mention in self._every():
            others = [other for name in mention.things if (other := self.vocabulary.find(name)) is not None]
            if fact.sort == "moment" and thing.sort == "member":
                if not mention.things & listed and any(_is_named_like(other, thing) for other in others):
                    return mention
            elif thing.is_counted and mention.number is not None and not self._is_own(mention):
                numbers = {one.number for one in self.facts.found if one.thing == fact.thing}
                if mention.number in numbers and any(
                    other.is_counted and other.family == thing.family for other in others
                ):
                    return mention
        return None

    def _is_own(self, mention: Mention) -> bool:
        """Are these words a phrase for a thing of the card, or a part of one?"""
        return bool(mention.things & self.mentioned) or any(
            self.vocabulary.is_part(mention, name) for name in self.mentioned
        )

    def _is_moment(self, mention: Mention) -> bool:
        things = [self.vocabulary.find(name) for name in mention.things]
        return any(thing is not None and thing.sort == "member" and thing.declared for thing in things)

    def _exclusive(self) -> None:
        """Report another member of a kind than the one the card's column names."""
        kinds: dict[str, Fact] = {}
        for fact in self.facts.found:
            thing = self.vocabulary.find(fact.thing or "")
            if fact.sort == "moment" and thing is not None and thing.sort == "member":
                kinds.setdefault(thing.kind, fact)
        told = {one.words for one in self.found}
        for mention in self.mentions:
            others = [self.vocabulary.find(name) for name in mention.things]
            kind = next((one.kind for one in others if one is not None and one.sort == "member" and one.declared), "")
            if kind in kinds and not mention.things & self.mentioned and mention.words not in told:
                fact = kinds[kind]
                self._say(f'{self._rule(fact)}; the text says "{mention.words}"', mention.words, fact, mention.start)

    def _strange_members(self) -> None:
        """Report members of a kind that neither the card nor its procedures name."""
        kinds = {
            thing.kind: fact for fact in self.facts.found
            if fact.needed and (thing := self.vocabulary.find(fact.thing or "")) is not None and thing.sort == "member"
        }  # fmt: skip
        told = {one.words for one in self.found if one.grade == CONTRADICTION}
        for mention in self.mentions:
            others = [other for name in mention.things if (other := self.vocabulary.find(name)) is not None]
            known = {other.kind for other in others if other.sort == "member" and _is_called(other, mention.words)}
            if (
                mention.things & self.allowed
                or mention.words in told
                or any(other.sort != "member" for other in others)
            ):
                continue
            for kind in sorted(known & kinds.keys()):
                fact = kinds[kind]
                self._say(f'{self._rule(fact)}; the text says "{mention.words}"', mention.words, fact, mention.start)

    def _beside_blanks(self) -> None:
        """Report a blank printed beside the words of another thing."""
        for fact in self.facts.found:
            thing = self.vocabulary.find(fact.thing or "")
            named = any(fact.thing in mention.things for mention in self._every())
            told = any(one.span == fact.span and one.grade == CONTRADICTION for one in self.found)
            if not fact.by_blank or thing is None or thing.is_bare or named or told:
                continue
            clause = self._clause_of(fact.number)
            other = next((one for one in self._every() if clause[0] <= one.start and one.end <= clause[1]), None)
            if other is not None or self.vocabulary.speaks(self.text[slice(*clause)], thing):
                words = self.text[slice(*clause)].strip()
                self._say(f'{self._rule(fact)}; the text says "{words}"', words, fact)

    def _clause_of(self, number: Fraction | None) -> tuple[int, int]:
        """Return the clause, between commas, in which a blank has printed this number."""
        for start, end in self.blanks:
            if any(figure.value == number for figure in figures(self.text[start:end])):
                before = max(self.text.rfind(sign, 0, start) for sign in ",;.:") + 1
                after = min(at if (at := self.text.find(sign, end)) >= 0 else len(self.text) for sign in ",;.:")
                return before, after
        return 0, 0

    def _alike(self, fact: Fact, mention: Mention) -> bool:
        """Could the mention stand for the fact?

        A single word that is not counted proves nothing."""
        thing = self.vocabulary.find(fact.thing or "")
        others = [other for name in mention.things if (other := self.vocabulary.find(name)) is not None]
        if thing is not None and thing.is_numbered:  # what is not counted says nothing against a number of something
            others = [other for other in others if other.sort == "member" or other.is_numbered]
        proof = [other for other in others if other.sort == "member" or other.is_counted or " " in mention.words]
        return thing is not None and any(other.family == thing.family for other in proof)

    def _is_bare(self, name: str) -> bool:
        """Is it printed as a number alone?

        Whether the number is right is checked elsewhere."""
        thing = self.vocabulary.find(name)
        return thing is not None and (thing.is_bare or thing.is_unitless)

    def _values(self) -> None:
        """Find other values: `2 steps on the Agro track` where the rules say Fuel."""
        for fact in self.facts.found:
            named = [mention for mention in self._every() if fact.thing in mention.things]
            for name, value in fact.values:
                said = [(mention, dict(mention.values)[name]) for mention in named if name in dict(mention.values)]
                if said and fact.needed and all(other != value for _, other in said):
                    mention = said[0][0]
                    self._say(
                        f'{self._rule(fact)}; the text says "{mention.words}"', mention.words, fact, mention.start
                    )
            for mention in named:
                self._unmeant(mention, fact)

    def _unmeant(self, mention: Mention, fact: Fact) -> None:
        """Find a member in the phrase for a thing that the rules never give to it."""
        for name, value in mention.values:
            given = {
                dict(one.values)[name]
                for one in self.facts.found
                if one.thing == fact.thing and name in dict(one.values)
            }
            if given and value not in given:
                self._say(f'{self._rule(fact)}; the text says "{mention.words}"', mention.words, fact, mention.start)

    # ---- who
    def _targets(self) -> None:
        masked = self.text
        for mention in self.mentions:
            masked = masked[: mention.start] + " " * (mention.end - mention.start) + masked[mention.end :]
        masked = COMPARED.sub(lambda found: " " * len(found[0]), masked)
        said = people_in(masked)
        meant = {target: span for target, span in self.facts.targets.items() if target != YOU}
        lost = [target for target in meant if not self._is_said(target, set(people_in(self.text)))]
        known = meant.keys() | self.permitted.people | self._people_in_words() | self._rest_of(meant)
        strange = [target for target in said if target != ANYONE and target not in known and ANYONE not in meant]
        for target in lost:
            other = strange.pop(0) if strange else None
            words = said[other] if other is not None else ""
            ending = f'the text says "{words}"' if words else "the text does not say so"
            message = f"the rules are about {SPOKEN[target]}; {ending}"
            self.found.append(Disagreement(CONTRADICTION, message, words, meant[target], "target"))
        for target in strange:
            words = said[target]
            message = f'the text says "{words}"; the rules are about {self._whom()}'
            self.found.append(Disagreement(CONTRADICTION, message, words, None, "target"))

    def _people_in_words(self) -> set[str]:
        """Return the people named in the phrases for a card's things.

        In `business of another player` it is another player, so the text may name them in its own words, too."""
        things = [thing for name in self.mentioned if (thing := self.vocabulary.find(name)) is not None]
        return {who for thing in things for phrase in thing.phrases for who in people_in(phrase.text)}

    def _rest_of(self, meant: Mapping[str, Span]) -> set[str]:
        """Match `Whoever has three loses one, all the others gain one`.

        After some of the players, the others are the rest of them."""
        some = DESCRIBED.search(self.text)
        rest = next((found for found in PERSON.finditer(self.text) if found.lastgroup == OTHERS), None)
        return {OTHERS} if EVERYONE in meant and some and rest and some.end() <= rest.start() else set()

    def _whom(self) -> str:
        return " and ".join(SPOKEN[one] for one in self.facts.targets) or "nobody by name"

    def _is_said(self, target: str, said: set[str]) -> bool:
        """Is this person named in the text?

        `Anybody` need not be, as long as nobody else is."""
        if target == ANYONE:
            return bool(said) or YOU_SAID.search(self.text) is None
        return target in said or (target == EVERYONE and ANYONE in said)

    # ---- words
    def _every(self) -> Iterable[Mention]:
        yield from self.mentions
        yield from self.inner

    def _say(self, message: str, words: str, fact: Fact, at: int | None = None) -> None:
        if not any(one.message == message for one in self.found):
            self.found.append(Disagreement(CONTRADICTION, message, words, fact.span, fact.sort, at))

    def _rule(self, fact: Fact) -> str:
        number = f"{printed_fraction(fact.number)}" if fact.number is not None else ""
        thing = self.vocabulary.find(fact.thing or "")
        words = thing.worded(number, dict(fact.values)) if thing is not None else number
        return f'the {fact.cell} {"say" if fact.cell.endswith("s") else "says"} "{words}"'

    def _quote(self, fact: Fact) -> str:
        return next((mention.words for mention in self._every() if fact.thing in mention.things), "")

    def _around(self, figure: Figure) -> str:
        """Return a number with the word behind it, as a message quotes it."""
        behind = re.match(r"\s+[\w%-]+", self.text[figure.end :])
        return figure.words + (behind.group() if behind else "")


def printed_fraction(number: Fraction) -> str:
    words = {"1/2": "half", "3/2": "half as much again"}
    return printed(int(number)) if number.denominator == 1 else words.get(str(number), str(number))


def _is_named_like(other: Thing, thing: Thing) -> bool:
    """Is it a member of the same kind for which the game has words?"""
    return other.sort == "member" and other.declared and other.kind == thing.kind


def _is_called(thing: Thing, words: str) -> bool:
    """Are these the words as written, not only with another ending?

    `Start`, and not `starting`."""
    return " " in words or words.lower().removesuffix("s") == thing.worded("", {}).lower().removesuffix("s")

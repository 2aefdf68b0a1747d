"""One-fact changes of cards, to measure how many of them are noticed.

A seed is a card with a single fact changed, in its text or in its rules: a number, a resource (what is gained, paid or
named), who is meant, how long, when. Every place that can be changed is changed once; which other value it gets follows
from the seed of the measurement. What a blank prints cannot be changed on one side only, so it is no seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.check.wording.cards import VALUE, Card
from interpreter.check.wording.numbers import IN_WORDS, figures, printed
from interpreter.check.wording.people import PERSON, person
from interpreter.check.wording.vocabulary import Blank, Mention, Thing, Vocabulary
from interpreter.source import Problems
from interpreter.tools.cards.report import Deck, contradictions

NAME = re.compile(r"\b[a-z][a-z0-9_]*\b")
LITERAL = re.compile(r"(?<![\w\"])[0-9]+(?!\w)")
QUOTED = re.compile(r'"[^"\n]*"')
TIMES = re.compile(r"round|turn|year|lap|phase", re.IGNORECASE)
OTHER_RATIO = {"double": "half", "doubled": "halved", "twice": "half", "halved": "doubled"}
SIDES = ("text", "rules")
KINDS = ("number", "resource", "target", "duration", "moment")


@dataclass(frozen=True)
class Seed:
    side: str  # text, rules
    kind: str
    card: Card
    change: str  # for people: what became what
    executable: bool


def seeds(deck: Deck, card: Card, chance: random.Random) -> Iterator[Seed]:
    yield from TextSeeds(deck.reader.vocabulary, card, chance).all()
    yield from RuleSeeds(deck.reader.vocabulary, card, chance).all()


def noticed(deck: Deck, seed: Seed) -> bool | None:
    """None: what came out cannot be read, so it is no card any more."""
    try:
        return bool(contradictions(deck.look(seed.card)))
    except Problems:
        return None


def other_number(value: int, chance: random.Random) -> int:
    step = 1 if value < 10 else 5 if value < 1000 else 5000
    return chance.choice([one for one in (value + step, value + 2 * step, value - step) if one >= 1 and one != value])


class TextSeeds:
    def __init__(self, vocabulary: Vocabulary, card: Card, chance: random.Random) -> None:
        self.vocabulary, self.card, self.chance = vocabulary, card, chance
        self.blanks = card.blanks()
        self.mentions = vocabulary.mentions(card.text)[0]

    def all(self) -> Iterator[Seed]:
        if self.card.executable or self.card.blanks():
            yield from self.numbers()
            yield from self.names()
            yield from self.people()

    def seed(self, kind: str, start: int, end: int, words: str) -> Seed:
        text = self.card.text
        changed = text[:start] + words + text[end:]
        card = replace(self.card, text=changed, written=changed)
        return Seed(
            "text", kind, _with_blanks(card, self.card), f"{text[start:end]!r} to {words!r}", self.card.executable
        )

    def is_blank(self, start: int, end: int) -> bool:
        return any(a < end and start < b for a, b in self.blanks)

    def numbers(self) -> Iterator[Seed]:
        if not self.card.executable:
            return
        for figure in figures(self.card.text):
            if figure.weak or self.is_blank(figure.start, figure.end):
                continue
            if figure.ratio:
                words = OTHER_RATIO.get(figure.words.lower(), "twice")
            else:
                value = other_number(int(figure.value), self.chance)
                words = printed(value) if figure.words[0].isdigit() else IN_WORDS.get(value, str(value))
            kind = "duration" if TIMES.match(self.card.text[figure.end :].lstrip()) else "number"
            yield self.seed(kind, figure.start, figure.end, words)

    def names(self) -> Iterator[Seed]:
        for mention in self.mentions:
            things = [
                thing
                for name in sorted(mention.things)
                if (thing := self.vocabulary.find(name)) and self.is_fact(thing)
            ]
            if not things or person_words(mention):
                continue
            other = self.another(things)
            if other is None:
                continue
            number = printed(int(mention.number)) if mention.number is not None else ""
            words = (
                other.worded(number or "1", dict(mention.values)) if other.sort != "member" else other.worded("", {})
            )
            lasts = TIMES.search(mention.words) is not None and "next" in mention.words
            kind = "moment" if _is_moment(things[0]) else "duration" if lasts else "resource"
            start = mention.start
            end = mention.end
            blanks = [(a, b) for a, b in self.blanks if mention.start <= a < mention.end]
            if blanks and other.sort != "member":  # the number stays the blank's: only the words beside it change
                bare = other.worded("", dict(mention.values)).strip()
                if blanks[0][0] == mention.start:
                    start, words = blanks[0][1], f" {bare}"
                else:
                    end, words = blanks[0][0], f"{bare} "
            if self.is_blank(start, end) or self.card.text[start:end].strip() == words.strip():
                continue
            yield self.seed(kind, start, end, words)

    def is_fact(self, thing: Thing) -> bool:
        """Resources and members of which the card's rules or columns speak, at whatever place."""
        written = " ".join(str(value) for name, value in self.card.cells.items() if name not in ("id", "text", "title"))
        words = set(NAME.findall(written)) | {f"{self.card.kind}'s {name}" for name in self.card.cells}
        return is_resource(thing) and (thing.name in words or thing.name.rstrip("s") in words)

    def another(self, things: list[Thing]) -> Thing | None:
        return another(
            things[0], {one.phrases[0].pieces for one in things if one.phrases}, self.vocabulary, self.chance
        )

    def people(self) -> Iterator[Seed]:
        for match in PERSON.finditer(self.card.text):
            others = {
                "everyone": "each other player",
                "others": "each player",
                "another": "each other player",
                "anyone": "you",
            }
            yield self.seed("target", *match.span(), others[str(match.lastgroup)])
        for match in re.finditer(r"\byou(r)?\b(?! choice| choose)", self.card.text, re.IGNORECASE):
            words = "each player's" if match.group(1) else "each player"
            yield self.seed("target", *match.span(), words)


def is_resource(thing: Thing) -> bool:
    """What is counted, and what has a name of its own."""
    return thing.sort == "member" or any(
        isinstance(piece, Blank) for phrase in thing.phrases for piece in phrase.pieces
    )


def person_words(mention: Mention) -> bool:
    return PERSON.search(mention.words) is not None


def another(thing: Thing, same: set[object], vocabulary: Vocabulary, chance: random.Random) -> Thing | None:
    """Another thing that could stand there: of the same sort, with words that are not the same."""
    counted = any(isinstance(piece, Blank) for piece in thing.phrases[0].pieces) if thing.phrases else False
    found = {
        other.name: other
        for other in vocabulary.things.values()
        if other.name != thing.name and other.phrases and other.sort == thing.sort and other.phrases[0].pieces not in same
        and (other.kind == thing.kind or thing.sort in ("column", "routine")) and other.declared == thing.declared
        and any(isinstance(piece, Blank) for piece in other.phrases[0].pieces) == counted
        and [kind for _, kind in other.parameters] == [kind for _, kind in thing.parameters]
    }  # fmt: skip
    return found[chance.choice(sorted(found))] if found else None


def _is_moment(thing: Thing) -> bool:
    return thing.sort == "member" and thing.declared


def _with_blanks(card: Card, old: Card) -> Card:
    """The changed text, in which the same numbers count as printed by blanks."""
    return _Seeded(**{**card.__dict__, "written": old.written}, before=old)


@dataclass(frozen=True)
class _Seeded(Card):
    before: Card | None = None

    def blanks(self) -> list[tuple[int, int]]:
        """The blanks of the text before, which stand behind the same words or before the same words."""
        assert self.before is not None
        shift = len(self.text) - len(self.before.text)
        same = next(
            (i for i, (a, b) in enumerate(zip(self.text, self.before.text, strict=False)) if a != b), len(self.text)
        )
        return [(a, b) if b <= same else (a + shift, b + shift) for a, b in self.before.blanks()]


def _not_in_force(text: str, vocabulary: Vocabulary) -> Iterator[tuple[int, int]]:
    """The lines below an `if` about an option that is usually chosen otherwise: the printed card is not about them."""
    for match in re.finditer(r"^( *)if (\w+) is (\w+)\n((?:\1 .*\n?)+)", text, re.MULTILINE):
        option = vocabulary.find(match.group(2))
        if option is not None and option.sort == "option" and option.kind != match.group(3):
            yield match.span(4)


class RuleSeeds:
    def __init__(self, vocabulary: Vocabulary, card: Card, chance: random.Random) -> None:
        self.vocabulary, self.card, self.chance = vocabulary, card, chance

    def all(self) -> Iterator[Seed]:
        for name, value in self.card.cells.items():
            column = next((one for one in self.card.columns if one.name == name), None)
            thing = self.vocabulary.find(f"{self.card.kind}'s {name}")
            if name in ("text", "title", "id", "cites", "source", "copies", "excused") or (
                thing is not None and thing.silent
            ):
                continue
            if name == "rules" or (column is not None and column.sort != VALUE and isinstance(value, str)):
                yield from self.executable(name, str(value))
            elif column is not None:
                yield from self.plain(name, value, thing)

    def seed(self, kind: str, name: str, value: object, change: str, executable: bool = True) -> Seed:
        return Seed(
            "rules", kind, replace(self.card, cells={**self.card.cells, name: value}), f"{name}: {change}", executable
        )

    # ---- cells with rules
    def executable(self, name: str, text: str) -> Iterator[Seed]:
        quoted = [match.span() for match in QUOTED.finditer(text)]
        lines = [match.span() for match in re.finditer(r"^\s*(?:needs|announce|prompt|because).*$", text, re.MULTILINE)]
        lines += [
            match.span() for match in re.finditer(r"rounded (?:up|down), [0-9]+\)", text)
        ]  # how fine it is rounded

        lines += _not_in_force(text, self.vocabulary)

        def left_out(match: re.Match[str]) -> bool:
            return any(a <= match.start() < b for a, b in (*quoted, *lines))

        for match in LITERAL.finditer(text):
            if not left_out(match) and int(match.group()) > 0 and not self._is_silent(text, match):
                value = str(other_number(int(match.group()), self.chance))
                kind = "duration" if TIMES.search(self._call_around(text, match.start())) else "number"
                yield self._replaced(kind, name, text, match, value)
        for match in NAME.finditer(text):
            thing = self.vocabulary.find(match.group())
            if (
                left_out(match)
                or thing is None
                or not thing.phrases
                or thing.sort not in ("keep", "member", "let", "routine")
            ):
                continue
            hooked = re.search(r"(?:before|after|instead of) $", text[: match.start()]) is not None
            if not self._is_used(text, match, thing) or not (hooked or is_resource(thing)):
                continue
            other = another(thing, {thing.phrases[0].pieces}, self.vocabulary, self.chance)
            if other is not None:
                kind = "moment" if re.search(r"(?:before|after|instead of) $", text[: match.start()]) else "resource"
                yield self._replaced(kind, name, text, match, other.name)
        column = self.vocabulary.find(f"{self.card.kind}'s {name}")
        if column is None or person(column.worded("", {})) is None:  # else `player` is everybody as it is
            yield from self.people(name, text)

    def _is_silent(self, text: str, match: re.Match[str]) -> bool:
        """A number of something of which the game says that it is not printed."""
        line = text[text.rfind("\n", 0, match.start()) + 1 :].split("\n")[0]
        things = [thing for name in NAME.findall(line) if (thing := self.vocabulary.find(name)) is not None]
        return any(thing.silent for thing in things) and not any(thing.has_words for thing in things)

    def _is_used(self, text: str, match: re.Match[str], thing: Thing) -> bool:
        """A name that means the thing, and not a variable that is called so."""
        before, after = text[: match.start()], text[match.end() :]
        if thing.sort == "member":
            return not after.startswith("(") and not before.endswith("'s ")
        if thing.sort in ("let", "routine"):
            return after.startswith("(") or re.search(r"(?:before|after|instead of|change) $", before) is not None
        given = re.search(r"(?:gains?|loses?|pays?) [^\n]*$", before) is not None
        return given or after.startswith("(") or before.endswith("'s ")

    def _call_around(self, text: str, at: int) -> str:
        call = re.search(r"([a-z_]+)\([^()]*$", text[:at])
        thing = self.vocabulary.find(call.group(1)) if call else None
        return thing.worded("2", {}) if thing is not None and thing.has_words else ""

    def _replaced(self, kind: str, name: str, text: str, match: re.Match[str], value: str) -> Seed:
        line = text[text.rfind("\n", 0, match.start()) + 1 :].split("\n")[0].strip()
        changed = text[: match.start()] + value + text[match.end() :]
        return self.seed(kind, name, changed, f"{match.group()} to {value} in {line!r}")

    def people(self, name: str, text: str) -> Iterator[Seed]:
        lines = text.split("\n")
        for number, line in enumerate(lines):
            for changed, words in self._other_people(line, lines[number + 1 :]):
                yield self.seed("target", name, "\n".join([*lines[:number], *changed]), f"{line.strip()!r} to {words}")

    def _other_people(self, line: str, rest: list[str]) -> Iterator[tuple[list[str], str]]:
        indent = line[: len(line) - len(line.lstrip())]
        said = re.match(r"\s*(player|you|other) (gain|gains|lose|loses|pay|pays) ", line)
        if said is not None:
            inner = re.sub(rf"\b{said.group(1)}(?='s| gain| lose| pay)", "rival", line.strip())
            yield [f"{indent}each rival in players", f"{indent}  {inner}", *rest], "every player"
        if re.search(r" where (\w+) is not player\b", line) and "each" in line:
            yield [re.sub(r" where \w+ is not player\b(?: and )?", "", line), *rest], "every player"
        if re.search(r"(?:when|where) player is you$", line):
            yield [re.sub(r" (?:when|where) player is you$", "", line), *rest], "anybody"
        loop = re.match(r"\s*each (\w+) in (?:players|turn_from\(player\))", line)
        if loop is not None:
            body = [re.sub(rf"\b{loop.group(1)}\b", "player", one.replace("  ", "", 1)) for one in rest]
            yield body, "the one player"

    # ---- plain cells
    def plain(self, name: str, value: object, thing: Thing | None) -> Iterator[Seed]:
        printed_by_blank = re.search(rf"\{{[^{{}}]*\b{name}\b", self.card.written, re.IGNORECASE) is not None
        if printed_by_blank:
            return
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and value > 0
            and thing is not None
            and thing.has_words
        ):
            yield self.seed("number", name, other_number(value, self.chance), f"{value}", False)
        listed = value if isinstance(value, list) else [value]
        for place, one in enumerate(listed):
            member = self.vocabulary.member(str(one)) if isinstance(one, str) else None
            if member is not None and member.declared and member.phrases:
                other = another(member, {member.phrases[0].pieces}, self.vocabulary, self.chance)
                if other is not None:
                    name_there = other.name.rpartition(" ")[2]
                    changed = [*listed[:place], name_there, *listed[place + 1 :]]
                    cell = changed if isinstance(value, list) else name_there
                    yield self.seed("moment", name, cell, f"{one} to {other.name}", False)

"""Words for things: how a game's cards call what its rules speak of.

In: the `says` sentences of a game and what each name is. Out: a Vocabulary, which finds mentions of things in a text.
Layer: check. A phrase is read generously: articles may stand between its words, words may have another ending, a number
may be written in digits or in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from interpreter.check.wording.numbers import NUMBER, in_number, value_of
from interpreter.check.wording.people import PERSON, SOMEBODY, YOU_SAID, people_differ, person
from interpreter.syntax import nodes as n

SMALL = r"(?:the|a|an|your|their|its|own|any|that|this|of|all|his|her|is|are)"
GAP = rf"(?:[\s-]+{SMALL})*[\s-]+"
SUFFIX = r"(?:'s|s'|s|es|ed|d|ing)?"
MEASURES = frozenset(["at", "least", "most", "up", "to", "or", "more", "less", "fewer", "higher", "exactly", "only"])
PIECE = re.compile(r"\.\.\.|[^\s.]+(?:\.(?=\w)[^\s.]+)*")
ANYTHING = r"(?:(?![.;:])[^{}]){0,60}?"
BETWEEN = r"(?:(?:or|and)\s+(?:more|higher|fewer|less)\s+|more\s+|other\s+|new\s+|further\s+)?"


@dataclass(frozen=True)
class Blank:
    """A place in a phrase for the number `n` or an argument.

    An argument is what is passed under a parameter's name."""

    name: str
    scale: int = 1


@dataclass(frozen=True)
class Phrase:
    pieces: tuple[str | Blank, ...]

    @property
    def text(self) -> str:
        return " ".join(piece if isinstance(piece, str) else "{}" for piece in self.pieces)

    @property
    def scale(self) -> int:
        return next((piece.scale for piece in self.pieces if isinstance(piece, Blank) and piece.scale != 1), 1)

    def amount_words(self) -> tuple[str, str] | None:
        """Words for an amount alone, in singular and plural.

        A number with its unit behind or, if it is one word, in front. They address nobody, and the number is the one that the
        rules know."""
        words = [piece for piece in self.pieces if isinstance(piece, str)]
        if self.pieces.count(Blank("n")) != 1 or len(words) != len(self.pieces) - 1 or not words or "..." in words:
            return None
        in_front = self.pieces[-1] == Blank("n") and len(words) == 1
        if not (in_front or self.pieces[0] == Blank("n")) or YOU_SAID.search(self.text) or PERSON.search(self.text):
            return None
        return self.text.replace("(s)", ""), self.text.replace("(s)", "s")


@dataclass(frozen=True)
class Thing:
    """Something that rules name.

    `sort`: keep, let, routine, member, column, kind, option."""

    name: str
    sort: str
    phrases: tuple[Phrase, ...] = ()
    silent: bool = False
    kind: str = (
        ""  # of a member: its kind; of a column: whose it is; of a value: its type; of an option: what was chosen
    )
    parameters: tuple[tuple[str, str], ...] = ()  # name and kind; "number" for a number
    declared: bool = True  # no: its words are its title
    column: str = ""  # of a column: its name without its kind
    is_place: bool = False  # cards lie there: a pile, a row, a grid

    @property
    def has_words(self) -> bool:
        return bool(self.phrases)

    @property
    def is_bare(self) -> bool:
        """Is it printed as a number with nothing beside it?"""
        return not any(isinstance(piece, str) for phrase in self.phrases for piece in phrase.pieces)

    @property
    def is_unitless(self) -> bool:
        """Is it printed as a number of nothing in particular, as in `at least {n}`?

        Then its number may come before other words."""
        return any(isinstance(piece, Blank) for phrase in self.phrases for piece in phrase.pieces) and all(
            piece in MEASURES for phrase in self.phrases for piece in phrase.pieces if isinstance(piece, str)
        )

    @property
    def is_counted(self) -> bool:
        return not self.is_bare and any(isinstance(piece, Blank) for phrase in self.phrases for piece in phrase.pieces)

    @property
    def is_numbered(self) -> bool:
        """Is a number of it printed, not only a name beside it?

        `{n} tile(s)`, but not `forward to {tile}`."""
        kinds = dict(self.parameters)
        blanks = {piece.name for phrase in self.phrases for piece in phrase.pieces if isinstance(piece, Blank)}
        return not self.is_bare and any(kinds.get(name, "number") in ("number", "range") for name in blanks)

    @property
    def scale(self) -> int:
        return self.phrases[0].scale if self.phrases else 1

    def worded(self, number: str, values: Mapping[str, str]) -> str:
        """Fill the first phrase, as a message or a generated text says it."""
        if not self.phrases:
            return self.name.replace("_", " ")
        words = " ".join(self._filled(piece, number, values) for piece in self.phrases[0].pieces)
        return in_number(re.sub(r"\s+", " ", words.replace(" ... ", " ")).strip()).replace("(s)", "s")

    def prints(self, figure: str) -> bool:
        """Does one of its phrases contain this very number?"""
        return any(
            isinstance(piece, str) and figure.lower() in piece.lower().strip("+")
            for phrase in self.phrases
            for piece in phrase.pieces
        )

    def _filled(self, piece: str | Blank, number: str, values: Mapping[str, str]) -> str:
        if isinstance(piece, str):
            return piece
        given = values.get(piece.name, "").replace("_", " ")
        return given or (number if dict(self.parameters).get(piece.name, "number") in ("number", "range") else "")

    @property
    def family(self) -> str:
        """Return its family; things of one family can be mistaken for each other.

        Members of one kind, and everything that has names of its own."""
        return f"member of {self.kind}" if self.sort == "member" else "thing"


@dataclass(frozen=True)
class Mention:
    """A place in a text that may be about any of these things."""

    start: int
    end: int
    things: frozenset[str]
    number: Fraction | None
    values: tuple[tuple[str, str], ...]  # what stands at the other blanks
    words: str


@dataclass
class Vocabulary:
    things: dict[str, Thing] = field(default_factory=dict)
    shadowed: dict[str, str] = field(
        default_factory=dict
    )  # members that something else is called like: their other names

    def member(self, name: str) -> Thing | None:
        """Return the member of a kind that a column names, whatever else has that name."""
        found = self.find(self.shadowed.get(name, name))
        return found if found is not None and found.sort == "member" else None

    def find(self, name: str) -> Thing | None:
        return self.things.get(name)

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], Thing, Phrase]]:
        worded = [thing for thing in self.things.values() if person(thing.worded("", {})) is None]
        every = dict.fromkeys((thing, phrase) for thing in worded for phrase in thing.phrases)
        return [(re.compile(self._pattern(phrase, thing), re.IGNORECASE), thing, phrase) for thing, phrase in every]

    @cached_property
    def _members(self) -> dict[str, list[tuple[str, Thing]]]:
        found: dict[str, list[tuple[str, Thing]]] = {}
        for thing in self.things.values():
            if thing.sort == "member":
                found.setdefault(thing.kind, []).extend((_plain_pattern(p), thing) for p in thing.phrases)
        return found

    def _pattern(self, phrase: Phrase, thing: Thing) -> str:
        kinds = dict(thing.parameters)
        parts: list[str] = []
        for number, piece in enumerate(phrase.pieces):
            if isinstance(piece, Blank):
                parts.append(self._blank(piece, number == 0, kinds.get(piece.name, "number")))
            elif piece == "...":
                parts.append(ANYTHING)
            else:
                parts.append(_word(piece, thing.declared))
        return _joined(parts, phrase)

    def _blank(self, blank: Blank, first: bool, kind: str) -> str:
        group = f"(?P<{blank.name}>"
        if kind in ("number", "range"):
            return f"(?:{group}{NUMBER})\\s+{BETWEEN})?" if first else f"\\+?{group}{NUMBER})"
        members = "|".join(sorted((pattern for pattern, _ in self._members.get(kind, ())), key=len, reverse=True))
        return f"{group}{members or '[A-Za-z]+'})"

    def parts(self, name: str) -> frozenset[str]:
        """Return the things whose words are part of the words of this one.

        `{n} MD` in `you receive {n} MD`."""
        return frozenset(other for one in self._within(name) for other in one.things)

    def is_part(self, mention: Mention, name: str) -> bool:
        """Are these very words part of the phrase for a thing?

        `1 vote` is one of `exactly 1 vote`, `1 vote less` is not."""
        return uncounted(mention.words) in {uncounted(one.words) for one in self._within(name)}

    def _within(self, name: str) -> tuple[Mention, ...]:
        if name not in self._parts:
            thing = self.things[name]
            texts = [
                re.sub(r"\{\}", "2", phrase.text.replace("...", "").replace("(s)", "s")) for phrase in thing.phrases
            ]
            self._parts[name] = tuple(one for text in texts for kind in self.mentions(text) for one in kind)
        return self._parts[name]

    @cached_property
    def _parts(self) -> dict[str, tuple[Mention, ...]]:
        return {}

    def speaks(self, text: str, but: Thing) -> bool:
        """Does this text mention something that is counted, with or without a number?"""
        counted = [thing for thing in self.things.values() if thing.name != but.name and thing.is_counted]
        return any(re.search(_plain_pattern(thing.phrases[0]), text, re.IGNORECASE) for thing in counted)

    @cached_property
    def _with_others(self) -> list[tuple[re.Pattern[str], Thing, str]]:
        """Return the phrases with any person in place of the one they name."""
        found = []
        for _, thing, phrase in self._patterns:
            words = phrase.text
            if PERSON.search(words) or " your " in f" {words} " or " you " in f" {words} ":
                found.append(
                    (re.compile(_with_anybody(self._pattern(phrase, thing), words), re.IGNORECASE), thing, words)
                )
        return found

    def misattributed(self, text: str) -> Iterator[tuple[Thing, int, str, str]]:
        """Find a phrase with another person in it.

        The thing, the place and the words of the text, and the phrase."""
        for pattern, thing, words in self._with_others:
            for match in pattern.finditer(text):
                if people_differ(match.group(), words):
                    yield thing, match.start(), match.group(), words

    def mentions(self, text: str) -> tuple[list[Mention], list[Mention]]:
        """Find where the text mentions a thing.

        Of overlapping mentions the longest, and those that lie within others."""
        found: dict[tuple[int, int], list[tuple[Thing, re.Match[str], Phrase]]] = {}
        for pattern, thing, phrase in self._patterns:
            for match in pattern.finditer(text):
                if match.group().strip():
                    found.setdefault(match.span(), []).append((thing, match, phrase))
        longest = _longest(found)
        every = {span: self._mention(span, found[span], text) for span in found}
        return [every[span] for span in longest], [one for span, one in every.items() if span not in longest]

    def _mention(self, span: tuple[int, int], found: list[tuple[Thing, re.Match[str], Phrase]], text: str) -> Mention:
        numbers = [number for _, match, phrase in found if (number := _number(match, phrase)) is not None]
        values = tuple(
            (name, self._member_named(dict(thing.parameters).get(name, ""), value))
            for thing, match, _ in found for name, value in match.groupdict().items()
            if value and dict(thing.parameters).get(name, "number") not in ("number", "range") and name != "n"
        )  # fmt: skip
        things = frozenset(thing.name for thing, _, _ in found)
        return Mention(*span, things, numbers[0] if numbers else None, values, text[slice(*span)].strip())

    def _member_named(self, kind: str, words: str) -> str:
        for pattern, thing in self._members.get(kind, ()):
            if re.fullmatch(pattern, words, re.IGNORECASE):
                return thing.name
        return words


def uncounted(words: str) -> str:
    """Return words without their number, in the singular."""
    return " ".join(word.removesuffix("s") for word in re.sub(NUMBER, " ", words.lower()).split())


def _with_anybody(pattern: str, words: str) -> str:
    """Replace the person in a phrase by anybody: `Whoever is on it waits`.

    And their things by anybody's things."""
    for match in PERSON.finditer(words):
        for declared in (True, False):
            plain = GAP.join(_word(piece, declared) for piece in match.group().split())
            pattern = pattern.replace(plain, SOMEBODY)
    for word in (_word("your"), _word("you")):
        pattern = pattern.replace(GAP + word + GAP, rf"[\s-]+(?:{SOMEBODY}|{word})[\s-]+")
        pattern = pattern.replace(
            "(?:" + word + GAP, rf"(?:(?:{SOMEBODY}|{word})[\s-]+", 1
        )  # with which the phrase begins
    return pattern


def _number(match: re.Match[str], phrase: Phrase) -> Fraction | None:
    for piece in phrase.pieces:
        if isinstance(piece, Blank):
            written = match.groupdict().get(piece.name)
            value = value_of(written) if written else None
            if value is not None:
                return value
    return None


def _longest(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    taken: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        if all(end <= other[0] or start >= other[1] for other in taken):
            taken.append((start, end))
    return sorted(taken)


def _joined(parts: list[str], phrase: Phrase) -> str:
    text = parts[0]
    for before, piece, part in zip(phrase.pieces, phrase.pieces[1:], parts[1:], strict=False):
        optional = isinstance(before, Blank) and parts[0] == text and text.endswith(")?")
        glue = "" if optional or "..." in (before, piece) or (isinstance(piece, str) and piece in ",%") else GAP
        text += (rf"(?:{SMALL}\s+)*" if optional else glue) + part
    return rf"(?<![\w+])(?:{text})(?!\w)"


def _word(piece: str, declared: bool = False) -> str:
    """Match a word of a phrase with its endings.

    Of words that a game has declared the plural is also found in the singular."""
    if piece.endswith("(s)"):
        return re.escape(piece[:-3]) + SUFFIX
    last = piece[-1:]
    if not last.isalpha():
        return re.escape(piece)
    if declared and len(piece) > 3 and piece.islower() and last == "s" and piece[-2] != "s":  # `fees` and `fee`
        return re.escape(piece[:-1]) + SUFFIX
    return re.escape(piece) + (SUFFIX if len(piece) > 3 else "")


def _plain_pattern(phrase: Phrase) -> str:
    return GAP.join(_word(piece) for piece in phrase.pieces if isinstance(piece, str))


def phrase_of(text: n.Text) -> Phrase:
    """Parse `{n * 1000} from the bank` into pieces."""
    pieces: list[str | Blank] = []
    for part in text.parts:
        if isinstance(part, str):
            pieces += PIECE.findall(part)
        else:
            pieces.append(_blank_of(part))
    return Phrase(tuple(pieces))


def _blank_of(node: n.Expression) -> Blank:
    match node:
        case n.Name(name=name):
            return Blank(name)
        case n.Arithmetic(operator="*", left=n.Name(name=name), right=n.Number(value=scale)):
            return Blank(name, scale)
        case _:
            return Blank("n")


def plain_phrase(words: str) -> Phrase:
    return Phrase(tuple(PIECE.findall(words)))


def blanks_in(phrase: n.Text) -> Iterable[tuple[str | None, n.Expression]]:
    """Return the names that the blanks of a phrase use.

    None for what is not a name, with or without a number to multiply by."""
    for part in phrase.parts:
        if isinstance(part, str):
            continue
        match part:
            case n.Name(name=name) | n.Arithmetic(operator="*", left=n.Name(name=name), right=n.Number()):
                yield name, part
            case _:
                yield None, part

"""Repairs: small changes of a text that would let reading go on.

In: a Stumble, with the lines around it. Out: candidates, likeliest first, each with the sentence that explains it.
Layer: syntax. Whether a repair really helps is tried by `errors`; here it is only thought of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from interpreter.source import Help, nearest, number_meant
from interpreter.source.fixes import instead, meant_word, word_instead
from interpreter.syntax.common_mistakes import NAME, NAMES_HELP, PHRASES, Phrase
from interpreter.syntax.layout import RESERVED
from interpreter.syntax.parse_failure import ParseFailureError
from interpreter.syntax.recovery import indentation, masked
from interpreter.syntax.words import Words

WORD = re.compile(r"[^\W\d]\w*")
BEHIND = 2  # or so many behind it: `or noone` stops at the "or" of "or none"
FAR = 6  # a misspelt word stands at most so many words before the place where reading stops


@dataclass(frozen=True, slots=True)
class Repair:
    """Put `new` in place of the text from `start` to `end`."""

    start: int
    end: int
    new: str
    code: str
    message: str
    help: str
    sure: bool = False  # worth saying even if something else is wrong in the same line
    show_line: bool = False  # help with the corrected line when there is one
    place: int | None = None  # where to point, if not at `start`
    width: int | None = None  # and how far, if not to `end`
    is_example: bool = False  # `new` only shows what could stand there

    def apply(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


LONGEST_LINE = 2000  # characters of a line in which repairs are looked for


class Scene:
    """A stumble and the lines around it, ready to be looked at."""

    def __init__(self, stumble: ParseFailureError, words: Words) -> None:
        self.stumble, self.words = stumble, words
        self.text = stumble.text
        self.lines = self.text.split("\n")
        self.at = stumble.line - 1  # numbers of lines are counted from 0 here
        self.column = stumble.column - 1

    @cached_property
    def codes(self) -> list[str]:
        """The lines without comments, their texts as dots."""
        return [masked(line) for line in self.lines]

    @cached_property
    def accepts(self) -> frozenset[str]:
        return self.stumble.accepts

    @property
    def code(self) -> str:
        return self.codes[self.at]

    def offset(self, line: int) -> int:
        return sum(len(text) + 1 for text in self.lines[:line])

    def line_before(self, line: int) -> int | None:
        """The last line with code on it above `line`."""
        return next((number for number in range(line - 1, -1, -1) if self.codes[number].strip()), None)

    @property
    def meant_as_name(self) -> bool:
        """Is the stumble a word of the language that was meant as a name?

        Not at the beginning of a line."""
        begins_line = not self.code[: self.column].strip()
        return self.stumble.type == RESERVED and "NAME" in self.accepts and not begins_line

    def openers(self) -> Iterator[int]:
        """The lines that open the blocks around the stumble, from the inside out."""
        width = indentation(self.lines[self.at])
        for number in range(self.at - 1, -1, -1):
            if self.codes[number].strip() and indentation(self.lines[number]) < width:
                width = indentation(self.lines[number])
                yield number


def candidates(scene: Scene) -> Iterator[Repair]:
    """Everything that could be meant, likeliest first.

    In a line that nobody could read, nothing is looked for."""
    if len(scene.lines[scene.at]) > LONGEST_LINE:
        return
    yield from broken_lines(scene)
    yield from letters_in_numbers(scene)
    yield from certain(scene)
    yield from reserved_words(scene)
    yield from other_words(scene)
    yield from joined_names(scene)


def certain(scene: Scene) -> Iterator[Repair]:
    """Repairs that may follow another one in the same line."""
    yield from phrases(scene)
    yield from other_names(scene)
    yield from misspelt_words(scene)


# ---------------------------------------------------------------- lines that end too early

DANGLING = re.compile(r"\s*(?P<word>\b(?:and|or|where|because)|[+*/-])$")


def broken_lines(scene: Scene) -> Iterator[Repair]:
    """A sentence that was meant to go on in the next line.

    The word at its end belongs to the beginning of that one."""
    dangling = DANGLING.search(scene.code)
    below = next((number for number in range(scene.at + 1, len(scene.lines)) if scene.codes[number].strip()), None)
    if dangling is None or below is None or scene.stumble.type != "_NEWLINE":
        return
    if indentation(scene.lines[below]) <= indentation(scene.lines[scene.at]):
        return
    word = dangling.group("word")
    start, end = scene.offset(scene.at) + dangling.start(), scene.offset(below) + indentation(scene.lines[below])
    message, help = f'a line does not end with "{word}"', f'put "{word}" at the beginning of the next line'
    new = scene.text[start + len(dangling.group()) : end] + word + " "
    yield Repair(
        start, end, new, "R0112", message, help, sure=True, place=start + dangling.start("word") - dangling.start()
    )


# ---------------------------------------------------------------- false friends


def phrases(scene: Scene) -> Iterator[Repair]:
    """Find phrases that the language words differently.

    In this line or in a line that opens its block."""
    for number in _suspects(scene):
        for phrase in PHRASES:
            for match in phrase.pattern.finditer(scene.codes[number]):
                near = number != scene.at or match.start() <= scene.column
                if near and not _breaks_brackets(_expanded(phrase.better, match, scene.lines[number])):
                    yield _phrase_repair(scene, number, phrase, match)


def _breaks_brackets(better: str) -> bool:
    """Would a line end inside brackets?

    What is in them is one value, not two sentences."""
    return any(line.count("(") != line.count(")") for line in better.split("\n")[:-1])


def _suspects(scene: Scene) -> list[int]:
    above = scene.line_before(scene.at)
    found = [scene.at, *([above] if above is not None else []), *scene.openers()]
    return [number for number in dict.fromkeys(found) if len(scene.lines[number]) <= LONGEST_LINE]


def _phrase_repair(scene: Scene, number: int, phrase: Phrase, match: re.Match[str]) -> Repair:
    line, start = scene.lines[number], scene.offset(number)
    better = _expanded(phrase.better, match, line)
    written = line[match.start() : match.end()]
    before, behind = _common_start(written, better), _common_start(written[::-1], better[::-1])
    behind = min(behind, len(written) - before, len(better) - before)
    lead = len(written) - len(written.lstrip()) if written.strip() else 0
    written_anew = ", and on the next line ".join(f'"{one.strip()}"' for one in better.strip().split("\n"))
    anew = Help(f"write {written_anew}", *([partial(instead, better.strip())] if "\n" not in better.strip() else []))
    help = phrase.help or (anew if better.strip() else Help("leave it out", partial(instead, "")))
    return Repair(
        start + match.start() + before, start + match.end() - behind, better[before : len(better) - behind],
        phrase.code, phrase.message.format(written.strip()), help, sure=True, show_line=phrase.help is None,
        place=start + match.start() + lead, width=len(written.strip()),
        is_example=phrase.help is not None and not phrase.is_fix,
    )  # fmt: skip


def _common_start(first: str, second: str) -> int:
    return next((at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
                min(len(first), len(second)))  # fmt: skip


def _expanded(better: str, match: re.Match[str], line: str) -> str:
    """Return the better words, with groups filled from the line as written."""

    def fill(group: re.Match[str]) -> str:
        start, end = match.span(group.group(1))
        return line[start:end] if start >= 0 else ""

    return re.sub(r"\\g<(\w+)>", fill, better.replace(r"\n", "\n"))


# ---------------------------------------------------------------- names


def other_names(scene: Scene) -> Iterator[Repair]:
    """A name in capitals, with hyphens, accents or a digit in front.

    The word around the stumble, made a name."""
    start = scene.offset(scene.at)
    for match in re.finditer(r"\w+(?:-\w+)*", scene.code):
        better = as_name(match.group())
        if match.start() <= scene.column <= match.end() and better and better != match.group():
            known = better in scene.words.single
            message = "words are written in small letters" if known else f'"{match.group()}" cannot be a name'
            help = f'write "{better}"' if known else f'{NAMES_HELP}: "{better}"'
            yield Repair(start + match.start(), start + match.end(), better, NAME, message, help, sure=True)


def as_name(word: str) -> str:
    """`nextBid`, `Next-Bid`, `2nd_bid` as the language writes them."""
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain)
    name = re.sub(r"[^a-z0-9_]+", "_", parted.lower()).strip("_")
    if not re.search("[a-z]", name):
        return ""
    return f"nr_{name}" if name[0].isdigit() else name


NUMBERS = re.compile(r"(?<![\w'])(?:[0-9]\w*[^\W\d]\w*|[OolISB][OolISB0-9]*)(?!\w)")


def letters_in_numbers(scene: Scene) -> Iterator[Repair]:
    """`1O` for 10, `l` for 1, `3q` for 3.

    At the stumble, or before it and read as a number and a name."""
    start = scene.offset(scene.at)
    for match in NUMBERS.finditer(scene.code):
        number = number_meant(match.group())
        if number is not None and match.start() <= scene.column:
            message, help = (
                f'"{match.group()}" is not a number',
                Help(f"did you mean {number}?", partial(instead, number, is_safe=True)),
            )
            yield Repair(start + match.start(), start + match.end(), number, "R0104", message, help)


DECLARES = re.compile(
    r"\b(?:procedure|phase|action|step|keep|let|kind|cards|places|connections|option|always|variant|mechanic|blank|as"
    r"|plural|before|after|without|may|^ *to) (?P<first>[a-z]\w*)(?P<gap> +)$|^ *(?P<call>[a-z]\w*)(?P<space> +)$"
)


def joined_names(scene: Scene) -> Iterator[Repair]:
    """Two words that were meant as one name.

    Behind a word that is followed by a new name, or before a bracket."""
    before = DECLARES.search(scene.code[: scene.column])
    if scene.stumble.type != "NAME" or before is None:
        return
    first, gap = ("first", "gap") if before.group("first") else ("call", "space")
    behind = scene.code[scene.column + len(scene.stumble.word) :]
    if first == "call" and not behind.startswith("("):
        return
    start = scene.offset(scene.at) + before.start(gap)
    help = f'write "{before.group(first)}_{scene.stumble.word}"'
    yield Repair(start, scene.stumble.offset, "_", NAME, "a name is a single word", help, show_line=True)


def reserved_words(scene: Scene) -> Iterator[Repair]:
    """A word of the language in the place of a name.

    At the stumble, or before it and taken for `first(...)`."""
    stumble = scene.stumble
    if scene.meant_as_name:
        yield _reserved(stumble.word, stumble.offset)
    before = re.search(r"\b([a-z]+) *$", scene.code[: scene.column])
    if scene.accepts == {"LPAR"} and before is not None:
        yield _reserved(before.group(1), scene.offset(scene.at) + before.start(1))


def _reserved(word: str, start: int) -> Repair:
    message = f'"{word}" is a word of the language and cannot be a name'
    return Repair(start, start + len(word), f"my_{word}", "R0105", message, reserved_word(word))


def reserved_word(word: str) -> Help:
    """Return the help for a word of the language that was meant as a name."""
    names = f"{word}_card", f"my_{word}"
    words = f'add a word to it, such as "{names[0]}" or "{names[1]}"'
    return Help(words, *(partial(word_instead, word, name) for name in names))


# ---------------------------------------------------------------- spelling


def misspelt_words(scene: Scene) -> Iterator[Repair]:
    """Find words near the failure that may be misspelt words of the language.

    Then the first words of the lines that open its block."""
    start = scene.offset(scene.at)
    words = [match for match in WORD.finditer(scene.code) if match.start() <= scene.column][-FAR:]
    near = [(start, match) for match in reversed(words)]
    near += [(start, match) for match in WORD.finditer(scene.code) if match.start() > scene.column][:BEHIND]
    for number in _suspects(scene)[1:]:
        first = WORD.match(scene.codes[number].lstrip())
        if first is not None:
            near.append((scene.offset(number) + indentation(scene.lines[number]), first))
    for offset, match in [*near, *_next_line(scene)]:
        if match.group() not in scene.words.single:
            yield from _spellings(scene, offset, match)


def _next_line(scene: Scene) -> Iterator[tuple[int, re.Match[str]]]:
    """The first word below a sentence that cannot end, with which it was to go on."""
    below = next((number for number in range(scene.at + 1, len(scene.lines)) if scene.codes[number].strip()), None)
    if scene.stumble.type == "_NEWLINE" and below is not None:
        first = WORD.match(scene.codes[below].lstrip())
        if first is not None:
            yield scene.offset(below) + indentation(scene.lines[below]), first


def other_words(scene: Scene) -> Iterator[Repair]:
    """Find words of the language that may be other, misspelt ones.

    Such as `start at` for `starts at`."""
    word = WORD.match(scene.code, scene.column)
    if word is not None and len(word.group()) > 3 and word.group() in scene.words.single:
        yield from _spellings(scene, scene.offset(scene.at), word)


def _spellings(scene: Scene, start: int, match: re.Match[str]) -> Iterator[Repair]:
    word = match.group()
    known = set(scene.words.single)
    for _ in range(3):
        better = nearest(word, known)
        if better is None:
            return
        known.remove(better)
        message = f'"{word}" is not a word that is known here'
        help = meant_word(word, better)
        yield Repair(start + match.start(), start + match.end(), better, "R0104", message, help)

"""Numbers as they are printed: in digits, in groups of three, in words.

In: a number, or a text with numbers in it. Out: how it is printed; which numbers a text names, and where. Layer: check.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

SMALL = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
TENS = {
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    70: "seventy",
    80: "eighty",
    90: "ninety",
    100: "a hundred",
}
IN_WORDS = {**dict(enumerate(SMALL)), **TENS}
GROUPED_FROM = 10_000  # years and the like stay as they are
PLURAL = re.compile(r"(?<![\w.,])([0-9][0-9,]*)((?: [A-Za-z][\w-]*){1,3})\(s\)")


def printed(number: int) -> str:
    """Print a number: 50000 as 50,000, but 1981 as 1981."""
    return f"{number:,}" if abs(number) >= GROUPED_FROM else str(number)


def in_words(number: int) -> str:
    """Spell out a number as far as people do; else print its digits."""
    return IN_WORDS.get(number, printed(number))


def in_number(text: str) -> str:
    """Resolve plurals: `1 step(s)` becomes `1 step`, `3 step(s)` `3 steps`."""
    return PLURAL.sub(lambda found: found[1] + found[2] + ("" if found[1] == "1" else "s"), text)


_VALUES = {**{word: number for number, word in IN_WORDS.items()}, "a": 1, "an": 1, "hundred": 100, "both": 2, "zero": 0,
           "nothing": 0, "none": 0}  # fmt: skip
DIGITS = r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+"
_WRITTEN = "|".join(sorted((word for word in _VALUES), key=len, reverse=True))
NUMBER = rf"(?:{DIGITS}|(?:{_WRITTEN})(?![\w-]))"
_ANY = re.compile(
    rf"(?P<again>half\s+(?:as\s+\w+\s+again|again\s+as\s+\w+)|(?:one|once)\s+and\s+a\s+half)"
    rf"|(?P<double>\b(?:doubled?|doubles|doubling|twice|two\s+times)\b)"
    rf"|(?P<half>\b(?:half|halved?|halves|halving)\b)|(?P<digits>(?<![\w.]){DIGITS}(?![\w]))"
    rf"|(?P<word>\b(?:{_WRITTEN})\b(?!-))",
    re.IGNORECASE,
)
WEAK = frozenset({"a", "an", "no", "one", "none", "nothing", "both", "zero"})


@dataclass(frozen=True)
class Figure:
    """A number in a text.

    `weak`: a word that often means no number at all."""

    value: Fraction
    start: int
    end: int
    words: str
    weak: bool
    ratio: bool = False


def value_of(written: str) -> Fraction | None:
    words = " ".join(written.lower().split())
    if words in _VALUES:
        return Fraction(_VALUES[words])
    digits = words.replace(",", "")
    return Fraction(int(digits)) if digits.isdigit() else None


def figures(text: str) -> list[Figure]:
    """Find every number in a text, in order."""
    found = []
    for match in _ANY.finditer(text):
        group = match.lastgroup or ""
        ratio = {"again": Fraction(3, 2), "double": Fraction(2), "half": Fraction(1, 2)}.get(group)
        value = ratio if ratio is not None else value_of(match.group())
        if value is not None:
            weak = group == "word" and match.group().lower() in WEAK
            found.append(Figure(value, *match.span(), match.group(), weak, ratio is not None))
    return found

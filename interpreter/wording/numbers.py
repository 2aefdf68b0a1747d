"""Numbers as they are printed: in digits, in groups of three, in words.

In: a number, or a text with numbers in it. Out: how it is printed; which numbers a text names, and where. Layer: wording.
"""

from __future__ import annotations

import re

SMALL = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
TENS = {30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy", 80: "eighty", 90: "ninety", 100: "a hundred"}
IN_WORDS = {**dict(enumerate(SMALL)), **TENS}
GROUPED_FROM = 10_000  # years and the like stay as they are
PLURAL = re.compile(r"(?<![\w.,])([0-9][0-9,]*)((?: [A-Za-z][\w-]*){1,3})\(s\)")


def printed(number: int) -> str:
    """50000 is printed as 50,000, 1981 as 1981."""
    return f"{number:,}" if abs(number) >= GROUPED_FROM else str(number)


def in_words(number: int) -> str:
    """The number in words, as far as people write it so; in digits otherwise."""
    return IN_WORDS.get(number, printed(number))


def in_number(text: str) -> str:
    """`1 step(s)` becomes `1 step`, `3 Merit card(s)` becomes `3 Merit cards`."""
    return PLURAL.sub(lambda found: found[1] + found[2] + ("" if found[1] == "1" else "s"), text)

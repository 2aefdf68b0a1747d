"""Words that the language used to have: old games keep them, and the formatter and editors write the new ones.

In: a text and what its game declares. Out: for each old word, its place and what to write. Layer: syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.source import Source

RENAMED = {"touching": "neighbours", "connected": "groups"}
SQUARE_AT = "square_at"  # square_at(squares, column, row) is square(column, row)
OLD_WORDS = (*RENAMED, SQUARE_AT)
BOARD = re.compile(r"^\s*places\s+(?P<name>\w+)(?:\s+plural\s+(?P<plural>\w+))?\s+on\b", re.MULTILINE)
WORD = re.compile(r'"[^"\n]*"|#[^\n]*|(?P<name>[a-z][a-z0-9_]*)|\S')  # texts and comments hold no words of the language
DECLARED = re.compile(r"^\s*(?:let|keep|procedure|phase|action|kind|cards|places)\s+(?P<name>\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Renewal:
    """An old word from one offset of a text to another, and what to write there."""

    start: int
    end: int
    old: str
    new: str


@dataclass(frozen=True)
class Declared:
    """What matters of a game's declarations.

    Names of its own, and the boards by their plurals."""

    names: frozenset[str] = frozenset()
    boards: tuple[tuple[str, str], ...] = ()  # plural, singular

    @staticmethod
    def of(texts: Iterable[str]) -> Declared:
        names: set[str] = set()
        boards: dict[str, str] = {}
        for text in texts:
            names |= {found["name"] for found in DECLARED.finditer(text)}
            boards |= {found["plural"] or found["name"] + "s": found["name"] for found in BOARD.finditer(text)}
        return Declared(frozenset(names), tuple(boards.items()))


def renewals(source: Source, declared: Declared) -> Iterator[Renewal]:
    """Yield what can be said in newer words.

    A name that the game has given to something of its own is left alone."""
    boards: Mapping[str, str] = dict(declared.boards)
    words = [one for one in WORD.finditer(source.text) if not one[0].startswith("#")]
    for number, word in enumerate(words[:-4]):
        if word["name"] is None or word["name"] in declared.names or words[number + 1][0] != "(":
            continue
        if word["name"] in RENAMED:
            yield Renewal(*word.span(), word[0], RENAMED[word[0]])
        elif word["name"] == SQUARE_AT and words[number + 3][0] == "," and words[number + 2][0] in boards:
            yield Renewal(word.start(), words[number + 4].start(), word[0], f"{boards[words[number + 2][0]]}(")


def renewed(source: Source, declared: Declared) -> str:
    """Return the text in the newer words."""
    text = source.text
    for one in reversed(list(renewals(source, declared))):
        text = text[: one.start] + one.new + text[one.end :]
    return text

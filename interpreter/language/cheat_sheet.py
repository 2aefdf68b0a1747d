"""The cheat sheet of the reference as data: what each sentence means, for a hover and for a panel beside an editor.

In: the page docs/reference/cheat-sheet.md. Out: its tables; the sentence that a word on a line belongs to. Layer: language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from interpreter.source.bundled import cheat_sheet_file

SPAN = re.compile(r"`([^`]+)`")
WORD = re.compile(r"[a-z]+")
TEXTS = re.compile(r'"[^"]*"')


@dataclass(frozen=True)
class Sentence:
    """One line of the sheet: the ways to write it, and what it means."""

    chapter: str
    forms: tuple[str, ...]
    means: str


@cache
def cheat_sheet() -> tuple[Sentence, ...]:
    """Every line; none if the page is not there."""
    try:
        lines = cheat_sheet_file().read_text(encoding="utf-8").splitlines()
    except OSError:
        return ()
    chapter, found = "", []
    for line in lines:
        if line.startswith("## "):
            chapter = line[3:]
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("| `") and len(cells) == 2:
            found.append(Sentence(chapter, tuple(SPAN.findall(cells[0])), cells[1].replace("\\|", "|")))
    return tuple(found)


def sentence_of(word: str, line: str) -> Sentence | None:
    """The sentence that a word of the language belongs to on a line.

    The one that shares most words with it."""
    here = set(WORD.findall(TEXTS.sub("", line.partition("#")[0])))
    best, most = None, 0.0
    for sentence in cheat_sheet():
        for form in sentence.forms:
            words = _fixed(form)
            if word in words:
                shared = len(words & here) + len(words & here) / (len(words) + 1)
                best, most = (sentence, shared) if shared > most else (best, most)
    return best


@cache
def _fixed(form: str) -> frozenset[str]:
    """The words of a form, without what is in brackets behind a name."""
    return frozenset(WORD.findall(TEXTS.sub("", form)))

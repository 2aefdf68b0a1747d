"""The glossary of a game: how its cards and its log name what its rules define.

In: a game, optionally with variants. Out: a GlossaryEntry for each thing that has words, by the words. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.check.names.calling import said
from interpreter.check.wording.vocabulary import Blank, Phrase, Thing
from interpreter.finding import find_game, find_variants
from interpreter.reading import read_game

SORTS = {
    "keep": "stored",
    "let": "calculated",
    "routine": "step",
    "member": "name",
    "column": "on cards",
    "kind": "kind",
}


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """`words` are the printed ones, `also` synonyms.

    `name` is the identifier in the rules."""

    words: str
    also: tuple[str, ...]
    name: str
    sort: str  # in words: kept, worked out, step, name, on cards, kind
    location: str  # where the words are defined


def glossary(game: str | Path, variants: Sequence[str | Path] = ()) -> list[GlossaryEntry]:
    path = find_game(game)
    _, _, checker = read_game(path, find_variants(path, variants), {})
    found = [_entry(thing, place) for thing, place in said(checker) if thing.phrases]
    return sorted(found, key=lambda entry: (entry.words.lower(), entry.name))


def _entry(thing: Thing, place: str) -> GlossaryEntry:
    words = tuple(dict.fromkeys(_words(phrase) for phrase in thing.phrases))
    return GlossaryEntry(words[0], words[1:], thing.name, SORTS.get(thing.sort, thing.sort), place)


def _words(phrase: Phrase) -> str:
    """Write a phrase without its number; other blanks are replaced by their names."""
    pieces = [_blank(piece) if isinstance(piece, Blank) else piece for piece in phrase.pieces]
    return " ".join(piece for piece in pieces if piece).replace("(s)", "s").replace("...", "…") or "a number"


def _blank(blank: Blank) -> str:
    return "" if blank.name == "n" else f"‹{blank.name.replace('_', ' ')}›"

"""Read the chapters of rulebook.md: the clauses that the rules of this game carry out, in words for players.

In: a game's folder and the clauses that its rules cite. Out: Chapters with their parts and examples. Layer: tools. A clause that
no rule cites, or that says in a note that it has no effect, is left out: the book says only what the game does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from interpreter.data import read_folder, read_own
from interpreter.finding import find_variants
from interpreter.reading import read_game
from interpreter.source.bundled import shown
from interpreter.tools.check.required import with_required
from interpreter.tools.rulebook.plain import SENTENCE, clause_text, heading, sentence_of
from interpreter.tools.trace.citations import CLAUSE, NOTE

NUMBERED = re.compile(r"^##\s+[0-9]+\.\s")
COMPONENTS = re.compile(r"\bcomponents\b", re.IGNORECASE)
EXAMPLE = re.compile(r"-X[0-9]")
APART = re.compile(r", (?=(?:the )?\S+ (?:is|means) )")
DEFINES = re.compile(r"\b(?:is|are|means)\b")
ABOUT_THE_TEXT = re.compile(
    r"\b(?:ids?|clauses?|wording|options?|inferred|implied|ruling|title|used below|section)\b|\|", re.I
)


@dataclass(frozen=True, slots=True)
class Clause:
    id: str
    text: str
    examples: tuple[str, ...] = ()


@dataclass(slots=True)
class Part:
    title: str
    clauses: list[Clause] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    title: str
    parts: list[Part] = field(default_factory=list)

    @property
    def clauses(self) -> list[Clause]:
        return [clause for part in self.parts for clause in part.clauses]


@dataclass(frozen=True, slots=True)
class Cited:
    """The clauses that the rules cite, each with the places that do."""

    places: Mapping[str, frozenset[str]]

    def beside(self, example: str) -> list[str]:
        """List the clauses that are cited where an example is."""
        own = self.places.get(example, frozenset())
        return [clause for clause, places in self.places.items() if own & places and not EXAMPLE.search(clause)]


def cited_by(path: Path, variants: Sequence[str | Path]) -> Cited:
    rulebook, _, _ = read_game(path, find_variants(path, variants), {})
    found: dict[str, set[str]] = {}
    for clause, _, place in rulebook.citations:
        found.setdefault(clause, set()).add(str(place))
    return Cited({clause: frozenset(places) for clause, places in found.items()})


def chapters_of(path: Path, cited: Cited) -> list[Chapter]:
    """Return the numbered chapters, each clause with its worked examples.

    Those that its rule cites."""
    found: list[Chapter] = []
    inside = False
    for line in _lines(path):
        if line.startswith("## "):
            inside = bool(NUMBERED.match(line))
            if inside:
                found.append(Chapter(heading(line), [Part("")]))
        elif inside and line.startswith("### "):
            found[-1].parts.append(Part(heading(line)))
        elif inside and (clause := _clause(line, cited)) is not None:
            found[-1].parts[-1].clauses.append(clause)
    _add_examples(found, path, cited)
    return [chapter for chapter in found if chapter.clauses]


def definitions(path: Path) -> list[str]:
    """Return the sentences before the first chapter that say what a word means."""
    before = "\n".join(_lines(path)).partition("\n## ")[0]
    text = " ".join(line for line in before.split("\n")[1:] if line.strip() and not line.startswith(("|", "#")))
    found = []
    for sentence in SENTENCE.split(text):
        _, colon, after = sentence.partition("below: ")
        told = after if colon else sentence
        if DEFINES.search(told) and not ABOUT_THE_TEXT.search(told) and (words := clause_text(told)):
            found += [sentence_of(one) for one in APART.split(words)]
    return found


def variant_clauses(path: Path, name: str, base: Cited) -> list[str]:
    """Return the clauses that only the rules of this variant cite."""
    folder = read_folder(path)
    files = with_required(folder, name, folder.variants[name])
    added = _clauses_with(path, tuple(files)) - base.places.keys() - _clauses_with(path, tuple(files[:-1]))
    told = {chapter.title for chapter in chapters_of(path, base)}
    found = []
    for chapter in chapters_of(path, Cited(dict.fromkeys(added, frozenset()))):
        # A clause from a chapter about something else is only true there.
        before = f"{chapter.title}: " if chapter.title in told else ""
        found += [before + clause.text for clause in chapter.clauses if not COMPONENTS.search(chapter.title)]
    return found


@lru_cache(maxsize=64)
def _clauses_with(path: Path, files: tuple[Path, ...]) -> frozenset[str]:
    rulebook, _, _ = read_game(path, list(files), {})
    return frozenset(clause for clause, _, _ in rulebook.citations)


def _lines(path: Path) -> Sequence[str]:
    file = path / "rulebook.md"
    return read_own(path, file, shown(file)).lines if file.is_file() else ()


def _clause(line: str, cited: Cited) -> Clause | None:
    found = CLAUSE.match(line)
    if found is None or found["id"] not in cited.places or NOTE.search(found["text"]) or not _numbered(found["id"]):
        return None
    text = clause_text(found["text"])
    return Clause(found["id"], text) if text else None


def _numbered(clause: str) -> bool:
    """Whether it is a rule.

    Rulings, examples and gaps have a letter before their number."""
    return clause.rpartition("-")[2][:1].isdigit()


def _add_examples(chapters: Sequence[Chapter], path: Path, cited: Cited) -> None:
    """Put each example after the last clause it is cited with or names."""
    places = {clause.id: (part, number) for chapter in chapters for part in chapter.parts
              for number, clause in enumerate(part.clauses)}  # fmt: skip
    for line in _lines(path):
        found = CLAUSE.match(line)
        if found is None or not EXAMPLE.search(found["id"]) or found["id"] not in cited.places:
            continue
        named = [*re.findall(r"[A-Z]{2,4}-[0-9]{2,3}", found["text"]), *cited.beside(found["id"])]
        text = clause_text(found["text"])
        beside = [places[one] for one in named if one in places]
        if beside and text:
            part, number = beside[-1]
            clause = part.clauses[number]
            part.clauses[number] = replace(clause, examples=(*clause.examples, sentence_of(text)))

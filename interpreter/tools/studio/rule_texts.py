"""The rules of a game for the people at the table: its sections and clauses, and which of them matter where.

In: a game's folder. Out: RuleTexts: sections with their clauses, and the clauses that a rule, a kind or a value cites. Layer:
tools. Without a rulebook.md the rules are put into words by `docs`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from interpreter.tools.docs.rules_in_words import rules_in_words
from interpreter.tools.trace.citations import CLAUSE, rule_citations

HEADING = re.compile(r"^(?P<level>#{2,4})\s+(?:[0-9.]+\s+)?(?P<title>.+)$")
EMPHASIS = re.compile(r"[*`]+")
NOTE = re.compile(r"\s*\[note:[^\]]*\]")
INFERRED = re.compile(r"^\*?\(inferred\)\*?\s*|\s*\*?\(inferred\)\*?")
IDS = re.compile(r"\s*\([^()]*\b[A-Z]{2,4}-\d+[^()]*\)")  # a reference to other clauses
FILE = "rulebook.md"


@dataclass(frozen=True)
class Clause:
    id: str
    text: str
    section: str


@dataclass(frozen=True)
class RuleTexts:
    sections: tuple[tuple[str, tuple[Clause, ...]], ...]
    cited: dict[str, tuple[str, ...]]  # by what cites them, such as "kind company"
    has_book: bool

    def of(self, *names: str) -> list[Clause]:
        """Return the clauses that any of these cite, in the order of the rulebook."""
        wanted = {clause for name in names for clause in self.cited.get(name, ())}
        return [clause for _, clauses in self.sections for clause in clauses if clause.id in wanted]


def has_rulebook(folder: Path) -> bool:
    return (folder / FILE).is_file()


def rule_texts(folder: Path, variants: tuple[str, ...]) -> RuleTexts:
    """Read the rules of a game for people. Raises Problems if the game cannot be read."""
    if not has_rulebook(folder):
        return _in_words(folder, variants)
    cited: dict[str, list[str]] = {}
    for clause, who in rule_citations(folder):
        cited.setdefault(who, []).append(clause)
    sections = _sections((folder / FILE).read_text(encoding="utf-8"))
    return RuleTexts(sections, {name: tuple(found) for name, found in cited.items()}, True)


def _sections(text: str) -> tuple[tuple[str, tuple[Clause, ...]], ...]:
    found: list[tuple[str, list[Clause]]] = []
    for line in text.splitlines():
        heading, clause = HEADING.match(line), CLAUSE.match(line)
        if heading:
            found.append((EMPHASIS.sub("", heading["title"]).strip(), []))
        elif clause and found:
            found[-1][1].append(Clause(clause["id"], plain(clause["text"]), found[-1][0]))
    return tuple((title, tuple(clauses)) for title, clauses in found if clauses)


def plain(text: str) -> str:
    """Return a clause as people read it: no notes, no marks, no emphasis."""
    return EMPHASIS.sub("", INFERRED.sub("", IDS.sub("", NOTE.sub("", text)))).strip()


def _in_words(folder: Path, variants: tuple[str, ...]) -> RuleTexts:
    files = [folder / "variants" / f"{name}.rules" for name in variants]
    sections, cited = [], {}
    for rule in rules_in_words(folder, [file for file in files if file.is_file()]):
        lines = tuple(Clause(f"{rule.name} {n}", line.text, rule.title) for n, line in enumerate(rule.lines))
        sections.append((f"{rule.title[:1].upper()}{rule.title[1:]}", lines))
        cited[f"{rule.word} {rule.name}"] = tuple(line.id for line in lines)
    return RuleTexts(tuple(sections), cited, False)

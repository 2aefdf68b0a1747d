"""Split the rules of a game into single rules, as written.

In: a game's folder. Out: Rules with their keyword, name and text. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HEAD = re.compile(r"(?P<word>free action|procedure|phase|action|let|always|option)\s+(?P<name>[a-z][a-z0-9_]*)")
TITLE = re.compile(r'^[^"\n]*"([^"]*)"')
CITES = re.compile(r"\s+cites\s+(?P<clauses>[A-Z0-9, .-]+)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Rule:
    word: str
    name: str
    text: str  # without its citations
    file: str
    clauses: tuple[str, ...]

    @property
    def title(self) -> str:
        found = TITLE.match(self.text.split("\n", 1)[0])
        return found[1] if found else self.name.replace("_", " ")


def rules_of(folder: Path) -> list[Rule]:
    files = sorted((folder / "rules").glob("*.rules"))
    return [rule for file in files for rule in _cut(file.read_text(encoding="utf-8"), file.name)]


def _cut(text: str, file: str) -> Iterator[Rule]:
    """Split a file into rules: from the margin through the indented lines."""
    for block in re.split(r"\n(?=[^\s#])", "\n" + text):
        head = HEAD.match(block.strip("\n"))
        if head:
            clauses = [one.strip() for found in CITES.finditer(block) for one in found["clauses"].split(",")]
            yield Rule(
                head["word"], head["name"], CITES.sub("", block).strip("\n"), file, tuple(dict.fromkeys(clauses))
            )

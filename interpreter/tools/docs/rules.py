"""The rules of a game one by one, as they are written.

In: a game's folder. Out: Rules with their word, name and text. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HEAD = re.compile(r"(?P<word>free action|procedure|phase|action|let|always|option)\s+(?P<name>[a-z][a-z0-9_]*)")
TITLE = re.compile(r'^[^"\n]*"([^"]*)"')
CITES = re.compile(r"\s+cites\s+(?P<clauses>[A-Z0-9, .-]+)\s*$", re.MULTILINE)
NEEDS = re.compile(r'^\s+needs (?P<condition>.*?)(?: because "(?P<because>.*)")?$', re.MULTILINE)
DEEPEST = 3  # levels of the course of the game that are written out


@dataclass(frozen=True)
class Rule:
    word: str
    name: str
    text: str  # without what it cites
    file: str
    clauses: tuple[str, ...]

    @property
    def title(self) -> str:
        found = TITLE.match(self.text.split("\n", 1)[0])
        return found[1] if found else self.name.replace("_", " ")

    @property
    def needs(self) -> list[str]:
        """What stands in the way, in the words for people where the rule has some."""
        return [found["because"] or f"not {found['condition']}" for found in NEEDS.finditer(self.text)]


def rules_of(folder: Path) -> list[Rule]:
    files = sorted((folder / "rules").glob("*.rules"))
    return [rule for file in files for rule in _cut(file.read_text(encoding="utf-8"), file.name)]


def _cut(text: str, file: str) -> Iterator[Rule]:
    """A rule begins at the margin and goes on as long as lines are indented."""
    for block in re.split(r"\n(?=[^\s#])", "\n" + text):
        head = HEAD.match(block.strip("\n"))
        if head:
            clauses = [one.strip() for found in CITES.finditer(block) for one in found["clauses"].split(",")]
            yield Rule(head["word"], head["name"], CITES.sub("", block).strip("\n"), file, tuple(dict.fromkeys(clauses)))


def course(rules: Sequence[Rule]) -> list[tuple[int, Rule]]:
    """What `play` runs, and what that runs: each once, with how deep it is."""
    known = {rule.name: rule for rule in rules if rule.word in ("procedure", "phase", "action")}
    found: list[tuple[int, Rule]] = []
    seen: set[str] = set()
    for name in ("set_up", "play"):
        _follow(name, 0, known, seen, found)
    return found


def _follow(name: str, deep: int, known: Mapping[str, Rule], seen: set[str], found: list[tuple[int, Rule]]) -> None:
    if name not in known or name in seen or deep > DEEPEST:
        return
    seen.add(name)
    found.append((deep, known[name]))
    body = known[name].text.partition("\n")[2]
    for word in re.findall(r"[a-z][a-z0-9_]*", re.sub(r'"[^"]*"', "", body)):
        _follow(word, deep + 1, known, seen, found)

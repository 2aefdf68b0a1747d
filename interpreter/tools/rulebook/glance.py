"""Find the course of play: the phases that `play` runs, and what happens in each.

In: rules in words. Out: Phases with a title and a few lines. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from interpreter.tools.docs.rules_in_words import RuleInWords
from interpreter.tools.rulebook.chapters import Chapter
from interpreter.tools.rulebook.plain import capital, rule_text

Found = TypeVar("Found")

MOST = 6  # phases and lines of each
SHORT = (20, 95)  # letters of a clause that fits into a box


@dataclass(frozen=True, slots=True)
class Phase:
    title: str
    lines: tuple[tuple[str, str], ...]  # a heading or nothing, and a sentence or nothing


def phases(
    told: Mapping[str, RuleInWords],
    chapters: Sequence[Chapter],
    openings: Mapping[str, str],
    glances: Mapping[str, list[tuple[str, str]]],
) -> list[Phase]:
    """Follow `play` down to the rule that runs several others; these are the phases.

    `openings` are the designer's words by rule, `glances` by chapter.
    """
    names = [name for name, _ in _course(told)]
    by_title = {chapter.title.casefold(): chapter for chapter in chapters}
    found = []
    for name in names[: MOST + 1]:
        rule = told[name]
        chapter, own = _matching(rule.title, by_title), _matching(rule.title, glances)
        said = [("", openings[name])] if name in openings else _from_rule(rule, told)
        lines = own or (_from_chapter(chapter) if chapter is not None else said)
        found.append(Phase(capital(rule.title), tuple(lines[:MOST])))
    return found


def is_repeated(told: Mapping[str, RuleInWords]) -> bool:
    """Whether the phases begin again after the last."""
    return any(looped for _, looped in _course(told))


def _course(told: Mapping[str, RuleInWords]) -> list[tuple[str, bool]]:
    """List the phases, and whether a loop around them runs them again."""
    if "play" not in told:
        return []
    names, seen, repeated = ["play"], set[str](), False
    while len(names) == 1 and names[0] not in seen:
        rule = told[names[0]]
        seen.add(rule.name)
        inner = _called(rule, told)
        looped = [name for name in inner if _is_looped(rule, name)]
        if not inner:
            break
        repeated = repeated or bool(looped)
        names = looped or inner
    kept = [name for name in names if not _ends_game(told[name])] or names
    return [(name, repeated) for name in kept]


def _ends_game(rule: RuleInWords) -> bool:
    return any(line.sort == "end" and "game" in line.text for line in rule.lines)


def _called(rule: RuleInWords, told: Mapping[str, RuleInWords]) -> list[str]:
    return list(dict.fromkeys(line.runs[0] for line in rule.lines if line.sort == "run" and line.runs[0] in told))


def _is_looped(rule: RuleInWords, name: str) -> bool:
    return any(line.sort == "run" and line.runs[0] == name and line.deep > 0 for line in rule.lines)


def _matching(title: str, chapters: Mapping[str, Found]) -> Found | None:
    wanted = title.casefold()
    exact = chapters.get(wanted)
    return exact or next((one for name, one in chapters.items() if name.endswith(f" {wanted}")), None)


def _from_chapter(chapter: Chapter) -> list[tuple[str, str]]:
    if len(chapter.parts) > 2:
        titled = [part for part in chapter.parts if part.title and part.clauses]
        return [(part.title, next((one.text for one in part.clauses if _fits(one.text)), "")) for part in titled]
    return [("", clause.text) for clause in chapter.clauses if _fits(clause.text)][:4]


def _fits(text: str) -> bool:
    return SHORT[0] <= len(text) <= SHORT[1]


def _from_rule(rule: RuleInWords, told: Mapping[str, RuleInWords]) -> list[tuple[str, str]]:
    found = []
    for line in rule.lines:
        if line.sort == "run" and line.runs[0] in told:
            found.append(("", capital(told[line.runs[0]].title) + "."))
        elif line.sort in ("ask", "offer", "step"):
            found.append(
                ("", rule_text(line.text).rstrip(":.") + ("." if line.sort != "ask" or line.text[-1] != ":" else ":"))
            )
    if not found:
        found = [("", rule_text(line.text)) for line in rule.lines if line.sort == "do" and _fits(line.text)]
    return list(dict.fromkeys(found))

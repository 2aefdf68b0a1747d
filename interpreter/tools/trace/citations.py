"""Find which clauses of a rulebook the rules and scenarios of a game cite.

In: a game's name or folder. Out: plain dictionaries. Layer: tools, above load.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from interpreter.data import Folder, read_folder, read_own
from interpreter.finding import find_game
from interpreter.reading import read_game
from interpreter.scenario import read_scenarios, scenario_files
from interpreter.source.bundled import shown
from interpreter.tools.check.required import with_required

CLAUSE = re.compile(
    r"^\s*(?:[-*]\s*)?\**(?P<id>[A-Z]{2,4}-[A-Z]?[0-9]{2,3}(?:\.[0-9]+)?[a-z]?)\**[.:]?\s+(?P<text>.*)$"
)
NOTE = re.compile(r"\[note:\s*(?P<reason>[^\]]*)\]")


def trace(game: str | Path) -> dict[str, Any]:
    """List each clause of rulebook.md with the rules and scenarios citing it."""
    path = find_game(game)
    folder = read_folder(path)
    rules = _rule_citations(folder)
    scenarios = _scenario_citations(path)
    clauses = []
    for clause, text, note in _clauses(path):
        clauses.append(
            {
                "id": clause,
                "text": text,
                "rules": rules.get(clause, []),
                "scenarios": scenarios.get(clause, []),
                "note": note,
            }
        )
    unknown = _unknown_clauses({str(clause["id"]) for clause in clauses}, rules, scenarios)
    return {"game": path.name, "summary": _summary(clauses, unknown), "clauses": clauses, "unknown": unknown}


def _unknown_clauses(known: set[str], *citations: dict[str, list[str]]) -> dict[str, list[str]]:
    """List cited clauses that are not in the rulebook, with their locations.

    Nothing if there is no rulebook."""
    found: dict[str, list[str]] = {}
    for cited in citations if known else ():
        for clause in cited.keys() - known:
            found.setdefault(clause, []).extend(cited[clause])
    return dict(sorted(found.items()))


def _summary(clauses: list[dict[str, Any]], unknown: dict[str, list[str]]) -> dict[str, Any]:
    notes = [clause for clause in clauses if clause["note"]]
    return {
        "clauses": len(clauses),
        "cited_by_rule": sum(bool(clause["rules"]) for clause in clauses),
        "cited_by_scenario": sum(bool(clause["scenarios"]) for clause in clauses),
        "notes": len(notes),
        "uncovered": [c["id"] for c in clauses if not c["note"] and not (c["rules"] and c["scenarios"])],
        "unknown": list(unknown),
    }


def _clauses(folder: Path) -> list[tuple[str, str, str]]:
    file = folder / "rulebook.md"
    if not os.path.lexists(file):
        return []
    found = []
    for line in read_own(folder, file, shown(file)).lines:
        match = CLAUSE.match(line)
        if match:
            note = NOTE.search(match["text"])
            found.append((match["id"], match["text"].strip(), note["reason"] if note else ""))
    return found


def rule_citations(path: Path) -> list[tuple[str, str]]:
    """List the clauses that the rules cite without any variant.

    Each with what cites it, such as "kind company"."""
    rulebook, _, _ = read_game(path, [], {})
    return list(dict.fromkeys((clause, rule) for clause, rule, _ in rulebook.citations))


def _rule_citations(folder: Folder) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    files = [[], *(with_required(folder, name, file) for name, file in folder.variants.items())]
    for variants in files:
        rulebook, _, _ = read_game(folder.path, variants, {})
        for clause, rule, place in rulebook.citations:
            entry = f"{rule} ({place})"
            if entry not in found.setdefault(clause, []):
                found[clause].append(entry)
    return found


def _scenario_citations(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in scenario_files(path):
        for scenario in read_scenarios(file, path):
            for clause in scenario.clauses:
                found.setdefault(clause, []).append(f"{scenario.title} ({scenario.span})")
    return found

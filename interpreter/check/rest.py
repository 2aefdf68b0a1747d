"""The rest of a game in which some declarations cannot be read.

In: what can be read, and the texts that are lost. Out: what is wrong with the rest. Layer: check.
Nothing is told that may be so only because something is lost: an unknown name that a lost text declares or speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.check.checker import Sources, check_game
from interpreter.source import Diagnostic, Problems, Reporter
from interpreter.syntax import declared_in, files_in, mentioned_in
from interpreter.syntax import nodes as n

WORD = re.compile(r"[a-z][a-z0-9_]*")
QUOTED = re.compile(r'"([^"]*)"')
UNKNOWN = ("R02", "R06")  # codes about names that nobody declares


@dataclass(frozen=True, slots=True)
class Lost:
    """The names that lost texts would have given to things, and all that they speak of."""

    declared: frozenset[str]
    mentioned: frozenset[str]
    forces: bool  # is a place lost in which cards are in force? Then nobody knows whose laws they are

    def explains(self, found: Diagnostic) -> bool:
        """May this be wrong only because something is lost?"""
        if self.forces and found.span is not None and found.span.source.path.endswith((".yaml", ".yml")):
            return True
        words = _words_of(found)
        if found.code.startswith(UNKNOWN) and words & self.mentioned:
            return True
        return any(word in self.declared or _parts(word) & self.declared for word in words)


def lost_with(parts: Iterable[str], members: Iterable[str], rest: Iterable[n.Module | n.Variant]) -> Lost:
    """What is lost with some texts and with the members of tables; a mechanic takes along what is made with it."""
    parts, members = tuple(parts), tuple(members)
    declared = frozenset(members).union(*map(declared_in, parts), *map(files_in, parts))
    made = {node.head.name for text in rest for node in text.declarations
            if isinstance(node, n.Instance) and node.mechanic in declared}  # fmt: skip
    forces = any("in force" in part for part in parts)
    return Lost(declared | made, frozenset().union(*map(mentioned_in, parts)), forces)


def check_rest(sources: Sources, lost: Lost, reporter: Reporter) -> None:
    """Adds what is wrong with the rest, as far as it is certain."""
    found = Reporter()
    try:
        check_game(sources, found)
    except Problems as problems:
        for problem in problems.diagnostics:
            if problem.severity == "error" and not lost.explains(problem):
                reporter.add(problem)


def _words_of(found: Diagnostic) -> set[str]:
    """The names and files that a message speaks of, and the names that it points at."""
    quoted = QUOTED.findall(found.message)
    inside = found.span.text if found.span is not None and found.span.line == found.span.end_line else ""
    return {*quoted, *(word for text in (*quoted, inside) for word in WORD.findall(text))}


def _parts(word: str) -> set[str]:
    """`sale_minimum` may come from `sale`."""
    pieces = word.split("_")
    return {"_".join(pieces[:number]) for number in range(1, len(pieces))}

"""The rest of a game in which some declarations cannot be read.

In: what can be read, and what is lost. Out: what is wrong with the rest. Layer: check.
Nothing is told that may be so only because something is lost: an unknown name that a lost text declares or speaks of.
"""

from __future__ import annotations

from interpreter.check.checker import Sources, check_game
from interpreter.check.lost import Lost
from interpreter.source import Problems, Reporter


def check_rest(sources: Sources, lost: Lost, reporter: Reporter) -> None:
    """Adds what is wrong with the rest, as far as it is certain."""
    found = Reporter()
    try:
        check_game(sources, found)
    except Problems as problems:
        for problem in problems.diagnostics:
            if problem.severity == "error" and not lost.explains(problem):
                reporter.add(problem)

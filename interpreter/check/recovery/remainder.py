"""Check the rest of a game in which some declarations cannot be parsed.

In: what can be parsed, and what is lost. Out: the errors in the rest. Layer: check.
Errors that may only follow from what is lost, such as an unknown name that a lost text declares, are suppressed.
"""

from __future__ import annotations

from interpreter.check.checker import Sources, check_game
from interpreter.check.recovery.lost_names import Lost
from interpreter.source import Problems, Reporter


def check_rest(sources: Sources, lost: Lost, reporter: Reporter) -> None:
    """Report the errors in the rest, except those that may follow from what is lost."""
    found = Reporter()
    try:
        check_game(sources, found)
    except Problems as problems:
        for problem in problems.diagnostics:
            if problem.severity == "error" and not lost.explains(problem):
                reporter.add(problem)

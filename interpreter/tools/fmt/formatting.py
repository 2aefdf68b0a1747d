"""Format a file of rules or scenarios.

In: a text and its path. Out: the formatted text, or Problems. Layer: tools.
"""

from __future__ import annotations

from interpreter.reading import the_parser
from interpreter.scenario import the_parser as scenario_parser
from interpreter.source import Source
from interpreter.syntax.formatter import format_text as format_source
from interpreter.syntax.split_file import halves


def format_text(text: str, path: str) -> str:
    """Format a file of rules or scenarios; Problems if it cannot be parsed."""
    if path.endswith(".scenario"):
        return format_source(scenario_parser(), Source(path, text), "scenarios")
    rules, scenarios = halves(text)
    if not scenarios:
        return format_source(the_parser(), Source(path, text))
    tests = format_source(scenario_parser(), Source(path, scenarios), "scenarios")
    return format_source(the_parser(), Source(path, rules)).rstrip("\n") + "\n\n" + tests.lstrip("\n")

"""A variant's file may end with scenarios that test it: one text, two halves.

In: the text of a file. Out: its rules and its scenarios, each with empty lines where the other stands, so that every line
keeps its number. Layer: syntax.
"""

from __future__ import annotations

import re

SCENARIO = re.compile(r'^scenario\s+"', re.MULTILINE)


def halves(text: str) -> tuple[str, str]:
    """Everything before the first scenario, and everything from it on.

    Remarks right above a scenario belong to it."""
    found = SCENARIO.search(text)
    if found is None:
        return text, ""
    start = _with_remarks(text, found.start())
    return text[:start] + "\n" * text[start:].count("\n"), "\n" * text[:start].count("\n") + text[start:]


def _with_remarks(text: str, start: int) -> int:
    while True:
        above = text.rfind("\n", 0, max(0, start - 1)) + 1
        if above == start or not text[above:start].startswith("#"):
            return start
        start = above

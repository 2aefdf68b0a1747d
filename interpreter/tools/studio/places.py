"""Write dragged map places into the text of a look.yaml; comments and all other lines stay.

In: the text, a kind of places, their new coordinates. Out: the text. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

Points = Mapping[str, tuple[float, float]]
_HEAD = re.compile(r"places:\s*(#.*)?")


def with_places(text: str, kind: str, places: Points) -> str:
    lines = text.splitlines()
    start = next((number for number, line in enumerate(lines) if _HEAD.fullmatch(line)), None)
    if start is None:
        lines[:0] = ["places:"]
        start = 0
    end = _end_of(lines, start, 0)
    of_kind = re.compile(rf"( +){re.escape(kind)}:\s*(#.*)?")
    head = next((number for number in range(start + 1, end) if of_kind.fullmatch(lines[number])), None)
    if head is None:
        lines.insert(end, f"  {kind}:")
        head = end
    missing = dict(places)
    last = _end_of(lines, head, _indent(lines[head]))
    for number in range(head + 1, last):
        found = re.match(r"( +)([a-z][a-z0-9_]*):\s*\[[^\]]*\](.*)", lines[number])
        if found is not None and found[2] in missing:
            lines[number] = f"{found[1]}{found[2]}: {_point(missing.pop(found[2]))}{found[3]}"
    space = " " * (_indent(lines[head]) + 2)
    lines[last:last] = [f"{space}{name}: {_point(at)}" for name, at in missing.items()]
    return "\n".join(lines) + "\n"


def _end_of(lines: list[str], start: int, indent: int) -> int:
    """Return the index of the line after the block that begins at `start`."""
    end = start + 1
    for number in range(start + 1, len(lines)):
        if lines[number].strip() and not lines[number].lstrip().startswith("#"):
            if _indent(lines[number]) <= indent:
                break
            end = number + 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _point(at: tuple[float, float]) -> str:
    return "[" + ", ".join(f"{number:.1f}".removesuffix(".0") for number in at) + "]"

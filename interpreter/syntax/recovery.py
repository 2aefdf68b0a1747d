"""Where reading can go on after a mistake.

In: the lines of a text and the line of a mistake. Out: the next line that begins a declaration; the few lines around a
mistake that are enough to try a repair on. Layer: syntax.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

DECLARATIONS = frozenset(
    {
        "kind", "cards", "places", "connections", "parts", "keep", "option", "let", "procedure", "phase", "action", "free",
        "always", "needs", "people", "before", "after", "instead", "without", "change", "variant", "add", "mechanic", "blank",
        "scenario",
    }
)  # fmt: skip
CONTINUES = re.compile(r"(and|or|because|where|by\s+(highest|lowest)|then\s+(highest|lowest))(?![a-z0-9_])")
GOES_ON = re.compile(r"\s|$|#|[)\]]|[+*/-]\s")
LINES_AFTER = 3
LINES_BEFORE = 20


def begins_declaration(line: str, inside_brackets: bool = False) -> bool:
    """Does this line look like the first one of a declaration?

    Inside open brackets only its first word can tell."""
    if GOES_ON.match(line) or CONTINUES.match(line):
        return False
    return not inside_brackets or line.split()[0] in DECLARATIONS


def next_start(lines: Sequence[str], fault: int, never_closed: bool = False) -> int | None:
    """Return the first line after `fault` at which parsing can resume.

    Both are counted from 0."""
    depth = 0 if never_closed else _open_brackets(lines, fault)
    for number in range(fault + 1, len(lines)):
        if begins_declaration(lines[number], depth > 0):
            return number
        depth = max(0, depth + _brackets(lines[number]))
    return None


def block_start(lines: Sequence[str], fault: int) -> int:
    """The last line at or before `fault` that begins a declaration.

    The first line when there is none."""
    return next((number for number in range(fault, 0, -1) if begins_declaration(lines[number])), 0)


def start_of(lines: Sequence[str], fault: int) -> int:
    """Return the same, but not inside brackets that were opened before."""
    start = depth = 0
    for number in range(fault + 1):
        if begins_declaration(lines[number], depth > 0):
            start, depth = number, 0
        depth = max(0, depth + _brackets(lines[number]))
    return start


def excerpt(lines: Sequence[str], fault: int) -> tuple[list[int], list[str]]:
    """The lines around `fault` that a repair must see, with their numbers.

    Its block and the one before."""
    first = block_start(lines, fault)
    if first == fault and first > 0:
        first = block_start(lines, first - 1)
    last = min(len(lines), fault + 1 + LINES_AFTER)
    if fault - first <= 2 * LINES_BEFORE:
        return list(range(first, last)), list(lines[first:last])
    return _window(lines, fault - LINES_BEFORE, last)


def _window(lines: Sequence[str], first: int, last: int) -> tuple[list[int], list[str]]:
    """Only the lines near the fault, below the lines that open the blocks around them."""
    while first and (not lines[first].strip() or lines[first].lstrip().startswith(("otherwise", "#"))):
        first -= 1
    openers: list[int] = []
    width = indentation(lines[first])
    for number in range(first - 1, -1, -1):
        if width and lines[number].strip() and indentation(lines[number]) < width:
            width = indentation(lines[number])
            openers.insert(0, number)
    opening = [re.sub(r"^( *)otherwise.*", r"\1if yes", lines[number]) for number in openers]
    return [*openers, *range(first, last)], [*opening, *lines[first:last]]


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _open_brackets(lines: Sequence[str], fault: int) -> int:
    """How many brackets of the block are still open at the end of the line `fault`."""
    depth = 0
    for line in lines[block_start(lines, fault) : fault + 1]:
        depth = max(0, depth + _brackets(line))
    return depth


def _brackets(line: str) -> int:
    code = masked(line)
    return sum(code.count(sign) for sign in "([") - sum(code.count(sign) for sign in ")]")


MASKED = re.compile(r'"([^"]*)("|$)|#.*')


def masked(line: str) -> str:
    """Blank out the comment of a line, and fill its texts with dots.

    Every character keeps its place."""

    def hide(match: re.Match[str]) -> str:
        found = match.group()
        if found.startswith("#"):
            return ""
        return '"' + "·" * len(match.group(1)) + match.group(2)

    return MASKED.sub(hide, line).rstrip()

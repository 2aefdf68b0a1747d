"""A text with syntax errors: the errors, what can be parsed anyway, and what is lost.

In: the lines of a text and the line of an error. Out: the lines of the declaration that contains it, and BrokenText.
Layer: syntax. An error costs only its own declaration: inside a variant or a mechanic, one of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from interpreter.source import Diagnostic, Problems
from interpreter.syntax import nodes as n
from interpreter.syntax.recovery import indentation, masked, next_start, start_of

HOLDERS = frozenset({"variant", "mechanic"})  # declarations that contain declarations
TABLES = frozenset({"kind", "cards", "places", "connections"})
LAWS = frozenset({"before", "after", "instead", "without", "change", "always", "needs", "people", "add", "scenario"})
WORDS = re.compile(r"[a-z][a-z0-9_]*")
FILES = re.compile(r'"([^"\n]*\.ya?ml)"')


class BrokenText(Problems):
    """The errors of a text; `readable` is the rest, parsed (None: nothing).

    `parts` are the texts that are lost."""

    def __init__(
        self,
        diagnostics: Iterable[Diagnostic],
        readable: tuple[n.Declaration, ...] | None,
        citations: tuple[n.Citation, ...],
        parts: Sequence[str],
    ) -> None:
        super().__init__(diagnostics)
        self.readable, self.citations, self.parts = readable, citations, tuple(parts)

    @property
    def module(self) -> n.Module:
        """The declarations that can be parsed."""
        return n.Module(self.readable or (), self.citations)


def broken_part(lines: Sequence[str], fault: int, never_closed: bool) -> range:
    """Return the line numbers of the innermost declaration around an error."""
    start = start_of(lines, fault)
    end = _or_last(next_start(lines, fault, never_closed), lines)
    if fault == start or not HOLDERS.intersection(lines[start].split()[:1]):
        return range(start, end)
    inner = _shifted(lines[start + 1 : end])
    at = fault - start - 1
    first = start_of(inner, at)
    last = _or_last(next_start(inner, at, never_closed), inner)
    others = any(line.strip() for number, line in enumerate(inner) if not first <= number < last)
    return range(start + 1 + first, start + 1 + last) if others else range(start, end)


def _or_last(found: int | None, lines: Sequence[str]) -> int:
    return len(lines) if found is None else found


def _shifted(lines: Sequence[str]) -> list[str]:
    """Dedent the lines of a block."""
    width = next((indentation(line) for line in lines if masked(line).strip()), 0)
    return [line[min(width, indentation(line)) :] for line in lines]


def declared_in(part: str) -> frozenset[str]:
    """Return the names that a lost declaration would have introduced.

    For a table, including its members."""
    code = "\n".join(masked(line) for line in part.split("\n"))
    words = WORDS.findall(code)
    if not words or words[0] in LAWS:
        return frozenset()
    if words[0] in TABLES:
        return frozenset(words[1:])
    name = 2 if words[:2] == ["free", "action"] else 1
    return frozenset(words[name : name + 1])


def mentioned_in(part: str) -> frozenset[str]:
    """Return every name in a lost declaration."""
    return frozenset(WORDS.findall(part))


def files_in(part: str) -> tuple[str, ...]:
    """Return the data files that a lost declaration names."""
    return tuple(FILES.findall(part))

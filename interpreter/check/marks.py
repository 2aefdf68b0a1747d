"""What is looked at when rules are played under cover: conditions, refusals, branches, steps and values, by their places.

In: conditions as they are checked, each with the tree it comes from. Out: a number for each that a back end writes, and the
Mark behind it. Layer: check. Without Marks nothing is noted, and the code of a game is what it always is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.source import Span
from interpreter.syntax import nodes as n

CONDITION, REFUSAL, BRANCH, STEP, VALUE = "condition", "refusal", "branch", "step", "value"
MADE_OF_OTHERS = (n.Both, n.Either, n.Not)


@dataclass(frozen=True, slots=True)
class Mark:
    span: Span
    kinds: frozenset[str]  # what it is: a condition can decide a branch, too


@dataclass
class Marks:
    """Terms carry no place, so they are known as the objects they are (and kept, that no other can take their place)."""

    found: list[Mark] = field(default_factory=list)  # by their numbers: those that were written
    _seen: dict[int, tuple[rb.Term, Span, set[str]]] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)

    # ---- told while rules are checked
    def condition(self, term: rb.Term, node: Any) -> None:
        """A condition. What is made of others with and, or, not is looked at through those."""
        while isinstance(node, n.Group):
            node = node.inner
        if not isinstance(node, MADE_OF_OTHERS):
            self._note(term, node.span, CONDITION)

    def decides(self, term: rb.Term, span: Span, kind: str) -> None:
        """A condition as a whole decides a branch, or refuses something."""
        self._note(term, span, kind)

    def _note(self, term: rb.Term, span: Span, kind: str) -> None:
        self._seen.setdefault(id(term), (term, span, set()))[2].add(kind)

    def moved(self, old: rb.Term, new: rb.Term) -> None:
        """A term has become another one that means the same."""
        if id(old) in self._seen:
            self._seen[id(new)] = (new, *self._seen[id(old)][1:])

    # ---- asked while code is written
    def number(self, term: rb.Term) -> int | None:
        found = self._seen.get(id(term))
        if found is None or found[0] is not term:
            return None
        return self._numbered(id(term), found[1], frozenset(found[2]))

    def mark(self, kind: str, span: Span) -> int:
        """The number of a step, or of a value that is worked out."""
        return self._numbered((kind, span), span, frozenset((kind,)))

    def _numbered(self, key: object, span: Span, kinds: frozenset[str]) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self.found)
            self.found.append(Mark(span, kinds))
        return self._numbers[key]

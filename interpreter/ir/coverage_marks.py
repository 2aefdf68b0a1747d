"""Coverage marks: conditions, refusals, branches, steps and values, by their source spans.

In: conditions as they are checked, each with its syntax node. Out: a number for each mark that a back end emits, and the
Mark behind it. Layer: ir. Without Marks nothing is recorded, and the generated code has no coverage in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir import rulebook as rb
from interpreter.source import Span

CONDITION, REFUSAL, BRANCH, STEP, VALUE = "condition", "refusal", "branch", "step", "value"


@dataclass(frozen=True, slots=True)
class Mark:
    span: Span
    kinds: frozenset[str]  # a condition can also decide a branch


@dataclass
class Marks:
    """Most terms have no span, so they are keyed by identity.

    Holding the term keeps its id from being reused."""

    found: list[Mark] = field(default_factory=list)  # the marks emitted, by number
    _seen: dict[int, tuple[rb.Term, Span, set[str]]] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)

    # ---- while checking
    def condition(self, term: rb.Term, span: Span) -> None:
        """Mark a condition that is not composed with and, or, not."""
        self._note(term, span, CONDITION)

    def decides(self, term: rb.Term, span: Span, kind: str) -> None:
        """Mark a whole condition that decides a branch or refuses something."""
        self._note(term, span, kind)

    def _note(self, term: rb.Term, span: Span, kind: str) -> None:
        self._seen.setdefault(id(term), (term, span, set()))[2].add(kind)

    def moved(self, old: rb.Term, new: rb.Term) -> None:
        """Transfer the marks of a term to the equivalent term that replaces it."""
        if id(old) in self._seen:
            self._seen[id(new)] = (new, *self._seen[id(old)][1:])

    # ---- while generating code
    def number(self, term: rb.Term) -> int | None:
        found = self._seen.get(id(term))
        if found is None or found[0] is not term:
            return None
        return self._numbered(id(term), found[1], frozenset(found[2]))

    def mark(self, kind: str, span: Span) -> int:
        """Return the number of a step or a calculated value."""
        return self._numbered((kind, span), span, frozenset((kind,)))

    def _numbered(self, key: object, span: Span, kinds: frozenset[str]) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self.found)
            self.found.append(Mark(span, kinds))
        return self._numbers[key]

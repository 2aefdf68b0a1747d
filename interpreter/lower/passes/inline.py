"""Inline short values.

In: a Program. Out: one in which calls of a value with one plain case are replaced by its body, if that is short and the
arguments are free to evaluate twice. Layer: lower. The value itself stays, as others may still call it.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.traversal import rewrite, size, substitute
from interpreter.lower.passes.fold import Folding, plain_body
from interpreter.lower.passes.mapping import mapped
from interpreter.lower.passes.unroll import Unrolling

MAX_TERMS = 16
STOP_EARLY = ("some", "no", "every", "first")


def inline(program: Program) -> Program:
    inlining = Inlining(program)
    return mapped(program, lambda term: rewrite(term, inlining.inlined))


class Inlining:
    def __init__(self, program: Program) -> None:
        self.values = program.values
        self.folding = Folding(program)
        self.unrolling = Unrolling(program)
        self._bodies: dict[str, rb.Term | None] = {}

    def inlined(self, term: rb.Term) -> rb.Term:
        """Inline a term whose parts are inlined already."""
        if isinstance(term, rb.ValueCall) and all(map(costs_nothing, term.arguments)):
            body = self._body(term.value.name)
            if body is not None:
                given = dict(zip(self.values[term.value.name].parameters, term.arguments, strict=True))
                return rewrite(substitute(body, given), self.folding.folded)
        return self.folding.folded(term)

    def _body(self, name: str) -> rb.Term | None:
        """Return the body of a value if it is a single short term, else None."""
        if name not in self._bodies:
            self._bodies[name] = None  # recursion finds this entry
            term = plain_body(self.values[name])
            body = rewrite(term, self.inlined) if term is not None else None
            self._bodies[name] = (
                body if body is not None and size(body) <= MAX_TERMS and not self._is_a_loop(body) else None
            )
        return self._bodies[name]

    def _is_a_loop(self, body: rb.Term) -> bool:
        """Is it a search that stops at the first hit and will not be unrolled?

        It is better left as a function with a loop."""
        if not isinstance(body, rb.Search) or (body.where is None and body.body is None) or body.keys:
            return False
        return body.word in STOP_EARLY and isinstance(self.unrolling.unrolled(body), rb.Search)


def costs_nothing(argument: rb.Term) -> bool:
    return isinstance(argument, rb.Constant | rb.Local | rb.Setting)

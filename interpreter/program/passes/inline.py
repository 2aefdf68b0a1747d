"""Short values are written where they are used.

In: a Program. Out: one in which a value with one plain case stands in the place of its name, where it is short and what it
is given costs nothing to look at twice. Layer: program. The value itself stays: others may still ask for it.
"""

from __future__ import annotations

from interpreter.check import rulebook as rb
from interpreter.program.blocks import Program
from interpreter.program.passes.fold import Folding, plain_body
from interpreter.program.passes.mapping import mapped
from interpreter.program.passes.unroll import Unrolling
from interpreter.program.terms import rewrite, size, substitute

MOST_TERMS = 16
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
        """What a term is when short values are written out in its parts already."""
        if isinstance(term, rb.Worked) and all(map(costs_nothing, term.arguments)):
            body = self._body(term.value.name)
            if body is not None:
                given = dict(zip(self.values[term.value.name].parameters, term.arguments, strict=True))
                return rewrite(substitute(body, given), self.folding.folded)
        return self.folding.folded(term)

    def _body(self, name: str) -> rb.Term | None:
        """What a value is, in one term that is short; None when it is not."""
        if name not in self._bodies:
            self._bodies[name] = None  # a value that uses itself comes here again
            term = plain_body(self.values[name])
            body = rewrite(term, self.inlined) if term is not None else None
            self._bodies[name] = body if body is not None and size(body) <= MOST_TERMS and not self._is_a_loop(body) else None
        return self._bodies[name]

    def _is_a_loop(self, body: rb.Term) -> bool:
        """A search that is over at the first hit is a loop in a function of its own, and less handy inside another term;
        but one that is written out is no search any more."""
        if not isinstance(body, rb.Search) or (body.where is None and body.body is None) or body.keys:
            return False
        return body.word in STOP_EARLY and isinstance(self.unrolling.unrolled(body), rb.Search)


def costs_nothing(argument: rb.Term) -> bool:
    return isinstance(argument, rb.Constant | rb.Local | rb.Setting)

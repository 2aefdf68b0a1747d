"""Restrict searches to the members that can match.

In: a Program. Out: one in which a search over all members of a kind, whose leading tests depend only on printed data, goes
through the members that pass them. Layer: lower. Only leading tests that depend on nothing but the member are evaluated
early, and only if they fail for no member, so the later tests see the same members in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.questions import together
from interpreter.ir.traversal import conjuncts, rewrite
from interpreter.ir.types import ListOf, Of
from interpreter.lower.evaluate import Evaluator, Open, Wrong
from interpreter.lower.passes.fold import listing
from interpreter.lower.passes.mapping import mapped

MAX_LEFT = 10  # longest list that is written in place
MAX_WORK = 60_000  # evaluation budget of all searches together


def narrow(program: Program) -> Program:
    narrowing = Narrowing(program)
    return mapped(program, lambda term: rewrite(term, narrowing.narrowed))


class Narrowing:
    def __init__(self, program: Program) -> None:
        self.sizes = program.layout.sizes
        self.working = Evaluator(program.rulebook, program.values, MAX_WORK)

    def narrowed(self, term: rb.Term) -> rb.Term:
        if not isinstance(term, rb.Search) or term.where is None or term.word == "while":
            return term
        if not isinstance(term.items, rb.Members) or term.items.kind == "player":
            return term
        return self._through_fewer(term, term.items.kind, list(conjuncts(term.where)))

    def _through_fewer(self, term: rb.Search, kind: str, tests: list[rb.Term]) -> rb.Search:
        members: Sequence[int] = range(self.sizes[kind])
        made = 0
        for test in tests:
            found = self._meant(test, term.variable, members)
            if found is None:
                break
            members, made = found, made + 1
        if not made or len(members) > MAX_LEFT:
            return term
        return replace(term, items=listing(tuple(members), ListOf(Of(kind))), where=together("and", tests[made:]))

    def _meant(self, test: rb.Term, thing: rb.Variable, members: Sequence[int]) -> Sequence[int] | None:
        """Return the members that pass a test; None if that is not known before the game."""
        try:
            holds = self.working.term(test)
            return [member for member in members if holds({thing: member})]
        except (Open, Wrong, KeyError):  # a free variable is bound at run time only
            return None

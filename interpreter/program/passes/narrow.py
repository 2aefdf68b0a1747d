"""Searches go through those things only that can be meant.

In: a Program. Out: one in which a search through all things of a kind that asks first for something printed goes through
those that have it. Layer: program. Only tests in front that depend on nothing but the thing are made now, and only where they
go wrong for none: what is asked after them is asked of the same things, in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.check import rulebook as rb
from interpreter.program.blocks import Program
from interpreter.program.passes.fold import listing
from interpreter.program.passes.mapping import mapped
from interpreter.program.questions import together
from interpreter.program.terms import conjuncts, rewrite
from interpreter.program.working_out import Open, WorkingOut, Wrong
from interpreter.types import ListOf, Of

MOST_LEFT = 10  # things that are written down
MOST_WORK = 60_000  # things that are looked at now, of all searches together


def narrow(program: Program) -> Program:
    narrowing = Narrowing(program)
    return mapped(program, lambda term: rewrite(term, narrowing.narrowed))


class Narrowing:
    def __init__(self, program: Program) -> None:
        self.sizes = program.layout.sizes
        self.working = WorkingOut(program.rulebook, program.values, MOST_WORK)

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
        if not made or len(members) > MOST_LEFT:
            return term
        return replace(term, items=listing(tuple(members), ListOf(Of(kind))), where=together("and", tests[made:]))

    def _meant(self, test: rb.Term, thing: rb.Variable, members: Sequence[int]) -> Sequence[int] | None:
        """Those for which a test holds; None when that is known in the game only."""
        try:
            holds = self.working.term(test)
            return [member for member in members if holds({thing: member})]
        except (Open, Wrong, KeyError):  # another name in it means something in the game only
            return None

"""Values that never change are looked up.

In: a Program. Out: one in which a value that is long or searches, and depends on nothing but its parameters, is a table with
an entry for everything that it can be given. Layer: program. Both back ends print such a table as they print a column of
cards. What takes too long to work out now, or would go wrong for something that it can be given, is left to the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod

from interpreter.check import rulebook as rb
from interpreter.program.blocks import Program
from interpreter.program.passes.inline import MOST_TERMS
from interpreter.program.terms import walk
from interpreter.program.working_out import Found, Open, WorkingOut, Wrong
from interpreter.types import NUMBER, Of

MOST_ENTRIES = 5000
MOST_WORK = 60_000  # rounds of searches and values that are used, of all values together
TABLE = "let"  # what a table of this sort is a column of: no kind can be called so


def tabulate(program: Program) -> Program:
    tables = Tables(program)
    for name in program.values:
        tables.look(name)
    return replace(program, values=tables.values)


class Tables:
    def __init__(self, program: Program) -> None:
        self.program, self.values = program, dict(program.values)
        self.working = WorkingOut(program.rulebook, self.values, MOST_WORK)
        self.parts = {rest.name for value in self.values.values() if (rest := value.rest) is not None}
        self._looked: set[str] = set()

    def look(self, name: str) -> None:
        """What a value uses is a table first, if it can be one: then the value itself is sooner worked out."""
        if name in self._looked:
            return
        self._looked.add(name)
        value = self.values[name]
        for term in _terms(value):
            for part in walk(term):
                if isinstance(part, rb.Worked):
                    self.look(part.value.name)
        if name in self.parts or not self._is_dear(value):
            return
        found = self._entries(value)
        if found is not None:
            self.values[name] = replace(value, cases=(rb.Case(_looked_up(value, found, self.program), None),))
            self.working.forget(name)

    def _is_dear(self, value: rb.Value) -> bool:
        """Would it be worked out longer than looked up?"""
        return len(value.cases) > 1 or self._cost(value, set()) > MOST_TERMS

    def _cost(self, value: rb.Value, around: set[str]) -> int:
        """The terms of it and of all that it uses; a search is always dear."""
        found = 0
        for term in _terms(value):
            for part in walk(term):
                if isinstance(part, rb.Search):
                    return MOST_TERMS + 1
                found += 1
                if isinstance(part, rb.Worked) and part.value.name not in around:
                    found += self._cost(self.values[part.value.name], around | {part.value.name})
        return found

    def _sizes(self, value: rb.Value) -> list[int] | None:
        """How many things each parameter can be; None: too many, or nobody knows."""
        sizes = [self.program.layout.sizes[one.type.kind] for one in value.parameters if isinstance(one.type, Of)]
        return sizes if 0 < len(sizes) == len(value.parameters) and prod(sizes) <= MOST_ENTRIES else None

    def _entries(self, value: rb.Value) -> list[Found] | None:
        sizes = self._sizes(value)
        if sizes is None:
            return None
        try:
            work = self.working.value(value.name)
            return [work(dict(zip(value.parameters, given, strict=True))) for given in product(*map(range, sizes))]
        except (Open, Wrong):
            return None


def _terms(value: rb.Value) -> Iterator[rb.Term]:
    for case in value.cases:
        yield from (term for term in (case.condition, case.value) if term is not None)


def _looked_up(value: rb.Value, found: list[Found], program: Program) -> rb.Term:
    row: rb.Term | None = None
    for parameter in value.parameters:
        assert isinstance(parameter.type, Of)
        here = rb.Local(parameter.type, parameter)
        if row is not None:
            size = rb.Constant(NUMBER, program.layout.sizes[parameter.type.kind])
            rows = rb.Calculation(NUMBER, "*", (row, size), None, value.span)
            row = rb.Calculation(NUMBER, "+", (rows, here), None, value.span)
        else:
            row = here
    assert row is not None
    return rb.Printed(value.type, rb.Column(TABLE, value.name, (), value.type, value.span, list(found)), row)

"""Precompute values that never change as lookup tables.

In: a Program. Out: one in which an expensive value that depends on nothing but its parameters is a table with an entry for
every combination of arguments. Layer: lower. Both back ends emit such a table like a column of cards. A value that takes too
long to evaluate now, or fails for some argument, is left to run time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.traversal import walk
from interpreter.ir.types import NUMBER, Of
from interpreter.lower.evaluate import Evaluator, Found, Open, Wrong
from interpreter.lower.passes.inline import MAX_TERMS

MAX_ENTRIES = 5000
MAX_WORK = 60_000  # search rounds and value calls, over all values together
TABLE = "let"  # kind of such a table's column: no kind can have this name


def tabulate(program: Program) -> Program:
    tables = Tables(program)
    for name in program.values:
        tables.look(name)
    return replace(program, values=tables.values)


class Tables:
    def __init__(self, program: Program) -> None:
        self.program, self.values = program, dict(program.values)
        self.working = Evaluator(program.rulebook, self.values, MAX_WORK)
        self.parts = {rest.name for value in self.values.values() if (rest := value.rest) is not None}
        self._looked: set[str] = set()

    def look(self, name: str) -> None:
        """Tabulate a value after the values it calls, which makes it cheaper to evaluate."""
        if name in self._looked:
            return
        self._looked.add(name)
        value = self.values[name]
        for term in _terms(value):
            for part in walk(term):
                if isinstance(part, rb.ValueCall):
                    self.look(part.value.name)
        if name in self.parts or not self._is_dear(value):
            return
        found = self._entries(value)
        if found is not None:
            self.values[name] = replace(value, cases=(rb.Case(_looked_up(value, found, self.program), None),))
            self.working.forget(name)

    def _is_dear(self, value: rb.Value) -> bool:
        """Is evaluating it more expensive than a lookup?"""
        return len(value.cases) > 1 or self._cost(value, set()) > MAX_TERMS

    def _cost(self, value: rb.Value, around: set[str]) -> int:
        """Count its terms and those of the values it calls.

        A search always exceeds the limit."""
        found = 0
        for term in _terms(value):
            for part in walk(term):
                if isinstance(part, rb.Search):
                    return MAX_TERMS + 1
                found += 1
                if isinstance(part, rb.ValueCall) and part.value.name not in around:
                    found += self._cost(self.values[part.value.name], around | {part.value.name})
        return found

    def _sizes(self, value: rb.Value) -> list[int] | None:
        """Return the number of members for each parameter.

        None if not all are of a kind, or if there are too many combinations."""
        sizes = [self.program.layout.sizes[one.type.kind] for one in value.parameters if isinstance(one.type, Of)]
        return sizes if 0 < len(sizes) == len(value.parameters) and prod(sizes) <= MAX_ENTRIES else None

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

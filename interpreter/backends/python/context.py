"""Names and addresses for the printers of Python.

In: a Program and its Layout. Out: names for variables, addresses for cells and lists, literals for constants.
Layer: backends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.flow import loop_heads
from interpreter.ir.layout import Layout
from interpreter.runtime.identifiers import made, written
from interpreter.source import Span


@dataclass
class Shared:
    """Tables and counters of one module, shared by all its functions."""

    program: Program
    tables: dict[str, str] = field(default_factory=dict)  # name -> literal
    counter: int = 0
    marks: Marks | None = None  # what the code reports when coverage is measured

    @property
    def layout(self) -> Layout:
        return self.program.layout

    @cached_property
    def heads(self) -> frozenset[int]:
        """The blocks that are loop heads."""
        return loop_heads(self.program.blocks)

    def numbers_of(self, kind: str) -> str:
        """Name a table with the numbers of all members of a kind."""
        name = made("all", kind)
        return (
            name
            if name in self.tables
            else self.table(name, tuple(range(len(self.program.rulebook.kinds[kind].members))))
        )

    @cached_property
    def _clauses(self) -> dict[str, list[str]]:
        """The cited clauses of the rulebook, by the path and line that cite them."""
        found: dict[str, list[str]] = {}
        for clause, _, place in self.program.rulebook.citations:
            found.setdefault(place.rpartition(":")[0], []).append(clause)
        return found

    def clauses_at(self, span: Span) -> tuple[str, ...]:
        """List the clauses cited on the lines of a rule."""
        lines = (f"{span.source.path}:{line}" for line in range(span.line, span.end_line + 1))
        return tuple(clause for line in lines for clause in self._clauses.get(line, ()))

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    def table(self, name: str, value: Any) -> str:
        self.tables[name] = repr(value)
        return name


@dataclass
class Context:
    """How one function writes its variables."""

    shared: Shared
    variables: dict[rb.Variable, str] = field(default_factory=dict)

    @property
    def rulebook(self) -> rb.Rulebook:
        return self.shared.program.rulebook

    def inner(self) -> Context:
        """Open an inner scope, e.g. for a search."""
        return Context(self.shared, dict(self.variables))

    def name(self, variable: rb.Variable) -> str:
        return self.variables[variable]

    def local(self, variable: rb.Variable) -> str:
        """Make a new Python local for a variable."""
        name = self.variables[variable] = self.shared.fresh(f"{written(variable.name)}_")
        return name


def address_of(base: int, parts: Sequence[tuple[str | int, int]]) -> str:
    """Print base + key * step + ..., constant keys folded."""
    number = base
    rest: list[str] = []
    for key, step in parts:
        if isinstance(key, int):
            number += key * step
        else:
            rest.append(key if step == 1 else f"{key} * {step}")
    if number or not rest:
        rest.append(str(number))
    return " + ".join(rest)


def values_template(need: rb.Condition) -> rb.Template:
    """Describe both sides of a condition: `your money is 3; price is 4; `."""
    return rb.Template(tuple(part for words, term in need.values for part in (f"{words} is ", term, "; ")))

"""The body of one Python function while it is printed, line by line.

In: a Context and the frame of a routine. Out: lines with the rules that they come from; names for variables. Layer: backends.
The printers in `table_acts`, `acts` and `ends` are functions over it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from interpreter.backends.python.context import Context
from interpreter.backends.python.terms import write_term
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import STEP
from interpreter.source import Span


class Lines:
    """Collects the statements of one function, line by line."""

    def __init__(self, context: Context, frame: pb.Frame | None, lines: list[str]) -> None:
        self.context = context
        self.frame = frame
        self.routine: rb.Routine | None = frame.routine if frame is not None else None
        self.lines = lines
        self.spans: list[Span | None] = []  # the source span of each line
        self.here: Span | None = self.routine.span if self.routine is not None else None
        self.depth = 1
        self.number = -1  # the block being printed; -1 in a plain routine
        self.is_head = False  # is that block a loop head?
        self.turns: list[str] = []  # locals that save whose secret turn it is around each open `secretly each`
        self.set_once: set[rb.Variable] = set()  # slots assigned once by the acts of this block, and read afterwards

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)
        self.spans.append(self.here)

    def term(self, term: rb.Term) -> str:
        return write_term(term, self.context)

    def target(self, variable: rb.Variable) -> str:
        """Name what a variable is assigned to.

        Its slot, or a Python local made on first use."""
        if variable not in self.context.variables:
            return self.context.local(variable)
        return self.context.name(variable)

    def set_variable(self, variable: rb.Variable, value: str) -> None:
        target = self.target(variable)
        if variable in self.set_once and self.depth == 1:  # from here on also a Python local
            target = f"{self.context.local(variable)} = {target}"
        self.line(f"{target} = {value}")

    def near(self) -> Context:
        """Copy the context with local names for frame slots.

        A search reads them repeatedly."""
        variables = dict(self.context.variables)
        if self.frame is not None:
            slots = {name: f"v{slot}" for name, slot in self.frame.slots.items() if variables[name] == f"f[{slot}]"}
            variables.update(slots)
        return replace(self.context, variables=variables)

    def fetch(self, near: Context, texts: Sequence[str]) -> None:
        """Assign those of the local names that the texts use."""
        used = set(re.findall(r"\bv[0-9]+\b", " ".join(texts)))
        for variable, name in near.variables.items():
            if name in used:
                self.line(f"{name} = {self.context.variables[variable]}")

    def mark(self, span: Span | None) -> None:
        """Mark this step as covered, if coverage is measured."""
        marks = self.context.shared.marks
        is_end_of_all = self.routine is not None and span is self.routine.span
        if marks is not None and span is not None and not is_end_of_all:
            self.line(f"seen({marks.mark(STEP, span)}, True)")

    def reached(self, rule: str) -> None:
        """Set the usage bit of a rule, for the report of unused rules.

        The bits of cards come first."""
        if rule:
            self.line(f"s.touched |= {bit(self.context.shared.program.rule_bit(rule))}")


def bit(number: int) -> str:
    """Print a number with one bit set, as a literal while that is short."""
    return str(1 << number) if number < 1000 else f"1 << {number}"

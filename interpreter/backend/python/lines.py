"""Lines of Python that write themselves down: what every statement of a function needs.

In: a Context and the frame of a routine. Out: lines with the rules that they come from; names for variables. Layer: backend.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from interpreter.backend.python.context import Context
from interpreter.backend.python.terms import write_term
from interpreter.check import rulebook as rb
from interpreter.check.marks import STEP
from interpreter.program import blocks as pb
from interpreter.source import Span


class Lines:
    """The statements of one function, line by line."""

    def __init__(self, context: Context, frame: pb.Frame | None, lines: list[str]) -> None:
        self.context = context
        self.frame = frame
        self.routine: rb.Routine | None = frame.routine if frame is not None else None
        self.lines = lines
        self.spans: list[Span | None] = []  # for each line, the rule that it comes from
        self.here: Span | None = self.routine.span if self.routine is not None else None
        self.depth = 1
        self.set_once: set[rb.Variable] = (
            set()
        )  # slots that are filled once by the acts of this block, and then looked at

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)
        self.spans.append(self.here)

    def term(self, term: rb.Term) -> str:
        return write_term(term, self.context)

    def target(self, variable: rb.Variable) -> str:
        """Where a variable is written to: its slot, or a Python local made on first use."""
        if variable not in self.context.variables:
            return self.context.local(variable)
        return self.context.name(variable)

    def _set(self, variable: rb.Variable, value: str) -> None:
        target = self.target(variable)
        if variable in self.set_once and self.depth == 1:  # from here on a local of Python, too
            target = f"{self.context.local(variable)} = {target}"
        self.line(f"{target} = {value}")

    def _near(self) -> Context:
        """The same context with local names for the slots of the frame: a search looks at them again and again."""
        variables = dict(self.context.variables)
        if self.frame is not None:
            slots = {name: f"v{slot}" for name, slot in self.frame.slots.items() if variables[name] == f"f[{slot}]"}
            variables.update(slots)
        return replace(self.context, variables=variables)

    def _fetch(self, near: Context, texts: Sequence[str]) -> None:
        """Those of the local names that are used get their values."""
        used = set(re.findall(r"\bv[0-9]+\b", " ".join(texts)))
        for variable, name in near.variables.items():
            if name in used:
                self.line(f"{name} = {self.context.variables[variable]}")

    def _seen(self, span: Span | None) -> None:
        """A run under cover has come to this step."""
        marks = self.context.shared.marks
        is_end_of_all = self.routine is not None and span is self.routine.span
        if marks is not None and span is not None and not is_end_of_all:
            self.line(f"seen({marks.mark(STEP, span)}, True)")

    def reached(self, rule: str) -> None:
        """A bit behind those of the cards: what `simulate` tells was never used."""
        if rule:
            self.line(f"s.touched |= {bit(self.context.shared.program.rule_bit(rule))}")


def bit(number: int) -> str:
    """A number with this bit alone; written out as long as that is short."""
    return str(1 << number) if number < 1000 else f"1 << {number}"

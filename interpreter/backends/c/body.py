"""The body of one C function while it is printed, line by line.

In: a Context and, of a routine that can stop, its frame. Out: lines of C and the locals they declare. Layer: backends. The
printers of statements in `acts` and `ends` are functions over it. In a routine that can stop, `f` is its frame and variables
that outlive a block are its slots; in a plain routine variables are C locals.
"""

from __future__ import annotations

from interpreter.backends.c.context import Context, write
from interpreter.backends.c.slots import put_slot, words_of
from interpreter.backends.c.unit import c_type
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.flow import ways_back


class Body:
    """The statements of one routine so far, and where its variables are."""

    def __init__(self, context: Context, frame: pb.Frame | None, routine: rb.Routine | None, lines: list[str]) -> None:
        self.context, self.frame, self.routine, self.lines = context, frame, routine, lines
        self.declared: list[str] = []  # locals of the whole function
        self.slots = words_of(frame, context.unit) if frame is not None else {}
        self.ways_back = ways_back(frame.blocks) if frame is not None else frozenset()
        self.turns: list[str] = []  # locals that save whose secret turn it is around each open `secretly each`
        self.block = 0  # the current block, in a frame

    def line(self, text: str) -> None:
        self.lines.append("    " + text)

    def term(self, term: rb.Term) -> str:
        return write(term, self.context)

    def assign(self, variable: rb.Variable, text: str) -> None:
        """Assign to a variable.

        Its frame slot, or a C local declared at the top of the routine."""
        if variable in self.slots:
            self.line(put_slot("s", f"f + {self.slots[variable]}", text, variable.type))
        elif variable in self.context.variables:
            self.line(f"{self.context.variables[variable]} = {text};")
        else:
            name = self.context.local(variable)
            self.declared.append(
                f"    {c_type(variable.type)} {name}{' = NONE' if c_type(variable.type) == 'I' else ' = {0}'};"
            )
            self.line(f"{name} = {text};")

    def noticed(self, by_everyone: bool) -> None:
        if by_everyone and self.context.unit.program.quiet:
            self.line("noticed(s);")

    def reached(self, rule: str) -> None:
        if rule:
            self.line(f"touch(s, {self.context.unit.program.rule_bit(rule)});")

"""The functions of one C file in the making.

In: a Program. Out: `Parts`, to which everything that writes functions adds. Layer: backend. What is played lies in one part and
what is asked for from outside in the other, so that two compilers have enough to do and a game stays in one of them.
"""

from __future__ import annotations

from interpreter.backend.c.unit import Unit
from interpreter.program import Program


class Parts:
    def __init__(self, program: Program) -> None:
        self.program, self.layout, self.rulebook = program, program.layout, program.rulebook
        self.unit = Unit(program)
        self.heads: list[str] = []
        self.common: list[str] = []  # in every part: small things that are worth having where they are used
        self.played: list[str] = []  # what runs in every game
        self.asked_for: list[str] = []  # what somebody asks for from outside

    def function(self, head: str, body: list[str], asked_for: bool = False, cold: bool = False) -> None:
        self.heads.append(f"SHARED {head}{' __attribute__((cold))' if cold else ''};")
        (self.asked_for if asked_for or cold else self.played).extend([f"SHARED {head} {{", *body, "}", ""])

    def small_function(self, head: str, body: list[str]) -> None:
        self.heads.append(f"static {head};")
        self.common += [f"static {head} {{", *body, "}", ""]

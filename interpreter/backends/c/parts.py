"""The functions of the emitted C file, collected by part.

In: a Program. Out: `Parts`, the base of all writers of functions. Layer: backends. Functions that run in a game are in one
part and entry points for callers in the other, so that two compilers can work in parallel and a game stays within one
translation unit.
"""

from __future__ import annotations

from interpreter.backends.c.unit import Unit
from interpreter.ir.blocks import Program


class Parts:
    def __init__(self, program: Program) -> None:
        self.program, self.layout, self.rulebook = program, program.layout, program.rulebook
        self.unit = Unit(program)
        self.heads: list[str] = []
        self.common: list[str] = []  # in both parts: small functions worth inlining
        self.played: list[str] = []  # runs in every game
        self.asked_for: list[str] = []  # called from outside only

    def function(self, head: str, body: list[str], asked_for: bool = False, cold: bool = False) -> None:
        self.heads.append(f"SHARED {head}{' __attribute__((cold))' if cold else ''};")
        (self.asked_for if asked_for or cold else self.played).extend([f"SHARED {head} {{", *body, "}", ""])

    def small_function(self, head: str, body: list[str]) -> None:
        self.heads.append(f"static {head};")
        self.common += [f"static {head} {{", *body, "}", ""]

"""The C file while it is emitted: its functions by part, and its memos.

In: a Program. Out: `Module`, which the writers of functions fill. Layer: backends. Functions that run in a game are in one
part and entry points for callers in the other, so that two compilers can work in parallel and a game stays within one
translation unit.
"""

from __future__ import annotations

from interpreter.backends.c.memo_candidates import constants, counting, read_repeatedly
from interpreter.backends.c.unit import Unit
from interpreter.ir.blocks import Program


class Module:
    """The functions of one C file so far."""

    def __init__(self, program: Program) -> None:
        self.program, self.layout, self.rulebook = program, program.layout, program.rulebook
        self.unit = Unit(program)
        self.heads: list[str] = []
        self.common: list[str] = []  # in both parts: small functions worth inlining
        self.played: list[str] = []  # runs in every game
        self.asked_for: list[str] = []  # called from outside only
        self.memos: dict[str, int] = {}  # memo field -> number of entries
        self.read_repeatedly, self.counting = read_repeatedly(program), counting(program)
        self.constants = constants(program)

    def function(self, head: str, body: list[str], asked_for: bool = False, cold: bool = False) -> None:
        self.heads.append(f"SHARED {head}{' __attribute__((cold))' if cold else ''};")
        (self.asked_for if asked_for or cold else self.played).extend([f"SHARED {head} {{", *body, "}", ""])

    def small_function(self, head: str, body: list[str]) -> None:
        self.heads.append(f"static {head};")
        self.common += [f"static {head} {{", *body, "}", ""]

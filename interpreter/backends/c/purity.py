"""Find acts that change nothing a value can read (pure acts).

In: acts and a Program. Out: runs of acts, each with whether a memo scope around it pays off. Layer: backends. Assigning
variables, recording scores and logging leave all values as they are, so memoized results stay valid, as they do while the
options of a question are collected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.backends.c.memo_candidates import Name, used_in
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program


class Unchanged:
    def __init__(self, program: Program, kept: frozenset[Name]) -> None:
        """`kept`: values and formulas that are memoized, or use some that are."""
        self.program, self.kept = program, kept
        self._routines: dict[str, bool] = {}  # by name: is it pure?

    def stretches(self, acts: Sequence[pb.Simple]) -> Iterator[tuple[list[pb.Simple], bool]]:
        for quiet, some in groupby(acts, self.changes_nothing):
            stretch = list(some)
            yield stretch, quiet and self._is_worth_it(stretch)

    def changes_nothing(self, act: pb.Simple) -> bool:
        match act:
            case rb.Assign() | rb.SetScore() | rb.Tell() | rb.ShowTo() | rb.Touch():
                return True
            case rb.ForEach() | rb.NamedStep() | rb.Branching() | rb.Quiet():
                return all(map(self.changes_nothing, rb.inner_acts(act)))
            case rb.CallRoutine():
                return self._routine(act.routine.name)
            case _:
                return False

    def _routine(self, name: str) -> bool:
        if name not in self._routines:
            self._routines[name] = False  # assume recursion is not pure
            routine = self.program.plain.get(name)
            self._routines[name] = (
                routine is not None and not routine.keeps and all(map(self.changes_nothing, routine.body))
            )
        return self._routines[name]

    def _is_worth_it(self, acts: Sequence[pb.Simple]) -> bool:
        """Is a memoized value read by a search or a loop, or more than once?"""
        used = [often for act in acts for name, often in self._used(act, False) if name in self.kept]
        return any(used) or len(used) > 1

    def _used(self, act: pb.Simple, often: bool) -> Iterator[tuple[Name, bool]]:
        match act:
            case rb.Assign():
                yield from used_in(act.value, often)
            case rb.SetScore():
                yield from used_in(act.value, often)
            case rb.Branching():
                for condition, _ in act.cases:
                    yield from used_in(condition, often)
            case rb.CallRoutine():
                for argument in act.arguments:
                    yield from used_in(argument, often)
                for inner in self.program.plain[act.routine.name].body:
                    yield from self._used(inner, often)
        if isinstance(act, rb.ForEach | rb.NamedStep | rb.Branching):
            for inner in rb.inner_acts(act):
                yield from self._used(inner, often or isinstance(act, rb.ForEach))

"""Acts that change nothing that a value can look at.

In: acts and a Program. Out: stretches of them, each with whether it is worth keeping what is worked out in it. Layer: backend.
Names are given, scores are written down, something is told: while only that happens, what was worked out once is the same
again, as it is while a question is put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.backend.c.again import Name, used_in
from interpreter.check import rulebook as rb
from interpreter.program import Program
from interpreter.program import blocks as pb


class Unchanged:
    def __init__(self, program: Program, kept: frozenset[Name]) -> None:
        """`kept`: values and formulas that are kept, or use some that are."""
        self.program, self.kept = program, kept
        self._routines: dict[str, bool] = {}  # by name: does it change nothing?

    def stretches(self, acts: Sequence[pb.Simple]) -> Iterator[tuple[list[pb.Simple], bool]]:
        for quiet, some in groupby(acts, self.changes_nothing):
            stretch = list(some)
            yield stretch, quiet and self._is_worth_it(stretch)

    def changes_nothing(self, act: pb.Simple) -> bool:
        match act:
            case rb.Assign() | rb.SetScore() | rb.Tell() | rb.ShowTo() | rb.Touch():
                return True
            case rb.ForEach() | rb.NamedStep() | rb.Branching():
                return all(map(self.changes_nothing, rb.inner_acts(act)))
            case rb.CallRoutine():
                return self._routine(act.routine.name)
            case _:
                return False

    def _routine(self, name: str) -> bool:
        if name not in self._routines:
            self._routines[name] = False  # one that runs itself
            routine = self.program.plain.get(name)
            self._routines[name] = routine is not None and not routine.keeps and all(map(self.changes_nothing, routine.body))
        return self._routines[name]

    def _is_worth_it(self, acts: Sequence[pb.Simple]) -> bool:
        """Is something that is kept asked for by a search or a loop, or twice?"""
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

"""Leave a question out that offers nothing: `may choose` from an empty list.

In: a checked question and the labels of what it depends on. Out: the question inside a test whether there is something to
choose. Layer: check. Where others may not see whether there is, the question is put with `pass` alone: a player who is not
asked would be known to have nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.secrets.taint import Labels
from interpreter.ir import rulebook as rb
from interpreter.ir.questions import has_something
from interpreter.ir.types import YES_NO


@dataclass(frozen=True, slots=True)
class Unasked:
    """How questions are left out.

    The free actions can be taken beside each, so they keep it."""

    free_actions: tuple[rb.Routine, ...]

    def around(self, act: rb.Act, labels: Labels) -> rb.Act:
        if not isinstance(act, rb.AskThing) or not act.site.optional or act.site.openly or act.site.private:
            return act
        if act.automatic or act.then is not None:  # laws answer it, or the next question is part of it
            return act
        free = tuple(rb.CanTake(YES_NO, action, (act.actor,)) for action in self.free_actions)
        some: rb.Term = has_something(act)
        condition = rb.Logic(YES_NO, "or", (some, *free)) if free else some
        if labels.of(condition):
            return act
        nothing = rb.Assign(act.span, act.variable, rb.Constant(act.variable.type, None))
        return rb.Branching(act.span, ((condition, (act,)),), (nothing,), unasked=True)

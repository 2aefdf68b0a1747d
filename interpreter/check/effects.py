"""Which procedures can stop for a decision.

In: checked routines. Out: `suspends` set on each that asks, or runs one that asks. Layer: check.
"""

from __future__ import annotations

from interpreter.check import rulebook as rb


def mark_effects(routines: dict[str, rb.Routine]) -> None:
    for routine in routines.values():
        routine.suspends = any(isinstance(act, rb.Ask) for act in rb.walk_acts(routine.body))
    changed = True
    while changed:
        changed = False
        for routine in routines.values():
            if not routine.suspends and any(_may_stop(act) for act in rb.walk_acts(routine.body)):
                routine.suspends = changed = True


def _may_stop(act: rb.Act) -> bool:
    if isinstance(act, rb.CallRoutine):
        return act.routine.suspends
    if isinstance(act, rb.CallColumn):
        return any(cell.suspends for cell in act.column.cells if isinstance(cell, rb.Routine))
    return False


def column_suspends(column: rb.Column) -> bool:
    return any(cell.suspends for cell in column.cells if isinstance(cell, rb.Routine))

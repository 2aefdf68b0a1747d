"""Effect analysis: which procedures can suspend for a decision, and which decisions are secret.

In: checked routines. Out: `suspends` set on each that asks, or runs one that asks; `tried` on ways and actions that
reach a `must leave`; `private` on the sites of what is asked inside `secretly each`. Layer: ir.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb


def mark_effects(routines: dict[str, rb.Routine]) -> None:
    for routine in routines.values():
        routine.suspends = any(isinstance(act, rb.Ask) for act in rb.walk_acts(routine.body))
    changed = True
    while changed:
        changed = False
        for routine in routines.values():
            if not routine.suspends and any(_may_stop(act) for act in rb.walk_acts(routine.body)):
                routine.suspends = changed = True


def mark_trials(routines: dict[str, rb.Routine]) -> None:
    """Mark ways and actions that reach a `must leave`, directly or in a procedure.

    They are tried before they are offered."""
    checking: set[str] = set()
    found = True
    while found:
        new = {name for name, routine in routines.items() if _checks(routine.body, checking)} - checking
        checking, found = checking | new, bool(new)
    for name, routine in routines.items():
        if "action" in routine.word:
            routine.tried = name in checking
        for act in rb.walk_acts(routine.body):
            for entry in act.entries if isinstance(act, rb.AskMenu) else ():
                entry.tried = _checks(entry.body, checking)


def _checks(acts: tuple[rb.Act, ...], checking: set[str]) -> bool:
    return any(_comes_to_check(act, checking) for act in acts)


def _comes_to_check(act: rb.Act, checking: set[str]) -> bool:
    """Does the act lead to a `must leave`?

    A nested question tries its own ways: it counts only if none of them avoids one."""
    match act:
        case rb.Check():
            return True
        case rb.AskMenu():
            ways = [_checks(entry.body, checking) for entry in act.entries]
        case rb.AskAction():
            ways = [routine.name in checking for routine, _ in act.actions]
        case _:
            return any(run.name in checking for run in runs(act)) or _checks(rb.inner_acts(act), checking)
    return not act.site.optional and all(ways)


def mark_secrets(routines: dict[str, rb.Routine]) -> None:
    """Mark the questions asked inside `secretly each` as private.

    In the procedures it runs as well."""
    seen: set[str] = set()
    for routine in routines.values():
        for act in rb.walk_acts(routine.body):
            if isinstance(act, rb.ForEach) and act.secretly:
                _hide(act.body, seen)


def running_themselves(routines: dict[str, rb.Routine]) -> set[str]:
    """Return the recursive procedures, directly or through others."""
    direct = {
        name: {run.name for act in rb.walk_acts(routine.body) for run in runs(act)}
        for name, routine in routines.items()
    }
    return {name for name in direct if name in reached(name, direct)}


def reached(start: str, direct: dict[str, set[str]]) -> set[str]:
    """Return all names that follow from one, in any number of steps."""
    found: set[str] = set()
    waiting = list(direct[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += direct.get(name, ())
    return found


def _hide(acts: tuple[rb.Act, ...], seen: set[str]) -> None:
    for act in rb.walk_acts(acts):
        if isinstance(act, rb.Ask):
            act.site.private = True
        for routine in runs(act):
            if routine.name not in seen:
                seen.add(routine.name)
                _hide(routine.body, seen)


def runs(act: rb.Act) -> list[rb.Routine]:
    match act:
        case rb.CallRoutine():
            return [act.routine]
        case rb.CallColumn():
            return [cell for cell in act.column.cells if isinstance(cell, rb.Routine)]
        case rb.AskAction():
            return [routine for routine, _ in act.actions]
        case _:
            return []


def _may_stop(act: rb.Act) -> bool:
    if isinstance(act, rb.CallRoutine):
        return act.routine.suspends
    if isinstance(act, rb.CallColumn):
        return any(cell.suspends for cell in act.column.cells if isinstance(cell, rb.Routine))
    return False


def column_suspends(column: rb.Column) -> bool:
    return any(cell.suspends for cell in column.cells if isinstance(cell, rb.Routine))

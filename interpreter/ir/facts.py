"""Facts about a Program as a whole.

In: a Program whose routines are cut into blocks. Out: the same Program, with its summary fields filled. Layer: ir. Both
back ends need these facts; neither computes them itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import EnterQuiet, Program, Rule, rule_name
from interpreter.ir.effects import running_themselves


def find_facts(program: Program) -> None:
    routines = program.rulebook.routines.values()
    program.rules = _rules(program)
    program.free = tuple(routine for routine in routines if routine.word == "free action")
    program.units = tuple(dict.fromkeys(act.unit for act in all_acts(program) if isinstance(act, rb.Lasting | rb.Tick)))
    program.rows = tuple(
        dict.fromkeys(act.row for act in all_acts(program) if isinstance(act, rb.SetScore) and act.row is not None)
    )
    program.eliminates = any(isinstance(act, rb.Eliminate) for act in all_acts(program))
    program.careful = _careful(program)
    program.ranked = _ranks(program)
    program.quiet = any(isinstance(act, EnterQuiet) for block in program.blocks for act in block.acts)
    program.circular = frozenset(running_themselves(program.plain))


def all_acts(program: Program) -> Iterator[rb.Act]:
    for routine in program.rulebook.routines.values():
        yield from rb.walk_acts(routine.body)


def _ranks(program: Program) -> bool:
    """Is there a `must leave the highest`?"""
    return any(isinstance(act, rb.Check) and act.best for act in all_acts(program))


def _careful(program: Program) -> bool:
    """Must every question be checked again?

    For free actions, trials, automas or eliminated players."""
    return (
        program.rulebook.has_automas
        or bool(program.free)
        or program.eliminates
        or any(routine.tried for routine in program.rulebook.routines.values())
        or any(isinstance(act, rb.Check) for act in all_acts(program))
    )


def _rules(program: Program) -> dict[str, Rule]:
    """Return procedures, actions and named steps, in program order."""
    found: dict[str, Rule] = {}
    for routine in (*program.plain.values(), *(frame.routine for frame in program.frames.values())):
        steps = (act for act in rb.walk_acts(routine.body) if isinstance(act, rb.NamedStep))
        for step in (None, *steps):
            name = rule_name(routine, step)
            if name and name not in found:
                found[name] = Rule(len(found), routine.name, step.variant if step is not None else "")
    return found

"""Emit routines as Python functions: one if it cannot stop, else one per block; and the steps of cards.

In: the routines of a Program. Out: functions and tables in an Emission. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.python.acts import write_acts
from interpreter.backends.python.context import Context
from interpreter.backends.python.emission import Module
from interpreter.backends.python.ends import write_block
from interpreter.backends.python.lines import Lines
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.effects import column_suspends
from interpreter.ir.live_variables import hides_anything, needed, secret_keeps, secret_slots
from interpreter.runtime.identifiers import made
from interpreter.runtime.tables import Rest, Routine


def write_routines(module: Module) -> None:
    _plain_routines(module)
    _blocks(module)
    _columns(module)


def _plain_routines(module: Module) -> None:
    for routine in module.program.plain.values():
        _plain(module, routine)


def _plain(module: Module, routine: rb.Routine) -> None:
    context = Context(module.shared)
    names = [context.local(parameter) for parameter in routine.parameters]
    body = Lines(context, None, [])
    body.routine, body.here = routine, routine.span
    body.reached(pb.rule_name(routine))
    if routine.name in module.program.circular:
        body.line("spend(s, 1)")
    for keep in routine.keeps:
        body.line(f"{made('reset', keep.name)}(s)")
    write_acts(body, routine.body)
    module.out.function(f"{made('run', routine.name)}({', '.join(['s', *names])})", body.lines, body.spans)


def _blocks(module: Module) -> None:
    for name, frame in module.program.frames.items():
        for block in frame.blocks:
            body = Lines(module.frame_context(name), frame, [])
            write_block(body, block)
            module.out.function(f"b{block.number}(s, f)", body.lines, body.spans)
    names = "".join(f"b{block.number}, " for block in module.program.blocks)
    module.out.line(f"BLOCKS = ({names})")
    routines = {
        name: Routine(frame.entry, len(frame.slots), len(frame.routine.parameters))
        for name, frame in module.program.frames.items()
    }
    module.out.line(f"ROUTINES = {routines!r}")
    slots = {name: tuple(variable.type for variable in frame.slots) for name, frame in module.program.frames.items()}
    module.out.line(f"SLOTS = {slots!r}")
    _secrets(module)
    owner = [""] * len(module.program.blocks)
    for name, frame in module.program.frames.items():
        for block in frame.blocks:
            owner[block.number] = name
    module.out.line(f"BLOCK_ROUTINE = {tuple(owner)!r}")
    module.out.line(f"CALLED_AT = {_calls(module)!r}")
    module.out.line(f"QUIET = {module.program.quiet}")
    module.out.line(f"RANKED = {module.program.ranked}")
    module.out.line(f"CAREFUL = {module.program.careful}")
    plain = "".join(f"{name!r}: {made('run', name)}, " for name in module.program.plain)
    module.out.line(f"PLAIN = {{{plain}}}")


def _secrets(module: Module) -> None:
    """Emit for bots which slots are live, and which secrets slots and keeps depend on."""
    secret = hides_anything(module.program)
    module.out.line(f"NEEDED = {needed(module.program) if secret else ()!r}")
    slots = {
        name: {slot: tuple(Rest(*one) for one in rests) for slot, rests in found.items()}
        for name, found in secret_slots(module.program).items()
    }
    keeps = {name: tuple(Rest(*one) for one in rests) for name, rests in secret_keeps(module.program).items()}
    module.out.line(f"SECRET_SLOTS = {slots!r}")
    module.out.line(f"SECRET_KEEPS = {keeps!r}")


def _calls(module: Module) -> dict[int, str]:
    """Map the block in which a waiting routine resumes to the line of its call."""
    found: dict[int, set[str]] = {}
    for block in module.program.blocks:
        end = block.end
        if isinstance(end, pb.RunEnd | pb.ColumnEnd | pb.ActionAnswer):
            span = pb.span_of(end)
            assert span is not None
            found.setdefault(end.after, set()).add(f"{span.source.path}:{span.line}")
    return {after: spans.pop() for after, spans in found.items() if len(spans) == 1}


def _columns(module: Module) -> None:
    for kind in module.rulebook.kinds.values():
        for column in kind.columns.values():
            if column.type is not None:
                continue
            stem = (kind.name, column.name)
            cells = ["None" if cell is None else made("run", cell.name) if cell.name in module.program.plain else "None"
                     for cell in column.cells]  # fmt: skip
            module.out.line(f"{made('steps', *stem)} = ({''.join(cell + ', ' for cell in cells)})")
            if column_suspends(column):
                entries = ["None" if cell is None else made("run", cell.name) if cell.name in module.program.plain
                           else repr(_entry(module, cell.name)) for cell in column.cells]  # fmt: skip
                module.out.line(f"{made('entries', *stem)} = ({''.join(entry + ', ' for entry in entries)})")


def _entry(module: Module, name: str) -> tuple[int, int]:
    frame = module.program.frames[name]
    return frame.entry, len(frame.slots)

"""Emit routines as Python functions: one if it cannot stop, else one per block; and the steps of cards.

In: the routines of a Program. Out: functions and tables in an Emission. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.python.acts import Writer
from interpreter.backends.python.context import Context
from interpreter.backends.python.emission import Part
from interpreter.backends.python.ends import BlockWriter
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.effects import column_suspends
from interpreter.ir.live_variables import hides_anything, needed, secret_keeps, secret_slots
from interpreter.runtime.identifiers import made
from interpreter.runtime.tables import Rest, Routine


class RoutinePart(Part):
    """Emits the routines, and the card steps that run them."""

    def write(self) -> None:
        self.plain_routines()
        self.blocks()
        self.columns()

    def plain_routines(self) -> None:
        for routine in self.program.plain.values():
            self._plain(routine)

    def _plain(self, routine: rb.Routine) -> None:
        context = Context(self.shared)
        names = [context.local(parameter) for parameter in routine.parameters]
        writer = Writer(context, None, [])
        writer.routine, writer.here = routine, routine.span
        writer.reached(pb.rule_name(routine))
        if routine.name in self.program.circular:
            writer.line("spend(s, 1)")
        for keep in routine.keeps:
            writer.line(f"{made('reset', keep.name)}(s)")
        writer.acts(routine.body)
        self.out.function(f"{made('run', routine.name)}({', '.join(['s', *names])})", writer.lines, writer.spans)

    def blocks(self) -> None:
        for name, frame in self.program.frames.items():
            for block in frame.blocks:
                writer = BlockWriter(self.frame_context(name), frame, [])
                writer.block(block)
                self.out.function(f"b{block.number}(s, f)", writer.lines, writer.spans)
        names = "".join(f"b{block.number}, " for block in self.program.blocks)
        self.out.line(f"BLOCKS = ({names})")
        routines = {
            name: Routine(frame.entry, len(frame.slots), len(frame.routine.parameters))
            for name, frame in self.program.frames.items()
        }
        self.out.line(f"ROUTINES = {routines!r}")
        slots = {name: tuple(variable.type for variable in frame.slots) for name, frame in self.program.frames.items()}
        self.out.line(f"SLOTS = {slots!r}")
        self.secrets()
        owner = [""] * len(self.program.blocks)
        for name, frame in self.program.frames.items():
            for block in frame.blocks:
                owner[block.number] = name
        self.out.line(f"BLOCK_ROUTINE = {tuple(owner)!r}")
        self.out.line(f"CALLED_AT = {self._calls()!r}")
        self.out.line(f"QUIET = {self.program.quiet}")
        self.out.line(f"RANKED = {self.program.ranked}")
        self.out.line(f"CAREFUL = {self.program.careful}")
        plain = "".join(f"{name!r}: {made('run', name)}, " for name in self.program.plain)
        self.out.line(f"PLAIN = {{{plain}}}")

    def secrets(self) -> None:
        """Emit for bots which slots are live, and which secrets slots and keeps depend on."""
        secret = hides_anything(self.program)
        self.out.line(f"NEEDED = {needed(self.program) if secret else ()!r}")
        slots = {
            name: {slot: tuple(Rest(*one) for one in rests) for slot, rests in found.items()}
            for name, found in secret_slots(self.program).items()
        }
        keeps = {name: tuple(Rest(*one) for one in rests) for name, rests in secret_keeps(self.program).items()}
        self.out.line(f"SECRET_SLOTS = {slots!r}")
        self.out.line(f"SECRET_KEEPS = {keeps!r}")

    def _calls(self) -> dict[int, str]:
        """Map the block in which a waiting routine resumes to the line of its call."""
        found: dict[int, set[str]] = {}
        for block in self.program.blocks:
            end = block.end
            if isinstance(end, pb.RunEnd | pb.ColumnEnd | pb.ActionAnswer):
                span = pb.span_of(end)
                assert span is not None
                found.setdefault(end.after, set()).add(f"{span.source.path}:{span.line}")
        return {after: spans.pop() for after, spans in found.items() if len(spans) == 1}

    def columns(self) -> None:
        for kind in self.rulebook.kinds.values():
            for column in kind.columns.values():
                if column.type is not None:
                    continue
                stem = (kind.name, column.name)
                cells = ["None" if cell is None else made("run", cell.name) if cell.name in self.program.plain else "None"
                         for cell in column.cells]  # fmt: skip
                self.out.line(f"{made('steps', *stem)} = ({''.join(cell + ', ' for cell in cells)})")
                if column_suspends(column):
                    entries = ["None" if cell is None else made("run", cell.name) if cell.name in self.program.plain
                               else repr(self._entry(cell.name)) for cell in column.cells]  # fmt: skip
                    self.out.line(f"{made('entries', *stem)} = ({''.join(entry + ', ' for entry in entries)})")

    def _entry(self, name: str) -> tuple[int, int]:
        frame = self.program.frames[name]
        return frame.entry, len(frame.slots)

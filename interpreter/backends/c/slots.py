"""Frame slots: where a routine that can stop stores its variables.

In: a frame of the Program. Out: word offsets of its slots in the frame that it lies in (see `nesting`), a Context that reads
them, and the text that writes one.
Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.c.context import Context
from interpreter.backends.c.nesting import LIST_WORDS, words_in
from interpreter.backends.c.unit import Unit, c_type
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Maybe, Type


def words_of(frame: pb.Frame, unit: Unit) -> dict[rb.Variable, int]:
    """Assign word offsets to the slots of a routine (a list takes several words)."""
    found, at = {}, unit.nest.base[frame.routine.name] + 1
    for variable in frame.slots:
        found[variable] = at
        at += 1 if c_type(variable.type) == "I" else LIST_WORDS
    return found


def frame_context(frame: pb.Frame, unit_context: Context) -> Context:
    slots = words_of(frame, unit_context.unit)
    variables = {variable: _slot(variable.type, at) for variable, at in slots.items()}
    return Context(unit_context.unit, unit_context.printer, variables)


def pushed(frame: pb.Frame, unit: Unit) -> str:
    """Print the arguments of `push`.

    The first block, the words of the frame, and how many of them are the routine's own."""
    return f"{frame.entry}, {unit.nest.words[frame.routine.name]}, {words_in(frame)}"


def _slot(type_: Type, at: int) -> str:
    """Print the read of a frame slot."""
    read = "slot_maybe" if isinstance(type_, Maybe) else "slot_list"
    return {"I": f"f[{at}]", "L": f"{read}(s, f + {at})", "LL": f"unfolded(s, {read}(s, f + {at}))"}[c_type(type_)]


def put_slot(state: str, slot: str, value: str, type_: Type) -> str:
    """Print the write of a frame slot."""
    match c_type(type_):
        case "I":
            return f"*({slot}) = {value};"
        case "L":
            return f"put_list({state}, {slot}, {value});"
        case _:
            return f"put_list({state}, {slot}, flat({state}, {value}));"

"""Frame slots: where a routine that can stop stores its variables.

In: a frame of the Program. Out: word offsets of its slots, a Context that reads them, and the text that writes one.
Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.c.context import Context
from interpreter.backends.c.unit import c_type
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Maybe, Type


def words_of(frame: pb.Frame) -> tuple[dict[rb.Variable, int], int]:
    """Assign word offsets to the slots of a frame (a list takes three words); also return the word count."""
    found, at = {}, 1
    for variable in frame.slots:
        found[variable] = at
        at += 1 if c_type(variable.type) == "I" else 3
    return found, at - 1


def frame_context(frame: pb.Frame, unit_context: Context) -> Context:
    slots, _ = words_of(frame)
    variables = {variable: _slot(variable.type, at) for variable, at in slots.items()}
    return Context(unit_context.unit, unit_context.printer, variables)


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

"""Where the variables of a routine lie that can stop: in the slots of its frame.

In: a frame of the Program. Out: the words of its slots, a Context that reads them, and the text that fills one. Layer: backend.
"""

from __future__ import annotations

from interpreter.backend.c.context import Context
from interpreter.backend.c.unit import c_type
from interpreter.check import rulebook as rb
from interpreter.program import blocks as pb
from interpreter.types import Maybe, Type


def words_of(frame: pb.Frame) -> tuple[dict[rb.Variable, int], int]:
    """Where the slots of a frame lie: a list takes three words. And how many words there are."""
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
    """What a slot of a frame holds."""
    read = "slot_maybe" if isinstance(type_, Maybe) else "slot_list"
    return {"I": f"f[{at}]", "L": f"{read}(s, f + {at})", "LL": f"unfolded(s, {read}(s, f + {at}))"}[c_type(type_)]


def put_slot(state: str, slot: str, value: str, type_: Type) -> str:
    """A slot of a frame gets a value."""
    match c_type(type_):
        case "I":
            return f"*({slot}) = {value};"
        case "L":
            return f"put_list({state}, {slot}, {value});"
        case _:
            return f"put_list({state}, {slot}, flat({state}, {value}));"

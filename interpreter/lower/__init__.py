"""Lower the Rulebook to a Program: routines in blocks that end at a decision, and a layout of the state.

`lowering` cuts routines into blocks, `tidy` joins blocks, `passes/` rewrite the Program, `evaluate` is what they fold constants
with. Layer: lower.
"""

from interpreter.lower.lowering import lower

__all__ = ["lower"]

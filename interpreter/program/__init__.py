"""The Rulebook becomes a Program: routines in blocks that end at a decision, and a layout of the state.

`blocks` says what there is, `lower` cuts routines into blocks, `layout` numbers the cells.
"""

from interpreter.program.blocks import Program
from interpreter.program.layout import Layout, lay_out
from interpreter.program.lower import lower

__all__ = ["Layout", "Program", "lay_out", "lower"]

"""The Rulebook becomes a Program: routines in blocks that end at a decision, and a layout of the state.

`blocks` says what there is, `layout` numbers the cells, `lower` cuts routines into blocks, `facts` sums them up.
"""

from interpreter.program.blocks import Program
from interpreter.program.layout import Layout
from interpreter.program.lower import lower

__all__ = ["Layout", "Program", "lower"]

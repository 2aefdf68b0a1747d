"""Passes: from a Program to a Program that does the same, sooner.

`fold` works out what is known, `tabulate` makes tables of values that never change, `narrow` leaves out of searches what
cannot be meant, `budget` says where work is counted, `share` keeps what would be worked out again and again in one search,
`inline` writes short values where they are used, `unroll` writes out searches through few known things. `mapping` is the way
through a Program that they all take. Each keeps the promises of `promises`, and tests hold each to playing the same games. A
back end says which of them it wants.
"""

from interpreter.program.passes.budget import budget
from interpreter.program.passes.fold import fold
from interpreter.program.passes.inline import inline
from interpreter.program.passes.narrow import narrow
from interpreter.program.passes.share import share
from interpreter.program.passes.tabulate import tabulate
from interpreter.program.passes.unroll import unroll

__all__ = ["budget", "fold", "inline", "narrow", "share", "tabulate", "unroll"]

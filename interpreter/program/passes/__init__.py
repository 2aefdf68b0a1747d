"""Passes: from a Program to a Program that does the same, sooner.

`fold` works out what is known, `budget` says where work is counted, `inline` writes short values where they are used,
`unroll` writes out searches through few known things. `mapping` is the way through a Program that they all take. Each keeps
the promises of `promises`, and tests hold each to playing the same games. A back end says which of them it wants.
"""

from interpreter.program.passes.budget import budget
from interpreter.program.passes.fold import fold
from interpreter.program.passes.inline import inline
from interpreter.program.passes.unroll import unroll

__all__ = ["budget", "fold", "inline", "unroll"]

"""Passes: rewrite a Program into an equivalent, faster one.

`fold` folds constants, `tabulate` turns values that never change into lookup tables, `narrow` restricts searches to members
that can match, `budget` marks where work is counted, `share` hoists and memoizes loop-invariant terms, `inline` inlines
short values, `unroll` unrolls searches over a few known things. `mapping` is the traversal that most of them use. Each keeps
the invariants of a Program, and tests check that games play the same. A back end picks the passes it wants.
"""

from interpreter.lower.passes.budget import budget
from interpreter.lower.passes.fold import fold
from interpreter.lower.passes.inline import inline
from interpreter.lower.passes.narrow import narrow
from interpreter.lower.passes.share import share
from interpreter.lower.passes.tabulate import tabulate
from interpreter.lower.passes.unroll import unroll

__all__ = ["budget", "fold", "inline", "narrow", "share", "tabulate", "unroll"]

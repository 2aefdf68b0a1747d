"""Text becomes a tree: the node classes, the Lark front end, and messages for what cannot be read.

`nodes` says what there is; `layout`, `build` and `parser` make it; `errors` explains what went wrong; `printer` writes
an expression back as text; `formatter` lays out a whole file. A tree knows nothing about what its names mean.
"""

from interpreter.syntax.build import Place
from interpreter.syntax.parser import Parser, clause_names

__all__ = ["Parser", "Place", "clause_names"]

"""The tree: what a text says, before anything is known about what its names mean.

In: nothing. Out: the node classes that `build` makes and every later stage reads, in the files of this folder by the
sections of the grammar. Layer: syntax. A node is immutable and knows its span. Passes live in files of their own, never
in the nodes.
"""

from interpreter.syntax.nodes.declarations import *
from interpreter.syntax.nodes.expressions import *
from interpreter.syntax.nodes.statements import *
from interpreter.syntax.nodes.types import *
from interpreter.syntax.nodes.walking import *

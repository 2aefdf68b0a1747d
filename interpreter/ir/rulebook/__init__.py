"""The Rulebook: a game with its variants and options, every name resolved and every type known.

In: nothing. Out: the classes that the checker fills and the lowering reads: kinds (what there is), terms (values), acts
(what happens), the book. Layer: ir. Everything is immutable once the checker is done.
"""

from interpreter.ir.rulebook.acts import *
from interpreter.ir.rulebook.book import *
from interpreter.ir.rulebook.kinds import *
from interpreter.ir.rulebook.terms import *

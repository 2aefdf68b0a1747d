"""The Rulebook: a game with its variants and options, every name resolved and every type known.

In: nothing. Out: the classes that the checker fills and the lowering reads: kinds (what there is), terms (values), acts
(what happens), the book. Layer: check. Everything is immutable once the checker is done.
"""

from interpreter.check.rulebook.acts import *
from interpreter.check.rulebook.book import *
from interpreter.check.rulebook.kinds import *
from interpreter.check.rulebook.terms import *

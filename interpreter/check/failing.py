"""Why a condition does not hold: its parts, with the words in which they were written.

In: a condition as it was written and as it was checked. Out: a rb.Failing that the backend turns into a function which
names the values. Layer: check.
"""

from __future__ import annotations

from typing import Any

from interpreter.check import rulebook as rb
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.types import Number, Of, YesNo, bare

PLAIN = (n.Number, n.YesNo, n.NoneValue, n.ListOf, n.Range)


def failing(node: Any, term: Any) -> rb.Failing:
    """The two are gone through side by side, as far as they are made alike."""
    while isinstance(node, n.Group):
        node = node.inner
    match node, term:
        case (n.Both() | n.Either()), rb.Logic() if len(node.parts) == len(term.parts):
            return rb.Failing(term, inner=tuple(map(failing, node.parts, term.parts)))
        case n.Aggregate(word="every"), rb.Search(word="every"):
            return rb.Failing(term, inner=(failing(node.body, term.body),))
        case n.Compare(), rb.Comparison():
            return rb.Failing(term, (*_side(node.left, term.left), *_side(node.right, term.right)))
        case _:
            return rb.Failing(term)


def _side(side: n.Expression | None, value: rb.Term | None) -> tuple[tuple[str, rb.Term], ...]:
    """What stands on one side of a comparison, unless everybody knows what it is."""
    if side is None or value is None or isinstance(side, PLAIN) or isinstance(value, rb.Constant | rb.Setting):
        return ()
    return ((write(side), value),) if isinstance(bare(value.type), Number | Of | YesNo) else ()

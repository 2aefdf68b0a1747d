"""Break a condition into parts, to explain why it is false.

In: a condition as written and as checked. Out: an rb.Failing that the back end turns into a function which names the
values. Layer: check.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Number, Of, YesNo, bare
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

PLAIN = (n.Number, n.YesNo, n.NoneValue, n.ListOf, n.Range)


def failing(node: n.Expression, term: rb.Term) -> rb.Failing:
    """Walk the node and the term in parallel, as far as their structures match."""
    while isinstance(node, n.Group):
        node = node.inner
    match node, term:
        case ((n.Both() | n.Either()), rb.Logic()) if len(node.parts) == len(term.parts):
            return rb.Failing(term, inner=tuple(map(failing, node.parts, term.parts)))
        case n.Aggregate(word="every", body=body), rb.Search(word="every", body=test) if body and test:
            return rb.Failing(term, inner=(failing(body, test),))
        case n.Compare(), rb.Comparison():
            return rb.Failing(term, (*_side(node.left, term.left), *_side(node.right, term.right)))
        case _:
            return rb.Failing(term)


def _side(side: n.Expression | None, value: rb.Term | None) -> tuple[tuple[str, rb.Term], ...]:
    """Return one side of a comparison in words, unless it is a literal or constant."""
    if side is None or value is None or isinstance(side, PLAIN) or isinstance(value, rb.Constant | rb.Setting):
        return ()
    return ((write(side), value),) if isinstance(bare(value.type), Number | Of | YesNo) else ()

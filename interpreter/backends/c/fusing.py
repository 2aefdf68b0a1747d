"""Go through a list without building it: filters of filters.

In: the items of a search. Out: the items that a loop can go through instead, with the tests on the way. Layer: backends.
`some(trader in partners(player) where …)` with `partners` a filter of `others`, itself a filter of the order of play, is one
loop over the order of play: no room is taken, no item is written. Three instructions of four of such a search are saved. Only
tests that cannot fail may move into the loop: they are now evaluated for fewer items, item by item with the test behind them.
A list whose work is counted is built, because its length is what is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from interpreter.backends.c.branchless import is_key, straight
from interpreter.backends.c.context import Context
from interpreter.backends.c.sets import opened, set_of
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import substitute


@dataclass(frozen=True)
class Fused:
    items: rb.Term  # what the loop goes through
    where: rb.Term  # the tests on the way, on the variable of the search


def fused(items: rb.Term, variable: rb.Variable, context: Context) -> Fused | None:
    """Look through one filter; None if the items are not one, or if its test can fail."""
    own = opened(items, context)
    if not is_quiet_filter(own, context) or set_of(items, context) is not None:
        return None
    assert own.where is not None
    return Fused(own.items, substitute(own.where, {own.variable: rb.Local(variable.type, variable)}))


def is_quiet_filter(term: rb.Term, context: Context) -> TypeGuard[rb.Search]:
    """Is it a plain filter whose test cannot fail?

    Then nobody notices for which items it is evaluated."""
    match term:
        case rb.Search(word="list", body=None, keys=(), pieces=()) if term.where is not None:
            return _cannot_fail(term.where, context)
        case _:
            return False


def _cannot_fail(term: rb.Term, context: Context) -> bool:
    """Does the test only read cells and look at who is out?"""
    own = opened(term, context)
    match own:
        case rb.Logic():
            return all(_cannot_fail(part, context) for part in own.parts)
        case rb.Builtin(name="is_out", arguments=(player,)):
            return is_key(player)
        case _:
            return straight(own)

"""Which cards lie in a pile, as the bits of a word or of two.

In: a search through a pile or row of a kind with at most 128 cards. Out: the cards that are meant, as far as that follows from
what is printed on them. Layer: backend. A hand is asked for one sort of card after the other, and mostly has none: that is one
step. Where some are left they are gone through in the order in which they lie.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.backend.c.cells import list_number, row_of
from interpreter.backend.c.context import Context
from interpreter.backend.c.sets import MOST, Sets
from interpreter.check import rulebook as rb
from interpreter.program.passes.budget import uncounted
from interpreter.program.questions import together
from interpreter.types import Zone


@dataclass
class InPile:
    before: str  # what is counted
    pile: rb.Stored
    word: str
    rest: rb.Term | None  # what must still hold of those
    where: rb.Term  # all that must hold
    is_wide: bool


def in_pile(items: rb.Term, variable: rb.Variable, where: rb.Term | None, context: Context) -> InPile | None:
    """None: it is no pile, or nothing that is asked is printed."""
    pile, is_counted = uncounted(items)
    if not isinstance(pile, rb.Stored) or not isinstance(pile.keep.type, Zone) or where is None:
        return None
    size = context.unit.size(pile.keep.type.kind)
    if size > 2 * MOST:
        return None
    sets = Sets(variable, size, context)
    tests, found = list(sets.conjuncts(where)), []
    while tests and (word := sets.printed(tests[0])) is not None:
        found.append(word)
        tests.pop(0)
    if not found:
        return None
    held = "many_held" if pile.keep.type.size is not None else "length"
    before = f"spend(s, {held}({row_of(pile, context)})); " if is_counted else ""
    cards = f"{'wide_pile' if size > MOST else 'pile'}(s, {list_number(pile, context)})"
    return InPile(before, pile, f"({' & '.join([cards, *found])})", together("and", tests), where, size > MOST)


def through_pile(found: InPile, variable: rb.Variable, context: Context) -> tuple[str, Context]:
    """The head of a loop over the cards of a pile, if one is meant, up to its opening bracket; and the context inside."""
    inner, view, index = context.inner(), context.unit.fresh("l"), context.unit.fresh("i")
    name, (before, word, is_meant) = inner.local(variable), _one_by_one(found, context)
    return (
        f"{found.before}{before}L {view} = {row_of(found.pile, context)}; if (!{word}) {view}.n = 0; "
        f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ I {name} = {view}.p[{index}]; {is_meant.format(name)}"
    ), inner


def _one_by_one(found: InPile, context: Context) -> tuple[str, str, str]:
    """A word of 64 bits is looked at for each card; of two it is only known whether one is meant at all."""
    assert isinstance(found.pile.keep.type, Zone)
    is_card = "{0} == NONE || " if found.pile.keep.type.size is not None else ""
    if found.is_wide:
        return "", f"({found.word} != 0)", "if ({0} == NONE) continue; " if is_card else ""
    word = context.unit.fresh("m")
    return f"uint64_t {word} = {found.word}; ", word, f"if ({is_card}!({word} >> {{0}} & 1)) continue; "

"""Search piles by bitset: the cards of a pile as the bits of one or two words.

In: a search through a pile or row of a kind with at most 128 cards. Out: the cards that pass the tests on their printed
columns. Layer: backends. A hand is often searched for one sort of card after another and mostly has none: that takes one
operation. Cards that pass are visited in the order of the pile.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.backends.c.cells import list_number, row_of
from interpreter.backends.c.context import Context
from interpreter.backends.c.sets import MOST, WIDEST, Sets, word_type
from interpreter.backends.c.unit import word
from interpreter.ir import rulebook as rb
from interpreter.ir.questions import together
from interpreter.ir.types import Zone
from interpreter.lower.passes.budget import uncounted

FEW_NUMBERS = 4  # different numbers whose cards are counted rather than visited
FAR_FROM_LIMIT = 10**9


@dataclass
class InPile:
    before: str  # code that counts work
    pile: rb.Stored
    word: str
    rest: rb.Term | None  # the test that is left
    where: rb.Term  # the whole test
    is_wide: bool


def in_pile(items: rb.Term, variable: rb.Variable, where: rb.Term | None, context: Context) -> InPile | None:
    """Print a search of a pile as a bitset.

    None if it is no pile or tests no printed column first."""
    pile, is_counted = uncounted(items)
    if not isinstance(pile, rb.Stored) or not isinstance(pile.keep.type, Zone) or where is None:
        return None
    size = context.unit.size(pile.keep.type.kind)
    if size > WIDEST:
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
    """Print the head of a loop over the matching cards, and the inner context.

    Up to its opening brace."""
    inner, view, index = context.inner(), context.unit.fresh("l"), context.unit.fresh("i")
    name, (before, word, is_meant) = inner.local(variable), _one_by_one(found, context)
    return (
        f"{found.before}{before}L {view} = {row_of(found.pile, context)}; if (!{word}) {view}.n = 0; "
        f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ I {name} = {view}.p[{index}]; {is_meant.format(name)}"
    ), inner


def _one_by_one(found: InPile, context: Context) -> tuple[str, str, str]:
    """Print the bitset, the test that it is not empty, and the filter per card."""
    assert isinstance(found.pile.keep.type, Zone)
    is_card = "{0} == NONE || " if found.pile.keep.type.size is not None else ""
    word = context.unit.fresh("m")
    lies = f"holds_card({word}, {{0}})" if found.is_wide else f"({word} >> {{0}} & 1)"
    return f"{word_type(found.is_wide)} {word} = {found.word}; ", f"({word} != 0)", f"if ({is_card}!{lies}) continue; "


def sum_in_pile(term: rb.Search, context: Context) -> str | None:
    """Print the sum of a number that depends on the card alone.

    As a count of the cards of each number; None if it is not one, or if there are many numbers."""
    pile, is_counted = uncounted(term.items)
    if term.body is None or not isinstance(pile, rb.Stored) or not isinstance(pile.keep.type, Zone):
        return None
    size = context.unit.size(pile.keep.type.kind)
    numbers = Sets(term.variable, size, context).numbers(term.body) if size <= WIDEST else None
    different = sorted(set(numbers or ()) - {0})
    if numbers is None or len(different) > FEW_NUMBERS or any(abs(one) > FAR_FROM_LIMIT for one in different):
        return None
    if term.where is None:
        held = "many_held" if pile.keep.type.size is not None else "length"
        before = f"spend(s, {held}({row_of(pile, context)})); " if is_counted else ""
        cards = f"{'wide_' if size > MOST else ''}pile(s, {list_number(pile, context)})"
    else:
        found = in_pile(term.items, term.variable, term.where, context)
        if found is None or found.rest is not None:
            return None
        before, cards = found.before, found.word
    name, is_wide = context.unit.fresh("m"), size > MOST
    sets = [(one, sum(1 << i for i, number in enumerate(numbers) if number == one)) for one in different]
    parts = (f"{one} * {'wide_' if is_wide else ''}many({name} & {word(set_, is_wide)})" for one, set_ in sets)
    return f"({{ {before}{word_type(is_wide)} {name} = {cards}; (I)({' + '.join(parts) or '0'}); }})"

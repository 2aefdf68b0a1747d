"""The kind of what is printed: `cards card by design` has a member of the second kind for each row of the first.

In: cards with the row that each is a copy of. Out: the designs, `card's design` and `design's cards`. Layer: check.
What is printed on a design is read from its first copy, so a change of what a card says is one of its design, too.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping

from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Of, Shape, Type, bare


def design_cards(design: rb.Kind, cards: rb.Kind, relations: MutableMapping[tuple[str, str], rb.Column]) -> None:
    """Fill the designs anew from the cards that there are now."""
    numbers: dict[int, int] = {}  # by print
    copies: list[list[int]] = []
    for card, print_ in enumerate(cards.prints):
        if print_ not in numbers:
            numbers[print_] = len(copies)
            copies.append([])
        copies[numbers[print_]].append(card)
    firsts = [found[0] for found in copies]
    design.members = [cards.members[card] for card in firsts]
    design.titles = [cards.titles[card] for card in firsts]
    design.row_spans = [cards.row_spans[card] for card in firsts]
    span = design.span
    assert span is not None
    design.first_copy = rb.Column(design.name, "first copy", (), Of(cards.name), span, list(firsts))
    of_card = rb.Column(cards.name, design.name, (), Of(design.name), span, [numbers[one] for one in cards.prints])
    relations[cards.name, design.name] = of_card
    whole = rb.Column(design.name, cards.plural, (), ListOf(Of(cards.name)), span, list(map(tuple, copies)))
    relations[design.name, cards.plural] = whole


def cards_of(design: rb.Kind) -> str | None:
    """Return the kind of cards that this is the design of."""
    column = design.first_copy
    return column.type.kind if column is not None and isinstance(column.type, Of) else None


def printed_on(column: rb.Column, member: rb.Term, kinds: Mapping[str, rb.Kind]) -> rb.Term:
    """Return whose cell is read: of a design, its first copy."""
    type_ = member.type
    if not isinstance(type_, Of) or type_.kind == column.kind:
        return member
    design = kinds[type_.kind]
    assert design.first_copy is not None
    if isinstance(member, rb.Constant):
        return rb.Constant(Of(column.kind), design.first_copy.cells[int(member.value or 0)])
    return rb.Printed(Of(column.kind), design.first_copy, member)


def show_designs(kinds: Mapping[str, rb.Kind]) -> None:
    """Say on each design what is printed on its first copy, for people to look at."""
    for design in kinds.values():
        cards = kinds.get(cards_of(design) or "")
        if cards is None or design.first_copy is None:
            continue
        firsts = design.first_copy.cells
        design.texts = [cards.texts[card] for card in firsts] if cards.texts else []
        design.sources = [cards.sources[card] for card in firsts] if cards.sources else []
        for column in cards.columns.values():
            if column.name not in design.columns and _is_plain(column, design.name):
                cells = [column.cells[card] for card in firsts]
                shown = rb.Column(design.name, column.name, (), column.type, column.span, cells)
                design.columns[column.name] = shown


def _is_plain(column: rb.Column, design: str) -> bool:
    type_: Type | None = column.type
    if type_ is None or column.parameters or isinstance(type_, Shape):
        return False
    return bare(type_) != Of(design)

"""`text: auto`: generate a card's text from its rules.

In: the cards of a checked game that ask for it. Out: their texts; where the rules yield no good one, that is reported at
the cell. Layer: check.
"""

from __future__ import annotations

from interpreter.check.check_state import Checker
from interpreter.check.names.calling import words_of
from interpreter.check.wording.cards import FORMULA, STEPS, VALUE, CardReader, Column, row_card
from interpreter.ir.rulebook import Kind

AUTO = "auto"


def card_columns(kind: Kind) -> tuple[Column, ...]:
    """Return the columns of a kind in the form that compares texts with rules."""
    return tuple(
        Column(column.name, STEPS if column.type is None else FORMULA if column.parameters else VALUE)
        for column in kind.columns.values()
    )


def make_texts(checker: Checker) -> None:
    """Fill the texts of all cards that say `auto`."""
    asking = [name for name in checker.rows if AUTO in checker.kinds[name].texts]
    if not asking:
        return
    reader = CardReader(words_of(checker), checker.sources.parser)
    for name in asking:
        _fill(checker, checker.kinds[name], reader)


def _fill(checker: Checker, kind: Kind, reader: CardReader) -> None:
    for number, text in enumerate(kind.texts):
        if text != AUTO:
            continue
        row = checker.rows[kind.name].rows[number]
        card = row_card(kind.name, kind.titles[number], "", row.id, row.cells, card_columns(kind), row.span)
        made = reader.made_text(card)
        if made is None:
            message = "the rules of this card make no good text"
            help = "write one: conditions, menus and long effects are better written by a person"
            checker.reporter.error("R0428", row.cells["text"].span, message, help)
        kind.texts[number] = made or ""
        if "text" in kind.columns:
            kind.columns["text"].cells[number] = made or ""

"""Right texts in other words are not called contradictions: tests/cases/cards/reworded.yaml, written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from interpreter.inspection.cards import Deck, contradictions
from tests.wording.shared import decks_of

FILE = Path(__file__).resolve().parent.parent / "cases" / "cards" / "reworded.yaml"
REWORDED: dict[str, dict[str, dict[str, str]]] = YAML(typ="safe").load(FILE)
MOST_WRONG = 0.03


def alarms(game: str) -> Iterator[tuple[str, str]]:
    """Of one game: the reworded cards that are called contradictions, and why."""
    left = {(table, row) for table, rows in REWORDED[game].items() for row in rows}
    for deck in decks_of(game):
        for table, row in sorted(left):
            found = _alarm(deck, table, row, REWORDED[game][table][row])
            if found is not None:
                left.discard((table, row))
                yield from ((f"{table} {row}", message) for message in found)
    assert not left, f"no such cards: {left}"


def _alarm(deck: Deck, table: str, row: str, text: str) -> list[str] | None:
    card = next((card for card in deck.cards if (card.kind, card.id) == (table, row)), None)
    if card is None:
        return None
    words = " ".join(text.split())
    return [one.message for one in contradictions(deck.look(replace(card, text=words, written=words)))]


def count() -> int:
    return sum(len(rows) for tables in REWORDED.values() for rows in tables.values())


def test_there_are_enough_of_them() -> None:
    assert count() >= 60


@pytest.mark.parametrize("game", REWORDED)
def test_right_texts_in_other_words(game: str) -> None:
    """Three of a hundred, over all games: a game may have its share of them."""
    found = list(alarms(game))
    assert len({name for name, _ in found}) <= max(1, MOST_WRONG * count() / 2), found

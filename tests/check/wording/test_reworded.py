"""Right texts in other words are not called contradictions: tests/cases/cards/reworded*.yaml, written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ruamel.yaml import YAML

from interpreter.tools.cards.report import Deck, contradictions
from tests.check.wording.shared import decks_of

CASES = Path(__file__).resolve().parents[2] / "cases" / "cards"
Texts = dict[str, dict[str, dict[str, str]]]
ALL: list[Texts] = [YAML(typ="safe").load(file) for file in sorted(CASES.glob("reworded*.yaml"))]
MAX_WRONG = 0.03


def alarms(game: str, texts: Texts) -> Iterator[tuple[str, str]]:
    """Of one game: the reworded cards that are called contradictions, and why."""
    left = {(table, row) for table, rows in texts[game].items() for row in rows}
    for deck in decks_of(game):
        for table, row in sorted(left):
            found = _alarm(deck, table, row, texts[game][table][row])
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


def count(texts: Texts) -> int:
    return sum(len(rows) for tables in texts.values() for rows in tables.values())


def test_there_are_enough_of_them() -> None:
    assert sum(map(count, ALL)) >= 60


def test_right_texts_in_other_words() -> None:
    """Three of a hundred may be called wrong; those that the comparison was tuned on and those that it was not, together."""
    found = [(game, *one) for texts in ALL for game in texts for one in alarms(game, texts)]
    assert len({(game, name) for game, name, _ in found}) <= MAX_WRONG * sum(map(count, ALL)), found

"""The cards of the games, read once for all tests."""

from __future__ import annotations

from functools import lru_cache

from interpreter.tools.cards.report import Deck, decks

GAMES = ("discover-pune", "dystopolis", "expensive-investments", "tycoon-india-1981")  # with words for their things


@lru_cache(maxsize=len(GAMES))
def decks_of(game: str) -> tuple[Deck, ...]:
    return tuple(decks(game))

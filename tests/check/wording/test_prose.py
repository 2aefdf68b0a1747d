"""Rules in plain English. What is expected was written by hand, as one would read the rule out."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.wording import prose
from interpreter.check.wording.prose import opposite
from interpreter.reading import the_parser
from interpreter.source import Source
from interpreter.syntax import nodes as n
from interpreter.tools.docs.rules_in_words import rules_in_words

GAMES = Path(__file__).parents[2] / "cases" / "games"


def told(game: str | Path, name: str) -> list[str]:
    [rule] = [rule for rule in rules_in_words(game) if rule.name == name]
    return [f"{'  ' * line.deep}{line.text}" for line in rule.lines]


def test_a_game_of_gems() -> None:
    assert told(GAMES / "gems", "play") == [
        "Until market is empty:",
        "  For each player:",
        "    If market is not empty:",
        "      Player takes one of these actions:",
        "        Take one gem of each colour",
        "        Buy a card",
        "For each player in all players with the highest player’s points:",
        "  Player wins.",
        "The game ends.",
    ]
    assert told(GAMES / "gems", "buy")[:2] == [
        "You choose a card out of market.",
        "  Not when you lack ‹your missing (card)›.",
    ]
    assert "  You pay your owed (card, gem) gems of gem to the bank." in told(GAMES / "gems", "buy")


def test_the_set_up_of_a_rulebook() -> None:
    assert told("dystopolis", "set_up")[-8:] == [
        "  Lay stem at spot at 1, 1 and 1 in city.",
        "Founding marker",
        "  Founding sector becomes stem’s sector.",
        "Rewards",
        "  Put all rewards where reward’s level is 1 into open rewards.",
        "  Put all rewards where reward’s level is 2 into rewards set aside.",
        "Turn cards",
        "  Put all turn cards where turn card’s order is at most player count into turn card pile.",
    ]


def test_what_an_amount_is_of_is_said_once() -> None:
    assert "    Player gains player’s starting money." in told("tycoon-india-1981", "set_up")


def test_what_refuses_an_action_without_words_of_its_own() -> None:
    """The opposite of what it needs; where the rule has words, those."""

    def told_as(condition: str) -> str:
        [found] = the_parser().module(Source("x.rules", f"let x = {condition}\n")).declarations
        assert isinstance(found, n.Let)
        return opposite(found.cases[0].value)

    assert told_as("your money is at least 3") == "your money is less than 3"
    assert told_as("some(card in hand where card's worth is 2)") == "there is no card in hand where card’s worth is 2"
    assert told_as("is_open(place)") == "place is not open"
    assert told_as("player can buy and market is empty") == "player cannot buy or market is not empty"


def test_what_has_no_words_of_its_own_is_told_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a statement that somebody adds to the language is, before somebody finds better words for it."""
    monkeypatch.setattr(prose, "_done", prose._ended)  # which knows neither moving nor shuffling
    assert told("kuhn-poker", "set_up")[:2] == ["Move cards to deck.", "Shuffle deck."]


@pytest.mark.parametrize("name", ["expensive-investments", "tycoon-india-1981"])
def test_every_rule_can_be_told(name: str) -> None:
    """Nothing of the language is left over: every line is words, every rule that is run has a name."""
    rules = rules_in_words(name)
    assert len(rules) > 50
    assert [line.text for rule in rules for line in rule.lines if "_" in line.text or not line.text] == []

"""The words for things reach the log, the table and the glossary."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.tools.cards.glossary import glossary

RULES = """keep coins(player): number
keep bread(player): number, shown as "loaves"
keep favours(player): number
keep weight(player): number
keep skipped(player): number
keep capital(player): number
WORDS

procedure play
  repeat
    each player
      player chooses
        to work
          player gains 1 coin
          player gains 12000 coins
          player gains 2 bread
          player gains 3 favours
          player gains 4 weight
          player gains 1 skipped
          player gains 40 capital
        to rest
          stop
"""
WORDS = """coins says "Rs {n}"
bread says "{n} slice(s)"
favours says "{n} Favour(s) of the King" or "kindness"
weight says "{n * 1000} grams"
skipped says "miss your next {n} turn(s)"
capital says "{n}k" """


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "market"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Market\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (folder / "rules" / "play.rules").write_text(RULES.replace("WORDS", WORDS), encoding="utf-8")
    return folder


def test_the_log_speaks_in_the_words_for_amounts(game: Path) -> None:
    """Those that are a number and its unit; a title of its own comes first; what speaks to somebody is for cards."""
    state = interpreter.load(game).start(seed=1)
    state.choose("work")
    assert state.events_for(0)[1:] == [
        "red gains Rs 1", "red gains Rs 12,000", "red gains 2 loaves", "red gains 3 Favours of the King",
        "red gains 4 weight", "red gains 1 skipped", "red gains 40k",
    ]  # fmt: skip


KEYED = """kind good is flax, salt
keep stored(player, good): number
keep lent(player, good): number
keep purse(player): number
stored says "goods" or "{n} sack(s) of {good}"
purse says "£{n}"

procedure play
  each player
    player gains 2 stored(salt)
    player loses 1 lent(flax)
    player gains 20 purse
    player pays 1 stored(salt) to bank
  end game
"""


def test_words_for_an_amount_may_name_what_it_is_of(game: Path) -> None:
    """Without such words it follows in brackets; a unit in front of the number stays where it is."""
    (game / "rules" / "play.rules").write_text(KEYED, encoding="utf-8")
    state = interpreter.load(game).start(seed=1)
    assert state.events_for(0)[:4] == [
        "red gains 2 sacks of salt", "red loses 1 lent (flax)", "red gains £20", "red pays 1 sack of salt to the bank",
    ]  # fmt: skip


def test_the_table_and_whoever_looks(game: Path) -> None:
    state = interpreter.load(game).start(seed=1)
    state.choose("work")
    heads = [head for section in interpreter.tabletop(state, 0) for head in section.heads]
    assert heads == ["", "Rs", "loaves", "Favours of the King", "weight", "skipped", "capital"]
    assert any("red" in line for line in interpreter.look(state, 0, "Favours of the King"))
    values = {value["name"]: value["title"] for value in interpreter.definition(interpreter.load(game))["values"]}
    assert values["coins"] == "Rs"


def test_without_words_the_names_are_told(game: Path) -> None:
    rules = game / "rules" / "play.rules"
    rules.write_text(RULES.replace("WORDS", ""), encoding="utf-8")
    state = interpreter.load(game).start(seed=1)
    state.choose("work")
    assert state.events_for(0)[1:3] == ["red gains 1 coin", "red gains 12000 coins"]


def test_the_glossary(game: Path) -> None:
    found = glossary(game)
    assert [(one.words, one.also, one.name) for one in found] == [
        ("Favours of the King", ("kindness",), "favours"), ("grams", (), "weight"), ("k", (), "capital"),
        ("miss your next turns", (), "skipped"), ("Rs", (), "coins"), ("slices", (), "bread"),
    ]  # fmt: skip
    assert found[0].location.endswith("play.rules:9:1")
    assert found[0].sort == "stored"

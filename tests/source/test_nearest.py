"""Did you mean: slips that people make find the name, other words find nothing."""

from __future__ import annotations

import random
import string

import pytest

from interpreter.source import did_you_mean, nearest

NAMES = ["player", "players", "discard_pile", "company", "companies", "turn", "title", "min", "max", "box", "id"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("plyaer", "player"),
        ("plaeyrs", "players"),
        ("Player", "player"),
        ("discard-pile", "discard_pile"),
        ("discard pile", "discard_pile"),
        ("discardpile", "discard_pile"),
        ("pile_discard", "discard_pile"),
        ("discard_piles", "discard_pile"),
        ("compnay", "company"),
        ("companys", "companies"),
        ("boxes", "box"),
        ("turns", "turn"),
        ("tiltle", "title"),
        ("mim", "min"),
        ("mx", "max"),
        ("ids", "id"),
    ],
)
def test_slips_find_the_name(word: str, meant: str) -> None:
    assert nearest(word, NAMES) == meant


@pytest.mark.parametrize("word", ["", "x", "harbour", "zzzzzz", "tulip", "designer", "ab", "q" * 500])
def test_other_words_find_nothing(word: str) -> None:
    assert nearest(word, NAMES) is None


def test_a_word_is_not_offered_for_itself() -> None:
    assert nearest("turn", ["turn"]) is None
    assert nearest("turn", []) is None


def test_the_answer_does_not_depend_on_the_order() -> None:
    shuffled = NAMES.copy()
    random.Random(1).shuffle(shuffled)
    words = ["playe", "mix", "turm", "compani"]
    assert [nearest(word, NAMES) for word in words] == [nearest(word, reversed(shuffled)) for word in words]


def test_one_slip_in_a_long_word_is_always_found() -> None:
    chance = random.Random(2)
    for _ in range(300):
        name = "".join(chance.choices(string.ascii_lowercase, k=9))
        place = chance.randrange(8)
        swapped = name[:place] + name[place + 1] + name[place] + name[place + 2 :]
        lost = name[:place] + name[place + 1 :]
        for word in {swapped, lost, name + "x"} - {name}:
            assert nearest(word, [name, "something_else"]) == name


def test_the_help_line() -> None:
    assert did_you_mean("trun", ["turn"]) == 'did you mean "turn"?'
    assert did_you_mean("harbour", ["turn"]) is None

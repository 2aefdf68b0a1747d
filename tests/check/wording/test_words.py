"""Words for things: how `says` is written and read, and what its phrases find in a text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter.check.wording.numbers import figures
from interpreter.check.wording.people import people_in
from interpreter.check.wording.vocabulary import Phrase, Thing, Vocabulary, phrase_of
from interpreter.reading import the_parser
from interpreter.source import Source
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

SENTENCES = """money says "{n} Cr"
promoters, pool says "{n} promoter(s)" or "helpers"
policy's favor says "Favor {n}"
counter says nothing
"""


def says(text: str) -> list[n.Says]:
    return [node for node in the_parser().module(Source("words.rules", text)).declarations if isinstance(node, n.Says)]


def test_what_is_written_is_read_and_printed() -> None:
    assert "\n".join(write(node) for node in says(SENTENCES)) + "\n" == SENTENCES


def test_says_stays_free_as_a_name() -> None:
    module = the_parser().module(Source("free.rules", "keep says: number\nlet double = says + says\n"))
    assert len(module.declarations) == 2


def vocabulary(**phrases: str) -> Vocabulary:
    """Things with one parameter called sector, and two sectors."""
    things = [Thing(name, "keep", _phrases(text), parameters=(("sector", "sector"),)) for name, text in phrases.items()]
    sectors = [Thing(name, "member", _phrases(name), kind="sector") for name in ("agro", "fuel")]
    return Vocabulary({thing.name: thing for thing in [*things, *sectors]})


def _phrases(text: str) -> tuple[Phrase, ...]:
    return tuple(phrase_of(phrase) for phrase in says(f'thing says "{text}"\n')[0].phrases)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Gain 3 promoters.", 3), ("Gain three promoters.", 3), ("Gain a promoter.", 1), ("3 or more promoters", 3),
        ("Promoters.", None), ("Each of your promoters", None),
    ],
)  # fmt: skip
def test_a_number_in_digits_in_words_or_left_out(text: str, number: int | None) -> None:
    found, _ = vocabulary(promoters="{n} promoter(s)").mentions(text)
    assert [mention.things for mention in found] == [{"promoters"}]
    assert found[0].number == (Fraction(number) if number is not None else None)


def test_the_longest_words_win() -> None:
    words = vocabulary(promoters="{n} promoter(s)", pool="{n} promoter(s) ... pool")
    found, inner = words.mentions("Put 2 promoters into your Strategy Pool. Gain 1 promoter.")
    assert [(set(mention.things), mention.number) for mention in found] == [
        ({"pool"}, Fraction(2)),
        ({"promoters"}, Fraction(1)),
    ]
    assert [set(mention.things) for mention in inner] == [{"promoters"}]


def test_a_member_in_the_words_of_a_thing() -> None:
    found, _ = vocabulary(advance="{n} step(s) on the {sector} track").mentions("Take 2 steps on the Fuel track.")
    assert (found[0].number, found[0].values) == (Fraction(2), (("sector", "fuel"),))


def test_words_are_not_found_inside_of_others() -> None:
    assert vocabulary(share="share").mentions("Two shareholders")[0] == []
    assert vocabulary(lead="lead").mentions("Plead for mercy.")[0] == []


def test_numbers_of_a_text() -> None:
    text = "Pay 50,000, half as much again or twice that; at least two, +1 Action token, no 1981."
    assert [str(figure.value) for figure in figures(text)] == ["50000", "3/2", "2", "2", "1", "0", "1981"]


def test_people() -> None:
    assert people_in("Each other player pays; every player draws; name another player; whoever wins.") == {
        "others": "Each other player", "everyone": "every player", "another": "another player", "anyone": "whoever",
    }  # fmt: skip
    assert people_in("You pay your debts.") == {}

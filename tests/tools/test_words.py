"""What a person types at the prompt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from interpreter.tools.play.words import UnclearError, answer, in_full, is_choice, keys, understand
from tests.support.fake_api import Choice, Refusal, Request


def menu(*labels: str, refused: tuple[Refusal, ...] = (), prices: Mapping[str, str] | None = None) -> Any:
    choices = [Choice(label, label.lower().replace(" ", "_")) for label in labels]
    return Request(0, "turn", "What?", "menu", choices, refused=refused, prices=prices or {})


def amount(low: int, high: int, step: int = 1) -> Any:
    return Request(0, "bid", "How much?", "amount", (), low, high, step)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  undo ", ("undo", "")),
        ("why invest in oil?", ("why", "invest in oil")),
        ("WHY", ("why", "")),
        ("save my games/evening.json", ("save", "my games/evening.json")),
        ("quit", ("quit", "")),
        ("undo the harm", ("answer", "undo the harm")),
        ("3", ("answer", "3")),
        ("", ("answer", "")),
    ],
)
def test_orders_and_answers(line: str, expected: tuple[str, str]) -> None:
    assert understand(line) == expected


@pytest.mark.parametrize("text", ["2", "Build a plant", "build_a_plant", "BUILD", "b"])
def test_a_choice_by_number_name_or_beginning(text: str) -> None:
    assert answer(menu("invest", "Build a plant", "pass"), text) == 1


def test_labels_that_are_numbers_are_typed_as_they_are() -> None:
    request = menu("1", "4", "7")
    assert keys(request) == ["1", "4", "7"]
    assert answer(request, "4") == 1
    with pytest.raises(UnclearError, match="type one of 1, 4, 7"):
        answer(request, "2")


def test_a_number_is_never_the_place_of_something_else() -> None:
    """Dice that are kept one by one: 5 is the die, whatever stands fifth; what is no number is typed by its name."""
    request = menu("2", "2", "5", "6", "Done")
    assert keys(request) == ["2", "2", "5", "6", "done"]
    assert [answer(request, text) for text in ("2", "5", "done", "Done")] == [0, 2, 4, 4]
    for text in ("1", "4"):
        with pytest.raises(UnclearError, match="type one of 2, 5, 6, done"):
            answer(request, text)


def test_what_stands_beside_a_choice() -> None:
    request = menu("Mill", "Farm", prices={"mill": "5 MD"})
    assert [answer(request, text) for text in ("1", "mill", "2", "farm")] == [0, 0, 1, 1]
    assert in_full(request, request.choices[0]) == "Mill (5 MD)"


def test_choices_that_read_alike_have_one_number() -> None:
    request = menu("Rail card", "Ferry card", "Rail card", "Pass")
    assert keys(request) == ["1", "2", "1", "3"]
    assert [answer(request, text) for text in ("1", "rail card", "3", "pass")] == [0, 0, 3, 3]
    with pytest.raises(UnclearError, match="type a number from 1 to 3"):
        answer(request, "4")


def test_a_choice_that_is_called_like_an_order() -> None:
    assert is_choice(menu("Look around", "Quit"), "look around")
    assert not is_choice(menu("Look around", "Quit"), "look")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "type a number from 1 to 3"),
        ("99999999999999999999999", "There is no choice"),
        ("-1", "There is no choice -1"),
        ("invset", 'did you mean "invest"'),
        ("dance", "There is no choice"),
        ("²", "There is no choice"),
        ("take a loan", "take a loan is not possible now: the bank is empty"),
        ("pa", "may mean several choices"),
    ],
)
def test_what_is_no_choice(text: str, sentence: str) -> None:
    request = menu("invest", "pass", "pay", refused=(Refusal("take a loan", "the bank is empty"),))
    with pytest.raises(UnclearError, match=sentence):
        answer(request, text)


def test_a_refused_number_is_explained() -> None:
    request = menu("1", "4", refused=(Refusal("3", "the column is full"),))
    with pytest.raises(UnclearError, match="3 is not possible now: the column is full"):
        answer(request, "3")


def test_an_amount() -> None:
    assert answer(amount(5, 40, 5), "15") == 15


@pytest.mark.parametrize("text", ["4", "45", "12", "ten", "1e3", "", "-5"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(UnclearError, match="from 5 to 40 in steps of 5"):
        answer(amount(5, 40, 5), text)

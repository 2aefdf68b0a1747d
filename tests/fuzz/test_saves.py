"""Every edit of a save, field by field, gives a game or R0811, with a short run over the large games."""

from __future__ import annotations

import random

import pytest

import interpreter
from tests.fuzz.saves import LARGE, VALUES, check, edited, fields, go_on_with, middle_of


@pytest.mark.parametrize("name", ["kuhn-poker", "pig"])
def test_every_edit_of_a_small_save(name: str) -> None:
    game = interpreter.load(name)
    data = middle_of(game, 2)
    for path in fields(data):
        for value in VALUES:
            check(game, data, path, value)


@pytest.mark.parametrize("name", LARGE)
def test_some_edits_of_a_large_save(name: str) -> None:
    game = interpreter.load(name)
    data = middle_of(game, 12)
    chance = random.Random(name)
    machine = [path for path in fields(data) if path[0] in ("machine", "options_now", "stack")]
    for path in [*chance.sample(machine, min(40, len(machine))), *chance.sample(list(fields(data)), 40)]:
        check(game, data, path, chance.choice(VALUES))


def test_an_answer_about_several_things_is_one_that_the_question_can_have() -> None:
    """A bid of a number and a face, far down in a long list of them."""
    game = interpreter.load("liars-dice")
    data = middle_of(game, 1)
    for value in VALUES:
        check(game, data, ("options_now", len(data["options_now"]) - 1), value)


def test_a_pile_has_no_empty_slots() -> None:
    game = interpreter.load("kuhn-poker")
    data = middle_of(game, 1)
    (pile, *_) = [name for name, cards in data["table"].items() if isinstance(cards, list) and cards]
    check(game, data, ("table", pile, 0), None)
    assert go_on_with(game, edited(data, ("table", pile, 0), None)) == "R0811"

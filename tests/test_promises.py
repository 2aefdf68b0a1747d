"""The promises of the program hold for every game, and a broken one is noticed."""

from dataclasses import replace

import pytest

from interpreter.finding import find_game
from interpreter.ir.blocks import Program
from interpreter.ir.invariants import broken_promises
from interpreter.load import program_of, rulebook_of
from tests.support.bundled import core_games


def lowered(name: str) -> Program:
    return program_of(rulebook_of(find_game(name), [], {})[0])


@pytest.mark.parametrize("name", [info.name for info in core_games()])
def test_promises_hold(name: str) -> None:
    program = lowered(name)
    assert broken_promises(program) == []


def test_a_missing_end_is_noticed() -> None:
    program = lowered("pig")
    program.blocks[0].end = None
    assert any("has no end" in text for text in broken_promises(program))


def test_a_shared_address_is_noticed() -> None:
    program = lowered("pig")
    keeps = program.layout.keeps
    keeps["pot"].base = keeps["points"].base
    assert any("share address" in text for text in broken_promises(program))


def test_a_pile_without_room_is_noticed() -> None:
    program = lowered("kuhn-poker")
    program.layout.keeps["deck"].room = 0
    assert any("deck has room for 0" in text for text in broken_promises(program))


def test_a_missing_question_is_noticed() -> None:
    program = lowered("kuhn-poker")
    program.questions.clear()
    assert any("do not stand at their sites" in text for text in broken_promises(program))


def test_a_question_of_another_shape_is_noticed() -> None:
    program = lowered("tic-tac-toe")
    program.questions[0] = replace(program.questions[0], choice=None)
    assert any("another shape" in text for text in broken_promises(program))

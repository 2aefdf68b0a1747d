"""An amount is asked for as a range: nobody goes through it, however long it is."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, Game
from tests.check.frame import lay_out
from tests.fuzz.limits import time_limit

LONG = "0 to 1000000000000"
HIGH = 10**12


def game_with(folder: Path, step: str) -> Game:
    rules = f"procedure play\n  each player\n    {step}\n  end game\n"
    return interpreter.load(lay_out(folder, {"rules/zz.rules": rules}))


def test_a_question_for_any_amount_up_to_a_billion_billions(tmp_path: Path) -> None:
    game = game_with(tmp_path, f"player chooses number in {LONG}\n    player gains number money")
    with time_limit(20):
        state = game.start(players=2, seed=1)
        request = state.request
        assert request is not None
        assert (request.low, request.high, request.step, request.optional, request.refused) == (0, HIGH, 1, False, ())
        assert len(request.choices) == HIGH + 1
        assert [choice.label for choice in (request.choices[5], request.choices[-1])] == ["5", str(HIGH)]
        assert state.save_for(0)["question"] == ["Choose number", [LONG]]
        assert len(json.dumps(state.save())) < 100_000
        assert game.resume(json.loads(json.dumps(state.save()))).key() == state.key()
        assert interpreter.tabletop(state, 0)
        assert state.view(0)["waiting_for"] == 0
        with pytest.raises(ValueError, match="not among the choices"):
            state.choose("nonsense")
        with pytest.raises(ValueError, match="not among the choices"):
            state.choose(HIGH + 1)
        assert state.clone().play_out(random.Random(1)) == 2
        state.choose(str(HIGH))
        assert state.view(None)["table"]["money"]["red"] == HIGH + 3


@pytest.mark.parametrize("step", [
    f"player may choose number in {LONG}", f"player chooses number in {LONG} where number is more than 5",
    "player may choose number in 0 to 100000000",
    f'player chooses number in {LONG}\n      needs number is at most 7 because "it is too much"',
])  # fmt: skip
def test_what_must_be_gone_through_is_a_fault(step: str, tmp_path: Path) -> None:
    with time_limit(20), pytest.raises(Fault) as caught:
        game_with(tmp_path, step).start(players=2, seed=1)
    assert caught.value.code == "R0803"

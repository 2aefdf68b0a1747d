"""An amount is asked for as a range: nobody goes through it, however long it is."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, Game
from tests.support.frame import lay_out
from tests.support.limits import time_limit

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
        assert game.resume(json.loads(json.dumps(state.save()))).inspect.key() == state.inspect.key()
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
    f"player may choose number in {LONG}", "player may choose number in 0 to 100000000",
    f"player chooses number in {LONG} where remainder(number, 7) is 3",
])  # fmt: skip
def test_what_must_be_gone_through_is_a_fault(step: str, tmp_path: Path) -> None:
    with time_limit(20), pytest.raises(Fault) as caught:
        game_with(tmp_path, step).start(players=2, seed=1)
    assert caught.value.code == "R0803"


@pytest.mark.parametrize(("where", "low", "high"), [
    ("number is more than 5", 6, HIGH), ("number is less than 5", 0, 4), ("7 is at least number", 0, 7),
    ("number is at most player's money + 4 and number is at least 2", 2, 7), ("number is 12", 12, 12),
    ("remainder(number, 2) is 1 and number is at most 8", 1, 7),
    ("(number is at least 3 and number is at most 20) and number is not 20", 3, 19),
])  # fmt: skip
def test_a_range_is_as_long_as_its_where_makes_it(where: str, low: int, high: int, tmp_path: Path) -> None:
    """Everybody begins with 3 coins."""
    game = game_with(tmp_path, f"player chooses number in {LONG} where {where}\n    player gains number money")
    with time_limit(20):
        state = game.start(players=2, seed=1)
        request = state.request
        assert request is not None
        assert (request.low, request.high) == (low, high)
        assert state.why_not(0, str(low)) == f"{low} is allowed."
        assert "the rule needs" in state.why_not(0, "1000") or high > 1000 or low > 1000
        assert state.clone().play_out(random.Random(1)) == 2
        state.choose(high)


def test_needs_narrow_a_range_too_and_are_told(tmp_path: Path) -> None:
    step = f'player chooses number in {LONG}\n      needs number is at most 7 because "it is too much"'
    with time_limit(20):
        state = game_with(tmp_path, step).start(players=2, seed=1)
        assert state.request is not None
        assert (state.request.low, state.request.high) == (0, 7)
        assert state.why_not(0, "8").startswith("8: it is too much")


@pytest.mark.parametrize("before", ["", "let boss = tycoon\n    "])
def test_nothing_is_worked_out_that_another_condition_guards(before: str, tmp_path: Path) -> None:
    """The guard keeps the second condition from asking for the money of nobody."""
    who = "boss" if before else "tycoon"
    step = f"{before}player chooses number in 0 to 9 where {who} is not none and number is at most {who}'s money"
    with pytest.raises(Fault) as caught:
        game_with(tmp_path, step).start(players=2, seed=1)
    assert caught.value.code == "R0805"

"""`before choosing`: steps before a decision of anybody; what can be chosen is worked out after them."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import State
from interpreter.source import Problems
from tests.support.frame import lay_out

WINDOW = """
keep in_window: yes or no
keep asked_last: player
before choosing{which} where not in_window
  set in_window to yes
  set asked_last to asked
  next_player(asked) may push
    raise pot by 1
  set in_window to no
"""


def begun(folder: Path, act: str, which: str = "") -> State:
    game = interpreter.load(lay_out(folder, {"rules/zz.rules": WINDOW.format(which=which) + act}))
    state = game.table(players=2, seed=1)
    game.begin(state, "act", [0])
    return state


def who(state: State) -> tuple[int, list[str]]:
    assert state.request is not None
    return state.request.player, [choice.name for choice in state.request.choices]


def test_somebody_else_comes_first_and_the_limits_follow(tmp_path: Path) -> None:
    state = begun(tmp_path, "procedure act(player)\n  player chooses wager in 0 to pot\n  raise pot by wager\n")
    assert who(state) == (1, ["push", "pass"])
    state.choose("push")
    assert who(state) == (0, ["0", "1"])


def test_not_before_a_detail(tmp_path: Path) -> None:
    state = begun(tmp_path, "procedure act(player)\n  player chooses\n    to go\n      player chooses city\n"
                            "      player chooses city as another\n")  # fmt: skip
    state.choose("pass")
    state.choose("go")
    assert who(state)[0] == 0
    state.choose("harbour")
    assert who(state)[0] == 0


def test_not_before_a_decision_in_secret(tmp_path: Path) -> None:
    state = begun(tmp_path, "procedure act(player)\n  player secretly may rest\n    stop\n"
                            "  secretly each one in players\n    one may rest\n      raise pot by 0\n")  # fmt: skip
    assert who(state) == (0, ["rest", "pass"])
    state.choose("pass")
    assert who(state) == (0, ["rest", "pass"])


def test_only_before_the_decision_that_is_named(tmp_path: Path) -> None:
    act = "procedure act(player)\n  player chooses city\n  raise pot by 0\n  player chooses wager in 0 to 1\n"
    state = begun(tmp_path, act, which=" wager in act")
    assert who(state)[0] == 0
    state.choose("harbour")
    assert who(state) == (1, ["push", "pass"])


def test_each_question_of_may_take_any_and_of_actions(tmp_path: Path) -> None:
    act = "action dance\n  raise pot by 1\nprocedure act(player)\n  player may take any of dance\n"
    state = begun(tmp_path, act)
    for _ in range(3):
        state.choose("pass")
        assert who(state) == (0, ["dance", "pass"])
        state.choose("dance")
        assert who(state)[0] == 1


def test_it_answers_nothing(tmp_path: Path) -> None:
    with pytest.raises(Problems) as problems:
        begun(tmp_path, "procedure act(player)\n  player chooses city\nbefore choosing city\n  answer harbour\n")
    assert [found.code for found in problems.value.diagnostics] == ["R0312"]


def test_a_decision_that_nobody_makes(tmp_path: Path) -> None:
    with pytest.raises(Problems) as problems:
        begun(tmp_path, "procedure act(player)\n  player chooses city\n", which=" citty")
    assert [found.code for found in problems.value.diagnostics] == ["R0602"]

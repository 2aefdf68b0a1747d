"""How much is tried out for a `must leave`: what the rules ask for, counted, so that more of it fails and not only takes longer.

By hand: an action whose steps come to a question with a way around its `must leave` is offered without a trial; that question
tries out the one way that comes to it. Where there is no way around, the action is tried out too, and inside that trial the
question its ways.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.runtime import machine
from tests.support.frame import lay_out

RULES = """
action raid "Raid"
  you gain 2 money
  defend(you)
action rest "Rest"
  raise pot by 1
procedure defend(player)
  {asked}
    to pay "Pay"
      player loses 2 money
      must leave player's money is at least 0 because "nobody has less than nothing"
    to {other} "Something else"
      raise pot by 1
      {checked}
procedure turn_of_actions(player)
  player takes one of raid, rest
"""
AROUND = {"asked": "player chooses", "other": "refuse", "checked": "raise pot by 1"}
NO_WAY_AROUND = {**AROUND, "checked": 'must leave pot is more than 0 because "it was raised"'}
MAY_PASS = {**NO_WAY_AROUND, "asked": "player may"}


def trials(folder: Path, monkeypatch: pytest.MonkeyPatch, shape: dict[str, str]) -> tuple[int, int]:
    """How many ways are tried out to ask for an action, and how many to ask in it."""
    game = interpreter.load(lay_out(folder, {"rules/zz.rules": RULES.format(**shape)}))
    counts, real = [0], machine._tried

    def counted(*given: object) -> object:
        counts[0] += 1
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(machine, "_tried", counted)
    state = game.table(players=2, seed=1)
    game.begin(state, "turn_of_actions", [0])
    before = counts[0]
    state.choose("raid")
    return before, counts[0] - before


def test_a_way_around_makes_no_trial_outside_and_one_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert trials(tmp_path, monkeypatch, AROUND) == (0, 1)


def test_who_may_pass_has_a_way_around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert trials(tmp_path, monkeypatch, MAY_PASS) == (0, 2)


def test_without_a_way_around_the_action_is_tried_and_in_it_a_way_that_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trials(tmp_path, monkeypatch, NO_WAY_AROUND) == (2, 2)

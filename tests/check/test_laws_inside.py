"""A law about a way of a procedure that another law wraps as a whole."""

from __future__ import annotations

from pathlib import Path

import interpreter
from tests.support.frame import findings, lay_out

RULES = """\
procedure walk(player)
  player chooses
    to hurry
      raise pot by 1
    to wait
      stop
  raise pot by 1
after walk
  raise pot by 5
"""
VARIANT = 'variant slow\n  before hurry\n    needs pot is 0 because "not twice"\n'


def test_the_way_is_found_although_its_procedure_is_wrapped(tmp_path: Path) -> None:
    folder = lay_out(tmp_path, {"rules/zz.rules": RULES, "variants/slow.rules": VARIANT})
    assert [found.message for found in findings(folder, ["slow"]) if found.severity == "error"] == []


LET_THAT_ACTS = """\
procedure toll gives number
  raise pot by 3
  give pot
procedure walk(player)
  player chooses
    to hurry
      let paid = toll
      raise pot by paid
before hurry
  needs pot is 0 because "not twice"
  raise pot by 1
"""


def test_before_a_way_is_before_a_let_in_it_that_runs_a_procedure(tmp_path: Path) -> None:
    """1 from the law, then 3 from the toll make 4, and the way adds as much again."""
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": LET_THAT_ACTS}))
    state = game.table(players=2, seed=1)
    game.begin(state, "walk", [0])
    state.choose("hurry")
    assert int(state.view(0)["table"]["pot"]) == 8

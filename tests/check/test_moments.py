"""Gains, losses and payments are moments of kept numbers; of a pile there are none, and a procedure may be called so."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter.tools.check.problems import problems

RULES = """kind sort is guard, priest
cards card for each sort, 2 times
keep influence(player): pile of card, seen by owner
keep points(player): number
procedure lose_influence(player)
  player chooses card in influence(player) where card's sort is guard
  move card to influence(next_player(player))
after lose_influence
  player gains 1 points
procedure play
  end game
"""
SCENARIO = """scenario "a procedure, and a law at it"
  players ann, bob
  given
    influence(ann) is [guard, priest]
  when
    lose_influence(ann)
    ann chooses guard
  then
    ann's points is 1
    influence(bob) is [guard]
"""


def written(folder: Path, rules: str) -> Path:
    for name, text in {
        "game.yaml": "title: Influence\nplayers: {min: 2, max: 2}\n", "rules/influence.rules": rules,
        "scenarios/influence.scenario": SCENARIO,
    }.items():  # fmt: skip
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_procedure_may_be_called_as_if_a_pile_were_lost(tmp_path: Path) -> None:
    folder = written(tmp_path, RULES)
    assert problems(folder) == []
    assert [result.report for result in interpreter.run_scenarios(folder)] == [""]


def test_no_procedure_is_called_like_the_moment_of_a_number(tmp_path: Path) -> None:
    (found,) = problems(written(tmp_path, RULES.replace("lose_influence", "lose_points")))
    assert found.code == "R0202"

"""A scenario is told what is wrong in its own words: its players by their names, a number that is no condition as what it is."""

from __future__ import annotations

from pathlib import Path

import interpreter

RULES = """keep points(player): number
procedure turn(player)
  player chooses rival in others(player)
    needs rival's points is at most 3 because "too strong"
  raise rival's points by 1
procedure gift(player)
  player chooses rival in others(player) and many in 1 to 2
  raise rival's points by many
procedure play
  end game
"""
SCENARIOS = """scenario "one"
  players ann, bob, cid
  given
    points(cid) is 4
  when
    turn(ann)
  then
    ann is not offered bob
    ann cannot choose cid because "too strong"
    ann is offered only cid
    count(player in players where player is bob)

scenario "two"
  players ann, bob, cid
  when
    gift(ann)
    ann chooses dan and 1

scenario "three"
  players ann, bob, cid
  when
    gift(ann)
    ann chooses bob and 2
  then
    bob's points is 2
"""


def test_players_are_called_by_their_names_and_numbers_are_numbers(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: Names\nplayers: {min: 3, max: 3}\n", encoding="utf-8")
    for name, text in (("rules/names.rules", RULES), ("scenarios/names.scenario", SCENARIOS)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    one, two, three = interpreter.run_scenarios(tmp_path)
    said = [f"{found.message} | {found.help}" for found in (*one.diagnostics, *two.diagnostics)]
    assert said == [
        "bob is offered to ann | rival: bob is offered",
        "cid is not offered to ann: too strong | rival: bob is offered",
        "count(player in players where player is bob) is a number, 1: compare it with something | "
        "write: count(player in players where player is bob) is 1",
        "ann cannot choose dan and 1: it is not offered | "
        'did you mean "bob and 1"? rival_and_many: bob and 1, bob and 2, cid and 1, cid and 2 is offered',
    ]
    assert three.passed, three.report

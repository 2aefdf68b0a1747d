"""`test --variant` of a rule without scenarios of its own: what it changes is listed, and is no failure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run

PLAY = """procedure play
  each player
    turn(player)
  end game

procedure turn(player)
  player gains fee money

keep money(player): number
let fee = 2
"""
SCENARIOS = """scenario "a turn brings the fee"
  players ann, bob
  when
    turn(ann)
  then
    ann's money is 2

scenario "only one player is paid"
  players ann, bob
  when
    turn(ann)
  then
    bob's money is 0

scenario "with bonus"
  players ann, bob
  variants bonus
  when
    turn(ann)
  then
    ann's money is 9
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {
        "game.yaml": "title: Fees\nplayers: {min: 2, max: 2}\nsource: stand-in\n",
        "rules/play.rules": PLAY,
        "scenarios/turns.scenario": SCENARIOS,
        "variants/bonus.rules": "variant bonus\n  excludes three\n  change fee to 9\n",
        "variants/three.rules": "variant three\n  change fee to 3\n",
    }
    for name, text in texts.items():
        (tmp_path / "fees" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fees" / name).write_text(text, encoding="utf-8")
    return tmp_path / "fees"


@pytest.mark.usefixtures("game")
def test_what_a_rule_changes_is_listed_with_its_lines(run: Run) -> None:
    """The fee is 3 instead of 2: of two scenarios one says so, and the third plays a rule that excludes this one."""
    told = run("test", "fees", "--variant", "three")
    assert told.exit_code == 0, told.output
    assert "FAILED" not in told.output
    assert "1 scenario of the game comes out differently under this rule:" in told.output
    assert "\n  fees/scenarios/turns.scenario:1  a turn brings the fee\n" in told.output
    assert "    line 6: " in told.output
    assert "1 scenario of the game cannot be played with three." in told.output
    assert "3 scenarios: 1 passed, 0 failed, 1 changed, 1 not played" in told.output


@pytest.mark.usefixtures("game")
def test_strict_makes_it_a_failure_of_the_command(run: Run) -> None:
    assert run("test", "fees", "--variant", "three", "--strict").exit_code == 1
    assert run("test", "fees", "--strict").exit_code == 0


@pytest.mark.usefixtures("game")
def test_the_json_says_which(run: Run) -> None:
    found = json.loads(run("test", "fees", "--variant", "three", "--json", "-").stdout)
    assert [found[key] for key in ("scenarios", "passed", "failed", "changed", "not_played")] == [3, 1, 0, 1, 1]
    assert [one["changed"] for one in found["results"]] == [True, False, False]


def test_a_scenario_that_fails_anyway_is_a_failure(run: Run, game: Path) -> None:
    file = game / "scenarios" / "turns.scenario"
    file.write_text(file.read_text(encoding="utf-8").replace("bob's money is 0", "bob's money is 1"), encoding="utf-8")
    told = run("test", "fees", "--variant", "three")
    assert told.exit_code == 1
    assert told.output.count("FAILED") == 1
    assert "FAILED fees/scenarios/turns.scenario:8" in told.output


def test_a_scenario_that_names_the_variant_is_held_to_what_it_says(run: Run, game: Path) -> None:
    file = game / "scenarios" / "turns.scenario"
    file.write_text(file.read_text(encoding="utf-8").replace("is 9", "is 8"), encoding="utf-8")
    told = run("test", "fees", "--variant", "bonus")
    assert told.exit_code == 1
    assert "FAILED fees/scenarios/turns.scenario:15" in told.output


@pytest.mark.usefixtures("game")
def test_a_file_that_was_named_is_held_to_what_it_says(run: Run) -> None:
    told = run("test", "fees", "fees/scenarios/turns.scenario", "--variant", "three")
    assert told.exit_code == 1
    assert "FAILED fees/scenarios/turns.scenario:1 " in told.output


def test_a_rule_that_cannot_be_played_is_one_message(run: Run, game: Path) -> None:
    (game / "variants" / "three.rules").write_text("variant three\n  change fees to 3\n", encoding="utf-8")
    told = run("test", "fees", "--variant", "three")
    assert told.exit_code == 1
    assert told.output.count("error[") == 1
    assert "FAILED" not in told.output

"""The commands hold what must always hold: a broken rule is found by each of them, in a designer's own game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import Run

RULES = """\
keep money(player): number, starts at 5
keep pot: number
always nothing_is_lost: pot + sum(player's money over players) is 5 * count(players) because "no coin is lost"

procedure play
  repeat 9 times
    each player
      turn(player)
  end game

procedure turn(player)
  player chooses
    to put "Put one"
      player loses 1 money
      raise pot by 1
    to tip "Tip one"
      player loses 1 money
"""
SCENARIO = """\
scenario "a tip"
  players ann, bob
  when
    game starts
    ann chooses put
    bob chooses tip
  then
    pot is 1

scenario "a position with too many coins"
  players ann, bob
  given
    pot is 3
  when
    game starts
    ann chooses tip
  then
    pot is 3

scenario "nobody is asked after the last decision"
  players ann, bob
  when
    turn(ann)
    ann chooses tip
  then
    pot is 0
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "tips"
    for name, text in {
        "game.yaml": "title: Tips\nabout: For this test.\nplayers: {min: 2, max: 3}\n",
        "rules/play.rules": RULES,
        "scenarios/tips.scenario": SCENARIO,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "tips"


def told(text: str) -> None:
    assert "R0820" in text
    assert "no coin is lost (pot + sum(player's money over players) is" in text


def test_check(run: Run, game: str) -> None:
    result = run("check", game)
    assert result.exit_code == 1
    told(result.output)
    assert "rules/play.rules:3:1" in result.output
    assert "play it with: rulewright play tips --seed 0 --seats random,random" in result.output
    again = run("play", game, "--seed", "0", "--seats", "random,random")
    told(again.output)


def test_check_reports_any_other_fault_of_its_games(run: Run, game: str) -> None:
    """Five coins, nine turns: whatever is chosen, the sixth turn has none left. There is nothing that must always hold."""
    text = "".join(line for line in RULES.splitlines(keepends=True) if not line.startswith("always"))
    Path(game, "rules", "play.rules").write_text(
        text.replace("number, starts at 5", "0 to 5, starts at 5"), encoding="utf-8"
    )
    result = run("check", game)
    assert result.exit_code == 1
    assert "R0801" in result.output
    assert "money would become -1, but is only allowed from 0 to 5" in result.output
    assert "rules/play.rules:13:1" in result.output
    assert "play it with: rulewright play tips --seed 0 --seats random,random" in result.output
    assert "R0801" in run("play", game, "--seed", "0", "--seats", "random,random").output


def test_test(run: Run, game: str) -> None:
    result = run("test", game)
    assert result.exit_code == 1
    assert "3 scenarios: 1 passed, 2 failed" in result.output
    told(result.output)
    assert "tips.scenario:6:5" in result.output  # the decision that broke it
    assert "tips.scenario:24:5" in result.output


def test_simulate(run: Run, game: str) -> None:
    result = run("simulate", game, "--games", "3", "--bot", "random")
    assert result.exit_code == 1
    told(result.output)
    assert "the last decisions: red chooses" in result.output
    fast = run("simulate", game, "--games", "3", "--bot", "random", "--fast")
    assert fast.exit_code == 0
    assert "0 errors" in fast.output
    assert "What must always hold (1 rule) was not checked, because of --fast." in fast.output


def test_play(run: Run, game: str) -> None:
    result = run("play", game, "--seats", "human,human", "--save", "evening.json", typed="put\ntip\n")
    assert result.exit_code == 1
    told(result.output)
    assert "the last decisions: red chooses put; blue chooses tip" in result.output
    assert Path("evening.json").exists()

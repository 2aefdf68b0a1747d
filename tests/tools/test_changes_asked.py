"""`simulate` with a variant that is made of `change` lines: what it changes, and how often games asked for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run

PLAY = """procedure play
  each player
    turn(player)
    turn(player)
  end game

procedure turn(player)
  player chooses
    to work
      player gains fee money

keep money(player): number
let fee = 2
let fine = 7
option long "Is it long" is yes or no, usually no
"""


@pytest.fixture(autouse=True)
def _game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        "fees/game.yaml": "title: Fees\nplayers: {min: 2, max: 2}\nsource: stand-in\n",
        "fees/rules/play.rules": PLAY,
        "dear.rules": "variant dear\n  change fee to 3 was 2\n  change fine to 8\n  change long to yes\n",
    }
    for name, text in texts.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("engine", ["python", "auto", "native"])
def test_the_changes_and_how_often_they_are_asked(run: Run, engine: str) -> None:
    """Two players take two turns each, and each turn asks for the fee once: 4 times a game. Nothing asks for the fine."""
    told = run("simulate", "fees", "--games", "3", "--bot", "random", "--variant", "dear.rules", "--engine", engine)
    assert told.exit_code == 0, told.output
    assert "no rules of its own" not in told.output
    lines = told.output.splitlines()
    start = lines.index("The variant dear changes:")
    assert lines[start + 1 : start + 5] == [
        "    change fee to 3 was 2  (evaluated 12 times, in 3 of 3 games)",
        "    change fine to 8  (never evaluated)",
        "    change long to yes  (an option, fixed before the game)",
        "    counted by playing the first 3 games again in Python",
    ]


def test_only_some_games_are_played_again_and_bots_that_think_do_not_count(run: Run) -> None:
    told = run("simulate", "fees", "--games", "30", "--variant", "dear.rules", "--bot", "eager", "--json", "-")
    fee, fine, long = json.loads(told.stdout)["variant_changes"]
    assert (fee["times"], fee["games"], fee["played"]) == (40, 10, 10)
    assert (fine["times"], fine["games"], long["times"]) == (0, 0, None)


def test_a_variant_with_rules_is_told_by_those(run: Run) -> None:
    Path("both.rules").write_text(
        "variant both\n  change fee to 3\n  after turn\n    player gains 1 money\n", encoding="utf-8"
    )
    told = run("simulate", "fees", "--games", "2", "--bot", "random", "--variant", "both.rules")
    assert "Rules of the variant both: 1 of 1 reached." in told.output
    assert "changes:" not in told.output

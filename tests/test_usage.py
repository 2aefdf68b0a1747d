"""What a game has come to: actions taken, cards that were of use, procedures and named steps that were run."""

from __future__ import annotations

from pathlib import Path

import interpreter
from interpreter import Game
from interpreter.tools.trace.citations import trace

RULES = """\
procedure play
  step opening
    announce "it begins"
  each player
    turn(player)
    if no(one in players where seat(one) is more than 9)
      step closing
        plain_end
    otherwise
      step never
        unheard_of
  end game

procedure turn(player)
  step moving
    player takes one of walk, rest
  step resting
    announce "a pause"

action walk "Walk"
  step striding
    announce "{you} walks"

action rest "Rest"
  announce "{you} rests"

procedure plain_end
  step farewell
    announce "farewell"

procedure unheard_of
  announce "unheard of"
"""


def game_in(folder: Path, more: str = "") -> Game:
    (folder / "rules").mkdir()
    (folder / "game.yaml").write_text("title: Usage\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (folder / "rules" / "play.rules").write_text(RULES + more, encoding="utf-8")
    return interpreter.load(folder)


def test_rules_are_procedures_actions_and_named_steps(tmp_path: Path) -> None:
    assert sorted(game_in(tmp_path).usable["rules"]) == [
        "closing in play", "farewell in plain_end", "moving in turn", "never in play", "opening in play", "plain_end",
        "play", "rest", "resting in turn", "striding in walk", "turn", "unheard_of", "walk",
    ]  # fmt: skip


def test_what_was_run_is_used(tmp_path: Path) -> None:
    game = game_in(tmp_path)
    state = game.start(seed=1)
    assert {"play", "opening in play", "turn", "moving in turn"} == set(game.usable["rules"]) & state.inspect.used
    state.choose("walk")
    state.choose("walk")
    assert state.result is not None
    assert set(game.usable["rules"]) - state.inspect.used == {"rest", "never in play", "unheard_of"}
    assert set(game.usable["actions"]) - state.inspect.used == {"rest"}
    assert game.resume(game.start(seed=1).save()).inspect.used == game.start(seed=1).inspect.used


def test_citations_of_unknown_clauses(tmp_path: Path) -> None:
    game_in(tmp_path)
    rules = tmp_path / "rules" / "play.rules"
    rules.write_text(RULES.replace("end game\n", "end game cites USE-001, USE-009\n"), encoding="utf-8")
    (tmp_path / "rulebook.md").write_text("- **USE-001** It ends. [note: as everything does]\n", encoding="utf-8")
    traced = trace(tmp_path)
    assert traced["summary"]["unknown"] == ["USE-009"]
    assert "play.rules:12" in traced["unknown"]["USE-009"][0]
    assert traced["clauses"][0]["note"] == "as everything does"


def test_a_procedure_that_a_law_is_woven_around_keeps_its_names(tmp_path: Path) -> None:
    """It may stop, so it becomes two; nobody who reads a report has written the second."""
    law = 'after unheard_of\n  announce "and gone"\nprocedure brief(player)\n  step asking\n    stop\nafter brief\n  end game\n'
    game = game_in(tmp_path, law)
    assert {"brief", "asking in brief"} <= set(game.usable["rules"])
    assert [name for name in game.usable["rules"] if "'" in name] == []

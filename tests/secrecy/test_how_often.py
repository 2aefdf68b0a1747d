"""How often a way was chosen in secret is nobody's to see but the player's own, and asking others about it is warned of."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.tools.check.problems import problems

RULES = """
keep points(player): number
let doubts(player) = how_often(lie, player)
procedure play
  each player
    vote(player)
  each player
    rest(player)
  end game
procedure vote(player)
  player secretly chooses
    to lie
      player gains 0 points
    to tell_the_truth
      player gains 0 points
procedure rest(player)
  player chooses dawn in 1 to 2
"""
LEAK = """
procedure accuse(player)
  player chooses rival in others(player) where doubts(rival) is more than 0
"""


def written(folder: Path, rules: str) -> Path:
    (folder / "rules").mkdir()
    (folder / "rules" / "play.rules").write_text(rules)
    (folder / "game.yaml").write_text("title: Lies\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return folder


@pytest.mark.parametrize("engine", ["python", "native"])
def test_only_the_liar_knows(engine: str, tmp_path: Path) -> None:
    state = interpreter.load(written(tmp_path, RULES)).start(players=2, seed=1, engine=engine)
    state.choose("lie")
    state.choose("tell_the_truth")
    red, blue = state.player_names
    assert state.inspect.seen(0, "times_lie_by") == {red: 1}
    assert state.inspect.seen(1, "times_lie_by") == {blue: 0}
    assert not state.inspect.seen(None, "times_lie_by")


def test_a_question_that_tells_how_often_is_warned_of(tmp_path: Path) -> None:
    assert problems(written(tmp_path, RULES)) == []
    (tmp_path / "rules" / "leak.rules").write_text(LEAK)
    assert [found.code for found in problems(tmp_path)] == ["R1004"]

"""C is compiled as seldom and as little as can be: once for rules that come to the same, and for bots only when they play."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.backends.c import building
from interpreter.backends.c.building import FLAGS, GAME_ONLY
from tests.support.small_games import written

RULES = """
keep points(player): number

procedure play
  each player
    player chooses
      to take_one "Take one"
        player gains 1 points
      to take_two "Take two"
        player gains 2 points
        player wins
        end game
"""


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For every call of the compiler, whether it was with what bots need; the cache is empty."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    found: list[bool] = []
    compiled = building.compiled

    def noted(text: str, flags: tuple[str, ...] = FLAGS) -> bytes:
        found.append(GAME_ONLY not in flags)
        return compiled(text, ("-O0", *flags[1:]))

    monkeypatch.setattr(building, "compiled", noted)
    return found


def test_rules_that_come_to_the_same_share_a_library(calls: list[bool], tmp_path: Path) -> None:
    """What is said in other words, or moved to another folder, is the same C."""
    for name, rules in (("a", RULES), ("b", RULES), ("c", RULES.replace("Take one", "Be modest"))):
        assert written(tmp_path / name, rules).native().lib.rw_size() > 0
    assert calls == [False]
    written(tmp_path / "d", RULES.replace("gains 2", "gains 3")).native()
    assert calls == [False, False]


def test_what_bots_need_is_compiled_when_they_come(calls: list[bool], tmp_path: Path) -> None:
    """A position of the smaller library goes on in the larger one. Two points win, so no playout from there can lose."""
    game = written(tmp_path / "game", RULES)
    native = game.native()
    memory = native.take(game.fresh_position(2, 0, None, events=False))
    memory.begin(1)
    assert (calls, memory.choices()) == ([False], 2)
    assert memory.tried([1], luck=1, most=10, player=0) == [1.0]
    assert (calls, memory.choices()) == ([False, True], 2)
    assert memory.choose(1) == 1  # over
    again = written(tmp_path / "again", RULES)
    assert again.native(bots=True).bots is again.native().lib
    assert calls == [False, True]

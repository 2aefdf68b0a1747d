"""No doubt is left about who learns what, whatever options are chosen: `check` looks at the game itself under every reading
that hides something; here are its variants, too, a few of them, or in test-all every one."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.data import read_folder
from interpreter.tools.check.problems import problems
from interpreter.tools.check.readings import doubts_under, other_readings
from interpreter.tools.check.required import with_required
from tests.support.sampling import sampled
from tests.support.tables import GAMES, ROOT

VARIANTS = [(game, name) for game in GAMES for name in read_folder(ROOT / "games" / game).variants]

RULES = """\
option purses "Purses are" is seen_by_all or seen_by_owner, usually seen_by_all
keep purse(player): number, starts at 4, seen by owner, seen by everyone when purses is seen_by_all

procedure play
  each player
    player chooses amount in 0 to purse(next_player(player))
      prompt "How much do you ask from {next_player(player)}?"
  end game
"""


@pytest.mark.parametrize(("game", "variant"), sampled(VARIANTS, 1, "readings"))
def test_variants_leave_no_doubt_under_any_reading(game: str, variant: str) -> None:
    folder = read_folder(ROOT / "games" / game)
    needed = with_required(folder, variant, folder.variants[variant])
    for reading in other_readings(folder.path, needed):
        assert doubts_under(folder.path, needed, reading) == []


def test_a_doubt_that_only_another_reading_has_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("title: Purses\nplayers: {min: 2, max: 3}\n", encoding="utf-8")
    assert other_readings(tmp_path, []) == [{"purses": "seen_by_owner"}]
    found = problems(tmp_path)
    assert [one.code for one in found] == ["R1004"]
    assert found[0].message.startswith("with purses seen_by_owner: what can be chosen here depends on")

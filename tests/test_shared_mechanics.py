"""Mechanics that games in one folder share: found, told apart from the library's, copied along, and nothing beyond the folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import interpreter
from interpreter.fingerprint import fingerprint
from interpreter.source import Problems
from interpreter.source.shared import bring_along, shared_mechanics
from interpreter.tools.check.problems import problems
from interpreter.tools.new.scaffolding import copied_game
from interpreter.tools.studio.rules_archive import packed, unpacked

MECHANIC = """\
mechanic cheer "Somebody gains points"
  blank many: number
  procedure cheer(player)
    player gains many points
"""
RULES = """\
keep points(player): number
cheer hooray
  many: 3
procedure play
  each player
    hooray(player)
    player scores player's points
  end game
"""
MANIFEST = "title: Cheer\nplayers: {min: 2, max: 2}\nsource: stand-in\nlanguage: 3\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game in a folder of games with a shared mechanic."""
    folder = tmp_path / "games" / "cheer"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(MANIFEST, "utf-8")
    (folder / "rules" / "play.rules").write_text(RULES, "utf-8")
    (tmp_path / "games" / "mechanics").mkdir()
    (tmp_path / "games" / "mechanics" / "cheer.rules").write_text(MECHANIC, "utf-8")
    return folder


def scores(folder: Path) -> list[int]:
    state = interpreter.load(folder).start(players=2, seed=1)
    assert state.result is not None
    return [state.result.scores[seat] for seat in (0, 1)]


def test_games_in_a_folder_share_mechanics(game: Path) -> None:
    assert problems(game) == []
    assert scores(game) == [3, 3]


def test_a_change_is_noticed(game: Path) -> None:
    """Ten for each instead of three: what was compiled before is not used."""
    before = fingerprint(game, [])
    assert scores(game) == [3, 3]
    file = game.parent / "mechanics" / "cheer.rules"
    file.write_text(MECHANIC.replace("many points", "many + 7 points"), "utf-8")
    assert fingerprint(game, []) != before
    assert scores(game) == [10, 10]


def test_a_shared_mechanic_goes_before_one_of_the_library(game: Path) -> None:
    (game.parent / "mechanics" / "vote.rules").write_text(MECHANIC.replace("cheer", "vote"), "utf-8")
    (game / "rules" / "play.rules").write_text(RULES.replace("cheer", "vote"), "utf-8")
    assert scores(game) == [3, 3]


def test_it_is_not_found_elsewhere(game: Path, tmp_path: Path) -> None:
    """A folder further up is beyond the border."""
    shutil.move(game.parent / "mechanics", tmp_path / "mechanics")
    assert [found.code for found in problems(game)] == ["R0208"]


def test_a_link_that_leads_out_is_not_followed(game: Path, tmp_path: Path) -> None:
    shutil.move(game.parent / "mechanics", tmp_path / "elsewhere")
    (game.parent / "mechanics").symlink_to(tmp_path / "elsewhere")
    assert shared_mechanics(game) == {}
    (game.parent / "mechanics").unlink()
    (game.parent / "mechanics").mkdir()
    (game.parent / "mechanics" / "cheer.rules").symlink_to(tmp_path / "elsewhere" / "cheer.rules")
    assert shared_mechanics(game) == {}
    with pytest.raises(Problems):
        interpreter.load(game)


def test_a_shared_file_holds_nothing_but_mechanics(game: Path) -> None:
    file = game.parent / "mechanics" / "cheer.rules"
    file.write_text(MECHANIC + "\nkeep secret: number\n", "utf-8")
    [found] = problems(game)
    assert found.code == "R0608"
    assert found.span is not None
    assert found.span.line == 6
    assert "nothing but mechanics" in found.message


def test_a_mistake_in_a_shared_file_is_shown_there(game: Path) -> None:
    file = game.parent / "mechanics" / "cheer.rules"
    file.write_text(MECHANIC.replace("gains many", "gians many"), "utf-8")
    found = problems(game)
    assert found
    assert all(one.span is not None and one.span.source.path.endswith("cheer.rules") for one in found)


def test_copies_of_a_game_have_them(game: Path, tmp_path: Path) -> None:
    """Beside a copy for trials; in the rules of a new game; in what the studio keeps of a table."""
    copy = tmp_path / "trial" / "game" / "cheer"
    shutil.copytree(game, copy)
    bring_along(game, copy)
    assert scores(copy) == [3, 3]
    new = tmp_path / "new"
    for path, text in copied_game("my_cheer", str(game)).items():
        (new / path).parent.mkdir(parents=True, exist_ok=True)
        (new / path).write_text(text, "utf-8")
    assert shared_mechanics(new) == {}
    assert scores(new) == [3, 3]
    _, blob = packed(game)
    assert scores(unpacked(blob, tmp_path / "kept" / "table")) == [3, 3]

"""`rulewright check --fix` shows the safe fixes as a diff, and applies them when it is told to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import Run

RULES = """\
keep pot: number
kind colour is red, green

procedure play
  for each player in players
    set pott to 3  # raised below
  raise pot by 1
  announce “done”
  end game
"""
FIXED = """\
keep pot: number
kind colour is red, green

procedure play
  each player in players
    set pot to 3  # raised below
  raise pot by 1
  announce "done"
  end game
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Mine\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    (folder / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    return folder


def rules(game: Path) -> str:
    return (game / "rules" / "play.rules").read_text(encoding="utf-8")


def test_a_diff_is_shown_and_nothing_changes_without_a_word(run: Run, game: Path) -> None:
    result = run("check", str(game), "--fix")
    assert result.exit_code == 1
    assert "-    set pott to 3  # raised below\n" in result.stdout
    assert "+    set pot to 3  # raised below\n" in result.stdout
    assert "add --yes to apply the fixes" in result.stdout
    assert rules(game) == RULES


def test_yes_applies_every_safe_fix_though_one_mistake_hides_the_next(run: Run, game: Path) -> None:
    result = run("check", str(game), "--fix", "--yes")
    assert rules(game) == FIXED
    assert "1 file changed." in result.stdout
    assert result.exit_code == 0
    assert "there is nothing to fix safely" in run("check", str(game), "--fix", "--yes").stdout


def test_a_choice_is_left_to_the_designer(run: Run, game: Path) -> None:
    text = "keep pot: number\nkeep seen: colour, starts at zzzz\n" + FIXED.partition("\n")[2]
    (game / "rules" / "play.rules").write_text(text, encoding="utf-8")
    assert run("check", str(game), "--fix", "--yes").exit_code == 1
    assert rules(game) == text


def test_line_ends_of_windows_stay(run: Run, game: Path) -> None:
    (game / "rules" / "play.rules").write_bytes(RULES.replace("\n", "\r\n").encode("utf-8"))
    run("check", str(game), "--fix", "--yes")
    assert (game / "rules" / "play.rules").read_bytes() == FIXED.replace("\n", "\r\n").encode("utf-8")


def test_a_house_rule_outside_of_the_game_is_fixed(run: Run, game: Path, tmp_path: Path) -> None:
    (game / "rules" / "play.rules").write_text(FIXED, encoding="utf-8")
    house = tmp_path / "house.rules"
    house.write_text("variant house\n  change start of pott to 5\n", encoding="utf-8")
    assert run("check", str(game), "--variant", str(house), "--fix", "--yes").exit_code == 0
    assert house.read_text(encoding="utf-8") == "variant house\n  change start of pot to 5\n"


def test_yes_without_fix_is_refused(run: Run, game: Path) -> None:
    result = run("check", str(game), "--yes")
    assert result.exit_code == 2
    assert "--fix" in result.stderr

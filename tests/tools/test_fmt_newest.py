"""`rulewright fmt --newest` raises a game to the newest edition and lists what then works differently."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from tests.support.command_line import Run

RULES = """\
kind fruit is apple, pear
keep taken(fruit): yes or no, starts at yes
keep purse(player): number, starts at 0, seen by owner

procedure play
  each player
    player may choose fruit where not fruit's taken
    player may choose amount in 1 to 5 where amount is at most player's purse
  end game
"""
MANIFEST = "title: Mine\nplayers: {min: 2, max: 2}\nsource: stand-in # ours\nabout: A trial.\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "rules" / "play.rules").write_text(RULES, encoding="utf-8")
    return folder


def asked(game: Path) -> int:
    state = interpreter.load(game).start(seed=1)
    while state.request is not None:
        state.choose("pass")
    return state.decisions


def test_the_manifest_is_raised_and_what_differs_is_listed(run: Run, game: Path) -> None:
    """A question that all can see to be empty is left out; one about a secret purse is put as before."""
    assert asked(game) == 4
    result = run("fmt", "--newest", str(game))
    assert result.exit_code == 0
    assert "mine: edition 2 of the language is now 3." in result.output
    assert "rules/play.rules:7: player may choose fruit where not fruit's taken\n" in result.output
    assert "may choose amount" not in result.output
    assert (game / "game.yaml").read_text("utf-8") == MANIFEST.replace("# ours\n", "# ours\nlanguage: 3\n")
    assert asked(game) == 2


def test_with_check_nothing_is_written(run: Run, game: Path) -> None:
    result = run("fmt", "--newest", "--check", str(game))
    assert "edition 2 of the language would become 3" in result.output
    assert (game / "game.yaml").read_text("utf-8") == MANIFEST


def test_a_game_that_says_its_edition(run: Run, game: Path) -> None:
    (game / "game.yaml").write_text("language: 1\n" + MANIFEST, encoding="utf-8")
    assert "mine: edition 1 of the language is now 3." in run("fmt", "--newest", str(game)).output
    assert (game / "game.yaml").read_text("utf-8") == "language: 3\n" + MANIFEST
    assert "mine is already written for edition 3 of the language." in run("fmt", "--newest", str(game)).output


def test_a_game_with_mistakes_is_left_alone(run: Run, game: Path) -> None:
    (game / "rules" / "play.rules").write_text(RULES.replace("fruit's taken", "fruit's eaten"), encoding="utf-8")
    result = run("fmt", "--newest", str(game))
    assert result.exit_code == 1
    assert "eaten" in result.output
    assert (game / "game.yaml").read_text("utf-8") == MANIFEST


def test_what_is_no_game_is_refused(run: Run, game: Path) -> None:
    result = run("fmt", "--newest", str(game / "rules"))
    assert result.exit_code == 2
    assert "not the folder of a game" in result.output

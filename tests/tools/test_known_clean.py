"""`check` of a game that was found without mistakes takes no time, and any change of its files is checked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.tools.check import problems as problems_module
from tests.support.command_line import Run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return Path(shutil.copytree(ROOT / "games" / "pig", tmp_path / "hog"))


def test_what_was_clean_is_not_checked_again(run: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run("check", str(game))
    assert (first.exit_code, first.stdout) == (0, "1 game checked: no mistakes.\n")
    monkeypatch.setattr(problems_module, "problems", lambda *_: pytest.fail("checked again"))
    again = run("check", str(game))
    assert (again.exit_code, again.stdout) == (0, first.stdout)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("rules/play.rules", "procedure lost\n  frobnicate\n"),
        ("scenarios/more.scenario", "scenario wrong\n  given\n    nothing_like_it is 3\n"),
        ("look.yaml", "board: {kind: unicorn}\n"),
        ("variants/odd.rules", 'variant odd "Odd"\n  change goal to true was 100\n'),
    ],
)
def test_a_change_of_any_file_is_checked(run: Run, game: Path, file: str, text: str) -> None:
    assert run("check", str(game)).exit_code == 0
    (game / file).parent.mkdir(exist_ok=True)
    with (game / file).open("a", encoding="utf-8") as rules:
        rules.write(f"\n{text}")
    assert run("check", str(game)).exit_code == 1

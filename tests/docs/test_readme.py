"""The first screen of the README: the rule stands in the game, and what is shown as printed is what the program prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import interpreter
from interpreter.tools.cli.app import app

ROOT = Path(interpreter.__file__).resolve().parent.parent
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
SCREEN = next(block for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL) if "> why" in block)
RULE, DIAGNOSTIC, WHY = SCREEN.strip("\n").split("\n\n")


def test_the_rule_is_one_of_the_game() -> None:
    lines = [line.strip() for line in RULE.splitlines()]
    rules = [line.strip() for line in (ROOT / "games" / "pig" / "rules" / "play.rules").read_text("utf-8").splitlines()]
    start = rules.index(lines[0])
    assert rules[start : start + len(lines)] == lines


def test_the_slip_is_pointed_at_in_these_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = next(line.partition("|")[2][1:] for line in DIAGNOSTIC.splitlines() if line.startswith(" 2 |"))
    Path("my.rules").write_text(f'variant short_game "First to fifty"\n{written}\n', encoding="utf-8")
    result = CliRunner().invoke(app, ["check", "pig", "--variant", "my.rules"])
    assert result.exit_code == 1
    assert DIAGNOSTIC in result.output


def test_why_is_answered_in_these_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked, answer = WHY.splitlines()
    typed = f"{asked.removeprefix('> ')}\nquit\nno\n"
    result = CliRunner().invoke(app, ["play", "pig", "--seats", "human,random", "--seed", "3"], input=typed)
    assert f"> {answer}" in result.output


def test_the_whole_of_pig_and_its_house_rule(tmp_path: Path) -> None:
    """The game as it is shown is the game as it is; the house rule and the test beside it work."""
    blocks = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    shown = next(block for block in blocks if block.startswith("let goal = 100"))
    assert shown in (ROOT / "games" / "pig" / "rules" / "play.rules").read_text("utf-8")
    rule, test = (next(block for block in blocks if block.startswith(word)) for word in ("variant ", "scenario "))
    file = tmp_path / "my.rules"
    file.write_text(f"{rule}\n{test}", encoding="utf-8")
    result = CliRunner().invoke(app, ["test", "pig", "--variant", str(file)])
    assert (result.exit_code, "1 scenario: 1 passed" in result.output) == (0, True)


def test_every_command_is_on_the_page_of_commands() -> None:
    told = set(re.findall(r"\| `rulewright ([a-z]+)", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")))
    named = {
        one.name or (one.callback.__name__ if one.callback else "") for one in app.registered_commands if not one.hidden
    }
    assert named <= told


def test_the_list_of_tests_names_them_all() -> None:
    tests = ROOT / "tests"
    told = (tests / "README.md").read_text(encoding="utf-8")
    every = [
        path.name for path in tests.iterdir() if path.match("test_*.py") or (path.is_dir() and any(path.glob("*.py")))
    ]
    assert [name for name in every if f"{name}`" not in told and f"`{name}/" not in told] == []

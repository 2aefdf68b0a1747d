"""Commands that cannot be carried out as they are typed: tests/cases/commands/bad, with the real engine."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from tests.support.command_line import Run

WARNINGS = ("R0441", "R0444")
ABOUT_FILES = ("R0005", "R0440", "R0442", "R0443", "R0445")
CASES = Path(__file__).resolve().parents[1] / "cases" / "commands"


def commands() -> list[tuple[str, str]]:
    lines = [
        line for file in sorted((CASES / "bad").glob("*.txt")) for line in file.read_text(encoding="utf-8").split("\n")
    ]
    found = [line.partition("#!") for line in lines if line and not line.startswith("#")]
    return [(words.strip(), code.strip()) for words, _, code in found]


@pytest.mark.parametrize(("words", "code"), commands())
def test_a_bad_command(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, code: str) -> None:
    """One clear message and status 2 (1: it is about a game's files, 0: a warning), and every file is as it was."""
    shutil.copytree(CASES / "files", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    result = run(*shlex.split(words))
    severity = "warning" if code in WARNINGS else "error"
    assert f"{severity}[{code}]" in result.output
    assert result.output.count("error[") + result.output.count("warning[") == 1
    assert result.exit_code == (0 if code in WARNINGS else 1 if code in ABOUT_FILES else 2)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before

"""No game is lost: whatever happens at the prompt, to the disk or to the streams, it is kept and the words to go on are said."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter.source import Problems
from interpreter.tools.cli import files
from interpreter.tools.cli.output import wrong
from interpreter.tools.play import command as playing
from interpreter.tools.play.save_lock import Claim
from tests.support.command_line import Run
from tests.support.limits import PATIENCE
from tests.support.saved_games import PIG, kept

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


LONG = [f"{order} {'9' * 5000}" for order in ("log", "look", "save")]


@pytest.mark.parametrize("typed", ["save ~nobody_has_this_name/x", *LONG])
def test_what_is_typed_ends_no_game(run: Run, typed: str) -> None:
    result = run(*PIG, typed=f"{typed}\nroll_on\n")
    assert result.exit_code == 0
    assert "R0999" not in result.output
    kept(result.output)


def test_a_mistake_of_our_own_keeps_the_game_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> list[str]:
        raise ZeroDivisionError

    monkeypatch.setattr(interpreter, "look", broken)
    result = run(*PIG, typed="roll_on\nlook pot\n")
    assert result.exit_code == 1
    assert "R0999" in result.output
    kept(result.stdout)


def test_leaving_saves_elsewhere_when_it_cannot_be_saved_there(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "evening.json"
    writing = files.write_save

    def full(path: Path, data: object) -> None:
        if path.name == target.name:
            raise wrong("R0905", f'"{path.name}" cannot be written: no space left on device')
        writing(path, data)

    for module in (files, playing):
        monkeypatch.setattr(module, "write_save", full)
    result = run(*PIG, "--save", str(target), typed="roll_on\nquit\nyes\n")
    assert result.exit_code == 0
    assert kept(result.output).name != target.name


def test_a_second_match_on_one_saved_game_is_told(tmp_path: Path) -> None:
    target = tmp_path / "evening.json"
    command = [sys.executable, "-m", "interpreter.tools.cli", *PIG, "--save", str(target)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdin is not None
        end = time.monotonic() + PATIENCE
        while not target.exists() and time.monotonic() < end:
            time.sleep(0.05)
        second = subprocess.run(
            command, env=environment, input="", check=False, capture_output=True, text=True, timeout=PATIENCE
        )
        assert second.returncode == 2
        assert "R0920" in second.stderr
        assert "is being played by another process" in second.stderr
        first.kill()
    third = subprocess.run(
        command, env=environment, input="", check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert third.returncode == 0, third.stderr
    assert not list(tmp_path.glob(".*lock"))


def test_a_claim_is_given_up(tmp_path: Path) -> None:
    mine, other = Claim(), Claim()
    mine.take(tmp_path / "a.json")
    with pytest.raises(Problems):
        other.take(tmp_path / "a.json")
    mine.take(tmp_path / "b.json")
    other.take(tmp_path / "a.json")
    mine.release()
    other.release()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_save_left_behind_is_removed(tmp_path: Path) -> None:
    """Only the old parts of the same file: another process may just be writing a new one."""
    target = tmp_path / "evening.json"
    old, new, other = (
        tmp_path / f".{name}{files.PART}" for name in ("evening.json-abc", "evening.json-def", "else.json-abc")
    )
    for part in (old, new, other):
        part.write_text("half")
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))
    files.write_text(target, "whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [other.name, new.name, "evening.json"]


@pytest.mark.parametrize(
    ("redirection", "sentence"),
    [
        ("<&-", "Resume with: "),
        (">&-", "error[R0905]: standard output cannot be written: it is closed"),
        ("<&- >&- 2>&-", ""),
    ],
)
def test_closed_streams(redirection: str, sentence: str) -> None:
    words = " ".join([sys.executable, "-m", "interpreter.tools.cli", *PIG, redirection])
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        words, shell=True, env=environment, check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    output = result.stdout + result.stderr
    assert sentence in output
    assert "Traceback" not in output
    assert "R0999" not in output


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_the_output(unbuffered: str) -> None:
    words = f"{sys.executable} -m interpreter.tools.cli explain R0905 >/dev/full"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": unbuffered}
    result = subprocess.run(
        words, shell=True, env=environment, check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (result.returncode, result.stderr) == (
        2,
        "error[R0905]: standard output cannot be written: no space left on device\n",
    )


def test_ctrl_c_while_a_game_is_loaded(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(interpreter, "load", stopped)
    result = run(*PIG)
    assert result.exit_code == 1
    assert result.output.strip() == "Stopped."

"""What would fail after long work is refused before it, in our words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.tools.variants.matrix import Pairing
from tests.support.command_line import Run


def test_explore_looks_at_its_folder_first(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.tools.explore import guidance

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(guidance, "explored", never)
    (tmp_path / "file").write_text("", encoding="utf-8")
    told = run("explore", "pig", "--budget", "1s", "-o", str(tmp_path / "file" / "found"))
    assert told.exit_code == 2
    assert f'"{tmp_path / "file"}" is not a folder' in told.stderr


def test_too_few_games_to_compare_are_said_to_be_too_few(run: Run, tmp_path: Path) -> None:
    (tmp_path / "short.rules").write_text("variant short\n  change goal to 20\n", encoding="utf-8")
    told = run("compare", "pig", "--variant", str(tmp_path / "short.rules"), "--games", "5", "--bot", "random")
    assert told.stdout == "Too few games to compare: play more with --games.\n"


def test_the_pairs_that_were_tried_are_reported_when_it_is_stopped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crown has three variants, so three pairs; Ctrl-C comes after the first."""

    def stopped(_game: str, _seed: int) -> Iterator[Pairing]:
        yield Pairing(("no_decatur", "short_game"), True, 2, 60, "")
        raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.tools.variants.matrix.matrix", stopped)
    monkeypatch.setenv("RULEWRIGHT_PROGRESS", "lines")
    told = run("variants", "chartered-by-the-crown", "--matrix")
    assert told.exit_code == 1
    assert "1 of 3" in told.stderr
    assert told.stdout.endswith("1 pair: 1 fit, not allowed: 0, do not fit: 0.\nStopped after 1 of 3 pairs.\n")


def test_a_port_of_the_language_server_is_a_number(run: Run) -> None:
    told = run("lsp", "--tcp", "x")
    assert (told.exit_code, '--tcp takes a whole number from 0 to 65535, not "x"' in told.stderr) == (2, True)


def test_where_a_scheduler_comes_from_is_said(run: Run) -> None:
    told = run("simulate", "pig", "--games", "2", "--bot", "random", "--dask", "tcp://127.0.0.1:9")
    assert "help: start one with: dask scheduler" in told.stderr

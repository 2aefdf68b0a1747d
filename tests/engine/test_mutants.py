"""Mistakes put into the engine are noticed: a sample of `mutants.py` in `make test`, another one each night, all of them in
`make test-all`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.mutants import MUTANTS, Mutant
from tests.support.sampling import sampled

ROOT = Path(__file__).resolve().parents[2]
BESIDE = ("games", "grammars", "schemas", "tests", "docs", "benchmarks", "pyproject.toml", "README.md", "Makefile")
SAMPLE = 1
NOTICED = 1  # what pytest says when a test fails


def copied(folder: Path) -> Path:
    """The engine of its own, everything else where it is."""
    shutil.copytree(ROOT / "interpreter", folder / "interpreter", ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        (folder / name).symlink_to(ROOT / name)
    return folder


def outcome_of(folder: Path, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.about)
def test_a_mutant_stands_where_the_list_says(mutant: Mutant) -> None:
    assert (ROOT / "interpreter" / mutant.file).read_text(encoding="utf-8").count(mutant.old) == 1


@pytest.mark.slow
@pytest.mark.parametrize("mutant", sampled(MUTANTS, SAMPLE, "mutants of the engine"), ids=lambda mutant: mutant.about)
def test_a_mistake_in_the_engine_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    file = folder / "interpreter" / mutant.file
    file.write_text(file.read_text(encoding="utf-8").replace(mutant.old, mutant.new), encoding="utf-8")
    done = outcome_of(folder, mutant.noticed_by)
    assert done.returncode == NOTICED, done.stdout[-2000:]
    assert "failed" in done.stdout, done.stdout[-2000:]

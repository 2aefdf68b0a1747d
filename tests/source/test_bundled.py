"""Where our own files are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source import bundled
from interpreter.source.bundled import games_dir, grammars_dir, schemas_dir

ROOT = Path(__file__).resolve().parents[2]


def test_in_a_checkout_they_stand_beside_the_package() -> None:
    assert (grammars_dir(), schemas_dir(), games_dir()) == (ROOT / "grammars", ROOT / "schemas", ROOT / "games")


def test_in_a_wheel_they_lie_inside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "_data").mkdir()
    monkeypatch.setattr(bundled, "_PACKAGE", tmp_path)
    assert schemas_dir() == tmp_path / "_data" / "schemas"

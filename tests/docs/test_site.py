"""The documentation site is built from the pages, and no link of it leads nowhere."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def script(name: str) -> ModuleType:
    """A script of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_site_is_built_without_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strict: a broken link or anchor raises. Search, pictures and every chapter are there."""
    pytest.importorskip("mkdocs")
    site = script("make_site")
    monkeypatch.setattr(site, "SOURCE", tmp_path / "source")
    site.build(tmp_path / "site")
    chapters = {path.stem for path in (ROOT / "docs" / "reference").glob("*.md")} - {"README"}
    built = {path.stem for path in (tmp_path / "site" / "docs" / "reference").glob("*.html")}
    assert chapters <= built
    assert (tmp_path / "site" / "search" / "search_index.json").is_file()
    assert (tmp_path / "site" / "docs" / "pictures" / "table.png").is_file()
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "Rulebooks that run" in home
    assert "fonts.googleapis" not in home


def test_pictures_show_what_the_commands_print() -> None:
    """Edit, check, play: each step is made anew, so that the picture cannot go stale unnoticed."""
    pictures = script("make_pictures")
    made = pictures.steps_svg(pictures.steps_of_an_edit())
    shown = (ROOT / "docs" / "pictures" / "edit-check-play.svg").read_text(encoding="utf-8")
    assert made == shown, "run `make pictures`"

"""`schema -o`: the files for editors, as the YAML server reads them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

import interpreter
from interpreter.tools.check.problems import problems
from interpreter.tools.schema.generate import schema
from tests.support.command_line import Run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(interpreter.load("kuhn-poker").path, tmp_path / "poker")
    return tmp_path


def test_each_data_file_has_its_schema(run: Run, folder: Path) -> None:
    (folder / ".vscode").mkdir()
    settings = folder / ".vscode" / "settings.json"
    settings.write_text('{"editor.rulers": [120], "yaml.schemas": {"./mine.json": ["x.yaml"]}}', encoding="utf-8")
    for _ in range(2):  # again, it changes nothing more
        told = run("schema", str(folder / "poker"), "-o", str(folder), "--modelines")
        assert told.exit_code == 0
    found = json.loads(settings.read_text(encoding="utf-8"))
    assert found == {
        "editor.rulers": [120],
        "yaml.schemas": {
            "./mine.json": ["x.yaml"],
            "./schemas/game.schema.json": ["poker/game.yaml"],
            "./schemas/rulebook.schema.json": ["poker/rulebook.yaml"],
            "./schemas/cards/deck.schema.json": ["poker/cards/deck.yaml"],
        },
    }
    data = folder / "poker" / "cards" / "deck.yaml"
    assert data.read_text(encoding="utf-8").splitlines()[:2] == [
        "# yaml-language-server: $schema=../../schemas/cards/deck.schema.json",
        (interpreter.load("kuhn-poker").path / "cards" / "deck.yaml").read_text(encoding="utf-8").splitlines()[0],
    ]
    rules = json.loads((folder / "schemas" / "cards" / "deck.schema.json").read_text(encoding="utf-8"))
    assert rules == schema("kuhn-poker")["cards/deck.yaml"]
    assert problems(folder / "poker") == []


def test_settings_with_comments_are_left_alone(run: Run, folder: Path) -> None:
    settings = folder / ".vscode" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{ // mine\n}", encoding="utf-8")
    told = run("schema", str(folder / "poker"), "-o", str(folder))
    assert told.exit_code == 2
    assert "cannot be read as plain JSON" in told.output
    assert settings.read_text(encoding="utf-8") == "{ // mine\n}"


@pytest.mark.parametrize("game", ["dystopolis", "tycoon-india-1981"])
def test_every_file_that_has_a_form_has_its_schema(game: str) -> None:
    """Also the rules for texts, the look, the manifest, and tables that only a variant brings."""
    folder = interpreter.load(game).path
    found = schema(game)
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*.yaml")}
    assert files - found.keys() == set()
    assert found["texts.yaml"]["title"] == "How card texts are written"
    for name in ("texts.yaml", "game.yaml", "look.yaml"):
        Draft202012Validator(found[name]).validate(YAML(typ="safe", pure=True).load(folder / name))

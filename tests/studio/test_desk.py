"""The files of a game by name: nothing outside of its folder is read or written, whatever is asked."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from interpreter.tools.studio.game_files import Desk, EditConflictError, NotHereError
from interpreter.tools.studio.language_messages import is_ours
from interpreter.tools.studio.places import with_places

SECRET = "not for pages\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.yaml").write_text(SECRET)
    game = tmp_path / "game"
    (game / "rules").mkdir(parents=True)
    (game / "game.yaml").write_text("title: Ours\n")
    (game / "rules" / "play.rules").write_text("procedure play\n")
    (game / "linked.yaml").symlink_to(tmp_path / "secret.yaml")
    (game / "away").symlink_to(tmp_path)
    os.mkfifo(game / "pipe.yaml")
    (game / "notes.txt").write_text("no file of a game")
    return game


def test_what_a_desk_shows(folder: Path) -> None:
    desk = Desk(folder)
    assert desk.files() == ["game.yaml", "rules/play.rules"]
    assert desk.read("game.yaml")[0] == "title: Ours\n"


WRONG = [
    "../secret.yaml", "rules/../../secret.yaml", "/etc/passwd", "linked.yaml", "away/secret.yaml", "pipe.yaml", "notes.txt",
    "", ".", "rules", "a\0b.yaml", "rules//play.rules", "./game.yaml", ".hidden.yaml", "..", "C:\\game.yaml", "x" * 300 + ".yaml",
    "a/b/c/d/e/f.yaml",
]  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_it_never_reads_or_writes(folder: Path, name: str) -> None:
    desk = Desk(folder)
    before = sorted(path.name for path in folder.parent.rglob("*"))
    with pytest.raises(NotHereError):
        desk.read(name)
    with pytest.raises(NotHereError):
        desk.write(name, "mine", None)
    assert sorted(path.name for path in folder.parent.rglob("*")) == before
    assert (folder.parent / "secret.yaml").read_text() == SECRET


def test_a_file_that_somebody_else_changed_is_not_overwritten(folder: Path) -> None:
    desk = Desk(folder)
    _, version = desk.read("game.yaml")
    (folder / "game.yaml").write_text("title: Theirs\n")
    with pytest.raises(EditConflictError):
        desk.write("game.yaml", "title: Mine\n", version)
    with pytest.raises(EditConflictError):
        desk.write("game.yaml", "title: Mine\n", None)
    assert desk.read("game.yaml")[0] == "title: Theirs\n"
    now = desk.write("game.yaml", "title: Mine\n", desk.read("game.yaml")[1])
    assert desk.read("game.yaml") == ("title: Mine\n", now)
    desk.write("variants/new.rules", "variant new\n", None)
    assert desk.files()[-1] == "variants/new.rules"
    assert list(folder.rglob(".*")) == []


def test_a_desk_that_is_read_only(folder: Path) -> None:
    with pytest.raises(NotHereError, match="look only"):
        Desk(folder, "look only").write("game.yaml", "", Desk(folder).read("game.yaml")[1])


def test_a_hard_link_is_cut_by_writing(folder: Path) -> None:
    os.link(folder.parent / "secret.yaml", folder / "hard.yaml")
    desk = Desk(folder)
    desk.write("hard.yaml", "mine\n", desk.read("hard.yaml")[1])
    assert (folder.parent / "secret.yaml").read_text() == SECRET


HERE = {"uri": "file:///game/rules/play.rules", "text": "procedure play"}


@pytest.mark.parametrize(
    ("message", "ours"),
    [
        ({"method": "textDocument/didOpen", "params": {"textDocument": HERE}}, True),
        ({"method": "initialize", "params": {"rootUri": "file:///game", "capabilities": {}}}, True),
        ({"id": 1, "result": None}, True),
        ({"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///etc/passwd"}}}, False),
        ({"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///game/../etc"}}}, False),
        ({"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///game/%2e%2e/x"}}}, False),
        ({"method": "textDocument/hover", "params": {"textDocument": {"uri": "/etc/passwd"}}}, False),
        ({"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///gamers/x"}}}, False),
        ({"method": "initialize", "params": {"workspaceFolders": [{"uri": "file:///", "name": "all"}]}}, False),
        ({"method": "workspace/executeCommand", "params": {"command": "x"}}, False),
        ([], False),
    ],
)
def test_the_language_server_is_asked_about_the_game_alone(message: object, ours: bool) -> None:
    assert is_ours(json.dumps(message)) is ours


LOOK = """# A look.
places:
  city:
    rome: [1, 2]  # the capital
    milan: [3, 4]

units: {money: L}
"""


def test_places_that_were_dragged_change_only_their_lines() -> None:
    moved = with_places(LOOK, "city", {"rome": (1.25, -2.0), "turin": (7, 8)})
    assert moved == LOOK.replace("[1, 2]", "[1.2, -2]").replace("[3, 4]\n", "[3, 4]\n    turin: [7, 8]\n")
    first = with_places("units: {money: L}\n", "city", {"rome": (1, 2)})
    assert first == "places:\n  city:\n    rome: [1, 2]\nunits: {money: L}\n"
    assert with_places(LOOK, "sea", {"tyrrhenian": (0, 0)}).splitlines()[5:7] == ["  sea:", "    tyrrhenian: [0, 0]"]

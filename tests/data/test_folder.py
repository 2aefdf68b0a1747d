"""Game folders: what belongs to a game, and that nothing outside does."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.data import Folder, inside, plain, read_folder
from interpreter.data.folder import TURN_LIMIT
from interpreter.source import Diagnostic, Problems

MANIFEST = "title: Tic-Tac-Toe\nplayers: {min: 2, max: 2}\n"


def make(folder: Path, manifest: str = MANIFEST, *files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(manifest, encoding="utf-8")
    for name in files or ("rules/turn.rules",):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# {name}\n", encoding="utf-8")
    return folder


def faults(path: Path) -> list[Diagnostic]:
    with pytest.raises(Problems) as caught:
        read_folder(path)
    return list(caught.value.diagnostics)


def names(folder: Folder, paths: tuple[Path, ...]) -> list[str]:
    return [path.relative_to(folder.path).as_posix() for path in paths]


def test_a_small_game(tmp_path: Path) -> None:
    folder = read_folder(make(tmp_path / "tictactoe"))
    assert folder.name == "tictactoe"
    assert names(folder, folder.rules) == ["rules/turn.rules"]
    assert (folder.variants, folder.scenarios) == ({}, ())
    manifest = folder.manifest
    assert (manifest.title, manifest.players_min, manifest.players_max) == ("Tic-Tac-Toe", 2, 2)
    assert (manifest.default_players, manifest.turn_limit) == (2, TURN_LIMIT)
    assert (manifest.designers, manifest.about, manifest.published, manifest.source_note) == ((), "", "", "")
    assert str(manifest.span) == f"{tmp_path / 'tictactoe' / 'game.yaml'}:1:1"


def test_a_full_manifest(tmp_path: Path) -> None:
    manifest = (
        "title: Town\nplayers: {min: 2, max: 5}\ndefault_players: 4\ndesigners: [A. Writer, B. Drawer]\n"
        "about: >\n  Two\n  lines.\npublished: 1981\nsource: stand-in\nturn_limit: 500\noptions: {short: true}\n"
        "rules: [rules/b.rules, rules/a.rules]\n"
    )
    files = ("rules/a.rules", "rules/b.rules", "rules/c.rules", "variants/long.rules", "variants/duel.rules")
    folder = read_folder(make(tmp_path, manifest, *files, "scenarios/z.scenario", "scenarios/y.scenario"))
    assert names(folder, folder.rules) == ["rules/b.rules", "rules/a.rules"]
    assert list(folder.variants) == ["duel", "long"]
    assert names(folder, folder.scenarios) == ["scenarios/y.scenario", "scenarios/z.scenario"]
    said = folder.manifest
    assert (said.default_players, said.designers, said.turn_limit) == (4, ("A. Writer", "B. Drawer"), 500)
    assert (said.about, said.published, said.source_note) == ("Two lines.\n", "1981", "stand-in")
    assert {name: plain(cell) for name, cell in said.options.items()} == {"short": True}


def test_rules_are_read_by_name_and_nothing_else_counts(tmp_path: Path) -> None:
    files = ("rules/b.rules", "rules/a.rules", "rules/notes.txt", "rules/.hidden.rules")
    folder = read_folder(make(tmp_path, MANIFEST, *files))
    assert names(folder, folder.rules) == ["rules/a.rules", "rules/b.rules"]


def test_a_folder_that_is_called_like_a_file(tmp_path: Path) -> None:
    (found,) = faults(make(tmp_path, MANIFEST, "rules/a.rules", "rules/x.rules/deep.rules"))
    assert (found.code, found.message) == ("R0001", "this is not a file")


def test_what_is_not_a_game_folder(tmp_path: Path) -> None:
    (missing,) = faults(tmp_path / "none")
    assert (missing.code, missing.message) == ("R0003", "there is no such folder")
    (empty,) = faults(tmp_path)
    assert (empty.code, empty.message) == ("R0003", "this is not a game folder: it has no game.yaml")
    (no_rules,) = faults(make(tmp_path / "game", MANIFEST, "README.md"))
    assert no_rules.code == "R0005"
    assert str(no_rules.span).endswith("game.yaml:1:1")


@pytest.mark.parametrize(
    ("manifest", "code", "place"),
    [
        ("title: T", "R0411", "1:1"),
        ("titel: T\n" + MANIFEST, "R0410", "1:1"),
        ("title: T\nplayers: 2", "R0412", "2:10"),
        ("title: T\nplayers: {min: 2}", "R0411", "2:10"),
        ("title: T\nplayers: {min: 0, max: 2}", "R0414", "2:16"),
        ("title: T\nplayers: {min: 4, max: 2}", "R0430", "2:10"),
        (MANIFEST + "default_players: 3", "R0430", "3:18"),
        (MANIFEST + "source: me", "R0413", "3:9"),
        (MANIFEST + "designers: me", "R0412", "3:12"),
        (MANIFEST + "designers: [me, me]", "R0416", "3:17"),
        (MANIFEST + "options: {Big: 1}", "R0415", "3:11"),
        (MANIFEST + "rules: []", "R0414", "3:8"),
        (MANIFEST + "language: 0", "R0414", "3:11"),
        (MANIFEST + "language: three", "R0412", "3:11"),
        (MANIFEST + "language: 2.5", "R0412", "3:11"),
        (MANIFEST + "language: 4", "R0431", "3:11"),
        (MANIFEST + "language: 9\nweather: rain", "R0431", "3:11"),
        (MANIFEST + "rules: [rules/turn.txt]", "R0415", "3:9"),
        (MANIFEST + "rules: [rules/trun.rules]", "R0006", "3:9"),
        (MANIFEST + "rules: [/etc/passwd.rules]", "R0004", "3:9"),
        (MANIFEST + "rules: [rules/../../x.rules]", "R0004", "3:9"),
        (MANIFEST + "rules: ['rules\\turn.rules']", "R0004", "3:9"),
        ("- 1", "R0412", "1:1"),
        ("title: [", "R0401", "1:9"),
        ("", "R0407", "1:1"),
    ],
)
def test_faults_of_the_manifest(tmp_path: Path, manifest: str, code: str, place: str) -> None:
    path = make(tmp_path, manifest)
    assert [(fault.code, str(fault.span)) for fault in faults(path)] == [(code, f"{path / 'game.yaml'}:{place}")]


def test_a_listed_file_that_is_missing_brings_the_nearest_name(tmp_path: Path) -> None:
    (fault,) = faults(make(tmp_path, MANIFEST + "rules: [rules/trun.rules]"))
    assert fault.help == 'did you mean "rules/turn.rules"?'


def test_links_do_not_lead_out(tmp_path: Path) -> None:
    outside = tmp_path / "secret.rules"
    outside.write_text("x")
    game = make(tmp_path / "game")
    (game / "rules" / "link.rules").symlink_to(outside)
    (fault,) = faults(game)
    assert fault.code == "R0004"
    (game / "game.yaml").write_text(MANIFEST + "rules: [rules/link.rules]")
    assert {fault.code for fault in faults(game)} == {"R0004"}


def test_a_folder_that_is_a_link_does_not_lead_out(tmp_path: Path) -> None:
    game = make(tmp_path / "game")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.rules").write_text("x")
    (game / "variants").symlink_to(tmp_path / "elsewhere")
    assert [fault.code for fault in faults(game)] == ["R0004"]


def test_inside(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "here").symlink_to(tmp_path / "cards")
    for path in ("", "/a", "..", "a/../../b", "a\\b", "a\0b", "loop/x"):
        assert inside(tmp_path, path) is None
    for path in ("a", "cards/b.yaml", "here/b.yaml"):
        assert inside(tmp_path, path) == tmp_path / path


def test_a_game_may_itself_stand_behind_a_link(tmp_path: Path) -> None:
    make(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert read_folder(tmp_path / "link").name == "real"


@pytest.mark.parametrize(("line", "edition"), [("", 2), ("language: 1", 1), ("language: 2", 2), ("language: 3", 3)])
def test_the_edition_of_the_language(tmp_path: Path, line: str, edition: int) -> None:
    assert read_folder(make(tmp_path, MANIFEST + line)).manifest.language == edition


def test_the_help_for_a_later_edition_works(tmp_path: Path) -> None:
    (later,) = faults(make(tmp_path, MANIFEST + "language: 4"))
    assert later.message == "this game is written for edition 4 of the language; this Rulewright understands up to 3"
    assert later.help == 'update Rulewright, or write "language: 3" if the game uses nothing newer'
    assert read_folder(make(tmp_path, MANIFEST + "language: 3")).manifest.language == 3

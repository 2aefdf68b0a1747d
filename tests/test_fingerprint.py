"""The fingerprint: changes with every file of the game, its place in the game and this program, and with nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import interpreter
from interpreter.fingerprint import digest_of_program, fingerprint, stamp_of_program
from tests.support.frame import lay_out

PACKAGE = Path(interpreter.__file__).parent
SECOND = "procedure never_run\n  set pot to 7\n"


def test_a_file_that_is_moved_inside_the_game_makes_another_game(tmp_path: Path) -> None:
    game = lay_out(tmp_path / "game", {"rules/b.rules": SECOND})
    with_second = interpreter.load(game)
    (game / "rules" / "old").mkdir()
    (game / "rules" / "b.rules").rename(game / "rules" / "old" / "b.rules")
    without = interpreter.load(game)
    (game / "rules" / "old" / "b.rules").rename(game / "rules" / "b.rules")
    again = interpreter.load(game)
    assert [("never_run" in loaded.code.PLAIN) for loaded in (with_second, without, again)] == [True, False, True]
    assert with_second.fingerprint == again.fingerprint != without.fingerprint


def test_a_game_that_is_moved_as_a_whole_stays_the_same(tmp_path: Path) -> None:
    first = fingerprint(lay_out(tmp_path / "one", {}), [])
    assert fingerprint(lay_out(tmp_path / "tools" / "codes" / "two", {}), []) == first


def test_a_file_with_the_text_of_two_is_not_the_two(tmp_path: Path) -> None:
    two = lay_out(tmp_path / "two", {"rules/x.rules": "let x = 1\n", "rules/y.rules": "let y = 1\n"})
    one = lay_out(tmp_path / "one", {"rules/x.rules": "let x = 1\n\0rules/y.rules\0let y = 1\n"})
    assert fingerprint(one, []) != fingerprint(two, [])


def test_what_lies_behind_a_link_to_a_folder_does_not_count(tmp_path: Path) -> None:
    game = lay_out(tmp_path / "game", {})
    first = fingerprint(game, [])
    (game / "round").symlink_to(game, target_is_directory=True)
    assert fingerprint(game, []) == first


def test_a_change_of_this_program_is_seen_wherever_it_lies(tmp_path: Path) -> None:
    package = tmp_path / "tools" / "codes" / "interpreter"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    first = digest_of_program(package)
    assert first == digest_of_program(PACKAGE)
    for name, seen in (("runtime/machine.py", True), ("tools/__init__.py", False), ("view/looking.py", False)):
        with (package / name).open("a") as file:
            file.write("# changed\n")
        assert (digest_of_program(package) != first) == seen
        first = digest_of_program(package)


def test_a_file_of_this_program_that_is_written_again_is_read_again(tmp_path: Path) -> None:
    package = tmp_path / "interpreter"
    for name in ("runtime/machine.py", "backends/c/prelude.h", "tools/cli.py", "notes.txt"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("one\n", encoding="utf-8")
    counts = {"runtime/machine.py": True, "backends/c/prelude.h": True, "tools/cli.py": False, "notes.txt": False}
    for name, seen in counts.items():
        first = stamp_of_program(package)
        assert stamp_of_program(package) == first
        (package / name).write_text("two\n", encoding="utf-8")  # as long as before
        assert (stamp_of_program(package) != first) == seen
    (package / "runtime" / "new.py").write_text("", encoding="utf-8")
    assert stamp_of_program(package) != first

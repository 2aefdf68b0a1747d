"""The cache: only what this user wrote and nobody else could change is believed; everything else costs only time."""

from __future__ import annotations

import errno
import hashlib
import marshal
import os
import pickle
import stat
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import NoReturn

import pytest

import interpreter
from interpreter.source.user_cache import MAX_FILES, UNFINISHED, keep, kept, made_once
from interpreter.syntax import Parser, grammar
from tests.support.limits import PATIENCE, time_limit

GRAMMARS = Path(__file__).resolve().parents[2] / "grammars"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where things are kept in this test; it is made when something is."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "deep" / "cache"))
    return tmp_path / "deep" / "cache"


def whole(body: bytes) -> bytes:
    return hashlib.sha256(body).digest() + body


def test_what_is_kept_comes_back(folder: Path) -> None:
    keep("a.code", b"one")
    keep("a.code", b"two")
    assert (kept("a.code"), kept("b.code")) == (b"two", None)
    assert [file.name for file in folder.iterdir()] == ["a.code"]


def test_the_folder_is_the_users_alone(folder: Path) -> None:
    old = os.umask(0)
    try:
        keep("a.code", b"one")
    finally:
        os.umask(old)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "a.code").stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(mode: int, folder: Path) -> None:
    keep("a.code", b"one")
    folder.chmod(mode)
    keep("b.code", b"two")
    assert (kept("a.code"), (folder / "b.code").exists()) == (None, False)


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_to_is_not_used(mode: int, folder: Path) -> None:
    keep("a.code", b"one")
    (folder / "a.code").chmod(mode)
    assert kept("a.code") is None


def test_what_belongs_to_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep("a.code", b"one")
    stranger = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: stranger)
    keep("b.code", b"two")
    assert (kept("a.code"), (folder / "b.code").exists()) == (None, False)


def test_every_damage_is_seen(folder: Path) -> None:
    keep("a.code", b"something kept")
    data = (folder / "a.code").read_bytes()
    changed = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(len(data))]
    for damaged in [*changed, b"", data[:20], data[:-1], data + b"x"]:
        (folder / "a.code").write_bytes(damaged)
        assert kept("a.code") is None


def test_links_pipes_and_folders_are_not_read(folder: Path, tmp_path: Path) -> None:
    keep("a.code", b"one")
    (tmp_path / "elsewhere").write_bytes(whole(b"other"))
    (folder / "link.code").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(folder / "pipe.code")
    (folder / "folder.code").mkdir()
    with time_limit(10):
        assert [kept(name) for name in ("link.code", "pipe.code", "folder.code", "a\0b")] == [None] * 4
        keep("folder.code", b"two")


def full(*_: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_nothing_half_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep("a.code", b"one")
    monkeypatch.setattr(os, "replace", full)
    keep("a.code", b"two")
    assert (kept("a.code"), [file.name for file in folder.iterdir()]) == (b"one", ["a.code"])


def test_what_killed_runs_left_is_removed(folder: Path) -> None:
    keep("a.code", b"one")
    for name, age in (("old", 7200), ("new", 0)):
        (folder / (UNFINISHED + name)).write_bytes(b"half")
        os.utime(folder / (UNFINISHED + name), (time.time() - age,) * 2)
    keep("b.code", b"two")
    assert sorted(file.name for file in folder.iterdir()) == [f"{UNFINISHED}new", "a.code", "b.code"]


def test_the_oldest_go_when_there_are_too_many(folder: Path) -> None:
    keep("first.code", b"")
    keep("other.tables", b"")
    for number in range(MAX_FILES):
        (folder / f"{number}.code").write_bytes(b"")
        os.utime(folder / f"{number}.code", (1000 + number,) * 2)
    keep("last.code", b"")
    names = {file.name for file in folder.iterdir()}
    assert len(names) == MAX_FILES + 1
    assert {"0.code", "1.code"}.isdisjoint(names)
    assert {"first.code", "last.code", "other.tables"} <= names


def test_what_is_read_stays(folder: Path) -> None:
    for number in range(MAX_FILES):
        keep(f"{number}.code", b"text")
        os.utime(folder / f"{number}.code", (1000 + number,) * 2)
    assert kept("0.code") == b"text"
    keep("last.code", b"")
    names = {file.name for file in folder.iterdir()}
    assert "1.code" not in names
    assert {"0.code", "2.code", "last.code"} <= names


@pytest.mark.usefixtures("folder")
def test_what_two_want_is_made_by_one_of_them() -> None:
    keep("any.code", b"")  # makes the folder
    found, inside = [], Event()

    def want_it_too() -> None:
        with made_once("a.native", PATIENCE):
            inside.set()
            found.append(kept("a.native"))

    other = Thread(target=want_it_too)
    with made_once("a.native", PATIENCE):
        other.start()
        assert not inside.wait(0.2)
        keep("a.native", b"library")
    other.join()
    assert found == [b"library"]


@pytest.mark.usefixtures("folder")
def test_who_has_waited_too_long_makes_it_again() -> None:
    keep("any.code", b"")
    with made_once("a.native", PATIENCE), made_once("a.native", 0.1):
        keep("a.native", b"library")
    assert kept("a.native") == b"library"


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", full_home)
    keep("a.code", b"one")
    assert kept("a.code") is None


def full_home() -> NoReturn:
    raise RuntimeError("Could not determine home directory.")


# ---------------------------------------------------------------- those who use it


class Bomb:
    """A pickle that would run something when it is read."""

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, ("exploded",)


def test_hostile_tables_of_the_grammar_run_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parser = Parser(GRAMMARS)
    words = parser.words
    (name,) = (file.name for file in folder.iterdir())
    for body in (pickle.dumps(Bomb()), marshal.dumps(("no", "tables")), marshal.dumps(3), b""):
        (folder / name).write_bytes(whole(body))
        (folder / name).chmod(0o600)
        assert grammar._from_tables(kept(name), parser._layout) is None
    assert not (tmp_path / "exploded").exists()
    assert Parser(GRAMMARS).words == words


def test_a_hostile_compiled_game_is_compiled_again(folder: Path) -> None:
    interpreter.load("pig")
    (file,) = folder.glob("*.code")
    planted = compile("raise SystemExit('planted')", "planted", "exec")
    for body in (marshal.dumps({"no": "code"}), b"no marshal", b""):
        file.write_bytes(whole(body))
        assert interpreter.load("pig").title == "Pig"
    file.write_bytes(whole(marshal.dumps(planted)))
    file.chmod(0o666)
    assert interpreter.load("pig").title == "Pig"

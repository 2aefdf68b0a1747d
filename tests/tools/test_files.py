"""Files are complete or untouched."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from interpreter.source import Problems
from interpreter.tools.cli import files
from tests.support.limits import time_limit

SAVE: dict[str, Any] = {"game": "heap", "fingerprint": "f1", "title": "Hügel"}


def code(found: pytest.ExceptionInfo[Problems]) -> str:
    [diagnostic] = found.value.diagnostics
    return diagnostic.code


def test_a_save_comes_back(tmp_path: Path) -> None:
    files.write_save(tmp_path / "a.json", SAVE)
    assert files.read_save(tmp_path / "a.json") == SAVE
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_a_save_replaces_a_save(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    files.write_save(path, SAVE)
    path.chmod(0o600)
    files.write_save(path, {**SAVE, "game": "other"})
    assert files.read_save(path)["game"] == "other"
    assert path.stat().st_mode & 0o777 == 0o600


def test_nothing_else_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(Problems) as found:
        files.write_save(path, SAVE)
    assert code(found) == "R0906"
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.rules").write_text("old", encoding="utf-8")
    (tmp_path / "link.rules").symlink_to("real.rules")
    files.write_text(tmp_path / "link.rules", "new")
    assert (tmp_path / "link.rules").is_symlink()
    assert (tmp_path / "real.rules").read_text(encoding="utf-8") == "new"


@pytest.mark.parametrize("name", ["missing/a.json", ".", "nul\0.json", "x" * 300])
def test_a_path_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(Problems) as found:
        files.write_save(tmp_path / name, SAVE)
    assert code(found) == "R0905"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Problems) as found:
        files.check_writable(tmp_path / "a.json")
    tmp_path.chmod(0o700)
    assert code(found) == "R0905"


def test_a_write_that_breaks_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    files.write_save(path, SAVE)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Problems, match="no space left"):
        files.write_save(path, {**SAVE, "game": "other"})
    assert files.read_save(path) == SAVE
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"3", b"\xff\xfe", b"null", b'{"a": 1}', b"[" * 100_000, b'{"fingerprint": NaN']
)
def test_what_is_no_save(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(Problems) as found:
        files.read_save(path)
    assert code(found) == "R0811"
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["missing.json", ".", "nul\0"])
def test_a_save_that_is_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(Problems) as found:
        files.read_save(tmp_path / name)
    assert code(found) == "R0811"


def test_a_rescue_finds_a_free_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert files.rescue("heap", SAVE) == Path("heap-1.save.json")
    assert files.rescue("heap", SAVE) == Path("heap-2.save.json")


def read_all(handle: int) -> str:
    with open(handle, encoding="utf-8") as file:
        return file.read()


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    text = "many lines\n" * 20_000  # more than a pipe holds at once
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(reader, True)
    held = os.open(
        tmp_path / "pipe", os.O_WRONLY
    )  # without it the reader would find the end before anything is written
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(read_all, reader)
        try:
            files.check_writable(tmp_path / "pipe")
            files.write_text(tmp_path / "pipe", text)
        finally:
            os.close(held)
        assert read.result(30) == text
    assert (tmp_path / "pipe").is_fifo()


def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with time_limit(10), pytest.raises(Problems) as found:
        files.write_text(tmp_path / "pipe", "text")
    assert code(found) == "R0905"
    with time_limit(10), pytest.raises(Problems) as found:
        files.read_save(tmp_path / "pipe")
    assert code(found) == "R0811"


def test_a_device_is_written_into_and_stays_a_device(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/dev/null")
    files.write_text(tmp_path / "link", "text")
    files.write_save(tmp_path / "link", SAVE)
    assert Path("/dev/null").is_char_device()
    assert (tmp_path / "link").is_symlink()


def test_what_no_path_leads_to_is_written_into_by_its_name() -> None:
    """/dev/stdout and its like: a link of the system to a pipe that has no place in any folder."""
    reader, writer = os.pipe()
    named = Path(f"/dev/fd/{writer}")
    files.check_writable(named)
    files.write_text(named, "text")
    os.close(writer)
    assert read_all(reader) == "text"

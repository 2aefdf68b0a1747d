"""What this program keeps for itself between two runs, in the user's own cache folder.

In: a name and bytes. Out: the bytes kept under a name, or None. Layer: source, at its very bottom.
What is kept here is run later, so it is believed only when folder and file belong to the user and nobody else may write
to them. Nothing here is ever an error: what is missing, damaged, somebody else's or finds no room is made again.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from contextlib import suppress
from pathlib import Path

DIGEST = 32  # bytes
UNFINISHED = ".unfinished-"
HOUR = 3600.0
MOST_FILES = 400  # of one ending; beyond this the oldest go


def cache_dir() -> Path | None:
    """The folder, whether or not it is there; None where a user has none."""
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "rulewright"
    except RuntimeError:  # a user without a home
        return None


def kept(name: str) -> bytes | None:
    """What was kept under this name, whole and by this user."""
    folder = cache_dir()
    try:
        if folder is None or not _ours(folder.stat()):
            return None
        data = _read(folder / name)
    except (OSError, ValueError):
        return None
    body = data[DIGEST:]
    return body if hashlib.sha256(body).digest() == data[:DIGEST] else None


def keep(name: str, body: bytes) -> None:
    """Keeps bytes under a name, at once or not at all."""
    folder = cache_dir()
    if folder is None:
        return
    with suppress(OSError, ValueError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if _ours(folder.stat()):
            _write(folder, name, hashlib.sha256(body).digest() + body)
            _tidy(folder, Path(name).suffix)


def _ours(found: os.stat_result) -> bool:
    """Does it belong to this user, and may nobody else write to it? Where files have no owners, the profile is private."""
    if not hasattr(os, "geteuid"):
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(path: Path) -> bytes:
    """The bytes of a plain file of ours: not through a link, and without waiting for a pipe."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        return file.read() if stat.S_ISREG(found.st_mode) and _ours(found) else b""


def _write(folder: Path, name: str, data: bytes) -> None:
    import tempfile  # takes long, and most runs write nothing

    handle, unfinished = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(unfinished, folder / name)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise


def _tidy(folder: Path, ending: str) -> None:
    """Removes what a killed run left half written, and what is too much."""
    with os.scandir(folder) as entries:
        found = [(entry.stat(follow_symlinks=False).st_mtime, entry.name) for entry in entries]
    forgotten = [name for when, name in found if name.startswith(UNFINISHED) and when < time.time() - HOUR]
    alike = sorted(entry for entry in found if entry[1].endswith(ending) and not entry[1].startswith(UNFINISHED))
    for name in (*forgotten, *(name for _, name in alike[:-MOST_FILES])):
        with suppress(OSError):
            os.unlink(folder / name)

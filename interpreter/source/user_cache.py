"""A cache on disk, in the user's own cache folder.

In: a name and bytes. Out: the bytes cached under a name, or None. Layer: source, at its very bottom.
Cached code is executed later, so it is trusted only if folder and file belong to the user and nobody else can write
to them. Nothing here is ever an error: what is missing, damaged, foreign or cannot be stored is simply generated again.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from .operating_system import NO_LINK, NO_WAIT, hold, is_ours_alone

DIGEST = 32  # bytes
UNFINISHED = ".unfinished-"
MINUTE, HOUR = 60.0, 3600.0
MAX_FILES = 400  # with the same suffix; beyond this those that were used least recently are evicted
LOCKS = 32  # files to hold while something is made: names share them
PAUSE = 0.05  # seconds between two looks at a file that another process holds


def cache_dir() -> Path | None:
    """Return the cache folder, existing or not; None if the user has none."""
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "rulewright"
    except RuntimeError:  # a user without a home
        return None


def kept(name: str) -> bytes | None:
    """Return what is cached under this name, if it is intact and this user's."""
    folder = cache_dir()
    try:
        if folder is None or not is_ours_alone(folder.stat()):
            return None
        data = _read(folder / name)
    except (OSError, ValueError):
        return None
    body = data[DIGEST:]
    return body if hashlib.sha256(body).digest() == data[:DIGEST] else None


def keep(name: str, body: bytes) -> None:
    """Cache bytes under a name, atomically."""
    keep_all([(name, body)], MAX_FILES)


def keep_all(files: Sequence[tuple[str, bytes]], most: int) -> None:
    """Cache several files of the same suffix, of which `most` are kept."""
    folder = cache_dir()
    if folder is None or not files:
        return
    with suppress(OSError, ValueError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if is_ours_alone(folder.stat()):
            for name, body in files:
                _write(folder, name, hashlib.sha256(body).digest() + body)
            _tidy(folder, Path(files[0][0]).suffix, most)


def _read(path: Path) -> bytes:
    """The bytes of a plain file of ours.

    Not through a link, and without waiting for a pipe."""
    handle = os.open(path, os.O_RDONLY | NO_LINK | NO_WAIT)
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or not is_ours_alone(found):
            return b""
        if found.st_mtime < time.time() - MINUTE:  # in use: what nobody reads goes first
            with suppress(OSError):
                os.utime(path)
        return file.read()


@contextmanager
def made_once(name: str, patience: float) -> Iterator[None]:
    """Let one process at a time make what is cached under a name.

    A second one waits, and then looks again. Whoever waits for longer than `patience` seconds, or has no cache, makes it, too."""
    folder, until = cache_dir(), time.monotonic() + patience
    number = int(hashlib.sha256(name.encode()).hexdigest(), 16) % LOCKS
    try:
        if folder is None or not is_ours_alone(folder.stat()):
            raise FileNotFoundError
        handle = os.open(folder / f"making-{number}.lock", os.O_RDWR | os.O_CREAT | NO_LINK, 0o600)
    except OSError:
        yield
        return
    try:
        while time.monotonic() < until:
            with suppress(OSError):
                hold(handle)
                break
            time.sleep(PAUSE)
        yield
    finally:
        os.close(handle)


def _write(folder: Path, name: str, data: bytes) -> None:
    import tempfile  # slow to import, and most runs write nothing

    handle, unfinished = tempfile.mkstemp(prefix=UNFINISHED, dir=folder)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(unfinished, folder / name)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise


def _tidy(folder: Path, ending: str, most: int) -> None:
    """Remove unfinished files of killed runs, and evict the oldest entries."""
    with os.scandir(folder) as entries:
        found = [(entry.stat(follow_symlinks=False).st_mtime, entry.name) for entry in entries]
    forgotten = [name for when, name in found if name.startswith(UNFINISHED) and when < time.time() - HOUR]
    alike = sorted(entry for entry in found if entry[1].endswith(ending) and not entry[1].startswith(UNFINISHED))
    for name in (*forgotten, *(name for _, name in alike[:-most])):
        with suppress(OSError):
            os.unlink(folder / name)

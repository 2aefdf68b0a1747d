"""Two matches do not share one saved game: each would overwrite the other.

In: the path of a saved game. Out: a Claim that lasts as long as the process. Layer: tools. The claim is a lock on a file
beside the saved game; the system gives it up when the process ends, however that happens.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .speech import wrong

try:
    import fcntl

    CAN_LOCK = True
except ImportError:  # where there are no such locks, nobody is told
    CAN_LOCK = False

LOCK = ".lock"


class Claim:
    """The saved game that this process writes; another path may be claimed in its place."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._handle = -1

    def take(self, path: Path) -> None:
        """R0920 when another process plays it."""
        target = Path(os.path.realpath(path))
        if not CAN_LOCK or target == self._path or (target.exists() and not target.is_file()):
            return
        handle = _locked(target)
        self.release()
        self._path, self._handle = target, handle

    def release(self) -> None:
        if self._path is not None and self._handle >= 0:
            with suppress(OSError):
                os.unlink(_beside(self._path))
            os.close(self._handle)
        self._path, self._handle = None, -1


def _beside(path: Path) -> Path:
    return path.parent / f".{path.name[:200]}{LOCK}"


def _locked(path: Path) -> int:
    """A handle that holds the lock; -1 where no file can be made, which writing will tell."""
    lock = _beside(path)
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError:
            return -1
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            help = "end that match first, or save this one elsewhere: --save F"
            raise wrong("R0920", f'"{path}" is being played by another process, which saves there', help) from None
        if _still_there(handle, lock):
            return handle
        os.close(handle)  # whoever had it has just removed it


def _still_there(handle: int, lock: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(lock))
    except OSError:
        return False

"""Lock a saved game, so that two matches do not overwrite each other's.

In: the path of a saved game. Out: a Claim that lasts as long as the process. Layer: tools. The claim is a lock on a file
beside the saved game; the system releases it when the process ends, however that happens.
"""

from __future__ import annotations

import os
from pathlib import Path

from interpreter.source.operating_system import NO_LINK, drop, hold
from interpreter.tools.cli.output import wrong

LOCK = ".lock"


class Claim:
    """A lock on the saved game that this process writes.

    Taking another path releases the first."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._handle = -1

    def take(self, path: Path) -> None:
        """Lock a saved game. Raises R0920 if another process is playing it."""
        target = Path(os.path.realpath(path))
        if target == self._path or (target.exists() and not target.is_file()):
            return
        handle = _locked(target)
        self.release()
        self._path, self._handle = target, handle

    def release(self) -> None:
        if self._path is not None and self._handle >= 0:
            drop(self._handle, _beside(self._path))
        self._path, self._handle = None, -1


def _beside(path: Path) -> Path:
    return path.parent / f".{path.name[:200]}{LOCK}"


def _locked(path: Path) -> int:
    """Return a handle that holds the lock.

    -1 if the lock file cannot be created (then writing will fail and say so)."""
    lock = _beside(path)
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT | NO_LINK, 0o600)
        except OSError:
            return -1
        try:
            hold(handle)
        except OSError:
            os.close(handle)
            help = "end that match first, or save this one elsewhere: --save F"
            raise wrong("R0920", f'"{path}" is being played by another process, which saves there', help) from None
        if _still_there(handle, lock):
            return handle
        os.close(handle)  # the previous holder has just removed it


def _still_there(handle: int, lock: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(lock))
    except OSError:
        return False

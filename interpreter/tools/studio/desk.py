"""The desk: the files of one game's folder, to be read and written by name.

In: a folder, and names that come from a page. Out: texts; a file is replaced at once or not at all. Layer: tools. A name leads
into the folder or nowhere: no link is followed, nothing but a plain text file is read or written, and nothing is made that a
game has no use for.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
from pathlib import Path

ENDINGS = (".rules", ".yaml", ".yml", ".scenario", ".md")
LARGEST = 2**20  # bytes of one file
MOST_FILES = 2000
DEEPEST = 5
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")


class NotHere(Exception):
    """A name that leads to no file of this desk; the message says why."""


class Changed(Exception):
    """The file is not any more as the page has read it."""


class Desk:
    def __init__(self, folder: Path, read_only: str = "") -> None:
        self.folder, self.read_only = folder, read_only  # why nothing can be written, or empty

    def files(self) -> list[str]:
        """The names of all texts, game.yaml first, then what it is made of."""
        found: list[str] = []
        for place, folders, names in os.walk(self.folder, followlinks=False):
            inside = Path(place).relative_to(self.folder)
            folders[:] = sorted(name for name in folders if _PART.fullmatch(name)) if len(inside.parts) < DEEPEST - 1 else []
            paths = [inside / name for name in sorted(names) if _PART.fullmatch(name) and name.endswith(ENDINGS)]
            found += [path.as_posix() for path in paths if _is_plain(self.folder / path)]
            if len(found) > MOST_FILES:
                break
        return sorted(found, key=_first_things_first)[:MOST_FILES]

    def read(self, name: str) -> tuple[str, str]:
        """The text of a file, and a word for how it is now."""
        path = self._path(name)
        try:
            number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise NotHere(f"{name} cannot be read: {error.strerror}.") from error
        with os.fdopen(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise NotHere(f"{name} is no plain file.")
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise NotHere(f"{name} is too long to be edited here.")
        try:
            return data.decode("utf-8"), _digest(data)
        except UnicodeDecodeError:
            raise NotHere(f"{name} is no text in UTF-8.") from None

    def write(self, name: str, text: str, before: str | None) -> str:
        """Writes a file that is still as it was `before` (None: that is not there yet); a word for how it is now."""
        if self.read_only:
            raise NotHere(self.read_only)
        path = self._path(name)
        now = self.read(name)[1] if os.path.lexists(path) else None
        if now != before:
            raise Changed(f"{name} has been changed meanwhile by somebody else.")
        data = text.encode("utf-8", "replace")
        if len(data) > LARGEST:
            raise NotHere(f"{name} would be too long.")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path(name)  # the folders that were made, too, are no links
        half = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        try:
            with os.fdopen(os.open(half, flags, 0o644), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
        return _digest(data)

    def _path(self, name: str) -> Path:
        """Where a name leads: every folder on the way is a plain folder of ours."""
        parts = name.split("/")
        if not 1 <= len(parts) <= DEEPEST or not all(map(_PART.fullmatch, parts)) or not name.endswith(ENDINGS):
            raise NotHere(f"{name[:80]!r} is no name of a game's file.")
        at = self.folder
        for part in parts[:-1]:
            at = at / part
            if os.path.lexists(at) and not stat.S_ISDIR(at.lstat().st_mode):
                raise NotHere(f"{name} lies behind a link.")
        path = at / parts[-1]
        if os.path.lexists(path) and not _is_plain(path):
            raise NotHere(f"{name} is no plain file.")
        return path


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _first_things_first(name: str) -> tuple[int, str]:
    order = ("game.yaml", "look.yaml", "rules/", "cards/", "data/", "variants/", "scenarios/")
    return next((number for number, start in enumerate(order) if name.startswith(start)), len(order)), name

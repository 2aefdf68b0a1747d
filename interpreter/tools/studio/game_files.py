"""File access for one game's folder: list, read and write its texts by name.

In: a folder, and names from a page. Out: texts; writes are atomic and noted in a history. Layer: tools. A name resolves inside
the folder or not at all: symbolic links are never followed, only regular files are read or written, and only file types that a
game uses can be created.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
from pathlib import Path

from interpreter.source.operating_system import NO_LINK, NO_WAIT
from interpreter.tools.studio.history import History

ENDINGS = (".rules", ".yaml", ".yml", ".scenario", ".md")
LARGEST = 2**20  # bytes per file
MAX_FILES = 2000
DEEPEST = 5
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")


class NotHereError(Exception):
    """A name that is no usable file of this game; the message says why."""


class EditConflictError(Exception):
    """The file has changed since the page read it."""


class Desk:
    def __init__(self, folder: Path, read_only: str = "", history: History | None = None) -> None:
        """Take the folder, and why writing is refused (or empty).

        `history`: where changes are recorded."""
        self.folder, self.read_only, self.history = folder, read_only, history

    def files(self) -> list[str]:
        """List the names of all texts, game.yaml first, then by folder."""
        found: list[str] = []
        for place, folders, names in os.walk(self.folder, followlinks=False):
            inside = Path(place).relative_to(self.folder)
            folders[:] = (
                sorted(name for name in folders if _PART.fullmatch(name)) if len(inside.parts) < DEEPEST - 1 else []
            )
            paths = [inside / name for name in sorted(names) if _PART.fullmatch(name) and name.endswith(ENDINGS)]
            found += [path.as_posix() for path in paths if _is_plain(self.folder / path)]
            if len(found) > MAX_FILES:
                break
        return sorted(found, key=_first_things_first)[:MAX_FILES]

    def read(self, name: str) -> tuple[str, str]:
        """Read a file; return its text and its version (a digest)."""
        path = self._path(name)
        try:
            number = os.open(path, os.O_RDONLY | NO_LINK | NO_WAIT)
        except OSError as error:
            raise NotHereError(f"{name} cannot be read: {error.strerror}.") from error
        with os.fdopen(number, "rb") as file:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise NotHereError(f"{name} is not a plain file.")
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise NotHereError(f"{name} is too long to be edited here.")
        try:
            return data.decode("utf-8"), _digest(data)
        except UnicodeDecodeError:
            raise NotHereError(f"{name} is not UTF-8 text.") from None

    def write(self, name: str, text: str, before: str | None) -> str:
        """Write a file if its version is still `before`; return the new version.

        None: it must not exist yet."""
        path, old = self._checked(name, before)
        data = text.encode("utf-8", "replace")
        if len(data) > LARGEST:
            raise NotHereError(f"{name} would be too long.")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path(name)  # check again: the folders just created must not be links
        half = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK
        try:
            with os.fdopen(os.open(half, flags, 0o644), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
        if self.history is not None and old != text:
            self.history.note(name, old, text)
        return _digest(data)

    def remove(self, name: str, before: str | None) -> None:
        """Delete a file if its version is still `before`; its text stays in the history."""
        path, old = self._checked(name, before)
        if old is None:
            raise NotHereError(f"There is no {name}.")
        if self.history is not None:
            self.history.note(name, old, None)
        path.unlink()
        for folder in path.relative_to(self.folder).parents[:-1]:
            if any((self.folder / folder).iterdir()):
                break
            (self.folder / folder).rmdir()

    def _checked(self, name: str, before: str | None) -> tuple[Path, str | None]:
        """Return the path of a file and its text, None if it does not exist.

        Its version must be `before`."""
        if self.read_only:
            raise NotHereError(self.read_only)
        path = self._path(name)
        if not os.path.lexists(path):
            if before is not None:
                raise EditConflictError(f"{name} has been deleted in the meantime.")
            return path, None
        old, now = self.read(name)
        if before is None:
            raise EditConflictError(f"There is already a file {name}. Choose another name.")
        if now != before:
            raise EditConflictError(f"{name} has been changed by somebody else in the meantime.")
        return path, old

    def _path(self, name: str) -> Path:
        """Resolve a name to a path, through real folders only, not links."""
        parts = name.split("/")
        if not 1 <= len(parts) <= DEEPEST or not all(map(_PART.fullmatch, parts)) or not name.endswith(ENDINGS):
            raise NotHereError(f"{name[:80]!r} is not the name of a file of this game.")
        at = self.folder
        for part in parts[:-1]:
            at = at / part
            if os.path.lexists(at) and not stat.S_ISDIR(at.lstat().st_mode):
                raise NotHereError(f"{name} is behind a link.")
        path = at / parts[-1]
        if os.path.lexists(path) and not _is_plain(path):
            raise NotHereError(f"{name} is not a plain file.")
        return path


def is_name(name: str) -> bool:
    """Whether a file of a game could have this name."""
    parts = name.split("/")
    return 1 <= len(parts) <= DEEPEST and all(map(_PART.fullmatch, parts))


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

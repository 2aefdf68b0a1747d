"""From a path to a text.

In: the path of a file. Out: its text, or Unreadable with the reason. Layer: source, at its very bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LARGEST_FILE = 5_000_000  # bytes; a rulebook is never near this, a file named by mistake often is


@dataclass(eq=False)
class Unreadable(Exception):
    """Why a file is no text that we can use."""

    code: str
    message: str
    help: str | None = None
    before: str = ""  # what could be read up to the byte at fault
    whole: str = ""  # the file as well as it can be shown


def read_text(path: Path) -> str:
    """The text of a file, without a byte-order mark. Unreadable when there is none."""
    data = _read_bytes(path)
    if b"\0" in data:
        raise _not_text(data, data.index(b"\0"), "this is a binary file, not a text")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _not_text(data, error.start, f"the byte 0x{data[error.start]:02x} is not UTF-8 text") from None


def _read_bytes(path: Path) -> bytes:
    """The bytes of a plain file: a folder, a device or a pipe is refused before it is opened."""
    try:
        if path.exists() and not path.is_file():
            raise Unreadable("R0001", "this is not a file")
        if path.stat().st_size > LARGEST_FILE:
            message = f"the file is larger than {LARGEST_FILE // 1_000_000} MB"
            raise Unreadable("R0002", message, "is this the file that you meant?")
        return path.read_bytes()
    except FileNotFoundError:
        raise Unreadable("R0001", "there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the path cannot be used"
        raise Unreadable("R0001", f"the file cannot be read ({reason.lower()})") from None


def _not_text(data: bytes, bad: int, message: str) -> Unreadable:
    before, whole = (part.decode("utf-8", errors="replace").removeprefix("\ufeff") for part in (data[:bad], data))
    return Unreadable("R0001", message, "save the file as UTF-8 text", before, whole)

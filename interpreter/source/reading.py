"""Read a file as text.

In: the path of a file. Out: its text, or UnreadableError with the reason. Layer: source, at its very bottom.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .operating_system import BINARY, NO_WAIT

LARGEST_FILE = 5_000_000  # bytes; a rulebook is never near this, a file named by mistake often is
NO_FILE = "this is not a file"


@dataclass(eq=False)
class UnreadableError(Exception):
    """Why a file is not usable text."""

    code: str
    message: str
    help: str | None = None
    before: str = ""  # the text up to the invalid byte
    whole: str = ""  # the file decoded with replacement characters


def read_text(path: Path) -> str:
    """Read a text file, without a byte-order mark.

    Raises UnreadableError if it is not text."""
    data = read_bytes(path)
    if b"\0" in data:
        raise _not_text(data, data.index(b"\0"), "this is a binary file, not a text")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _not_text(data, error.start, f"the byte 0x{data[error.start]:02x} is not UTF-8 text") from None


def read_bytes(path: Path) -> bytes:
    """Read a regular file.

    A folder, device or pipe is refused, without blocking or reading endlessly."""
    try:
        handle = os.open(path, os.O_RDONLY | NO_WAIT | BINARY)
        with open(handle, "rb", closefd=True) as file:
            return _plain_content(file)
    except FileNotFoundError:
        raise UnreadableError("R0001", "there is no such file") from None
    except IsADirectoryError:
        raise UnreadableError("R0001", NO_FILE) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the path cannot be used"
        raise UnreadableError("R0001", f"the file cannot be read ({reason.lower()})") from None


def _plain_content(file: BinaryIO) -> bytes:
    found = os.fstat(file.fileno())
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableError("R0001", NO_FILE)
    data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        message = f"the file is larger than {LARGEST_FILE // 1_000_000} MB"
        raise UnreadableError("R0002", message, "is this the file that you meant?")
    return data


def _not_text(data: bytes, bad: int, message: str) -> UnreadableError:
    before, whole = (part.decode("utf-8", errors="replace").removeprefix("\ufeff") for part in (data[:bad], data))
    return UnreadableError("R0001", message, "save the file as UTF-8 text", before, whole)

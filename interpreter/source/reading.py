"""From a path to a text.

In: the path of a file. Out: its text, or Unreadable with the reason. Layer: source, at its very bottom.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

LARGEST_FILE = 5_000_000  # bytes; a rulebook is never near this, a file named by mistake often is
NO_FILE = "this is not a file"


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
    data = read_bytes(path)
    if b"\0" in data:
        raise _not_text(data, data.index(b"\0"), "this is a binary file, not a text")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _not_text(data, error.start, f"the byte 0x{data[error.start]:02x} is not UTF-8 text") from None


def read_bytes(path: Path) -> bytes:
    """The bytes of a plain file. A folder, a device or a pipe is refused; none is waited for, and none read without end."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb", closefd=True) as file:
            return _plain_content(file)
    except FileNotFoundError:
        raise Unreadable("R0001", "there is no such file") from None
    except IsADirectoryError:
        raise Unreadable("R0001", NO_FILE) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the path cannot be used"
        raise Unreadable("R0001", f"the file cannot be read ({reason.lower()})") from None


def _plain_content(file: BinaryIO) -> bytes:
    found = os.fstat(file.fileno())
    if not stat.S_ISREG(found.st_mode):
        raise Unreadable("R0001", NO_FILE)
    data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        message = f"the file is larger than {LARGEST_FILE // 1_000_000} MB"
        raise Unreadable("R0002", message, "is this the file that you meant?")
    return data


def _not_text(data: bytes, bad: int, message: str) -> Unreadable:
    before, whole = (part.decode("utf-8", errors="replace").removeprefix("\ufeff") for part in (data[:bad], data))
    return Unreadable("R0001", message, "save the file as UTF-8 text", before, whole)

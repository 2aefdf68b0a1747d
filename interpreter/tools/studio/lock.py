"""File lock on a studio's folder: two studios writing to one would corrupt each other's tables.

In: a folder. Out: a Lock held until it is closed or the process ends, or InUse, which names the holder. Layer: tools.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from interpreter.source.operating_system import hold

NAME = "studio.lock"


class InUse(Exception):
    """Another studio holds the folder; the message says which."""


class Lock:
    def __init__(self, folder: Path, address: str) -> None:
        """`address`: shown to a second studio that tries to lock the folder."""
        path = folder / NAME
        self._file: IO[str] = path.open("a+", encoding="utf-8")
        try:
            hold(self._file.fileno())
        except OSError:
            self._file.close()
            raise InUse(f"another studio already uses {folder}: {_holder(path)}") from None
        self._file.truncate(0)
        since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
        self._file.write(json.dumps({"process": os.getpid(), "address": address, "since": since}))
        self._file.flush()

    def close(self) -> None:
        with suppress(OSError):
            self._file.truncate(0)
        self._file.close()


def _holder(path: Path) -> str:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return (
            f"process {int(found['process'])}, open at {str(found['address'])[:200]} since {str(found['since'])[:40]}"
        )
    except (OSError, ValueError, KeyError, TypeError):
        return "it has not recorded who it is"

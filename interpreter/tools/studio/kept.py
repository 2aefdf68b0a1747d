"""Kept rules: the texts of a game as they were when a table was played under them.

In: a game's folder. Out: its texts in one piece with their digest, and a folder from such a piece. Layer: tools. A table goes
on under the rules that it was begun with, whatever has been saved since.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from time import time_ns
from typing import TypeAlias

ENDINGS = (".rules", ".yaml", ".yml")
JUST_NOW = 500_000_000  # nanoseconds
LARGEST = 64 * 2**20  # of the texts of one game, in bytes


def packed(folder: Path) -> tuple[str, bytes]:
    """The digest of a game's texts, and the texts in one piece."""
    files = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8", errors="replace") for file in texts_of(folder)}
    written = json.dumps([folder.name, files], ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")
    return hashlib.sha256(written).hexdigest()[:32], zlib.compress(written, 6)


Stamp: TypeAlias = "tuple[tuple[str, int, int], ...]"


def stamp_of(folder: Path) -> Stamp | None:
    """What tells that nothing in a folder has been written since: each file with its time and size. None when something was
    written just now: within one tick of the clock a file may change twice."""
    found = []
    for here, _, names in os.walk(folder):
        for name in names:
            about = os.stat(os.path.join(here, name), follow_symlinks=True)
            found.append((os.path.join(here, name), about.st_mtime_ns, about.st_size))
    newest = max((time for _, time, _ in found), default=0)
    return None if abs(time_ns() - newest) < JUST_NOW else tuple(sorted(found))


def texts_of(folder: Path) -> Iterator[Path]:
    """The plain files that a game is read from; links are passed over."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in ENDINGS and file.is_file() and not file.is_symlink():
            yield file


def unpacked(files: bytes, into: Path) -> Path:
    """The game of a piece, as a folder inside `into`, which is made at once or not at all."""
    name, texts = json.loads(zlib.decompressobj().decompress(files, LARGEST))
    if not into.is_dir():
        half = into.with_name(into.name + ".half")
        shutil.rmtree(half, ignore_errors=True)
        for path, text in texts.items():
            file = half / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        half.rename(into)
    return into / str(name)

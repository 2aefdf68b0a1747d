"""Archive of rules texts: a game's files as they were when a table was played under them.

In: a game's folder. Out: its texts as one compressed blob with a digest, and a folder from such a blob. Layer: tools. A table
continues under the rules it began with, whatever has been saved since.
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

from interpreter.source.shared import FOLDER, shared_mechanics

ENDINGS = (".rules", ".yaml", ".yml")
JUST_NOW = 500_000_000  # nanoseconds
LARGEST = 64 * 2**20  # bytes of one game's texts


def packed(folder: Path) -> tuple[str, bytes]:
    """Pack a game's texts; return their digest and the compressed blob."""
    files = {
        file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8", errors="replace")
        for file in texts_of(folder)
    }
    for file in shared_mechanics(folder).values():
        files[f"../{FOLDER}/{file.name}"] = file.read_text(encoding="utf-8", errors="replace")
    written = json.dumps([folder.name, files], ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")
    return hashlib.sha256(written).hexdigest()[:32], zlib.compress(written, 6)


Stamp: TypeAlias = "tuple[tuple[str, int, int], ...]"


def stamp_of(folder: Path) -> Stamp | None:
    """Fingerprint a folder by each file's time and size, without reading.

    None if something was written just now: a file may change twice within one tick of the clock."""
    found = []
    for here, _, names in os.walk(folder):
        for name in names:
            about = os.stat(os.path.join(here, name), follow_symlinks=True)
            found.append((os.path.join(here, name), about.st_mtime_ns, about.st_size))
    for file in shared_mechanics(folder).values():
        about = file.stat()
        found.append((str(file), about.st_mtime_ns, about.st_size))
    newest = max((time for _, time, _ in found), default=0)
    return None if abs(time_ns() - newest) < JUST_NOW else tuple(sorted(found))


def texts_of(folder: Path) -> Iterator[Path]:
    """Find the regular files that a game is read from; symbolic links are skipped."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in ENDINGS and file.is_file() and not file.is_symlink():
            yield file


def unpacked(files: bytes, into: Path) -> Path:
    """Unpack a blob into the folder `into`, atomically; return the game's folder."""
    name, texts = json.loads(zlib.decompressobj().decompress(files, LARGEST))
    if not into.is_dir():
        half = into.with_name(f"{into.name}.{os.getpid()}.half")  # another process may do the same now
        shutil.rmtree(half, ignore_errors=True)
        for path, text in texts.items():
            file = half / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        try:
            half.rename(into)
        except OSError:
            if not into.is_dir():
                raise
            shutil.rmtree(half, ignore_errors=True)
    return into / str(name)

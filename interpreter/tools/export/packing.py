"""Pack files for a web page: one compressed piece that the page's worker lays out without copying.

In: files by name. Out: bytes: the length of an index, the index as JSON, then the files one after the other, all compressed.
Layer: tools. The same files give the same bytes. `page/python.js` reads them.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path


def packed(files: Mapping[str, bytes]) -> bytes:
    names = sorted(files)
    index = json.dumps([[name, len(files[name])] for name in names], separators=(",", ":")).encode()
    whole = b"".join([len(index).to_bytes(4, "little"), index, *(files[name] for name in names)])
    return gzip.compress(whole, 9, mtime=0)


def unpacked(data: bytes) -> dict[str, bytes]:
    whole = gzip.decompress(data)
    start = 4 + int.from_bytes(whole[:4], "little")
    found: dict[str, bytes] = {}
    for name, size in json.loads(whole[4:start]):
        found[name] = whole[start : start + size]
        start += size
    return found


def read(folder: Path, files: Iterable[Path]) -> dict[str, bytes]:
    """Files by their paths inside the folder."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}

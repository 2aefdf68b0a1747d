"""Keeps compiled games by fingerprint, so that the next load need not read, check and write anything.

In: a fingerprint; a code object. Out: the code object of the same fingerprint, if it is there. Layer: backend.
A cache that cannot be read or written is no error: the game is compiled again.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import tempfile
from pathlib import Path
from types import CodeType

MAGIC = f"{sys.implementation.cache_tag}-1"


def cache_dir() -> Path:
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "rulewright"


def cached(key: str) -> CodeType | None:
    try:
        data = _path(key).read_bytes()
        digest, body = data[:32], data[32:]
        if hashlib.sha256(body).digest() != digest:
            return None
        loaded = marshal.loads(body)
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return loaded if isinstance(loaded, CodeType) else None


def store(key: str, code: CodeType) -> None:
    body = marshal.dumps(code)
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).digest() + body)
        os.replace(name, path)
    except OSError:
        return


def _path(key: str) -> Path:
    return cache_dir() / f"{key}.{MAGIC}.code"

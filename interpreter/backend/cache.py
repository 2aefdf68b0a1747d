"""Keeps compiled games by fingerprint, so that the next load need not read, check and write anything.

In: a fingerprint; a code object. Out: the code object of the same fingerprint, if it is there. Layer: backend.
Whether what lies in the cache can be believed is the business of `source.kept`.
"""

from __future__ import annotations

import marshal
import sys
from types import CodeType

from interpreter.source.kept import keep, kept

MAGIC = f"{sys.implementation.cache_tag}-1"


def cached(key: str) -> CodeType | None:
    body = kept(_name(key))
    try:
        loaded = None if body is None else marshal.loads(body)
    except (EOFError, ValueError, TypeError):
        return None
    return loaded if isinstance(loaded, CodeType) else None


def store(key: str, code: CodeType) -> None:
    keep(_name(key), marshal.dumps(code))


def _name(key: str) -> str:
    return f"{key}.{MAGIC}.code"

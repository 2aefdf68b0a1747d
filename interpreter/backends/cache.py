"""Cache compiled games by fingerprint, so that the next load skips parsing, checking and code generation.

In: a fingerprint; a code object. Out: the cached code object with that fingerprint, or None. Layer: backends.
`source.user_cache` decides whether a cached file can be trusted.
"""

from __future__ import annotations

import marshal
import sys
from types import CodeType

from interpreter.source.user_cache import keep, kept

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

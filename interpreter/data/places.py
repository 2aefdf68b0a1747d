"""Where the grammars, the schemas and the games are. The only module of the project that knows.

In: nothing. Out: three folders, and where the built grammars are kept. Layer: data.
In a checkout they stand beside interpreter/; in an installed wheel they lie inside it, under _data/.
"""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def grammars_dir() -> Path:
    """The .lark files and the standard library."""
    return _folder("grammars")


def schemas_dir() -> Path:
    """The JSON Schemas of the data files."""
    return _folder("schemas")


def games_dir() -> Path:
    """The games that come with Rulewright; each folder in it is one."""
    return _folder("games")


def tables_dir() -> Path | None:
    """Where the built grammars are kept: beside them, as Python keeps its own; nowhere if that may not be written."""
    folder = grammars_dir() / "__pycache__"
    try:
        folder.mkdir(exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _folder(name: str) -> Path:
    packed = _PACKAGE / "_data"
    return (packed if packed.is_dir() else _PACKAGE.parent) / name

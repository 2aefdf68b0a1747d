"""Where the grammars, the schemas and the games are. The only module of the project that knows.

In: nothing. Out: three folders. Layer: data.
In a checkout they stand beside interpreter/; in an installed wheel they lie inside it, under _data/.
"""

from __future__ import annotations

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


def _folder(name: str) -> Path:
    packed = _PACKAGE / "_data"
    return (packed if packed.is_dir() else _PACKAGE.parent) / name

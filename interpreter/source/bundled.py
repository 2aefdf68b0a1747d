"""Locate the grammars, the schemas, the games and the pages about error codes. The only module that knows.

In: nothing. Out: folders. Layer: source.
In a checkout they are beside interpreter/; in an installed wheel they are inside it, under _data/.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def grammars_dir() -> Path:
    """Return the folder of the .lark files and the standard library."""
    return _folder("grammars")


def schemas_dir() -> Path:
    """Return the folder of the JSON Schemas of the data files."""
    return _folder("schemas")


def games_dir() -> Path:
    """Return the folder of the bundled games; each folder in it is one."""
    return _folder("games")


def codes_dir() -> Path:
    """Return the folder of the pages about error codes, one for each."""
    return _folder("docs/codes")


def _folder(name: str) -> Path:
    packed = _PACKAGE / "_data"
    return (packed if packed.is_dir() else _PACKAGE.parent) / name

"""Locate the grammars, the schemas, the games and the pages about error codes. The only module that knows.

In: nothing, or a file to name. Out: folders, and the path that messages show. Layer: source.
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


def cheat_sheet_file() -> Path:
    """Return the page with the language's sentences on it."""
    return _folder("docs/reference/cheat-sheet.md")


def _folder(name: str) -> Path:
    packed = _PACKAGE / "_data"
    return (packed if packed.is_dir() else _PACKAGE.parent) / name


def shown(file: Path) -> str:
    """Return the display path of a file.

    From the game's folder on, or relative to the current folder."""
    parts = file.parts
    for anchor in ("games", "grammars"):
        if anchor in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(anchor) :])
    try:
        return str(file.relative_to(Path.cwd()))
    except ValueError:
        return str(file)

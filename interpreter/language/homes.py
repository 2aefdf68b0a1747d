"""Find the game that a file belongs to, and its role there.

In: a path, the text of the file, the editor's setting. Out: a Home, or none. Layer: language.
A file in a game's folder belongs to that game. A house rule can be anywhere: its game is named by a line `# game: NAME` in it,
or is the only game in the same folder, or is named by the setting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from interpreter.data.folder import MANIFEST
from interpreter.finding import find_game
from interpreter.source import Problems
from interpreter.source.bundled import games_dir, grammars_dir

SAID = re.compile(r"^#[ \t]*game:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
HIGHEST = 6  # how many folders up to look for a game


@dataclass(frozen=True, slots=True)
class Home:
    """Where a file belongs, and its role.

    `role`: rules, variant, scenario, data, manifest, house (a variant from elsewhere) or library."""

    game: Path
    role: str


def home_of(path: Path, text: str, setting: str | None = None) -> Home | None:
    """Find a file's home; None for a file that is not ours, or whose game is unknown."""
    folder = _around(path)
    if folder is not None:
        role = _role(path, folder)
        return Home(folder, role) if role is not None else None
    if path.suffix not in (".rules", ".scenario"):
        return None
    game = said_game(path, text) or _beside(path) or _named(setting, path)
    role = "house" if path.suffix == ".rules" else "scenario"
    return Home(game, role) if game is not None else None


def needs_game(path: Path) -> bool:
    """Whether this is a file that should belong to a game."""
    return path.suffix in (".rules", ".scenario") and not path.resolve().is_relative_to(grammars_dir().resolve())


def known_games(path: Path) -> list[str]:
    """List the games that a file may belong to: nearby ones, and the bundled ones."""
    near = [folder.parent for folder in sorted(path.parent.glob(f"*/{MANIFEST}"))]
    own = sorted(folder.parent.name for folder in games_dir().glob(f"*/{MANIFEST}"))
    return [
        *(folder.name for folder in near),
        *(name for name in own if name not in {near_one.name for near_one in near}),
    ]


def said_game(path: Path, text: str) -> Path | None:
    """Resolve a line `# game: NAME`: a game, or a folder relative to the file."""
    found = SAID.search(text)
    return _named(found.group(1), path) if found is not None else None


def _named(name: str | None, path: Path) -> Path | None:
    if not name:
        return None
    beside = path.parent / name
    try:
        return find_game(beside if (beside / MANIFEST).is_file() else name).resolve()
    except (Problems, OSError, ValueError):
        return None


def _around(path: Path) -> Path | None:
    for folder in list(path.parents)[:HIGHEST]:
        if (folder / MANIFEST).is_file():
            return folder
    return None


def _beside(path: Path) -> Path | None:
    """Return the game in the same folder, if there is exactly one."""
    found = sorted(path.parent.glob(f"*/{MANIFEST}"))
    return found[0].parent if len(found) == 1 else None


def _role(path: Path, folder: Path) -> str | None:
    parts = path.relative_to(folder).parts
    if path.suffix == ".scenario":
        return "scenario"
    if path.suffix == ".rules":
        return {"rules": "rules", "variants": "variant"}.get(parts[0], "house") if len(parts) > 1 else "house"
    if path.suffix in (".yaml", ".yml"):
        return "manifest" if parts == (MANIFEST,) else "data"
    return None

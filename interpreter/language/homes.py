"""Which game a file belongs to, and what it is there.

In: a path, the text of the file, the editor's setting. Out: a Home, or none. Layer: language.
A file in a game's folder belongs to that game. A house rule lies anywhere: a line `# game: NAME` in it says the game, or it
lies beside the folder of a single game, or the setting says it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from interpreter.data.bundled import games_dir, grammars_dir
from interpreter.data.folder import MANIFEST
from interpreter.finding import find_game
from interpreter.source import Problems

SAID = re.compile(r"^#[ \t]*game:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
HIGHEST = 6  # how many folders up a game is looked for


@dataclass(frozen=True, slots=True)
class Home:
    """`role`: rules, variant, scenario, data, manifest, house (a variant from elsewhere) or library."""

    game: Path
    role: str


def home_of(path: Path, text: str, setting: str | None = None) -> Home | None:
    """None for a file that is none of ours, or whose game nobody says."""
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
    """Is this a file that should belong to a game?"""
    return path.suffix in (".rules", ".scenario") and not path.resolve().is_relative_to(grammars_dir().resolve())


def known_games(path: Path) -> list[str]:
    """The games that a file may belong to: those nearby by their path, and the bundled ones by their name."""
    near = [folder.parent for folder in sorted(path.parent.glob(f"*/{MANIFEST}"))]
    own = sorted(folder.parent.name for folder in games_dir().glob(f"*/{MANIFEST}"))
    return [
        *(folder.name for folder in near),
        *(name for name in own if name not in {near_one.name for near_one in near}),
    ]


def said_game(path: Path, text: str) -> Path | None:
    """What a line `# game: NAME` names: a game by its name, or a folder from the file on."""
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
    """The only game in the same folder."""
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

"""Mechanics that several games share: the folder `mechanics` beside their folders.

In: a game's folder. Out: the files of mechanics by name; copies of them for a copy of the game. Layer: source.
A game sees no further than the folder that it is in: nothing beyond is read, and no link that leads there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = "mechanics"


def shared_mechanics(game: Path) -> dict[str, Path]:
    """The mechanics beside a game by their names; each is in a file of its own name."""
    home = game.resolve().parent
    folder = home / FOLDER
    if not folder.is_dir() or not lies_in(home, folder) or (folder / "game.yaml").exists():
        return {}
    return {file.stem: file for file in sorted(folder.glob("*.rules")) if file.is_file() and lies_in(folder, file)}


def lies_in(folder: Path, path: Path) -> bool:
    """Whether a path leads into the folder, with links resolved."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # circular links
        return False


def bring_along(game: Path, copy: Path) -> None:
    """Put the mechanics beside a game beside its copy as well."""
    import shutil  # only where games are copied: loading one does without

    for file in shared_mechanics(game).values():
        target = copy.parent / FOLDER / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)


def texts_of_used(game: Path, texts: Mapping[str, str]) -> dict[str, str]:
    """The shared mechanics that these texts use, as files of the game's own rules.

    They are for a copy that goes somewhere else."""
    rules = "\n".join(text for path, text in texts.items() if path.endswith(".rules"))
    used = {
        name: file
        for name, file in shared_mechanics(game).items()
        if re.search(rf"^\s*{name}\s+[a-z]", rules, re.MULTILINE)
    }
    return {f"rules/{name}_mechanic.rules": file.read_text(encoding="utf-8") for name, file in used.items()}

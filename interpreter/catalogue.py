"""List the bundled games.

In: the folder of bundled games. Out: a GameInfo each, from its manifest alone. Layer: with load; quick to import.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interpreter.data.folder import read_folder
from interpreter.source import Problems
from interpreter.source.bundled import games_dir


@dataclass(frozen=True, slots=True)
class GameInfo:
    name: str
    title: str
    players_min: int
    players_max: int
    about: str
    path: Path
    goal: str = ""
    group: str = ""


def games() -> list[GameInfo]:
    """List the bundled games that can be read; a broken one is left to `problems`."""
    found = []
    for path in sorted(games_dir().iterdir()):
        if not (path / "game.yaml").exists():
            continue
        try:
            manifest = read_folder(path).manifest
        except Problems:
            continue
        found.append(
            GameInfo(
                path.name,
                manifest.title,
                manifest.players_min,
                manifest.players_max,
                manifest.about,
                path,
                manifest.goal,
                manifest.group,
            )
        )
    return found

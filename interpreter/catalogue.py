"""List the bundled games.

In: the folder of bundled games. Out: a GameInfo each, from its manifest alone. Layer: with load; quick to import.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from interpreter.data.folder import read_folder
from interpreter.source import Problems
from interpreter.source.bundled import games_dir

PACKED_LIST = "catalogue.json"  # where the games are packed one by one, this says what they are


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
    packed = games_dir() / PACKED_LIST
    if packed.is_file():
        return [GameInfo(path=games_dir() / one["name"], **one) for one in json.loads(packed.read_text("utf-8"))]
    return _read()


def packed_list(found: list[GameInfo]) -> str:
    """What `games` reads where the games are packed."""
    return json.dumps([{name: value for name, value in asdict(one).items() if name != "path"} for one in found])


def _read() -> list[GameInfo]:
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

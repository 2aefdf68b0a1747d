"""Divide what was staged into what a page loads at once, what it loads late, and what each game needs.

In: the staging folder after it was compiled. Out: the files of each portion by their paths in the page. Layer: tools.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .packing import read

GAMES = "games"
HOME = "app/interpreter/_data/games"


@dataclass(frozen=True)
class Portions:
    first_modules: frozenset[str]  # of the standard library as well
    modules: dict[str, bytes]  # code for the lobby and tables: loaded once, then part of the kept memory
    data: dict[str, bytes]  # what is read at every start
    late: dict[str, bytes]  # everything else
    games: dict[str, dict[str, bytes]]  # a game's folder and its compiled form


def portioned(staging: Path, games: Iterable[str]) -> Portions:
    first = frozenset((staging / "first.txt").read_text("utf-8").split("\n"))
    compiled: dict[str, list[str]] = json.loads((staging / "compiled.json").read_text("utf-8"))["files"]
    by_game = {
        game: read(
            staging, [*_files(staging / HOME / game), *(staging / "cache" / name for name in compiled.get(game, ()))]
        )
        for game in games
    }
    taken = {name for files in by_game.values() for name in files}
    modules: dict[str, bytes] = {}
    data: dict[str, bytes] = {}
    late: dict[str, bytes] = {}
    for file in [*_files(staging / "app"), *_files(staging / "site"), *_files(staging / "cache")]:
        name = file.relative_to(staging).as_posix()
        if name in taken:
            continue
        _portion(name, first, modules, data, late)[name] = file.read_bytes()
    data["first.txt"] = "\n".join(sorted({module_name(name) for name in modules} - {""})).encode()
    return Portions(first, modules, data, late, by_game)


def _portion(
    name: str, first: frozenset[str], modules: dict[str, bytes], data: dict[str, bytes], late: dict[str, bytes]
) -> dict[str, bytes]:
    """Where a file belongs."""
    if module := module_name(name):
        return modules if module in first else late
    if name.startswith("app/"):
        return data
    if name.startswith("cache/"):
        return late  # the grammar's tables: for rules that are not compiled
    return modules if ".dist-info/" in name else late


def module_name(name: str) -> str:
    """The module that a packed file is; empty if it is none."""
    if not name.endswith((".py", ".pyc")):
        return ""
    return name.partition("/")[2].removesuffix("c").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)

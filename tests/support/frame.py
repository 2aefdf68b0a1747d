"""The frame: a tiny game that has one of everything, completed by the one thing that a case gets wrong.

A case is a file of rules, a table of cards, a map, a variant, or a folder with several of them. `lay_out` puts it into a
copy of the frame; `findings` reads that game and gives everything that is said about it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from interpreter.finding import find_variants
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Problems, Reporter

CASES = Path(__file__).resolve().parent.parent / "cases" / "check"
FRAME = CASES / "frame"
# Where a case of a single file lies in the game, by the end of its name. Longest ends first.
PLACES = {
    ".variant.rules": "variants/{name}.rules",
    ".manifest.yaml": "game.yaml",
    ".cards.yaml": "cards/industries.yaml",
    ".map.yaml": "map.yaml",
    ".rules": "rules/{name}.rules",
}


def lay_out(folder: Path, files: Mapping[str, str]) -> Path:
    """A copy of the frame with these files, by their paths in it. A case with its own `play` replaces the frame's."""
    shutil.copytree(FRAME, folder, dirs_exist_ok=True)
    if any("procedure play\n" in text for text in files.values()):
        (folder / "rules" / "frame_play.rules").unlink()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def case_files(case: Path) -> dict[str, str]:
    """The files of a case, by their paths in the game."""
    if case.is_dir():
        files = [file for file in sorted(case.rglob("*")) if file.is_file()]
        return {file.relative_to(case).as_posix(): file.read_text(encoding="utf-8") for file in files}
    end = next(end for end in PLACES if case.name.endswith(end))
    place = PLACES[end].format(name=case.name.removesuffix(end).lower())
    return {place: case.read_text(encoding="utf-8")}


def variants_in(files: Mapping[str, str]) -> list[str]:
    """Every variant that a case brings is chosen; those whose names begin with `other` only lie there."""
    stems = [Path(name).stem for name in files if name.startswith("variants/")]
    return [stem for stem in stems if not stem.startswith("other")]


def findings(folder: Path, variants: list[str], options: Mapping[str, object] | None = None) -> tuple[Diagnostic, ...]:
    """Everything that reading and checking the game says, warnings too."""
    reporter = Reporter()
    try:
        read_game(folder, find_variants(folder, variants), options or {}, reporter)
    except Problems as problems:
        reporter.extend(problems)
    return reporter.diagnostics

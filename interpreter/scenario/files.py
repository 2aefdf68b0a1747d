"""Find scenarios: in their own files, at the end of a variant's file, beside a house rule.

In: a game, or variants. Out: files. Layer: scenario, above load.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from interpreter.finding import find_game
from interpreter.source import Problems, Source
from interpreter.source.bundled import shown
from interpreter.syntax.split_file import halves

RULES, SCENARIO = ".rules", ".scenario"


def scenario_files(game: str | Path) -> list[Path]:
    """List the files with scenarios of a game.

    Its own, and variants that end with some."""
    folder = find_game(game)
    own = sorted((folder / "scenarios").glob(f"**/*{SCENARIO}"))
    return own + [file for file in sorted((folder / "variants").glob(f"*{RULES}")) if holds_scenarios(file)]


def scenarios_beside(variants: Sequence[str | Path]) -> list[Path] | None:
    """List the files that test house rules.

    Their own, or those beside them with the same name; None if there are none."""
    homes = [variant for variant in variants if isinstance(variant, Path) and variant.is_file()]
    beside = [file.with_suffix(SCENARIO) for file in homes if file.with_suffix(SCENARIO).is_file()]
    return list(dict.fromkeys(file for file in [*homes, *beside] if holds_scenarios(file))) or None


def holds_scenarios(file: Path) -> bool:
    """Does a file contain a scenario, or an attempt at one?

    Unreadable files are reported when they are run."""
    if file.suffix != RULES:
        return _says_something(file)
    try:
        return bool(halves(Source.read(file, shown(file)).text)[1])
    except Problems:  # reported when the variant is read
        return False


def _says_something(file: Path) -> bool:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return True
    return any(line.strip() and not line.lstrip().startswith("#") for line in lines)

"""Find a game and its variants: by name among the bundled ones, or by path from anywhere.

In: names or paths as typed. Out: paths, or Problems that list what exists. Layer: with load.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.source import Diagnostic, Problems, did_you_mean
from interpreter.source.bundled import games_dir
from interpreter.source.reading import UnreadableError, read_text

RULES = ".rules"
NEEDS = re.compile(r"^[ \t]+(?:requires|extends|includes)[ \t]+([a-z0-9_]+(?:[ \t]*,[ \t]*[a-z0-9_]+)*)", re.MULTILINE)


def find_game(game: str | Path) -> Path:
    """Return the folder of a bundled game by name, or a folder by path."""
    path = Path(game)
    if _has_manifest(path):
        return path
    bundled = games_dir() / str(game)
    if bundled.parent == games_dir() and _has_manifest(bundled):
        return bundled
    known = [folder.name for folder in sorted(games_dir().iterdir()) if (folder / "game.yaml").exists()]
    if is_there(path):
        help = f"name the game that it is for: GAME --variant {game}" if path.suffix == ".rules" else None
        raise Problems([Diagnostic("R0003", f"{path} is not a game folder: it has no game.yaml", None, help)])
    raise Problems(
        [
            Diagnostic(
                "R0007",
                f'there is no game "{game}"',
                None,
                did_you_mean(str(game), known) or "the games are " + ", ".join(known),
            )
        ]
    )


def _has_manifest(path: Path) -> bool:
    return is_there(path) and path.is_dir() and is_there(path / "game.yaml")


def is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _no_variant(name: str, own: Collection[str]) -> Diagnostic:
    if "." in Path(name).name and not name.endswith(".rules") and is_there(Path(name)):
        help = "the name of a file with a house rule ends with .rules"
        return Diagnostic("R0601", f'"{name}" is not a house rule', None, help)
    if name.endswith(".rules") or "/" in name:
        stem = Path(name).stem
        help = did_you_mean(stem, own) or "give its path from here, as in --variant my/house.rules"
        if not name.endswith(".rules") and is_there(Path(f"{name}.rules")):
            help = f"the name of a file ends with .rules: {name}.rules"
        elif stem in own:
            help = f'the game has one of this name: write "{stem}"'
        return Diagnostic("R0601", f'there is no file "{name}"', None, help)
    help = did_you_mean(name, own) or ("its variants are " + ", ".join(own) if own else "it has no variants")
    if is_there(Path(f"{name}.rules")):
        help = f"a house rule is named by its file: {name}.rules"
    return Diagnostic("R0601", f'there is no variant "{name}"', None, help)


def find_variants(path: Path, variants: Sequence[str | Path]) -> list[Path]:
    """Return the files of the chosen variants, each after those it needs.

    By name from the game's own or by path from anywhere; variants that one requires or extends need not be named."""
    return _with_needed(path, variants).files


def brought_along(game: str | Path, variants: Sequence[str | Path]) -> dict[str, str]:
    """Map each variant that is added to the variant that requires it."""
    return _with_needed(find_game(game), variants).brought


def _with_needed(path: Path, variants: Sequence[str | Path]) -> _Chosen:
    own = {file.stem: file for file in sorted((path / "variants").glob(f"*{RULES}"))}
    named = [_file_of(str(variant), own) for variant in variants]
    chosen = _Chosen(own, frozenset(file.stem for file in named))
    for file in named:
        chosen.add(file)
    return chosen


def _file_of(name: str, own: Mapping[str, Path]) -> Path:
    if name in own:
        return own[name]
    if name.endswith(RULES) and Path(name).is_file():
        return Path(name)
    raise Problems([_no_variant(name, own)])


@dataclass
class _Chosen:
    """Files in the order in which they apply.

    Named ones keep the order in which they were named."""

    own: Mapping[str, Path]
    named: Collection[str]
    files: list[Path] = field(default_factory=list)
    brought: dict[str, str] = field(default_factory=dict)

    def add(self, file: Path) -> None:
        if file in self.files:
            return
        for name in _needs(file):
            beside = file.with_name(f"{name}{RULES}")  # house rules may require each other
            needed = self.own.get(name) or (beside if is_there(beside) else None)
            if needed is not None and name not in self.named and name not in self.brought:
                self.brought[name] = file.stem
                self.add(needed)
        self.files.append(file)


def _needs(file: Path) -> Iterator[str]:
    """Yield the variants that a file requires or extends.

    Matched as text: a cached game is not parsed."""
    try:
        text = read_text(file)
    except UnreadableError:  # reported when it is read as rules
        return
    for found in NEEDS.findall(text):
        yield from (name.strip() for name in found.split(","))

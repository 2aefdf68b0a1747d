"""Finding a game and its variants: by name among the bundled ones, or by path from anywhere.

In: words of a person. Out: paths, or Problems that say what there is. Layer: with load.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from interpreter.data.bundled import games_dir
from interpreter.source import Diagnostic, Problems, did_you_mean


def find_game(game: str | Path) -> Path:
    """The folder of a bundled game by its name, or a folder by its path."""
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
        return Diagnostic("R0601", f'"{name}" is no house rule', None, help)
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
    """The files of the chosen variants: by name from the game's own, or by path from anywhere."""
    found: list[Path] = []
    own = {file.stem: file for file in sorted((path / "variants").glob("*.rules"))}
    for variant in variants:
        name = str(variant)
        if name in own:
            file = own[name]
        elif name.endswith(".rules") and Path(name).is_file():
            file = Path(name)
        else:
            raise Problems([_no_variant(name, own)])
        if file not in found:
            found.append(file)
    return found

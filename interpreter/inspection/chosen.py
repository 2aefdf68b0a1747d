"""Chosen variants as files: the game's own and house rules from anywhere, what they need, and what they bring along.

In: a game's folder, variants as a person names them. Out: paths. Layer: inspection, above load and scenario.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from interpreter.data import Folder, inside, read_folder
from interpreter.finding import find_game, find_variants
from interpreter.inspection.problems import with_required
from interpreter.reading import data_files, read_source, the_parser
from interpreter.scenario import scenarios_beside

ENDINGS = (".rules", ".yaml", ".yml", ".scenario")  # of the files on which it depends what scenarios come to


def chosen_files(folder: Folder, variants: Sequence[str | Path]) -> list[Path]:
    """The game's own as they stand in its folder, others by their whole path: as scenarios name them."""
    own = {file.resolve(): file for file in folder.variants.values()}
    found = (file.resolve() for file in find_variants(folder.path, variants))
    return list(dict.fromkeys(own.get(file, file) for file in found))


def with_needed(folder: Folder, files: Iterable[Path]) -> list[Path]:
    """These variants, behind those without which they cannot be played."""
    found = [one for file in files for one in with_required(folder, file.stem, file)]
    return list(dict.fromkeys(found))


def names(folder: Folder, files: Iterable[Path]) -> tuple[str, ...]:
    """How a scenario names variants."""
    own = {file: name for name, file in folder.variants.items()}
    return tuple(own.get(file, str(file)) for file in files)


def data_of(folder: Folder, variant: Path) -> dict[str, Path]:
    """The data that a variant names, by that name: beside a house rule, else in the game's folder."""
    homes = [folder.path] if variant in folder.variants.values() else [variant.parent, folder.path]
    named = data_files(the_parser().variant(read_source(variant)))
    paths = [(name, inside(home, name)) for home in reversed(homes) for name in named]
    return {name: path for name, path in paths if path is not None and path.is_file()}


def files_behind(game: str | Path, variants: Sequence[str | Path] = ()) -> list[Path]:
    """All files on which it depends what the scenarios of a game, or of its chosen variants, come to and notice."""
    folder = read_folder(find_game(game))
    found = sorted(path for path in folder.path.rglob("*") if path.suffix in ENDINGS and path.is_file())
    for file in chosen_files(folder, variants):
        found += [file, *data_of(folder, file).values()]
    return list(dict.fromkeys([*found, *(scenarios_beside(variants) or ())]))

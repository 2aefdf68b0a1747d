"""Resolve chosen variants to files: the game's own and house rules from anywhere, with what they require and name.

In: a game's folder, variants as a person names them. Out: paths. Layer: tools, above load and scenario.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from interpreter.data import Folder, inside, read_folder
from interpreter.finding import brought_along, find_game, find_variants
from interpreter.reading import data_files, read_source, the_parser
from interpreter.scenario import scenarios_beside
from interpreter.source.shared import shared_mechanics
from interpreter.tools.check.required import with_required

ENDINGS = (".rules", ".yaml", ".yml", ".scenario")  # files that the results of scenarios depend on


def chosen_files(folder: Folder, variants: Sequence[str | Path]) -> list[Path]:
    """Return the variants as scenarios name them.

    The game's own as paths in its folder, others by their whole path."""
    own = {file.resolve(): file for file in folder.variants.values()}
    brought = brought_along(folder.path, variants)  # added because they are required, not asked about
    found = (file.resolve() for file in find_variants(folder.path, variants) if file.stem not in brought)
    return list(dict.fromkeys(own.get(file, file) for file in found))


def with_needed(folder: Folder, files: Iterable[Path]) -> list[Path]:
    """Return these variants, preceded by those that they require."""
    found = [one for file in files for one in with_required(folder, file.stem, file)]
    return list(dict.fromkeys(found))


def names(folder: Folder, files: Iterable[Path]) -> tuple[str, ...]:
    """Return the names that a scenario uses for variants."""
    own = {file: name for name, file in folder.variants.items()}
    return tuple(own.get(file, str(file)) for file in files)


def data_of(folder: Folder, variant: Path) -> dict[str, Path]:
    """Map the data files that a variant names to paths.

    Beside a house rule, else in the game's folder."""
    homes = [folder.path] if variant in folder.variants.values() else [variant.parent, folder.path]
    named = data_files(the_parser().variant(read_source(variant)))
    paths = [(name, inside(home, name)) for home in reversed(homes) for name in named]
    return {name: path for name, path in paths if path is not None and path.is_file()}


def files_behind(game: str | Path, variants: Sequence[str | Path] = ()) -> list[Path]:
    """List all files that the results of scenarios depend on.

    Of a game, or of its chosen variants."""
    folder = read_folder(find_game(game))
    found = sorted(path for path in folder.path.rglob("*") if path.suffix in ENDINGS and path.is_file())
    found += shared_mechanics(folder.path).values()
    for file in chosen_files(folder, variants):
        found += [file, *data_of(folder, file).values()]
    return list(dict.fromkeys([*found, *(scenarios_beside(variants) or ())]))

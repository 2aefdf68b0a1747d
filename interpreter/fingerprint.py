"""Fingerprint of rules: equal exactly when a game, its variants, the language and this program are the same.

In: a game's folder and the files of its variants. Out: a short digest. Layer: with load.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from interpreter.source import Problems, Source
from interpreter.source.bundled import games_dir, grammars_dir
from interpreter.source.reading import UnreadableError, read_bytes, read_text
from interpreter.source.shared import lies_in, shared_mechanics
from interpreter.source.user_cache import keep, kept

VERSION = "2"
ENDINGS = (".rules", ".yaml", ".yml")
LOOK = "look.yaml"
NO_RULES = (LOOK, "rulebook.yaml", "playtest.yaml")  # how a game is drawn, told and tried out does not affect its rules
NAMES_DATA = re.compile(r'\bfrom[ \t]+"')  # a house rule without this names no data and need not be parsed
PACKED_DIGEST = "program.digest"  # where the program is packed without its sources, what their digest was
BESIDE_THE_RULES = ("tools", "view")  # parts of this program that do not affect a game


def fingerprint(path: Path, variants: Sequence[Path]) -> str:
    """Hash everything that a game depends on besides its options.

    Its files, the variants, the language, this program. Files are identified by their paths inside the game: the whole game may
    be moved, a single file of it not."""
    digest = hashlib.sha256(VERSION.encode() + _program() + _language())
    for file in _own_files(path):  # only a link can lead out of the folder
        _add(digest, file.relative_to(path).as_posix(), file, path if file.is_symlink() else None)
    for name, file in shared_mechanics(path).items():
        _add(digest, f"mechanic {name}", file)
    for variant in variants:
        _add(digest, f"variant {variant.name}", variant)
        for name in _data_beside(path, variant):
            _add(digest, f"data {name}", variant.parent / name, variant.parent)
    return digest.hexdigest()[:32]


def _own_files(path: Path) -> list[Path]:
    """List the game's files of rules and data by path.

    Links to folders are not followed."""
    found = [
        Path(folder, name)
        for folder, _, names in os.walk(path)
        for name in names
        if name.endswith(ENDINGS) and (name not in NO_RULES or Path(folder) != path)
    ]  # fmt: skip
    return sorted(found, key=lambda file: file.relative_to(path).as_posix())


def _add(digest: hashlib._Hash, name: str, file: Path, folder: Path | None = None) -> None:
    """Hash a file's name and content.

    For one that must not be read (too large, no file, leads out), only the reason."""
    try:
        content = b"leads out" if folder is not None and not lies_in(folder, file) else read_bytes(file)
    except UnreadableError as reason:
        content = reason.message.encode()
    for part in (name.encode("utf-8", "surrogateescape"), content):
        digest.update(len(part).to_bytes(8, "big") + part)


def digest_of_files(path: Path, files: Iterable[Path]) -> str:
    """Hash these files by their paths in the folder and their contents.

    Without a folder by their paths as given."""
    digest = hashlib.sha256()
    for file in files:
        _add(digest, file.relative_to(path).as_posix() if file.is_relative_to(path) else str(file), file)
    return digest.hexdigest()


def _data_beside(path: Path, variant: Path) -> tuple[str, ...]:
    """List the data files that a house rule from elsewhere names."""
    if variant.parent == path / "variants":
        return ()
    try:
        text = read_text(variant)
    except UnreadableError:
        return ()
    return _named_in(text) if NAMES_DATA.search(text) else ()


@lru_cache(maxsize=100)
def _named_in(text: str) -> tuple[str, ...]:
    from interpreter.reading import data_files, the_parser

    try:
        return data_files(the_parser().module(Source("", text)))
    except Problems:  # reported when the game is read
        return ()


def _language() -> bytes:
    digest = hashlib.sha256()
    folder = grammars_dir()
    for file in sorted([*folder.glob("*.lark"), *folder.glob("library/*.rules")]):
        _add(digest, file.relative_to(folder).as_posix(), file)
    return digest.digest()


@lru_cache(maxsize=1)
def _program() -> bytes:
    """Hash this program.

    A new version may compile rules differently, or change the meaning of numbers in a save."""
    package = Path(__file__).parent
    packed = package / PACKED_DIGEST
    if packed.is_file():
        return packed.read_bytes()
    name = f"{stamp_of_program(package)}.program"
    found = kept(name)
    if found is None:
        found = digest_of_program(package)
        keep(name, found)
    return found


def stamp_of_program(package: Path) -> str:
    """Hash the size and times of the program's files, to detect changes.

    Twenty times as fast as reading them."""
    looks = [(name, _look(package / name)) for name in _files_of_program(package)]
    words = repr([str(package), *((name, look.st_size, look.st_mtime_ns, look.st_ctime_ns) for name, look in looks)])
    return hashlib.sha256(words.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _look(file: Path) -> os.stat_result:
    """Stat a file, following links if possible."""
    try:
        return file.stat()
    except OSError:
        return file.lstat()


def digest_of_program(package: Path) -> bytes:
    digest = hashlib.sha256()
    for name in _files_of_program(package):
        _add(digest, name, package / name)
    return digest.digest()


def _files_of_program(package: Path) -> list[str]:
    """List the files that affect how rules are compiled.

    By their paths in the package."""
    found = []
    for folder, folders, names in os.walk(package):
        inside = "" if folder == str(package) else f"{os.path.relpath(folder, package).replace(os.sep, '/')}/"
        folders[:] = [name for name in folders if f"{inside}{name}" not in BESIDE_THE_RULES]
        found += [f"{inside}{name}" for name in names if name.endswith((".py", ".h"))]
    return sorted(found)


def cache_key(rules: str, path: Path, options: Mapping[str, object]) -> str:
    """Return the cache key of compiled rules.

    They also contain the game's name and relative paths of its files."""
    whole = path.resolve()
    seen_from = "" if whole.is_relative_to(games_dir().resolve()) else str(Path.cwd())
    given = sorted((name, str(value)) for name, value in options.items())
    return hashlib.sha256(f"{rules}|{whole}|{seen_from}|{given}".encode()).hexdigest()[:32]

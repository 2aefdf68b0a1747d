"""Loading: the whole pipeline on one screen.

In: the name or folder of a game, variants, option values. Out: a Game, or Problems. Layer: above everything but tools.
folder -> trees and tables -> Rulebook (check) -> Program (lower) -> Python (write_module) -> Code -> Game.
What was compiled once is kept by fingerprint; then only the files are read to see that nothing has changed.
"""

from __future__ import annotations

import gc
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from interpreter.backend import cached, store
from interpreter.data.places import games_dir, grammars_dir
from interpreter.game import Game
from interpreter.runtime import Code
from interpreter.source import LARGEST_FILE, Diagnostic, Problems, did_you_mean

if TYPE_CHECKING:
    from interpreter.check.rulebook import Rulebook
    from interpreter.program import Program

VERSION = "1"
DATA_FILE = re.compile(r'from "([^"]+)"')


def load(game: str | Path, variants: Sequence[str | Path] = (), options: Mapping[str, object] | None = None) -> Game:
    path = find_game(game)
    chosen = find_variants(path, variants)
    rules = fingerprint(path, chosen)
    key = _cache_key(rules, path, options or {})
    compiled = cached(key)
    if compiled is None:
        compiled = _compiled(path, chosen, options or {})
        store(key, compiled)
    code = Code(compiled, compiled.co_filename)
    return Game(code, code.names["META"], rules, path, chosen)


def _compiled(path: Path, variants: Sequence[Path], options: Mapping[str, object]) -> CodeType:
    try:
        with _nothing_thrown_away():
            return compile(python_text(path, variants, options), f"<{path.name}>", "exec")
    except (RecursionError, MemoryError, SyntaxError) as error:  # Python has limits, far beyond what people write
        if isinstance(error, SyntaxError) and "too many" not in str(error):
            raise
        help = "give parts of long formulas a name with let, and make procedures of inner steps"
        raise Problems([Diagnostic("R0107", "these rules are nested too deeply", None, help)]) from None


@contextmanager
def _nothing_thrown_away() -> Iterator[None]:
    """Trees grow and stay while a game is compiled: looking for garbage among them takes a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def find_game(game: str | Path) -> Path:
    """The folder of a bundled game by its name, or a folder by its path."""
    path = Path(game)
    if _has_manifest(path):
        return path
    bundled = games_dir() / str(game)
    if bundled.parent == games_dir() and _has_manifest(bundled):
        return bundled
    known = [folder.name for folder in sorted(games_dir().iterdir()) if (folder / "game.yaml").exists()]
    if _is_there(path):
        raise Problems([Diagnostic("R0003", f"{game} is not a game folder: it has no game.yaml", None, None)])
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
    return _is_there(path) and path.is_dir() and _is_there(path / "game.yaml")


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


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
            help = did_you_mean(name, own) or ("its variants are " + ", ".join(own) if own else "it has no variants")
            raise Problems([Diagnostic("R0601", f'there is no variant "{name}"', None, help)])
        if file not in found:
            found.append(file)
    return found


def fingerprint(path: Path, variants: Sequence[Path]) -> str:
    """Everything that a game depends on besides its options: its files, the variants, the language, this program."""
    digest = hashlib.sha256(VERSION.encode() + _program())
    files = [file for file in path.rglob("*") if file.suffix in (".rules", ".yaml", ".yml") and file.is_file()]
    language = [*grammars_dir().glob("*.lark"), *grammars_dir().glob("library/*.rules")]
    for group in (sorted(files), sorted(language), [*variants, *_data_beside(path, variants)]):
        for file in group:
            digest.update(file.name.encode() + b"\0" + _content(file) + b"\0")
    return digest.hexdigest()[:32]


def _data_beside(path: Path, variants: Sequence[Path]) -> list[Path]:
    """The data files that house rules from elsewhere name and bring along."""
    found = []
    for file in variants:
        if file.parent != path / "variants":
            names = DATA_FILE.findall(_content(file).decode("utf-8", "replace"))
            found += [file.parent / name for name in names if _is_there(file.parent / name)]
    return found


def _content(file: Path) -> bytes:
    """What is in a file; of one that is too large to be used, only how large it is."""
    try:
        size = file.stat().st_size
        return file.read_bytes() if size <= LARGEST_FILE else f"{size} bytes".encode()
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise Problems([Diagnostic("R0001", f"{file} cannot be read ({reason})", None, None)]) from None


@lru_cache(maxsize=1)
def _program() -> bytes:
    """This program: what it makes of rules may change with it, also what the numbers in a save mean."""
    digest = hashlib.sha256()
    own = Path(__file__).parent.rglob("*.py")
    for file in sorted(file for file in own if "tools" not in file.parts and "codes" not in file.parts):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.digest()


def _cache_key(rules: str, path: Path, options: Mapping[str, object]) -> str:
    """What is compiled also holds the game's name and the paths of its files, as they are seen from here."""
    whole = path.resolve()
    seen_from = "" if whole.is_relative_to(games_dir().resolve()) else str(Path.cwd())
    given = sorted((name, str(value)) for name, value in options.items())
    return hashlib.sha256(f"{rules}|{whole}|{seen_from}|{given}".encode()).hexdigest()[:32]


def python_text(path: Path, variants: Sequence[Path], options: Mapping[str, object]) -> str:
    """The cold way: read, check, lower and write."""
    from interpreter.backend.module import write_module
    from interpreter.program import lay_out

    rulebook, meta = rulebook_of(path, variants, options)
    program = program_of(rulebook)
    return f"META = {meta!r}\n" + write_module(program, lay_out(rulebook))


def program_of(rulebook: Rulebook) -> Program:
    from interpreter.program import lower

    return lower(rulebook)


def rulebook_of(path: Path, variants: Sequence[Path], options: Mapping[str, object]) -> tuple[Rulebook, dict[str, Any]]:
    """Folder to Rulebook, with what the manifest says."""
    from interpreter.reading import read_game

    rulebook, meta, _ = read_game(path, variants, options)
    return rulebook, meta

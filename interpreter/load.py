"""Loading: the whole pipeline on one screen.

In: the name or folder of a game, variants, option values. Out: a Game, or Problems. Layer: above everything but tools.
folder -> trees and tables -> Rulebook (check) -> Program (lower) -> Python (write_module) -> Code -> Game.
What was compiled once is kept by fingerprint; then only the files are read to see that nothing has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.backend import cache_dir, cached, store
from interpreter.data.places import games_dir, grammars_dir
from interpreter.game import Game
from interpreter.runtime import Code
from interpreter.source import Diagnostic, Problems, did_you_mean

if TYPE_CHECKING:
    from interpreter.check.rulebook import Rulebook
    from interpreter.program import Program

VERSION = "1"


def load(game: str | Path, variants: Sequence[str | Path] = (), options: Mapping[str, object] | None = None) -> Game:
    path = find_game(game)
    chosen = find_variants(path, variants)
    key = fingerprint(path, chosen, options or {})
    compiled = cached(key)
    filename = f"<{path.name}>"
    if compiled is None:
        text = python_text(path, chosen, options or {})
        compiled = compile(text, filename, "exec")
        store(key, compiled)
    code = Code(compiled, filename)
    return Game(code, code.names["META"], key, path)


def find_game(game: str | Path) -> Path:
    """The folder of a bundled game by its name, or a folder by its path."""
    path = Path(game)
    if path.is_dir() and (path / "game.yaml").exists():
        return path
    bundled = games_dir() / str(game)
    if bundled.is_dir() and str(game) not in (".", "..", ""):
        return bundled
    known = [folder.name for folder in sorted(games_dir().iterdir()) if (folder / "game.yaml").exists()]
    if path.exists():
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


def fingerprint(path: Path, variants: Sequence[Path], options: Mapping[str, object]) -> str:
    """Everything that the compiled game depends on: its files, the variants, the options, the language, this program."""
    digest = hashlib.sha256(VERSION.encode())
    package = Path(__file__).parent
    own = [file for file in package.rglob("*.py") if "tools" not in file.parts and "codes" not in file.parts]
    files = [file for file in path.rglob("*") if file.suffix in (".rules", ".yaml", ".yml") and file.is_file()]
    language = [*grammars_dir().glob("*.lark"), *grammars_dir().glob("library/*.rules")]
    for group in (sorted(files), sorted(language), list(variants)):
        for file in group:
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    for file in sorted(own):
        stat = file.stat()
        digest.update(f"{file.name} {stat.st_size} {stat.st_mtime_ns}\0".encode())
    digest.update(
        repr([str(file) for file in variants]).encode() + repr(sorted((k, str(v)) for k, v in options.items())).encode()
    )
    return digest.hexdigest()[:32]


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

    rulebook, meta, _ = read_game(path, variants, options, cache_dir())
    return rulebook, meta

"""The fingerprint of rules: equal exactly when a game, its variants, the language and this program are the same.

In: a game's folder and the files of its variants. Out: a short digest. Layer: with load.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from interpreter.data.places import games_dir, grammars_dir
from interpreter.finding import is_there
from interpreter.source import LARGEST_FILE, Diagnostic, Problems

VERSION = "1"
DATA_FILE = re.compile(r'from "([^"]+)"')


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
            found += [file.parent / name for name in names if is_there(file.parent / name)]
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


def cache_key(rules: str, path: Path, options: Mapping[str, object]) -> str:
    """What is compiled also holds the game's name and the paths of its files, as they are seen from here."""
    whole = path.resolve()
    seen_from = "" if whole.is_relative_to(games_dir().resolve()) else str(Path.cwd())
    given = sorted((name, str(value)) for name, value in options.items())
    return hashlib.sha256(f"{rules}|{whole}|{seen_from}|{given}".encode()).hexdigest()[:32]

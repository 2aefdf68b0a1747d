"""Remember games that were checked without a finding, so that checking them again takes no time.

In: a game's folder and the files of chosen variants. Out: whether `check` found nothing in exactly these files with this program.
Layer: tools. What has findings is checked anew: they name places and lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter.fingerprint import digest_of_files, fingerprint
from interpreter.source.shared import shared_mechanics
from interpreter.source.user_cache import keep, kept

SUFFIX = "clean"


def key_of(path: Path, variants: Sequence[Path] | None) -> str:
    """Hash everything that `check` reads.

    All files of the game, the variants with their scenarios, and the whole program."""
    program = Path(__file__).parents[2]
    parts = [
        fingerprint(path, variants or ()), str(variants is None), digest_of_files(path, _files(path)),
        digest_of_files(path, _scenarios_of(variants or ())), _stamp(program),
    ]  # fmt: skip
    return f"{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:32]}.{SUFFIX}"


def is_known_clean(key: str) -> bool:
    return kept(key) is not None


def remember_clean(key: str) -> None:
    keep(key, b"")


def _scenarios_of(variants: Sequence[Path]) -> list[Path]:
    if not variants:
        return []
    from interpreter.scenario import scenarios_beside

    return sorted(scenarios_beside(variants) or ())


def _files(path: Path) -> list[Path]:
    return [*sorted(file for file in path.rglob("*") if file.is_file()), *shared_mechanics(path).values()]


def _stamp(package: Path) -> str:
    """Hash the size and time of each file of this program.

    Also of tools and views, which find mistakes as well."""
    return hashlib.sha256(repr(list(_looks(package))).encode("utf-8", "surrogateescape")).hexdigest()


def _looks(package: Path) -> Iterator[tuple[str, int, int]]:
    for file in sorted(package.rglob("*.py")):
        look = file.stat()
        yield str(file), look.st_size, look.st_mtime_ns

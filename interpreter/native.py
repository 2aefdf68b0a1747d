"""The C of a game: written from the same Program, compiled once, found again.

In: a game's folder, variants and options, and its key in the cache. Out: the opened library, or the reason why the game
runs in Python only. Layer: pipeline. `begin` builds in another process, so that whoever plays meanwhile notices nothing.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.backends.c.building import (
    FLAGS,
    GAME_ONLY,
    QUICK_FLAGS,
    BuildError,
    cached_library,
    made_library,
    opened,
    tag,
)
from interpreter.source.user_cache import keep, kept

if TYPE_CHECKING:
    import ctypes
    import subprocess

SMALL = 300_000  # characters of C: in a longer text the rules outweigh what bots need
WORKER = "import sys, json; from interpreter.native import Source; Source.from_words(sys.argv[1]).build(hurry=True)"


def c_text(path: Path, variants: Sequence[Path], options: Mapping[str, object]) -> str:
    """Compile without the cache: read, check, lower and write."""
    from interpreter.backends.c.module import for_c, write_c
    from interpreter.backends.c.unit import UnsupportedError
    from interpreter.lower import lower
    from interpreter.reading import read_game

    rulebook, _, _ = read_game(path, variants, options)
    try:
        return write_c(for_c(lower(rulebook)))
    except UnsupportedError as error:
        raise BuildError(f"not written in C yet: {error}") from None


def c_text_of(path: Path) -> str | None:
    """Write the C of a game without variants.

    None if its rules cannot be written in C."""
    try:
        return c_text(path, (), {})
    except BuildError:
        return None


def files_in_cache(key: str, library: bytes, ending: str) -> dict[str, bytes]:
    """Return what the cache of another system holds when these rules are compiled.

    `ending` is what `tag` says there."""
    digest = hashlib.sha256(library).hexdigest()[:32]
    return {f"{key}.{ending}.same": digest.encode(), f"{digest}.{ending}": library}


def ending() -> str:
    """Return how the names of compiled rules end on this system."""
    return tag()


@dataclass
class Source:
    """Where the C of a game comes from."""

    key: str
    path: Path
    variants: tuple[Path, ...]
    options: Mapping[str, object]
    worker: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @classmethod
    def from_words(cls, words: str) -> Source:
        import json

        found = json.loads(words)
        return cls(found["key"], Path(found["path"]), tuple(map(Path, found["variants"])), found["options"])

    def library(self, whole: bool = True) -> ctypes.CDLL | None:
        """Return the cached library; None if it has not been compiled yet.

        Raises BuildError if it cannot be. Unless `whole`, one without what bots need will do."""
        for key in (self.key,) if whole else (self.key, self._of_game):
            library = cached_library(key)
            if library is not None:
                return opened(library)
        reason = kept(f"{self.key}.{tag()}.why")
        if reason is not None:
            raise BuildError(reason.decode("utf-8", "replace"))
        return None

    @property
    def _of_game(self) -> str:
        return f"{self.key}.game"

    def quick_library(self) -> ctypes.CDLL | None:
        """Return the library of long rules that was compiled in a hurry.

        It plays the same games, a fifth as fast."""
        library = cached_library(self._quick)
        return opened(library) if library is not None else None

    @property
    def _quick(self) -> str:
        return f"{self.key}.quick"

    def build(self, whole: bool = True, hurry: bool = False) -> ctypes.CDLL:
        """Compile now, however long it takes.

        In a `hurry` first something that can be played with soon."""
        found = self.library(whole)
        if found is not None:
            return found
        try:
            text = c_text(self.path, self.variants, self.options)
        except BuildError as error:
            keep(f"{self.key}.{tag()}.why", str(error).encode())
            raise
        if hurry and len(text) > SMALL:
            made_library(self._quick, text, QUICK_FLAGS)
        if whole or len(text) > SMALL:
            return opened(made_library(self.key, text, FLAGS))
        return opened(made_library(self._of_game, text, (*FLAGS, GAME_ONLY)))

    def begin(self) -> None:
        """Compile in another process, once."""
        if self.worker is not None:
            return
        import json
        import subprocess

        words = json.dumps({"key": self.key, "path": str(self.path), "variants": [str(file) for file in self.variants],
                            "options": dict(self.options)}, default=str)  # fmt: skip
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        quiet = subprocess.DEVNULL
        with suppress(OSError):
            self.worker = subprocess.Popen([sys.executable, "-c", WORKER, words], stdin=quiet, stdout=quiet, stderr=quiet,
                                           env=environment)  # fmt: skip

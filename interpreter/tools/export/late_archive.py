"""What a web page fetches late: libraries that only checking and editing need, when one is first imported, and compiled games,
when each is first opened.

In: the names of packages, and functions that fetch. Out: an import finder; files in the cache. Layer: tools. Runs only in
Pyodide, in a worker, where fetching may wait.
"""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Callable, Collection, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from interpreter.source import user_cache


class LateArchive(MetaPathFinder):
    """Fetches the archive for the first import from it; from then on its folder is searched like any other."""

    def __init__(self, packages: Collection[str], folder: str, fetch: Callable[[], object]) -> None:
        self._packages, self._folder, self._fetch = frozenset(packages), folder, fetch
        self._is_here = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if self._is_here or path is not None or fullname not in self._packages:
            return None
        self._is_here = True
        self._fetch()
        sys.path.append(self._folder)
        return PathFinder.find_spec(fullname, [self._folder], target)


def install(packages: Collection[str], folder: str, fetch: Callable[[], object]) -> None:
    sys.meta_path.append(LateArchive(packages, folder, fetch))


def install_cache(fetch: Callable[[str, str], bool]) -> None:
    """`fetch` writes a compressed file of the cache beside its path, if the page has one of that name."""

    def fetched(name: str, path: Path) -> bool:
        if not fetch(name, str(path)):
            return False
        packed = path.with_name(f"{path.name}.gz")
        path.write_bytes(gzip.decompress(packed.read_bytes()))
        os.chmod(path, 0o600)
        packed.unlink()
        return True

    user_cache.fetch_with(fetched)

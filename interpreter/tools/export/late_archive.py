"""The second archive of a web page: libraries that only checking and editing need, fetched when one is first imported.

In: the names of its packages and a function that fetches and unpacks it. Out: an import finder. Layer: tools. Runs only in
Pyodide, in a worker, where fetching may wait.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


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

"""What a page fetches late: every module that the lobby and a table do not need, all at once, when the first of them is imported.

In: the names of these modules, and a function that fetches and lays out the archive. Out: an import finder. Layer: tools. Runs
only in Pyodide, in a worker, where fetching may wait.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class LateArchive(MetaPathFinder):
    """Asked after all other finders: fetches the archive for the first import from it, then looks where its files now are."""

    def __init__(self, modules: Collection[str], folders: Sequence[str], fetch: Callable[[], object]) -> None:
        self._modules, self._folders, self._fetch = frozenset(modules), folders, fetch
        self._is_here = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if self._is_here or fullname not in self._modules:
            return None
        self._is_here = True
        self._fetch()
        sys.path += [folder for folder in self._folders if folder not in sys.path]
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def install(modules: Collection[str], folders: Sequence[str], fetch: Callable[[], object]) -> None:
    sys.meta_path.append(LateArchive(modules, folders, fetch))


def begin(modules: Collection[str]) -> None:
    """Import what the lobby and a table need, so that it is there before anybody asks for it."""
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:  # of another system
            continue

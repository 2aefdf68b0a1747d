"""Trees kept between runs: what has not changed since is not read again.

In: what a parser has read of each source. Out: the same trees in a later run, ten times as fast as parsing. Layer: syntax.
One file in the user's cache for each text, under a name that stands for the text, the grammar and this program. What is wrong
with a text is never kept: it is read again, and explained.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.source import Source
from interpreter.source.user_cache import keep_all, kept

if TYPE_CHECKING:
    from interpreter.syntax.build import TextOrigin
    from interpreter.syntax.readings import Reading

VERSION = 1  # of the way in which trees are kept
MAX_FILES = 2000  # of all games together: the largest needs a hundred
OURS = ("interpreter.syntax.", "interpreter.source.")  # a file of trees makes objects of nothing else, but words
WORD = ("lark.lexer", "Token")

Place = tuple[str, str, int, int, int]  # the start, the text, and where in its file it stands


@dataclass
class Shelf:
    """What is known of one source."""

    source: Source
    name: str
    readings: dict[Place, Reading]
    grown: bool = False


@dataclass
class KeptTrees:
    """What one parser has read.

    `made_of` says what its trees depend on besides the texts."""

    made_of: str
    _shelves: dict[str, Shelf] = field(default_factory=dict)  # by path: of each file only the latest text

    def find(self, start: str, text: str, origin: TextOrigin) -> Reading | None:
        return self._shelf(origin.source).readings.get(_place(start, text, origin))

    def add(self, start: str, text: str, origin: TextOrigin, reading: Reading) -> None:
        if not reading.problems:
            shelf = self._shelf(origin.source)
            shelf.readings[_place(start, text, origin)] = reading
            shelf.grown = True

    def keep(self) -> None:
        """Write down what is new."""
        if not program():
            return
        grown = [shelf for shelf in self._shelves.values() if shelf.grown]
        keep_all([(shelf.name, _packed(shelf.source, shelf.readings)) for shelf in grown], MAX_FILES)
        for shelf in grown:
            shelf.grown = False

    def _shelf(self, source: Source) -> Shelf:
        shelf = self._shelves.get(source.path)
        if shelf is None or shelf.source is not source:  # trees point to their source, not to one that reads alike
            words = "\0".join((self.made_of, program(), source.path, source.text))
            name = f"{hashlib.sha256(words.encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.trees"
            shelf = Shelf(source, name, _unpacked(source, kept(name)) if program() else {})
            self._shelves[source.path] = shelf
        return shelf


@lru_cache(maxsize=1)
def program() -> str:
    """Return what distinguishes this program from a changed one.

    Nothing where it has no files."""
    folders = [Path(__file__).parent, Path(__file__).parents[1] / "source"]
    looks = [(str(file), file.stat()) for folder in folders for file in sorted(folder.rglob("*.py"))]
    stamps = [(name, look.st_size, look.st_mtime_ns) for name, look in looks]
    return repr((VERSION, sys.implementation.cache_tag, stamps)) if stamps else ""


def _place(start: str, text: str, origin: TextOrigin) -> Place:
    return start, text, origin.line, origin.column, origin.indent


class _Packing(pickle.Pickler):
    """Trees of one source, which is only named."""

    def __init__(self, file: io.BytesIO, source: Source) -> None:
        super().__init__(file, protocol=5)
        self._source = source

    def persistent_id(self, obj: object) -> bool | None:
        if not isinstance(obj, Source):
            return None
        if obj is not self._source:
            raise pickle.PicklingError("a tree of two sources")
        return True


class _Unpacking(pickle.Unpickler):
    def __init__(self, body: bytes, source: Source) -> None:
        super().__init__(io.BytesIO(body))
        self._source = source

    def persistent_load(self, _: object) -> Source:
        return self._source

    def find_class(self, module: str, name: str) -> object:
        found = super().find_class(module, name) if module.startswith(OURS) or (module, name) == WORD else None
        if not isinstance(found, type) or "." in name:  # "os.system" of a module that imports os is none, either
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a tree")
        return found


def _packed(source: Source, readings: dict[Place, Reading]) -> bytes:
    file = io.BytesIO()
    _Packing(file, source).dump(readings)
    return file.getvalue()


def _unpacked(source: Source, body: bytes | None) -> dict[Place, Reading]:
    if body is None:
        return {}
    try:
        found = _Unpacking(body, source).load()
    except Exception:  # noqa: BLE001 - of another make: the text is read again
        return {}
    return found if isinstance(found, dict) else {}

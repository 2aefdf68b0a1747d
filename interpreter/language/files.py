"""The files that an editor works on: open ones as they are on the screen, the others as on disk.

In: texts of open files. Out: Sources, Parts, tables and maps, each parsed again only when its text changes.
Layer: language. Caches belong to the present text of a file: nothing grows with the number of edits.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.data import MapFile, Table, read_map, read_table
from interpreter.language.parts import Part, Parts, RulesParser, ScenesParser
from interpreter.language.parts import read as read_part
from interpreter.source import Diagnostic, Problems, Reporter, Source
from interpreter.source.bundled import grammars_dir


@dataclass
class File:
    """Everything cached about the present text of one file."""

    path: Path
    source: Source
    stamp: tuple[int, int] | None = None  # time and size on disk; None for an open file
    parts: Parts | None = None
    table: tuple[Table, Problems] | None = None
    maps: dict[frozenset[str], tuple[MapFile, Problems]] = field(default_factory=dict)

    def change(self, text: str) -> None:
        self.source = Source(self.source.path, text)
        self.table = None
        self.maps.clear()
        if self.parts is not None:
            self.parts.update(self.source.text)


class Parsers:
    """The two parsers; each thread has its own, because a parser has state."""

    def __init__(self) -> None:
        self.rules, self.tests = RulesParser(grammars_dir()), ScenesParser(grammars_dir())


class Files:
    """A thread-safe cache of files."""

    def __init__(self, parsers: Parsers | None = None) -> None:
        self.parsers = parsers or Parsers()
        self.lock = threading.RLock()
        self._open: dict[Path, File] = {}
        self._closed: dict[Path, File] = {}

    def with_texts(self, texts: Mapping[Path, str]) -> Files:
        """Return the same files, some with other words on the same lines.

        The rest of the cache is shared."""
        other = Files(self.parsers)
        other.lock = self.lock
        with self.lock:
            other._open, other._closed = dict(self._open), dict(self._closed)
            for path, text in texts.items():
                old = self.file(path)
                assert text.count("\n") == old.source.text.count("\n")  # shared parts must not move
                new = File(path, old.source)
                new.parts = Parts(str(path), list(old.parts.parts)) if old.parts is not None else None
                new.change(text)
                other._open[path] = new
        return other

    # ---- notifications from the editor
    def open(self, path: Path, text: str) -> None:
        with self.lock:
            file = self._open.get(path) or self._closed.pop(path, None) or File(path, Source(str(path), text))
            file.stamp = None
            self._open[path] = file
            if file.source.text != Source("", text).text:
                file.change(text)

    def close(self, path: Path) -> None:
        self._open.pop(path, None)

    @property
    def opened(self) -> tuple[Path, ...]:
        return tuple(self._open)

    def is_open(self, path: Path) -> bool:
        return path in self._open

    # ---- what is in the files
    def file(self, path: Path) -> File:
        """Return a file; raises Problems if it cannot be read."""
        with self.lock:
            if path in self._open:
                return self._open[path]
            stamp = _stamp(path)
            kept = self._closed.get(path)
            if kept is None:
                kept = self._closed[path] = File(path, Source.read(path, str(path)), stamp)
            elif kept.stamp != stamp or stamp is None:
                kept.change(Source.read(path, str(path)).text)
                kept.stamp = stamp
            return kept

    def source(self, path: Path) -> Source:
        return self.file(path).source

    def text(self, path: Path) -> str:
        """Return the text of a file; empty if it cannot be read."""
        try:
            return self.source(path).text
        except Problems:
            return ""

    def pieces(self, path: Path) -> list[Part]:
        """Return the parts of a file, parsed or not."""
        with self.lock:
            file = self.file(path)
            if file.parts is None:
                file.parts = Parts(str(path))
                file.parts.update(file.source.text)
            return list(file.parts.parts)

    def read(self, part: Part) -> Part:
        with self.lock:  # lock each part separately, so that typing does not wait for a whole file
            read_part(part, self.parsers.rules, self.parsers.tests)
        return part

    def parts(self, path: Path) -> list[Part]:
        """Return the parts of a file, all parsed."""
        return [self.read(part) for part in self.pieces(path)]

    def part_at(self, path: Path, line: int) -> Part | None:
        """Return the part that contains a line (counted from 0) or precedes it."""
        found = next((part for part in reversed(self.pieces(path)) if part.first <= line + 1), None)
        return self.read(found) if found is not None else None

    def table(self, path: Path, reporter: Reporter) -> Table:
        with self.lock:
            file = self.file(path)
            if file.table is None:
                found = Reporter()
                file.table = read_table(file.source, found), Problems(found.diagnostics)
            table, problems = file.table
        reporter.extend(problems)
        return table

    def map(self, path: Path, known: frozenset[str], reporter: Reporter) -> MapFile:
        with self.lock:
            file = self.file(path)
            if known not in file.maps:
                found = Reporter()
                file.maps[known] = read_map(file.source, found, known), Problems(found.diagnostics)
            read, problems = file.maps[known]
        reporter.extend(problems)
        return read

    def syntax_problems(self, path: Path) -> list[Diagnostic]:
        """Return the syntax errors of a file of rules or scenarios."""
        return [problem for part in self.parts(path) for problem in part.problems]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size

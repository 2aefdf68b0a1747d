"""Read a game for an editor: an error in one place does not keep the rest from being read.

In: a game's folder, chosen variants, the files as the editor has them. Out: Sources for the checker. Layer: language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.data import Folder, MapFile, Table
from interpreter.language.files import Files, Parsers
from interpreter.language.parts import Part
from interpreter.reading import GameReader
from interpreter.source import Reporter, Source, Span
from interpreter.syntax import nodes as n


@dataclass
class LastGood:
    """The last parsable declarations, by file and name.

    They stand in while one is being edited."""

    nodes: dict[tuple[str, str], tuple[n.Declaration, ...]] = field(default_factory=dict)

    def of(self, part: Part) -> tuple[n.Declaration, ...]:
        name = part.called
        if name is None:
            return part.declarations
        if part.problems:
            return self.nodes.get((part.path, name), ())
        self.nodes[part.path, name] = part.declarations
        return part.declarations

    def forget(self, path: str, parts: Sequence[Part]) -> None:
        """Drop names that no part of a file declares any more."""
        names = {part.called for part in parts}
        for key in [key for key in self.nodes if key[0] == path and key[1] not in names]:
            del self.nodes[key]


class EditorReader(GameReader):
    """Reads a game part by part; syntax errors stay with the parts."""

    def __init__(self, folder: Folder, reporter: Reporter, files: Files, parsers: Parsers, good: LastGood) -> None:
        super().__init__(folder, reporter, parsers.rules)
        self.files, self.good = files, good

    def called(self, file: Path) -> str:
        return str(file)

    def source(self, file: Path) -> Source:
        return self.files.source(file)

    def modules(self, files: Sequence[Path], read: Callable[[Source], n.Module] | None = None) -> list[n.Module]:
        if read is not None:
            return [self._variant_module(self._parts(file)) for file in files]
        parts = [part for file in files for part in self._parts(file)]
        return [n.Module(self._declared(part), part.citations) for part in parts]

    def _parts(self, file: Path) -> list[Part]:
        parts = self.files.parts(file)
        self.good.forget(str(file), parts)
        return parts

    def _declared(self, part: Part) -> tuple[n.Declaration, ...]:
        found = self.good.of(part)
        if part.problems and not found:
            self._lost.append(part.text)
        return found

    def _variant_module(self, parts: Sequence[Part]) -> n.Module:
        """Assemble the variant of a file from its parts."""
        found: list[n.Declaration] = []
        for part in parts:
            if part.scenarios:
                continue
            declared = self._declared(part)
            last = found[-1] if found else None
            if part.inside and isinstance(last, n.Variant):
                relations, declarations = (*last.relations, *part.relations), (*last.declarations, *declared)
                found[-1] = n.Variant(last.span, last.name, last.title, relations, declarations)
            else:
                found.extend(declared)
        return n.Module(tuple(found), ())

    # ---- data files
    def table(self, file: str, span: Span) -> Table | None:
        path = self._data_path(file, span)
        return self.files.table(path, self.reporter) if path is not None else None

    def map(self, file: str, span: Span, known: frozenset[str]) -> MapFile | None:
        path = self._data_path(file, span)
        return self.files.map(path, known, self.reporter) if path is not None else None

    def _data_path(self, file: str, span: Span) -> Path | None:
        source = self._data_source(file, span)
        return Path(source.path) if source is not None else None

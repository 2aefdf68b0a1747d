"""Reading a game: everything in its folder becomes trees and tables, and those a Rulebook.

In: a game folder, the files of chosen variants, option values. Out: a Rulebook and the manifest's facts, or Problems with
everything that is wrong in any file. Layer: with load, above the stages that it calls in order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from interpreter.check import Checker, Sources, check_game
from interpreter.check.declarations.seating import Printed, seating
from interpreter.check.names.memory import Memory
from interpreter.check.recovery.lost_names import Lost, lost_with
from interpreter.check.recovery.misspelt_declarations import told_at_declarations
from interpreter.check.recovery.remainder import check_rest
from interpreter.data import Folder, MapFile, Table, inside, read_folder, read_map, read_own, read_table
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.rulebook import Rulebook, Seating
from interpreter.source import Help, Note, Problems, Reporter, Source, Span, did_you_mean
from interpreter.source.bundled import grammars_dir, shown
from interpreter.source.fixes import at_the_top, one_of
from interpreter.source.shared import shared_mechanics
from interpreter.syntax import BrokenText, Parser, files_in
from interpreter.syntax import nodes as n

PEOPLE = re.compile(r"^ +people ([0-9]{1,3})(?: to ([0-9]{1,3}))?\b", re.MULTILINE)
RELATION = re.compile(
    r"^ +(requires|excludes|extends|includes) +([a-z][a-z0-9_]*(?: *, *[a-z][a-z0-9_]*)*) *(?:cites .*)?(?:#.*)?$",
    re.MULTILINE,
)
NEEDING = ("requires", "extends", "includes")  # what brings another variant along
RELATIONS = ("requires", "excludes", "extends", "includes")
TEXTS = (".rules", ".yaml", ".yml", ".scenario")
MISSING = ("R0001", "R0004", "R0005", "R0006")  # codes about files that are missing or not the game's own
WORD = re.compile(r"[a-z][a-z0-9_]*")
TITLE = re.compile(r'^variant\s+([a-z0-9_]+)(?:\s+"([^"]*)")?', re.MULTILINE)


@lru_cache(maxsize=1)
def the_parser() -> Parser:
    """Return the parser of this process."""
    return Parser(grammars_dir())


def read_game(
    path: Path,
    variants: Sequence[Path],
    options: Mapping[str, object],
    reporter: Reporter | None = None,
    open_options: bool = False,
    marks: Marks | None = None,
    memory: Memory | None = None,
) -> tuple[Rulebook, dict[str, Any], Checker]:
    """Read a folder and check it into a Rulebook.

    A reporter, if given, collects the findings, including warnings.

    `open_options`: make the result usable for other settings of options, as far as possible (`Checker.is_fixed`). `memory`:
    results of other variants of the same game, whose trees are mostly the same."""
    reporter = reporter or Reporter()
    folder = read_folder(path, reporter=reporter)
    reader = GameReader(folder, reporter, the_parser())
    try:
        sources = replace(reader.sources(variants, options), open_options=open_options, marks=marks, memory=memory)
        if reporter.has_errors:
            reader.check_rest(sources)
        reporter.raise_if_errors()
        rulebook, checker = check_game(sources, reporter)
        reader.parser.keep()
    except Problems as problems:
        raise Problems(told_at_declarations(problems.diagnostics, _texts(folder, variants))) from None
    return rulebook, _meta(folder, rulebook, sources, reader.seating), checker


def _texts(folder: Folder, variants: Sequence[Path]) -> Iterator[Source]:
    """Yield all readable texts of a game, to see where each name occurs."""
    for file in (path for end in TEXTS for path in sorted(folder.path.rglob(f"*{end}"))):
        with suppress(Problems):
            yield read_own(folder.path, file, shown(file))
    for file in variants:
        if file not in folder.variants.values():
            with suppress(Problems):
                yield read_source(file)


def read_source(file: Path) -> Source:
    """Read a file; return the cached Source if its text has not changed.

    Its results can be reused then."""
    read = Source.read(file, shown(file))
    return _same(read.path, read.text)


@lru_cache(maxsize=1000)
def _same(path: str, text: str) -> Source:
    return Source(path, text)


def table_in(source: Source, reporter: Reporter) -> Table:
    table, problems = _table_in(source)
    reporter.extend(problems)
    return table


def map_in(source: Source, known: frozenset[str], reporter: Reporter) -> MapFile:
    found, problems = _map_in(source, known)
    reporter.extend(problems)
    return found


@lru_cache(maxsize=200)
def _table_in(source: Source) -> tuple[Table, Problems]:
    reporter = Reporter()
    return read_table(source, reporter), Problems(reporter.diagnostics)


@lru_cache(maxsize=200)
def _map_in(source: Source, known: frozenset[str]) -> tuple[MapFile, Problems]:
    reporter = Reporter()
    return read_map(source, reporter, known), Problems(reporter.diagnostics)


class GameReader:
    def __init__(self, folder: Folder, reporter: Reporter, parser: Parser) -> None:
        self.folder, self.reporter, self.parser = folder, reporter, parser
        self._tables: dict[str, Table | None] = {}
        self._maps: dict[str, MapFile | None] = {}
        self._excluded = False  # whether chosen variants exclude each other
        self._lost: list[str] = []  # texts of declarations that cannot be parsed
        # whether there is a file of which nothing can be parsed
        self._hopeless = any(found.code in MISSING for found in reporter.found)
        self._homes: dict[str, Path] = {}  # for house rules from elsewhere: the folder of their data

    def sources(self, variants: Sequence[Path], options: Mapping[str, object]) -> Sources:
        base = self.modules(self.folder.rules)
        chosen = [found for file in variants for found in self.variant(file)]
        library = self.mechanics([*base, *(variant for variant, _ in chosen)])
        self._check_relations([variant for variant, _ in chosen], {file.stem for file in variants})
        manifest = self.folder.manifest
        given = {**{name: cell.value for name, cell in manifest.options.items()}, **options}
        said = {name: cell for name, cell in manifest.options.items() if name not in options}
        self.seating = self._seating(base, [variant for variant, _ in chosen])
        return Sources(
            base, library, chosen, given, self.seating.most_seats, self.table, self.map, self.parser, said,
            bool(self.seating.automas or self.seating.fill), manifest.language,
        )  # fmt: skip

    def mechanics(self, texts: Sequence[n.Module | n.Variant]) -> list[n.Module]:
        """Read the mechanics used here: shared ones, and those of the library."""
        shared = shared_mechanics(self.folder.path)
        files = _library_files(texts, shared)
        own = self.modules([file for file in files if file in shared.values()])
        for module in own:
            for node in module.declarations:
                if not isinstance(node, n.Mechanic):
                    message, help = (
                        "a shared file holds nothing but mechanics",
                        "move it into the rules of the game that needs it",
                    )
                    self.reporter.error("R0608", node.span, message, help)
        return [*own, *(self.parser.module(read_source(file)) for file in files if file not in shared.values())]

    def _seating(self, base: Sequence[n.Module], variants: Sequence[n.Variant]) -> Seating:
        manifest = self.folder.manifest
        printed = Printed(manifest.players_min, manifest.players_max, manifest.default_players)
        reporter = Reporter() if self._excluded else self.reporter  # they need not agree on the seats
        return seating(printed, base, variants, reporter)

    def modules(self, files: Sequence[Path], read: Callable[[Source], n.Module] | None = None) -> list[n.Module]:
        found = []
        parse = read or self.parser.module
        for file in files:
            try:
                found.append(parse(self.source(file)))
            except BrokenText as broken:
                self.reporter.extend(broken)
                found += self._remains(broken)
            except Problems as problems:
                self.reporter.extend(problems)
                self._hopeless = True
        return found

    def _remains(self, broken: BrokenText) -> list[n.Module]:
        """Return what can be parsed of a text with errors."""
        self._lost += broken.parts
        self._hopeless = self._hopeless or broken.readable is None
        return [broken.module] if broken.readable else []

    def check_rest(self, sources: Sources) -> None:
        """Check what can be parsed, so that one error does not hide the others.

        Not if a whole file is missing."""
        if not self._hopeless:
            check_rest(sources, self.lost(sources), self.reporter)

    def lost(self, sources: Sources) -> Lost:
        """Describe what the texts that cannot be parsed would have declared."""
        modules: list[n.Module | n.Variant] = [*sources.base, *(variant for variant, _ in sources.variants)]
        return lost_with(self._lost, self._lost_members(), modules)

    def _lost_members(self) -> set[str]:
        """Collect the names in the data files of lost tables."""
        files = [file for part in self._lost for file in files_in(part)]
        paths = [inside(self.folder.path, file) for file in files]
        return {word for path in paths if path is not None and path.is_file() for word in WORD.findall(_text(path))}

    def source(self, file: Path) -> Source:
        return read_source(file)

    def called(self, file: Path) -> str:
        """Return the display path of a file."""
        return shown(file)

    def variant(self, file: Path) -> list[tuple[n.Variant, n.Module]]:
        found: list[tuple[n.Variant, n.Module]] = []
        if file not in self.folder.variants.values():
            self._homes[self.called(file)] = file.parent
        for module in self.modules([file], self.parser.variant):
            variants = [node for node in module.declarations if isinstance(node, n.Variant)]
            for node in module.declarations:
                if not isinstance(node, n.Variant):
                    help = f"indent it below a line: variant {file.stem}"
                    message = "a variant's file holds nothing but the variant"
                    self.reporter.error("R0608", node.span, message, help)
            if not variants:
                help = Help(f"begin it with: variant {file.stem}", partial(at_the_top, f"variant {file.stem}"))
                place = Source(self.called(file), " ").at(1, 1)
                self.reporter.error("R0608", place, "this file holds no variant", help)
            for second in variants[1:]:
                help = f"move it to a file of its own: {second.name}.rules"
                self.reporter.error(
                    "R0608", second.span.word(second.name), "this is the second variant in its file", help
                )
            for first in variants[:1]:
                if first.name != file.stem and file in self.folder.variants.values():
                    message = f'the variant "{first.name}" is in a file called {file.name}'
                    self.reporter.error(
                        "R0608", first.span.word(first.name), message, f"call the file {first.name}.rules"
                    )
            found.extend((variant, module) for variant in variants[:1])
        return found

    def _check_relations(self, variants: list[n.Variant], files: set[str]) -> None:
        """Check the relations of variants.

        `files` may contain more names than can be parsed."""
        names = {variant.name: variant for variant in variants}
        for variant in variants:
            for relation in variant.relations:
                self._check_relation(variant, relation, names, files)
        self._check_exclusions(names)
        self._check_circles(names)

    def _check_relation(
        self, variant: n.Variant, relation: n.Relation, names: dict[str, n.Variant], files: set[str]
    ) -> None:
        known = {*self.folder.variants, *names}
        for other in relation.names:
            if other.name not in known:
                help = did_you_mean(other.name, known) or one_of("the variants are ", sorted(known), other.name)
                self.reporter.error("R0601", other.span, f'there is no variant "{other.name}"', help)
            elif relation.word != "excludes" and other.name not in names.keys() | files:
                message = f'"{variant.name}" is only played together with "{other.name}", which is not chosen'
                self.reporter.error("R0610", other.span, message, f"add a line: requires {other.name}")

    def _check_exclusions(self, names: dict[str, n.Variant]) -> None:
        """Report variants that exclude each other in one message.

        Nothing else about such a choice is worth reading."""
        found: dict[frozenset[str], tuple[str, n.Name]] = {}
        together = [{other.name for other in _related(one, ("includes",))} for one in names.values()]
        for variant in names.values():
            for other in _related(variant, ("excludes",)):
                if other.name in names and not any({variant.name, other.name} <= both for both in together):
                    found.setdefault(frozenset((variant.name, other.name)), (variant.name, other))
        if not found:
            return
        needing = {other.name: name for name, one in names.items() for other in _related(one, NEEDING)}
        (first, other), *more = found.values()
        notes = [Note("the other one", names[other.name].span.word(other.name))]
        notes += [Note(f'nor are "{one}" and "{another.name}"', another.span) for one, another in more]
        notes += [
            Note(f'"{needing[name]}" brings "{name}" along')
            for name in dict.fromkeys(one for pair in found for one in sorted(pair)) if name in needing
        ]  # fmt: skip
        message = f'the variants "{first}" and "{other.name}" are not played together'
        self.reporter.error("R0609", other.span, message, "choose one of them", tuple(notes))
        self._hopeless = self._excluded = True

    def _check_circles(self, names: dict[str, n.Variant]) -> None:
        extends = {
            name: [
                other.name
                for relation in variant.relations
                if relation.word in ("extends", "includes")
                for other in relation.names
            ]
            for name, variant in names.items()
        }
        for name in extends:
            seen: set[str] = set()
            edge = list(extends[name])
            while edge:
                other = edge.pop()
                if other == name:
                    message = f'"{name}" extends a variant that in the end extends "{name}"'
                    self.reporter.error(
                        "R0611", names[name].span.word(name), message, "remove one of the lines with extends"
                    )
                    return
                if other not in seen:
                    seen.add(other)
                    edge.extend(extends.get(other, ()))

    # ---- data files that rules name
    def table(self, file: str, span: Span) -> Table | None:
        if file not in self._tables:
            source = self._data_source(file, span)
            self._tables[file] = table_in(source, self.reporter) if source is not None else None
        return self._tables[file]

    def map(self, file: str, span: Span, known: frozenset[str]) -> MapFile | None:
        if file not in self._maps:
            source = self._data_source(file, span)
            self._maps[file] = map_in(source, known, self.reporter) if source is not None else None
        return self._maps[file]

    def _data_source(self, file: str, span: Span) -> Source | None:
        home = self._homes.get(span.source.path)
        path = inside(home, file) if home is not None else None
        if path is None or not path.is_file():
            path = inside(self.folder.path, file)
        if path is None:
            self.reporter.error(
                "R0004", span, f'"{file}" is outside the game\'s folder', "keep data in the game's folder"
            )
            return None
        try:
            return self.source(path)
        except Problems as problems:
            for problem in problems.diagnostics:
                self.reporter.error(problem.code, span, f'"{file}": {problem.message}', problem.help)
            return None


def _related(variant: n.Variant, words: Sequence[str]) -> Iterator[n.Name]:
    for relation in variant.relations:
        yield from relation.names if relation.word in words else ()


def data_files(module: n.Module) -> tuple[str, ...]:
    """List the data files that a text names, in order."""
    declared = [node for found in module.declarations for node in (found, *getattr(found, "declarations", ()))]
    files = [node.file for node in declared if isinstance(node, n.Kind | n.Addition)]
    return tuple(dict.fromkeys(file for file in files if file is not None))


def _library_files(texts: Sequence[n.Module | n.Variant], shared: Mapping[str, Path]) -> list[Path]:
    """Return the files of the mechanics used here.

    Each is named after its mechanic. For an unknown one, all. A shared one goes before one of the library that has its name."""
    nodes = [node for text in texts for node in text.declarations]
    used = {node.mechanic for node in nodes if isinstance(node, n.Instance)}
    used -= {node.head.name for node in nodes if isinstance(node, n.Mechanic)}
    files = {file.stem: file for file in sorted((grammars_dir() / "library").glob("*.rules"))} | dict(shared)
    return [file for name, file in files.items() if name in used or used - files.keys()]


def variant_titles(variants: Mapping[str, Path]) -> dict[str, str]:
    return {name: _title(file) for name, file in variants.items()}


def _title(file: Path) -> str:
    """Return the title of a variant."""
    title = TITLE.search(_text(file))
    return (title.group(2) or "") if title else ""


def _text(file: Path) -> str:
    """Return the text of a file.

    Empty if it cannot be read, which is reported when it is chosen."""
    try:
        return read_source(file).text
    except Problems:
        return ""


def variant_relations(file: Path) -> dict[str, tuple[str, ...]]:
    """Map requires, excludes and extends to the variants that a variant names.

    Without parsing its rules."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(RELATIONS, ())
    for word, names in RELATION.findall(_text(file)):
        found[word] += tuple(WORD.findall(names))
    return found


def variant_people(variants: Mapping[str, Path]) -> dict[str, tuple[int, int]]:
    """Map variants to the player counts that they declare."""
    said = {name: PEOPLE.search(_text(file)) for name, file in variants.items()}
    return {name: (int(one[1]), int(one[2] or one[1])) for name, one in said.items() if one is not None}


def _meta(folder: Folder, rulebook: Rulebook, sources: Sources, seats: Seating) -> dict[str, Any]:
    manifest = folder.manifest
    return {
        "name": folder.name, "title": manifest.title, "about": manifest.about, "goal": manifest.goal,
        "players_min": seats.people_min,
        "players_max": seats.people_max, "default_players": seats.usually, "automas": seats.automas, "fill": seats.fill,
        "variant_people": variant_people(folder.variants), "turn_limit": manifest.turn_limit,
        "variants": tuple(variant.name for variant, _ in sources.variants),
        "available_variants": variant_titles(folder.variants), "citations": rulebook.citations,
        "variant_routines": {variant.name: _routines(variant) for variant, _ in sources.variants},
    }  # fmt: skip


def _routines(variant: n.Variant) -> list[str]:
    """List the procedures and actions that a variant adds."""
    return [node.head.name for node in variant.declarations if isinstance(node, n.Procedure | n.Action)]

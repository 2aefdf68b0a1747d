"""All games that an editor works on, each analysed only when its texts change.

In: what the editor opens, changes and closes. Out: the analysis for each file, and its diagnostics.
Layer: language. One lock guards the analyses: a check runs in one thread, requests come from others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.data import Folder, read_folder, read_yaml
from interpreter.data.folder import MANIFEST
from interpreter.language.analysis import AbandonedSignal, Analysis, analyse, finished
from interpreter.language.files import Files, Parsers
from interpreter.language.game_reading import LastGood
from interpreter.language.homes import Home, home_of, needs_game
from interpreter.language.parts import Part
from interpreter.language.scenarios import check_scenarios
from interpreter.load import nothing_thrown_away
from interpreter.source import Diagnostic, Note, Problems, Reporter, Source, Span
from interpreter.syntax import nodes as n

PLACES = ("rules", "variants", "scenarios")
# Per game, for different variants. The scenarios of a large game need about 30, and references to a common word need them all:
# they share their parts, so that each takes about 1 MB.
MAX_ANALYSES = 64
Variants = tuple[Path, ...]


@dataclass
class Game:
    """Everything cached about one game folder."""

    path: Path
    good: LastGood = field(default_factory=LastGood)
    folder: Folder | None = None
    manifest: Source | None = None
    wrong: tuple[Diagnostic, ...] = ()  # in the manifest
    stamps: tuple[int, ...] = ()  # times at which its folders last changed
    analyses: dict[Variants, tuple[tuple[object, ...], Analysis]] = field(default_factory=dict)


class Workspace:
    def __init__(self, setting: str | None = None) -> None:
        self.files = Files()
        self.setting = setting
        self.games: dict[Path, Game] = {}
        self._parsers = Parsers()
        self._lock = threading.RLock()

    def with_texts(self, texts: Mapping[Path, str]) -> Workspace:
        """Make a workspace in which some files have another text: a dry run."""
        other = Workspace(self.setting)
        other.files = self.files.with_texts(texts)
        other._parsers, other._lock = self._parsers, self._lock
        return other

    # ---- homes
    def home(self, path: Path) -> Home | None:
        return home_of(path, self.files.text(path), self.setting)

    def game(self, path: Path) -> Game:
        if path not in self.games:
            self.games[path] = Game(path)
        return self.games[path]

    def folder(self, game: Game) -> Folder:
        """Return the folder according to its present manifest, or the last valid one."""
        source = self.files.source(game.path / MANIFEST)
        stamps = tuple(_stamp(game.path / name) for name in PLACES)
        if game.folder is not None and game.manifest is source and game.stamps == stamps:
            return game.folder
        reporter = Reporter()
        folder = read_folder(game.path, source, reporter)
        if game.folder is None or not reporter.has_errors:
            game.folder = folder
        game.manifest, game.stamps, game.wrong = source, stamps, reporter.diagnostics
        return game.folder

    def variants_of(self, path: Path, home: Home) -> Variants:
        """Return the variants that the rules are read with for a file.

        Its own, and what that requires."""
        if home.role == "data":
            return self._variants_with_data(self.folder(self.game(home.game)), path)
        if home.role not in ("variant", "house"):
            return ()
        return self.with_required(self.folder(self.game(home.game)), path)

    def _variants_with_data(self, folder: Folder, path: Path) -> Variants:
        """Find the variant of a table that the rules do not name."""
        if path not in self.data_files(folder, ()):
            for file in folder.variants.values():
                if path in self.data_files(folder, (file,)):
                    return self.with_required(folder, file)
        return ()

    def with_required(self, folder: Folder, *files: Path) -> Variants:
        order: list[Path] = []

        def visit(file: Path) -> None:
            if file in seen:
                return
            seen.add(file)
            for part in self._readable_parts(file):
                for relation in _relations(part):
                    for other in relation.names:
                        if relation.word != "excludes" and other.name in folder.variants:
                            visit(folder.variants[other.name])
            order.append(file)

        seen: set[Path] = set()
        for file in files:
            visit(file)
        return tuple(order)

    def _readable_parts(self, file: Path) -> list[Part]:
        try:
            return self.files.parts(file)
        except Problems:
            return []

    @contextmanager
    def checking(self) -> Iterator[None]:
        """Hold the lock while a checker is used further."""
        with self._lock:
            yield

    # ---- analyses
    def analysis(self, path: Path, wanted: Callable[[], bool] = lambda: True) -> Analysis | None:
        """Return the analysis for a file as the texts are now.

        None for a file without a game."""
        home = self.home(path)
        if home is None:
            return None
        return self.analysis_with(home.game, self.variants_of(path, home), wanted)

    def analysis_with(
        self, game_path: Path, variants: Variants, wanted: Callable[[], bool] = lambda: True
    ) -> Analysis | None:
        with self._lock:
            game = self.game(game_path)
            try:
                folder = self.folder(game)
                made_of = self._made_of(game, folder, variants)
            except Problems:
                return None
            kept = game.analyses.get(variants)
            if kept is not None and _same(kept[0], made_of):
                return kept[1]
            with nothing_thrown_away():
                before = kept[1] if kept is not None else _without_variants(game)
                found = analyse(folder, variants, self.files, self._parsers, game.good, wanted, before)
            game.analyses.pop(variants, None)
            game.analyses[variants] = (
                made_of,
                found,
            )  # keyed by the texts it was made from: one may have changed meanwhile
            while len(game.analyses) > MAX_ANALYSES:
                game.analyses.pop(next(iter(game.analyses)))
            return found

    def _made_of(self, game: Game, folder: Folder, variants: Variants) -> tuple[object, ...]:
        """Return every text that the analysis depends on, as it is now."""
        texts: list[object] = [game.manifest]
        for file in (*folder.rules, *variants):
            texts.extend(self.files.parts(file))
        for data in self.data_files(folder, variants):
            try:
                texts.append(self.files.source(data))
            except Problems:
                texts.append(None)
        return tuple(texts)

    def data_files(self, folder: Folder, variants: Sequence[Path]) -> list[Path]:
        """Return the paths of the tables and maps that the rules name."""
        found: dict[Path, None] = {}
        for file in (*folder.rules, *variants):
            for part in self._readable_parts(file):
                for node in part.declarations:
                    if isinstance(node, n.Kind | n.Addition) and node.file is not None:
                        near = file.parent / node.file
                        home = file in variants and file not in folder.variants.values() and near.is_file()
                        found[near if home else folder.path / node.file] = None
        return list(found)

    def finish(self, analysis: Analysis, wanted: Callable[[], bool] = lambda: True) -> None:
        """Run the slowest passes: secrecy, and the shape of the map."""
        finished(analysis, wanted)

    # ---- what is wrong
    def problems(self, path: Path, wanted: Callable[[], bool] = lambda: True) -> list[Diagnostic]:
        """Return all problems in the rules that belong to a file, and in the file itself."""
        home = self.home(path)
        if home is None:
            return self._without_game(path)
        found: list[Diagnostic] = list(self._manifest_problems(home.game))
        analysis = self.analysis(path, wanted)
        if analysis is None:
            return [*found, *self.syntax(path)]
        found += analysis.diagnostics
        for file in (*analysis.folder.rules, *analysis.variants):
            found += self.files.syntax_problems(file)
        if home.role == "scenario" or (home.role in ("variant", "house") and self._tests(path)):
            found += self.files.syntax_problems(path) if home.role == "scenario" else []
            found += self.scenario_problems(path, home, wanted)
        return found

    def _tests(self, path: Path) -> bool:
        return any(part.scenarios for part in self._readable_parts(path))

    def syntax(self, path: Path) -> list[Diagnostic]:
        """Return the syntax errors of one file, independent of the other files."""
        try:
            if path.suffix in (".rules", ".scenario"):
                return self.files.syntax_problems(path)
            if self.home(path) is not None:  # files that belong to no game are not checked
                read_yaml(self.files.source(path))
        except Problems as problems:
            return list(problems.diagnostics)
        return []

    def _manifest_problems(self, game: Path) -> Iterator[Diagnostic]:
        try:
            self.folder(self.game(game))
            yield from self.game(game).wrong
        except Problems as problems:
            yield from problems.diagnostics

    def scenario_problems(self, path: Path, home: Home, wanted: Callable[[], bool]) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for part in self._readable_parts(path):
            for scenario in part.scenarios:
                analysis = self.scenario_analysis(path, home, scenario.variants, wanted)
                if analysis is not None and analysis.checker is not None:
                    with self._lock:
                        found += check_scenarios(analysis, scenario)[1]
        return found

    def scenario_analysis(
        self, path: Path, home: Home, names: Iterable[str], wanted: Callable[[], bool] = lambda: True
    ) -> Analysis | None:
        """Return the analysis of the rules that a scenario runs on."""
        folder = self.folder(self.game(home.game))
        files = [
            (path.parent / name).resolve() if name.endswith(".rules") else folder.variants.get(name) for name in names
        ]
        own = [path] if path.suffix == ".rules" else []
        chosen = [file for file in (*files, *own) if file is not None and self.files.text(file)]
        return self.analysis_with(home.game, self.with_required(folder, *dict.fromkeys(chosen)), wanted)

    def _without_game(self, path: Path) -> list[Diagnostic]:
        found = self.syntax(path) if path.suffix in (".rules", ".scenario") else []
        if needs_game(path):
            place = self.files.source(path).at(1, 1, max(1, len(self.files.source(path).line_text(1))))
            help = "write a line that names it, such as: # game: NAME"
            found.append(Diagnostic("R0007", "which game does this belong to?", place, help, (), "warning"))
        return found

    # ---- locations that still exist
    def is_current(self, span: Span | None) -> bool:
        """Whether a span belongs to the present text of its file."""
        if span is None:
            return False
        path = Path(span.source.path)
        if isinstance(span.source, Part):
            return any(part is span.source for part in self._readable_parts(path))
        try:
            return self.files.source(path) is span.source or not span.source.text.strip()
        except Problems:
            return False

    def current(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Keep the problems in the present texts, without notes on lost locations."""
        kept = [problem for problem in found if self.is_current(problem.span)]
        return [
            Diagnostic(
                problem.code, problem.message, problem.span, problem.help,
                tuple(Note(note.message, note.span if self.is_current(note.span) else None) for note in problem.notes),
                problem.severity,
            )
            for problem in kept
        ]  # fmt: skip


def _without_variants(game: Game) -> Analysis | None:
    """Return what is known of the rules alone.

    A variant leaves most of them as they are."""
    kept = game.analyses.get(())
    return kept[1] if kept is not None else None


def _stamp(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _relations(part: Part) -> Iterator[n.Relation]:
    yield from part.relations
    for node in part.declarations:
        if isinstance(node, n.Variant):
            yield from node.relations


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


__all__ = ["AbandonedSignal", "Game", "Workspace"]

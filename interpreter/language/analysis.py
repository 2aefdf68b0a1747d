"""Semantic analysis of a game with some variants: the meaning of each word, and the diagnostics.

In: a game's folder, variants, the files as the editor has them. Out: an Analysis: diagnostics, the meaning of words, and the
checker, which can check more. Layer: language. Unlike `check_game` it continues after errors, as far as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from interpreter.check import Checker, new_checker
from interpreter.check.apply_laws import weave
from interpreter.check.check_state import Trees
from interpreter.check.checker import finish, forget_what_follows
from interpreter.check.collect import read_kinds
from interpreter.check.declarations.bodies import check_bodies
from interpreter.check.declarations.declare import declare
from interpreter.check.names.recorder import Meaning, Recorder, Word
from interpreter.check.tables.cell_changes import fill_cells
from interpreter.data import Folder
from interpreter.language.files import Files, Parsers
from interpreter.language.game_reading import EditorReader, LastGood
from interpreter.language.parts import Part
from interpreter.language.rechecking import Rechecking
from interpreter.language.words import Declarations, manifest_words, table_words
from interpreter.source import Diagnostic, Problems, Reporter, Span
from interpreter.syntax import nodes as n


class AbandonedSignal(Exception):
    """The text has changed: this check is obsolete."""


class Found(Reporter):
    """Collects diagnostics unsorted.

    Line numbers of different parts cannot be compared."""

    def __init__(self) -> None:
        super().__init__()
        self.everything: list[Diagnostic] = self._found


class Watched(Recorder):
    """A recorder that aborts the check when it is no longer wanted."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        super().__init__()
        self._wanted = wanted

    def _put(self, word: Word) -> None:
        if not self._wanted():
            raise AbandonedSignal
        super()._put(word)


@dataclass
class Analysis:
    folder: Folder
    variants: tuple[Path, ...]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    recorder: Recorder = field(default_factory=Recorder)
    checker: Checker | None = None
    rechecking: Rechecking | None = None
    complete: bool = False  # names and types are correct everywhere
    is_finished: bool = False  # the later passes have run as well
    parts: tuple[Part, ...] = ()

    @cached_property
    def words(self) -> Words:
        """All words by location and by meaning, indexed on demand."""
        return Words(self)

    @property
    def ways(self) -> dict[str, list[str]]:
        """The named choices, with the procedures that offer them."""
        return self.words.declarations.ways if self.checker is not None else {}


class Words:
    """An index of words.

    A declaration takes precedence over a table, which takes precedence over the recorder."""

    def __init__(self, analysis: Analysis) -> None:
        self.by_text: dict[int, list[Word]] = {}  # by the id of a Source or Part
        self.by_meaning: dict[Meaning, list[Word]] = {}
        found = dict(analysis.recorder.words)
        if analysis.checker is not None:
            self.declarations = Declarations(analysis.checker)
            nodes: list[n.Node] = [node for part in analysis.parts for node in (*part.relations, *part.declarations)]
            nodes += {said.law.span: said.law for said in analysis.checker.laws if said.origin.card}.values()
            known = (self.declarations.words(nodes), table_words(analysis.checker), manifest_words(analysis.checker))
            for word in chain(*known):
                found[id(word.span.source), word.span.line, word.span.column] = word
        for word in found.values():
            self.by_text.setdefault(id(word.span.source), []).append(word)
            self.by_meaning.setdefault(word.meaning, []).append(word)


def finished(analysis: Analysis, wanted: Callable[[], bool] = lambda: True) -> None:
    """Run the slowest passes, on rules whose names and types are correct.

    All of them, from the beginning. Raises AbandonedSignal when `wanted` turns false."""
    if analysis.checker is None or analysis.is_finished:
        return
    if analysis.complete:
        reporter = Found()
        checker = new_checker(analysis.checker.sources, reporter, Watched(wanted))
        names = [partial(check, checker) for check in (read_kinds, weave, declare, fill_cells, check_bodies)]
        known = [checked for checked in names if _pass(reporter, False, (checked,))]
        told = len(reporter.everything)
        if len(known) == len(names) and not reporter.has_errors:
            _pass(reporter, False, (partial(finish, checker),))
            analysis.diagnostics = [*analysis.diagnostics, *reporter.everything[told:]]
    analysis.is_finished = True


def analyse(
    folder: Folder, variants: Sequence[Path], files: Files, parsers: Parsers, good: LastGood,
    wanted: Callable[[], bool] = lambda: True, before: Analysis | None = None,
) -> Analysis:  # fmt: skip
    """Run all passes over all declarations.

    Bodies unchanged since `before` are skipped. Raises AbandonedSignal when `wanted` turns false."""
    reporter, recorder = Found(), Watched(wanted)
    analysis = Analysis(folder, tuple(variants), recorder=recorder)
    reader = EditorReader(folder, reporter, files, parsers, good)
    try:
        sources = reader.sources(variants, {})
    except Problems as problems:
        reporter.extend(problems)
        analysis.diagnostics = reporter.everything
        return analysis
    lost = reader.lost(sources)
    broken = reporter.has_errors or any(part.problems for part in _parts(folder, variants, files))
    check = Rechecking(sources, reporter, recorder, before.rechecking if before is not None else None)
    analysis.rechecking, analysis.checker = check, check.checker
    declared = _pass(reporter, broken, (check.read_kinds, check.weave, check.declare))
    first = len(reporter.everything)
    if declared:
        _pass(reporter, broken, (check.fill_cells, check.check_bodies))
        analysis.complete = not reporter.has_errors and not broken
        analysis.parts = tuple(_parts(folder, variants, files))
        if check.left_out and before is not None:
            _take_over(analysis, check, before)
    forget_what_follows(check.checker, first)
    analysis.diagnostics = [problem for problem in _once(reporter.everything) if not lost.explains(problem)]
    return analysis


def _take_over(analysis: Analysis, check: Rechecking, before: Analysis) -> None:
    """Reuse the words of skipped bodies: those outside of what was checked again."""
    parts = {id(part) for part in analysis.parts}
    again: dict[int, list[Span]] = {}
    for made in check.checked:
        for span in {span for tree in _trees(made) for span in _outermost(tree)}:
            again.setdefault(id(span.source), []).append(span)
    old = {
        place: word
        for place, word in before.recorder.words.items()
        if (place[0] in parts or not isinstance(word.span.source, Part))
        and not any(_within(word.span, span) for span in again.get(place[0], ()))
    }
    analysis.recorder.words = {**old, **analysis.recorder.words}


def _outermost(tree: n.Node) -> Iterator[Span]:
    """Yield the range of a tree, and those of what other texts have put into it."""
    yield tree.span
    for inner in n.walk(tree):
        for below in n.children(inner):
            if below.span.source is not inner.span.source:
                yield below.span


def _within(inner: Span, outer: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return start <= (inner.line, inner.column) < end


def _trees(made: Trees) -> Iterable[n.Node]:
    return made if isinstance(made, tuple) else (made,)


def _once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return list({(problem.span, problem.code, problem.message): problem for problem in found}.values())


def _parts(folder: Folder, variants: Sequence[Path], files: Files) -> Iterable[Part]:
    return (part for file in (*folder.rules, *variants) for part in files.parts(file))


def _pass(reporter: Reporter, broken: bool, steps: Sequence[Callable[[], object]]) -> bool:
    """Run passes in order.

    After an error, a pass may fail on what is missing: stop there."""
    for step in steps:
        try:
            step()
        except Problems as problems:
            reporter.extend(problems)
            return False
        except AbandonedSignal:
            raise
        except Exception:
            if not broken and not reporter.has_errors:
                raise
            return False
    return True

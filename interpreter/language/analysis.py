"""What the rules of a game with some variants mean, word by word, and what is wrong with them.

In: a game's folder, variants, the files as the editor has them. Out: an Analysis: diagnostics, the meaning of words, and the
checker that can go on to check more. Layer: language. Unlike `check_game` it goes on after mistakes, as far as it gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from interpreter.check import Checker
from interpreter.check.checker import finish
from interpreter.check.recorder import Meaning, Recorder, Word
from interpreter.data import Folder
from interpreter.language.files import Files, Parsers
from interpreter.language.game_reading import EditorReader, LastGood
from interpreter.language.parts import Part
from interpreter.language.rechecking import Rechecker
from interpreter.language.words import Declarations, manifest_words, table_words
from interpreter.source import Diagnostic, Problems, Reporter
from interpreter.syntax import nodes as n


class Abandoned(Exception):
    """Somebody types: this check is about a text that is gone."""


class Found(Reporter):
    """Keeps everything as it comes: lines of different parts are not to be compared."""

    def __init__(self) -> None:
        super().__init__()
        self.everything: list[Diagnostic] = self._found


class Watched(Recorder):
    """A recorder that ends the check when it is not wanted any more."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        super().__init__()
        self._wanted = wanted

    def _put(self, word: Word) -> None:
        if not self._wanted():
            raise Abandoned
        super()._put(word)


@dataclass
class Analysis:
    folder: Folder
    variants: tuple[Path, ...]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    recorder: Recorder = field(default_factory=Recorder)
    checker: Rechecker | None = None
    complete: bool = False  # names and types are right everywhere
    is_finished: bool = False  # the passes behind that were made, too
    parts: tuple[Part, ...] = ()

    @cached_property
    def words(self) -> Words:
        """All words by their place and by what they mean, put in order when somebody asks."""
        return Words(self)

    @property
    def ways(self) -> dict[str, list[str]]:
        """What can be chosen by its name, with the procedures in which it can."""
        return self.words.declarations.ways if self.checker is not None else {}


class Words:
    """A declaration says best what a word means, then a table, then the recorder."""

    def __init__(self, analysis: Analysis) -> None:
        self.by_text: dict[int, list[Word]] = {}  # by the number of a Source or Part
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
    """The passes that take longest, over rules in which names and types are right: all of them, from the beginning.

    Abandoned when `wanted` says no on the way."""
    if analysis.checker is None or analysis.is_finished:
        return
    if analysis.complete:
        reporter = Found()
        checker = Checker(analysis.checker.sources, reporter, Watched(wanted))
        names = (checker.read_kinds, checker.weave, checker.declare, checker.fill_cells, checker.check_bodies)
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
    """All passes over all declarations; bodies that are as they were `before` are left out.

    Abandoned when `wanted` says no on the way."""
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
    checker = Rechecker(sources, reporter, recorder, before.checker if before is not None else None)
    analysis.checker = checker
    declared = _pass(reporter, broken, (checker.read_kinds, checker.weave, checker.declare))
    first = len(reporter.everything)
    if declared:
        _pass(reporter, broken, (checker.fill_cells, checker.check_bodies))
        analysis.complete = not reporter.has_errors and not broken
        analysis.parts = tuple(_parts(folder, variants, files))
        if checker.left_out and before is not None:
            _take_over(analysis, checker, before)
    checker.forget_what_follows(first)
    analysis.diagnostics = [problem for problem in _once(reporter.everything) if not lost.explains(problem)]
    return analysis


def _take_over(analysis: Analysis, checker: Rechecker, before: Analysis) -> None:
    """The words of what was left out: those of texts in which nothing was checked again."""
    parts = {id(part) for part in analysis.parts}
    again = {id(inner.span.source) for made in checker.checked for tree in _trees(made) for inner in n.walk(tree)}
    old = {
        place: word
        for place, word in before.recorder.words.items()
        if place[0] not in again and (place[0] in parts or not isinstance(word.span.source, Part))
    }
    analysis.recorder.words = {**old, **analysis.recorder.words}


def _trees(made: Any) -> Iterable[Any]:
    return made if isinstance(made, tuple) else (made,)


def _once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return list({(problem.span, problem.code, problem.message): problem for problem in found}.values())


def _parts(folder: Folder, variants: Sequence[Path], files: Files) -> Iterable[Part]:
    return (part for file in (*folder.rules, *variants) for part in files.parts(file))


def _pass(reporter: Reporter, broken: bool, steps: Sequence[Callable[[], object]]) -> bool:
    """Some passes in order. After a mistake a pass may stumble over what is missing: then it ends there."""
    for step in steps:
        try:
            step()
        except Problems as problems:
            reporter.extend(problems)
            return False
        except Abandoned:
            raise
        except Exception:
            if not broken and not reporter.has_errors:
                raise
            return False
    return True

"""Resolve the word at a position: its declaration and its references.

In: a workspace and a position in a file. Out: words and locations. Layer: language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interpreter.check.names.recorder import Meaning, Word
from interpreter.fingerprint import LOOK
from interpreter.language.analysis import AbandonedSignal, Analysis
from interpreter.language.look_words import look_words
from interpreter.language.parts import Extent, Part, extent_of, is_scenario
from interpreter.language.scenarios import check_scenarios
from interpreter.language.workspace import Workspace
from interpreter.source import Span
from interpreter.syntax import nodes as n

ScenarioAnalysis = Callable[[tuple[str, ...]], Analysis | None]  # by the variants that a scenario names


@dataclass(frozen=True, slots=True)
class Seen:
    """A word, and the analysis it was resolved with."""

    word: Word
    analysis: Analysis


def word_at(workspace: Workspace, path: Path, line: int, column: int) -> Seen | None:
    """Return the word at a position; lines and columns are counted from 0."""
    found = [seen for seen in words_near(workspace, path, line) if _covers(extent_of(seen.word.span), line, column)]
    return min(found, key=lambda seen: _width(seen.word.span), default=None)


def _covers(extent: Extent, line: int, column: int) -> bool:
    return extent.line == line == extent.end_line and extent.column <= column <= extent.end_column


def _width(span: Span) -> int:
    return span.end_column - span.column


def words_near(workspace: Workspace, path: Path, line: int) -> Iterator[Seen]:
    """Yield the words of the declaration that contains a line.

    Of a file without declarations, all."""
    if path.suffix not in (".rules", ".scenario"):
        yield from words_in(workspace, path)
        return
    part = workspace.files.part_at(path, line)
    if part is not None:
        yield from part_words(workspace, path, part)


def words_in(workspace: Workspace, path: Path) -> Iterator[Seen]:
    """Yield all words of a file."""
    if path.suffix in (".rules", ".scenario"):
        for part in workspace.files.parts(path):
            yield from part_words(workspace, path, part)
        return
    analysis = workspace.analysis(path)
    if analysis is not None:
        own = analysis.words.by_text.get(id(workspace.files.source(path)), ())
        for word in _in_look(workspace, analysis) if path == analysis.folder.path / LOOK else own:
            yield Seen(word, analysis)


def _in_look(workspace: Workspace, analysis: Analysis) -> Iterator[Word]:
    """Read the look on demand: no check waits for how a game is drawn."""
    file = analysis.folder.path / LOOK
    if analysis.checker is not None and file.is_file():
        yield from look_words(workspace.files.source(file), analysis.checker)


def part_words(
    workspace: Workspace, path: Path, part: Part, analysis_of: ScenarioAnalysis | None = None
) -> Iterator[Seen]:
    """Yield the words of one part.

    `analysis_of`: how to find the rules of a scenario, if not afresh for each."""
    if not part.scenarios:
        analysis = workspace.analysis(path)
        if analysis is not None:
            yield from (Seen(word, analysis) for word in analysis.words.by_text.get(id(part), ()))
        return
    analysis_of = analysis_of or _scenario_analyses(workspace, path)
    for scenario in part.scenarios:
        analysis = analysis_of(scenario.variants)
        if analysis is not None:
            with workspace.checking():
                words = check_scenarios(analysis, scenario)[0]
            yield from (Seen(word, analysis) for word in words)


def _scenario_analyses(workspace: Workspace, path: Path) -> ScenarioAnalysis:
    """Find the rules of the scenarios of a file.

    Once for those that play with the same variants."""
    home = workspace.home(path)
    return cache(lambda names: workspace.scenario_analysis(path, home, names) if home is not None else None)


# ---------------------------------------------------------------- declarations


def declaration_of(seen: Seen) -> Word | None:
    """Return the word that declares what this one means."""
    meaning, analysis = row_of(seen.word.meaning, seen.analysis), seen.analysis
    if seen.word.given is not None:
        return Word(seen.word.given, meaning, seen.word.type, seen.word.given)
    found = (word for word in analysis.words.by_meaning.get(meaning, ()) if word.given is not None)
    return next(found, None)


def row_of(meaning: Meaning, analysis: Analysis) -> Meaning:
    """Map a copy of a card to its row."""
    if meaning.sort != "member" or analysis.checker is None or meaning.of not in analysis.checker.rows:
        return meaning
    kind = analysis.checker.kinds[meaning.of]
    if meaning.name in kind.members:
        row = analysis.checker.rows[meaning.of].rows[kind.members.index(meaning.name)]
        return Meaning("member", row.id, meaning.of)
    return meaning


def declaring_node(word: Word) -> n.Declaration | None:
    """Return the declaration around a declaring word."""
    part = word.span.source
    if not isinstance(part, Part):
        return None
    around = [node for node in part.declarations if node.span.line <= word.span.line <= node.span.end_line]
    return around[-1] if around else None


def definition(workspace: Workspace, path: Path, line: int, column: int) -> Extent | None:
    """Return where the thing at a position is declared.

    For a file name, the file itself."""
    seen = word_at(workspace, path, line, column)
    if seen is None:
        return _named_file(workspace, path, line, column)
    declared = declaration_of(seen)
    if declared is not None:
        return extent_of(declared.span)
    return _variant_place(seen) if seen.word.meaning.sort == "variant" else None


def _variant_place(seen: Seen) -> Extent | None:
    file = seen.analysis.folder.variants.get(seen.word.meaning.name)
    return Extent(str(file), 0, 0, 0, 0) if file is not None else None


def _named_file(workspace: Workspace, path: Path, line: int, column: int) -> Extent | None:
    """Resolve `from "cards/goods.yaml"`, or a line of the manifest's list of rules."""
    home = workspace.home(path)
    text = workspace.files.source(path).line_text(line + 1)
    start = max(text.rfind(sign, 0, column) for sign in "\"' [,-") + 1
    ends = [end for sign in "\"' ],#" if (end := text.find(sign, column)) >= 0]
    name = text[start : min(ends, default=len(text))]
    if home is None or "." not in name:
        return None
    for folder in (path.parent, home.game):
        if name and (folder / name).is_file():
            return Extent(str((folder / name).resolve()), 0, 0, 0, 0)
    return None


# ---------------------------------------------------------------- everywhere


def references(workspace: Workspace, path: Path, line: int, column: int, declaration: bool = True) -> list[Extent]:
    """List every reference to the thing at a position.

    Rules, tables, the look, variants and scenarios."""
    seen = word_at(workspace, path, line, column)
    if seen is None:
        return []
    found = {extent_of(word.span): word for word in everywhere(workspace, path, seen)}
    return [place for place, word in sorted(found.items(), key=_order) if declaration or word.given != word.span]


def _order(item: tuple[Extent, Word]) -> tuple[str, int, int]:
    return item[0].path, item[0].line, item[0].column


def everywhere(workspace: Workspace, path: Path, seen: Seen) -> Iterator[Word]:
    """Yield all words with the same meaning, in all files that contain its name."""
    meaning = row_of(seen.word.meaning, seen.analysis)
    yield from _same_meaning(seen.analysis, meaning)
    if meaning.sort == "variable":
        return
    home = workspace.home(path)
    if home is None:
        return
    yield from (word for word in _in_look(workspace, seen.analysis) if row_of(word.meaning, seen.analysis) == meaning)
    stem = _stem(meaning, seen.analysis)
    for file in variant_files(workspace, seen.analysis):
        if stem in workspace.files.text(file):
            analysis = workspace.analysis(file)
            if analysis is not None and analysis is not seen.analysis:
                yield from _same_meaning(analysis, meaning)
    for file in scenario_texts(workspace, seen.analysis):
        yield from _in_scenarios(workspace, file, meaning, stem)


def prepare(workspace: Workspace, path: Path, wanted: Callable[[], bool] = lambda: True) -> None:
    """Read and check beforehand all that a search for a common word needs.

    Raises AbandonedSignal when `wanted` turns false."""
    analysis = workspace.analysis(path, wanted)
    home = workspace.home(path)
    if analysis is None or home is None:
        return
    for file in variant_files(workspace, analysis):
        _prepare_words(workspace.analysis(file, wanted), wanted)
    for file in scenario_texts(workspace, analysis):
        analysis_of = _scenario_analyses(workspace, file)
        for part in filter(is_scenario, workspace.files.pieces(file)):
            for seen in part_words(workspace, file, workspace.files.read(part), analysis_of):
                _prepare_words(seen.analysis, wanted)


def _prepare_words(analysis: Analysis | None, wanted: Callable[[], bool]) -> None:
    if not wanted():
        raise AbandonedSignal
    if analysis is not None:
        analysis.words  # noqa: B018 - made when first asked for


def _same_meaning(analysis: Analysis, meaning: Meaning) -> Iterator[Word]:
    for other, words in analysis.words.by_meaning.items():
        if other == meaning or (other.sort == "member" and row_of(other, analysis) == meaning):
            yield from words


def _in_scenarios(workspace: Workspace, file: Path, meaning: Meaning, stem: str) -> Iterator[Word]:
    """Search scenarios; only those that contain the name are parsed."""
    analysis_of = _scenario_analyses(workspace, file)
    for part in scenarios_with(workspace, file, stem):
        for seen in part_words(workspace, file, part, analysis_of):
            if row_of(seen.word.meaning, seen.analysis) == meaning:
                yield seen.word


def scenarios_with(workspace: Workspace, file: Path, stem: str) -> list[Part]:
    if stem not in workspace.files.text(file):
        return []
    found = [part for part in workspace.files.pieces(file) if stem in part.text and is_scenario(part)]
    return [workspace.files.read(part) for part in found]


def _stem(meaning: Meaning, analysis: Analysis) -> str:
    """Return the common prefix of all forms of a name.

    `compan` of company and companies, `coin` of coins and coin."""
    name = meaning.name
    if meaning.sort == "kind" and analysis.checker is not None and name in analysis.checker.kinds:
        plural = analysis.checker.kinds[name].plural
        return name if plural.startswith(name) else name[:-1]
    return name.removesuffix("s")


def variant_files(workspace: Workspace, analysis: Analysis) -> Iterable[Path]:
    """List the game's variants, and open house rules."""
    own = list(analysis.folder.variants.values())
    game = analysis.folder.path
    opened = [file for file in workspace.files.opened if file.suffix == ".rules" and file not in own]
    houses = [file for file in opened if (home := workspace.home(file)) and home.game == game and home.role == "house"]
    return [*own, *houses]


def scenario_texts(workspace: Workspace, analysis: Analysis) -> Iterable[Path]:
    """List all files that may contain scenarios.

    The game's own, open ones, and the variants."""
    own = sorted((analysis.folder.path / "scenarios").glob("**/*.scenario"))
    opened = [file for file in workspace.files.opened if file.suffix == ".scenario" and file not in own]
    there = [file for file in opened if (home := workspace.home(file)) and home.game == analysis.folder.path]
    return [*own, *there, *variant_files(workspace, analysis)]

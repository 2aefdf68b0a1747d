"""What is wrong with a game: its rules, each variant by itself, its scenarios' texts, its look, its rules for card texts.

In: a game's name or folder. Out: diagnostics. Layer: inspection, above load; for tools and editors.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from interpreter.data import Folder, read_folder
from interpreter.drawing.look import FILE as LOOK
from interpreter.drawing.look import read_look
from interpreter.finding import find_game, find_variants
from interpreter.inspection.readings import doubts_under, other_readings
from interpreter.inspection.text_rules import read_text_rules
from interpreter.load import load, nothing_thrown_away, rulebook_of
from interpreter.reading import GameReader, the_parser
from interpreter.scenario import holds_scenarios, read_scenarios, scenario_files
from interpreter.seeing.wire import definition
from interpreter.source import Diagnostic, Problems, Reporter


def problems(game: str | Path, variants: Sequence[str | Path] | None = None) -> list[Diagnostic]:
    """Everything that is wrong with a game: its rules, each variant by itself, its scenarios' texts."""
    reporter = Reporter()
    try:
        path = find_game(game)
        chosen = find_variants(path, variants) if variants is not None else None
        _check_with(path, chosen or [], reporter)
        if not reporter.has_errors:
            _check_readings(path, chosen or [], reporter)
        if chosen is None:
            _check_variants(read_folder(path), reporter)
            _check_scenarios(path, scenario_files(path), reporter)
            _check_look(path, reporter)
            if not reporter.has_errors:
                reporter.extend(Problems(read_text_rules(path)[1]))
        else:
            _check_scenarios(path, [file for file in chosen if holds_scenarios(file)], reporter)
    except Problems as found:
        reporter.extend(found)
    return list(reporter.diagnostics)


def _check_with(path: Path, variants: Sequence[Path], reporter: Reporter) -> None:
    own = Reporter()  # warnings that raise nothing
    try:
        with nothing_thrown_away():
            rulebook_of(path, variants, {}, own)  # nothing behind the Rulebook finds anything wrong
    except Problems as found:
        reporter.extend(found)
    else:
        reporter.extend(Problems(own.diagnostics))


def _check_readings(path: Path, variants: Sequence[Path], reporter: Reporter) -> None:
    """What else would be doubtful if options that hide something were chosen otherwise; each place once."""
    told = {(found.code, str(found.span)) for found in reporter.diagnostics}
    for reading in other_readings(path, variants):
        new = [found for found in doubts_under(path, variants, reading) if (found.code, str(found.span)) not in told]
        told |= {(found.code, str(found.span)) for found in new}
        reporter.extend(Problems(new))


def _check_variants(folder: Folder, reporter: Reporter) -> None:
    """Each variant with what it requires and extends."""
    for name, file in folder.variants.items():
        try:
            needed = with_required(folder, name, file)
        except Problems as found:
            reporter.extend(found)
            continue
        _check_with(folder.path, needed, reporter)


def with_required(folder: Folder, name: str, file: Path) -> list[Path]:
    """A variant's file, behind the files of the variants that it cannot be played without."""
    reader = GameReader(folder, Reporter(), the_parser())
    order: list[Path] = []
    seen: set[str] = set()

    def visit(variant: str, path: Path) -> None:
        if variant in seen:
            return
        seen.add(variant)
        for node, _ in reader.variant(path):
            for relation in node.relations:
                for other in relation.names:
                    if relation.word != "excludes" and other.name in folder.variants:
                        visit(other.name, folder.variants[other.name])
        order.append(path)

    visit(name, file)
    return order


def _check_look(path: Path, reporter: Reporter) -> None:
    """The hints for drawing it, against what the game has."""
    if not reporter.has_errors and (path / LOOK).is_file():
        try:
            read_look(path, definition(load(path)), strict=True)
        except Problems as found:
            reporter.extend(found)


def _check_scenarios(path: Path, files: Sequence[Path], reporter: Reporter) -> None:
    for file in files:
        try:
            read_scenarios(file, path if file.is_relative_to(path) else None)
        except Problems as found:
            reporter.extend(found)

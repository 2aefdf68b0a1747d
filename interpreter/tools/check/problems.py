"""Check a game: its rules, each variant alone, its scenarios' texts, its look, its rules for card texts, its playtest.

In: a game's name or folder. Out: diagnostics. Layer: tools, above load; for tools and editors.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from interpreter.check.names.memory import Memory
from interpreter.data import Folder, read_folder
from interpreter.finding import find_game, find_variants
from interpreter.load import limits_of_python, load, nothing_thrown_away, rulebook_of
from interpreter.scenario import holds_scenarios, read_scenarios, scenario_files
from interpreter.source import Diagnostic, Problems, Reporter
from interpreter.tools.cards.text_rules import read_text_rules
from interpreter.tools.check.parts import Part, report
from interpreter.tools.check.readings import doubts_under, other_readings
from interpreter.tools.check.required import with_required
from interpreter.tools.playtest.plan import wrong_with
from interpreter.tools.rulebook.prose import drifted
from interpreter.tools.sheet.fitting import crowded_cards
from interpreter.view.drawing.look import FILE as LOOK
from interpreter.view.drawing.look import read_look
from interpreter.view.json_view import definition


def problems(game: str | Path, variants: Sequence[str | Path] | None = None) -> list[Diagnostic]:
    """Find everything that is wrong with a game.

    Its rules, each variant alone, its scenarios' texts."""
    reporter = Reporter()
    with nothing_thrown_away():
        _report(game, variants, reporter)
    return list(reporter.diagnostics)


def _report(game: str | Path, variants: Sequence[str | Path] | None, reporter: Reporter) -> None:
    try:
        path = find_game(game)
        chosen = find_variants(path, variants) if variants is not None else None
        memory = Memory()
        _check_with(path, chosen or [], reporter, memory)
        parts: list[Part] = []
        if not reporter.has_errors:
            parts.append(partial(_check_readings, path, chosen or [], list(reporter.diagnostics), memory=memory))
        if chosen is None:
            folder = read_folder(path)
            parts += [partial(_check_variant, folder, name, memory=memory) for name in folder.variants]
            parts.append(partial(_check_scenarios, path, scenario_files(path)))
            report(parts, reporter)
            _check_look(path, reporter)
            if not reporter.has_errors:
                reporter.extend(Problems(read_text_rules(path)[1]))
                reporter.extend(Problems(crowded_cards(path)))
                reporter.extend(Problems(drifted(path)))
                reporter.extend(Problems(wrong_with(path)))
        else:
            report([*parts, partial(_check_scenarios, path, list(filter(holds_scenarios, chosen)))], reporter)
    except Problems as found:
        reporter.extend(found)


def _check_with(path: Path, variants: Sequence[Path], reporter: Reporter, memory: Memory) -> None:
    own = Reporter()  # for warnings, which raise nothing
    try:
        with limits_of_python():
            rulebook_of(path, variants, {}, own, memory)  # later stages report nothing new
    except Problems as found:
        reporter.extend(found)
    else:
        reporter.extend(Problems(own.diagnostics))


def _check_readings(
    path: Path, variants: Sequence[Path], known: Sequence[Diagnostic], reporter: Reporter, memory: Memory
) -> None:
    """Add the secrecy warnings that other settings would cause; each place once.

    Only settings of options that hide something matter."""
    told = {(found.code, str(found.span)) for found in known}
    for reading in other_readings(path, variants, memory):
        new = [
            found
            for found in doubts_under(path, variants, reading, memory)
            if (found.code, str(found.span)) not in told
        ]
        told |= {(found.code, str(found.span)) for found in new}
        reporter.extend(Problems(new))


def _check_variant(folder: Folder, name: str, reporter: Reporter, memory: Memory) -> None:
    """Check a variant together with what it requires and extends.

    Most trees are those of the game itself."""
    try:
        needed = with_required(folder, name, folder.variants[name])
    except Problems as found:
        reporter.extend(found)
    else:
        _check_with(folder.path, needed, reporter, memory)


def _check_look(path: Path, reporter: Reporter) -> None:
    """Check look.yaml against what the game has."""
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

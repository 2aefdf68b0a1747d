"""Quick fixes: the fixes that a diagnostic carries, for an editor.

In: a workspace, a file, a diagnostic. Out: QuickFixes, each with a title and its edit. Layer: language.
A fix is offered only if the text can be parsed with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.data import read_yaml
from interpreter.language.homes import known_games
from interpreter.language.parts import Extent, extent_of, split
from interpreter.language.renaming import Edit
from interpreter.language.workspace import Workspace
from interpreter.source import Diagnostic, Problems, Source
from interpreter.syntax.old_words import OLD_WORDS, Declared, renewals


@dataclass(frozen=True, slots=True)
class QuickFix:
    title: str
    edits: tuple[Edit, ...]


def fixes(workspace: Workspace, path: Path, problem: Diagnostic) -> list[QuickFix]:
    """List every fix of a diagnostic that leads to a text that can be parsed."""
    if problem.code == "R0007":
        return list(_games(path))
    found = {fix.edits: fix for fix in _tried(workspace, path, problem)}
    return list(found.values())


def old_words(workspace: Workspace, path: Path) -> Iterator[tuple[Extent, QuickFix]]:
    """List the old words of a file, each with the fix that writes the new one."""
    source = workspace.files.source(path)
    if path.suffix not in (".rules", ".scenario") or not any(word in source.text for word in OLD_WORDS):
        return
    home = workspace.home(path)
    files = sorted(home.game.glob("*/*.rules")) if home is not None else []
    declared = Declared.of([source.text, *(workspace.files.source(file).text for file in files)])
    for one in renewals(source, declared):
        extent = extent_of(source.span(one.start, one.end))
        new = one.new.removesuffix("(")
        yield extent, QuickFix(f'Write "{new}" instead of "{one.old}"', (Edit(extent, one.new),))


def _tried(workspace: Workspace, path: Path, problem: Diagnostic) -> Iterator[QuickFix]:
    for fix in problem.fixes:
        for place in fix.edits:
            edit = Edit(extent_of(place.span), place.text)
            if edit.text != _old(workspace.files.source(path), edit) and _leads_on(workspace, path, problem, edit):
                yield QuickFix(_title(edit, workspace, path), (edit,))
                break


def _title(edit: Edit, workspace: Workspace, path: Path) -> str:
    text = edit.text.strip()
    if not text:
        return "Leave it out"
    if edit.text.endswith("\n"):
        return f"Add: {text}"
    old = _old(workspace.files.source(path), edit)
    return f'Write "{text}" instead of "{old}"' if old and len(old) <= 30 else f'Write "{text}"'


def _old(source: Source, edit: Edit) -> str:
    start = source.offset(edit.extent.line + 1, edit.extent.column + 1)
    return source.text[start : source.offset(edit.extent.end_line + 1, edit.extent.end_column + 1)]


def _leads_on(workspace: Workspace, path: Path, problem: Diagnostic, edit: Edit) -> bool:
    """Does the text parse at least as well with the edit?

    And better if it did not parse."""
    source = workspace.files.source(path)
    if not _old(source, edit) and not edit.text:
        return False
    start = source.offset(edit.extent.line + 1, edit.extent.column + 1)
    end = source.offset(edit.extent.end_line + 1, edit.extent.end_column + 1)
    text = source.text[:start] + edit.text + source.text[end:]
    before, now = _unreadable(workspace, path, source.text), _unreadable(workspace, path, text)
    return now < before if problem.code.startswith(("R01", "R04")) and before else now <= before


def _unreadable(workspace: Workspace, path: Path, text: str) -> int:
    """Count the parts of a text that cannot be parsed."""
    if path.suffix not in (".rules", ".scenario"):
        return _wrong_yaml(Source(str(path), text))
    known = {(part.text, part.inside): bool(part.problems) for part in workspace.files.parts(path)}
    parsers, count = workspace.files.parsers, 0
    for _, part, inside in split(str(path), text):
        broken = known.get((part, inside))
        if broken is None:
            scenario = path.suffix == ".scenario" or part.lstrip("\n").startswith("scenario ")
            whole = f"variant {inside}\n{part}" if inside else part
            with workspace.files.lock:
                can = parsers.tests.can_read(part, "scenarios") if scenario else parsers.rules.can_read(whole, "module")
            broken = not can
        count += broken
    return count


def _wrong_yaml(source: Source) -> int:
    try:
        read_yaml(source)
    except Problems as problems:
        return len(problems.diagnostics)
    return 0


def _games(path: Path) -> Iterator[QuickFix]:
    """Offer the games that a house rule may belong to."""
    for name in known_games(path):
        yield QuickFix(f"This belongs to {name}", (Edit(Extent(str(path), 0, 0, 0, 0), f"# game: {name}\n"),))

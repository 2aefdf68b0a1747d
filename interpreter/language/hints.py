"""Inlay hints: what variants change, beside what they change; and beside a change the previous value.

In: a workspace and a path. Out: hints with their locations. Layer: language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.check.names.recorder import Meaning, Word
from interpreter.data import plain
from interpreter.language.analysis import Analysis
from interpreter.language.changes import Change, changes
from interpreter.language.looking import words_in
from interpreter.language.parts import Extent, extent_of
from interpreter.language.workspace import Workspace
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

MOST = 3  # changes that a hint names
LONGEST = 40


@dataclass(frozen=True, slots=True)
class Hint:
    """A text shown after a location; `more` is its tooltip."""

    extent: Extent
    text: str
    more: str


def hints(workspace: Workspace, path: Path) -> list[Hint]:
    home = workspace.home(path)
    analysis = workspace.analysis(path)
    if home is None or analysis is None or analysis.checker is None:
        return []
    if home.role in ("variant", "house"):
        return list(_before(workspace, path, analysis))
    return list(_changed(workspace, path, analysis))


def _changed(workspace: Workspace, path: Path, analysis: Analysis) -> Iterator[Hint]:
    """Show after each declared name which variants change it, and to what."""
    found = changes(workspace, analysis)
    for seen in words_in(workspace, path):
        by = [change for change in found.get(seen.word.meaning, ()) if change.by.startswith("variant ")]
        if by and seen.word.given == seen.word.span:
            more = "\n".join(f"{change.by}: {change.law}" for change in by)
            yield Hint(extent_of(seen.word.span), _changes_in_words(by), more)


def _changes_in_words(by: list[Change]) -> str:
    texts = [change.by.removeprefix("variant ") + _value(change.value) for change in by]
    once = list(dict.fromkeys(texts))
    return "⟵ " + ", ".join(once[:MOST]) + (" …" if len(once) > MOST else "")


def _value(value: str | None) -> str:
    return f": {value}" if value is not None and len(value) <= LONGEST else ""


def _before(workspace: Workspace, path: Path, analysis: Analysis) -> Iterator[Hint]:
    """After each change of a variant without `was`, show the previous value."""
    declarations = analysis.words.declarations
    for part in workspace.files.parts(path):
        for node in part.declarations:
            if getattr(node, "was", None) is None:
                for word in declarations.law(node):
                    was = _was(node, word, analysis)
                    if was is not None and len(was) <= LONGEST:
                        yield Hint(extent_of(word.span), f"was {was}", f"the rules say {was}")


def _was(node: object, word: Word, analysis: Analysis) -> str | None:
    checker = analysis.checker
    if checker is None:
        return None
    match node, word.meaning:
        case n.ChangeValue(), Meaning(sort="value", name=name):
            base = checker.woven.lets.get(name)
            return write(base.cases[0].value) if base is not None and len(base.cases) == 1 else None
        case n.ChangeCell(), Meaning(sort="column", name=name, of=kind):
            rows = checker.rows[kind].rows if kind in checker.rows else []
            row = next((row for row in rows if row.id == node.row), None)
            return str(plain(row.cells[name])) if row is not None and name in row.cells else None
        case _:
            return None

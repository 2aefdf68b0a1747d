"""Find variants that no longer fit a new version of their game, with both locations and what to write instead.

In: an old and a new version of a game, house rules. Out: diagnostics at the variant's line. Layer: tools, above load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from interpreter.check import Checker
from interpreter.data import read_folder
from interpreter.finding import find_game, find_variants
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Note, nearest
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.tools.check.problems import problems
from interpreter.tools.check.required import with_required


def misfits(old: str | Path, new: str | Path, variants: Sequence[str | Path] = ()) -> list[Diagnostic]:
    """List errors of the variants that only the new rules cause.

    By default all variants of the new version."""
    before, after = find_game(old), find_game(new)
    renamed = _Renamed(_checker(before), _checker(after))
    found: list[Diagnostic] = []
    for files in _sets(after, variants):
        wrong = [one for one in problems(after, files) if one.severity == "error"]
        if wrong and (not variants or not any(one.severity == "error" for one in problems(before, files))):
            found += [renamed.explained(one) for one in wrong]
    return list(dict.fromkeys(found))


def _sets(path: Path, variants: Sequence[str | Path]) -> list[list[str | Path]]:
    if variants:
        return [[str(file) for file in find_variants(path, variants)]]
    folder = read_folder(path)
    return [[file.stem for file in with_required(folder, name, file)] for name, file in folder.variants.items()]


def _checker(path: Path) -> Checker:
    return read_game(path, [], {})[2]


class _Renamed:
    """Names that differ between the old version and the new one."""

    def __init__(self, before: Checker, after: Checker) -> None:
        self.old, self.new = _declared(before), _declared(after)
        self.gone = {name: node for name, node in self.old.items() if name not in self.new}
        self.fresh = {name: node for name, node in self.new.items() if name not in self.old}

    def explained(self, problem: Diagnostic) -> Diagnostic:
        """Add to a problem the old location of the thing, its new one, and its new name."""
        if problem.span is None:
            return problem
        name = next(
            (name for name in (problem.span.text, *problem.message.split('"')[1::2]) if name in self.gone), None
        )
        if name is None:
            return problem
        notes = [*problem.notes, Note(f'"{name}" was here', self.gone[name].span)]
        now = self._now(name)
        if now is None:
            return replace(problem, notes=tuple(notes))
        notes.append(Note(f'it seems to be "{now}" now', self.new[now].span))
        return replace(problem, notes=tuple(notes), help=f"write {now} instead of {name}")

    def _now(self, name: str) -> str | None:
        """Find the new name of a declaration with the same text.

        Failing that, the most similar name."""
        text = _without(name, self.gone[name])
        same = [other for other, node in self.fresh.items() if _without(other, node) == text]
        return same[0] if same else nearest(name, self.fresh)


def _declared(checker: Checker) -> Mapping[str, Any]:
    woven = checker.woven
    return {**woven.routines, **woven.lets, **woven.keeps, **woven.options}


def _without(name: str, node: n.Node) -> str:
    return write(node).replace(name, "…")

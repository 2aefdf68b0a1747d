"""Apply the safe fixes of a game's mistakes, in a copy, until none is left.

In: a game's folder and the files of chosen variants. Out: the files that change, each with its text before and after; nothing is
written. Layer: tools. A round of fixes that does not take its mistakes away is taken back.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.source import Diagnostic, Edit, Problems, Source
from interpreter.source.shared import bring_along
from interpreter.tools.check.problems import problems

MAX_ROUNDS = 20  # a mistake may hide the next one


@dataclass(frozen=True)
class Changed:
    """A file, as it is and with the fixes."""

    path: Path
    before: str
    after: str

    def diff(self) -> str:
        """Return the change as a unified diff."""
        name = str(self.path)
        lines = unified_diff(
            self.before.splitlines(keepends=True), self.after.splitlines(keepends=True), name, f"{name} (fixed)"
        )
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def safe_changes(folder: Path, variants: Sequence[Path] | None = None) -> list[Changed]:
    """Return what the safe fixes make of a game and of house rules elsewhere."""
    with TemporaryDirectory() as place:
        copies = _copied(folder, variants or (), Path(place))
        copy = copies[folder]
        chosen = (
            None if variants is None else [copies.get(file) or copy / file.relative_to(folder) for file in variants]
        )
        _fix_all(copy, chosen)
        return sorted(_compared(copies), key=lambda changed: changed.path)


def _copied(folder: Path, variants: Sequence[Path], place: Path) -> dict[Path, Path]:
    """Copy a game, and the variants outside of it; return where each has gone."""
    copies = {folder: place / "game" / folder.name}
    shutil.copytree(folder, copies[folder])
    bring_along(folder, copies[folder])
    for number, file in enumerate(file for file in variants if not file.is_relative_to(folder)):
        copies[file] = place / str(number) / file.name
        copies[file].parent.mkdir()
        shutil.copyfile(file, copies[file])
    return copies


def _fix_all(folder: Path, variants: Sequence[Path] | None) -> None:
    found = problems(folder, variants)
    for _ in range(MAX_ROUNDS):
        fixed = {one: edit for one in found if (edit := _safe_edit(one)) is not None}
        old = _applied(fixed.values())
        if not old:
            return
        now = problems(folder, variants)
        if not _are_gone(fixed, found, now):
            for path, text in old.items():
                path.write_text(text, encoding="utf-8", newline="")
            return
        found = now


def _are_gone(fixed: Iterable[Diagnostic], found: Sequence[Diagnostic], now: Sequence[Diagnostic]) -> bool:
    """Whether each mistake that was fixed is reported less often.

    Others may appear that it has hidden."""
    before, after = (Counter((one.code, one.message) for one in some) for some in (found, now))
    return all(after[one.code, one.message] < before[one.code, one.message] for one in fixed)


def _applied(edits: Iterable[Edit]) -> dict[Path, str]:
    """Write one round of fixes.

    Return the files that were changed, with their old texts."""
    by_file: dict[Path, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(Path(edit.span.source.path), []).append(edit)
    old: dict[Path, str] = {}
    for path, wanted in by_file.items():
        with suppress(OSError, Problems, ValueError):
            raw, text = path.read_bytes().decode("utf-8"), Source.read(path).text
            changed = _edited(text, [edit for edit in wanted if edit.span.source.text == text])
            if changed != text:
                old[path] = raw
                path.write_text(changed, encoding="utf-8", newline="\r\n" if "\r\n" in raw else "")
    return old


def _safe_edit(found: Diagnostic) -> Edit | None:
    """Return the edit of the one safe fix.

    None if there is none, or a choice between several."""
    safe = [fix for fix in found.fixes if fix.is_safe and len(fix.edits) == 1]
    return safe[0].edits[0] if len(safe) == 1 else None


def _edited(text: str, edits: Sequence[Edit]) -> str:
    """Apply the edits from the last to the first; of two that overlap, the first."""
    chosen: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        if not chosen or edit.span.start >= chosen[-1].span.end:
            chosen.append(edit)
    for edit in reversed(chosen):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _compared(copies: Mapping[Path, Path]) -> list[Changed]:
    found = []
    for original, copy in copies.items():
        for file in [copy] if copy.is_file() else sorted(copy.rglob("*")):
            old = original if copy.is_file() else original / file.relative_to(copy)
            if file.is_file() and file.read_bytes() != old.read_bytes():
                found.append(Changed(old, old.read_bytes().decode("utf-8"), file.read_bytes().decode("utf-8")))
    return found

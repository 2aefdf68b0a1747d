"""Rename a thing everywhere at once, or not at all.

In: a workspace, a position, a new name. Out: the edits of every file, or RefusedError with the reason and the location of the
obstacle. Layer: language. Before edits are offered, the changed texts are checked: each word must mean what it meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.check.names.plurals import plural_of
from interpreter.check.names.recorder import Meaning, Word
from interpreter.data.folder import MANIFEST
from interpreter.fingerprint import LOOK
from interpreter.language.looking import (
    Seen,
    everywhere,
    part_words,
    row_of,
    scenario_texts,
    scenarios_with,
    variant_files,
    word_at,
    words_in,
)
from interpreter.language.parts import Extent, Part, extent_of
from interpreter.language.workspace import Workspace
from interpreter.source import Diagnostic, Source

NAME = re.compile(r"[a-z][a-z0-9_]*")
RENAMED = frozenset(
    {"keep", "value", "option", "routine", "kind", "member", "column", "variable", "step", "way", "always"}
)
WORDS_OF_CHOICES = frozenset({"variable", "way", "routine", "member"})


@dataclass(eq=False)
class RefusedError(Exception):
    """Why something cannot be renamed, and the location of the obstacle."""

    message: str
    extent: Extent | None = None

    def __str__(self) -> str:
        if self.extent is None:
            return self.message
        return f"{self.message} ({Path(self.extent.path).name}:{self.extent.line + 1}:{self.extent.column + 1})"


@dataclass(frozen=True, slots=True)
class Edit:
    extent: Extent
    text: str


def renamable(workspace: Workspace, path: Path, line: int, column: int) -> tuple[Extent, str]:
    """Return the location and present name of what would be renamed.

    RefusedError if it has no name of its own."""
    seen = _seen(workspace, path, line, column)
    return extent_of(seen.word.span), seen.word.span.text


def rename(workspace: Workspace, path: Path, line: int, column: int, new: str) -> list[Edit]:
    """Return the edits that rename a thing, in the order of files and positions."""
    seen = _seen(workspace, path, line, column)
    meaning = row_of(seen.word.meaning, seen.analysis)
    new = _wanted(workspace, seen, meaning, new)
    names = {meaning: new, **_made_of(seen.analysis.checker, meaning, new)}
    if meaning.sort != "variable":
        _refuse_unreadable(workspace, seen, meaning.name)
    texts: dict[Extent, str | None] = {}
    for one, name in names.items():
        same = Seen(replace(seen.word, meaning=one), seen.analysis)
        texts |= {extent_of(word.span): _form(word, one, name, seen) for word in everywhere(workspace, path, same)}
        _check_replies(workspace, seen, one)
    edits = [Edit(place, text) for place, text in sorted(texts.items(), key=_order) if text is not None]
    _verify(workspace, path, seen, names, new, edits)
    return edits


def _made_of(checker: Checker | None, meaning: Meaning, new: str) -> dict[Meaning, str]:
    """Return new names for the unnamed connections of a place.

    They are named after their ends."""
    found: dict[Meaning, str] = {}
    if checker is None or meaning.sort != "member":
        return found
    for name, rows in checker.rows.items():
        for row in rows.rows if checker.kinds[name].joins == meaning.of else ():
            ends = [str(row.cells[end].value) for end in ("from", "to") if end in row.cells]
            old = "_".join(ends)
            if meaning.name in ends and row.id.startswith(old) and row.cells["id"].span.text.strip("\"'") != row.id:
                now = "_".join(new if end == meaning.name else end for end in ends)
                found[Meaning("member", row.id, name)] = now + row.id.removeprefix(old)
    return found


def _refuse_unreadable(workspace: Workspace, seen: Seen, name: str) -> None:
    """Refuse if a text that cannot be parsed may refer to the thing.

    Half a rename is worse than none."""
    word = re.compile(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])")
    for file in _all_files(workspace, seen):
        if not word.search(workspace.files.text(file)):
            continue
        if file.suffix in (".rules", ".scenario"):
            held = [part for part in workspace.files.pieces(file) if word.search(part.text)]
            broken: list[Source] = [part for part in held if workspace.files.read(part).problems]
        else:
            broken = [workspace.files.source(file)] if workspace.syntax(file) else []
        for text in broken:
            found = word.search(text.text)
            place = extent_of(text.span(found.start(), found.end())) if found is not None else None
            raise RefusedError(f'"{name}" is used in a text that cannot be read: correct that first', place)


def _all_files(workspace: Workspace, seen: Seen) -> list[Path]:
    """List every file of the game that may contain a name."""
    folder = seen.analysis.folder
    variants = list(variant_files(workspace, seen.analysis))
    data = [file for chosen in ((), *((file,) for file in variants)) for file in workspace.data_files(folder, chosen)]
    own = (folder.path / MANIFEST, folder.path / LOOK)
    return list(dict.fromkeys([*folder.rules, *data, *own, *scenario_texts(workspace, seen.analysis)]))


def _order(item: tuple[Extent, str | None]) -> tuple[str, int, int]:
    return item[0].path, item[0].line, item[0].column


# ---------------------------------------------------------------- what can be renamed


def _seen(workspace: Workspace, path: Path, line: int, column: int) -> Seen:
    seen = word_at(workspace, path, line, column)
    if seen is None:
        raise RefusedError("there is no name here")
    meaning = seen.word.meaning
    if meaning.sort not in RENAMED or (meaning.sort == "variable" and seen.word.given is None):
        raise RefusedError(_why_not(meaning))
    if meaning.sort != "variable" and not _is_declared(seen, meaning):
        raise RefusedError(f'"{meaning.name}" is not declared in this game')
    return seen


def _why_not(meaning: Meaning) -> str:
    match meaning.sort:
        case "function" | "variable":
            return f'"{meaning.name}" belongs to the language'
        case "variant":
            return "a variant is called like its file: rename the file, and then the variant in it"
        case "reply":
            return f"several things are called {meaning.name}: rename it where it is declared"
        case _:
            return f'"{meaning.name}" cannot be renamed here'


def _is_declared(seen: Seen, meaning: Meaning) -> bool:
    row = row_of(meaning, seen.analysis)
    return any(word.given is not None for word in seen.analysis.words.by_meaning.get(row, ()))


def _wanted(workspace: Workspace, seen: Seen, meaning: Meaning, new: str) -> str:
    """Check the new name: well-formed, no keyword, no collision."""
    if not NAME.fullmatch(new):
        raise RefusedError(
            f'"{new}" is not a name: a name is a lower-case letter, then lower-case letters, digits and _'
        )
    if new in workspace.files.parsers.rules.words:
        raise RefusedError(f'"{new}" is a word of the language')
    if seen.analysis.checker is not None and meaning.sort != "variable":
        _refuse_known(seen, meaning, new, seen.analysis.checker)
    return new


def _refuse_known(seen: Seen, meaning: Meaning, new: str, checker: Checker) -> None:
    """Refuse a name that is already taken by something it could be confused with."""
    for other, words in seen.analysis.words.by_meaning.items():
        if other.name == new and _collide(meaning, other):
            given = next((word for word in words if word.given is not None), None)
            if given is not None:
                raise RefusedError(f'"{new}" is already {_called(other)}', extent_of(given.span))
    if new in FUNCTIONS and meaning.sort not in ("column", "step", "way"):
        raise RefusedError(f'"{new}" is already part of the language: {FUNCTIONS[new].form}')
    if new in checker.plurals or new in checker.kinds:
        raise RefusedError(f'"{new}" is already the name of a kind')


def _collide(one: Meaning, other: Meaning) -> bool:
    """Whether two names collide.

    Members and columns of different kinds, and steps of different procedures, do not."""
    narrow = ("member", "column", "step", "way")
    if one.sort in narrow and other.sort in narrow:
        return one.sort == other.sort and one.of == other.of
    if other.sort == "variable" or "column" in (one.sort, other.sort):
        return False
    return not ({one.sort, other.sort} & {"step", "way", "always"}) or one.sort == other.sort


def _called(meaning: Meaning) -> str:
    of = f" of {meaning.of}" if meaning.of and meaning.sort in ("member", "column", "step", "way") else ""
    return {
        "keep": "a value that is kept", "value": "a calculated value", "routine": "a procedure or an action",
        "option": "an option",
    }.get(meaning.sort, f"a {meaning.sort}{of}")  # fmt: skip


# ---------------------------------------------------------------- forms of a name


def _form(word: Word, meaning: Meaning, new: str, seen: Seen) -> str | None:
    """Return the new text of a word.

    The name, its plural or singular, or a copy of a card. None: it stays."""
    text, old = word.span.text, meaning.name
    if text == old:
        return new
    if meaning.sort == "member" and (copy := re.fullmatch(rf"{re.escape(old)}(_[0-9]+)", text)):
        return new + copy.group(1)
    if meaning.sort == "kind":
        return plural_of(new) if text == plural_of(old) and not _own_plural(seen, old) else None
    if meaning.sort == "keep":
        if text + "s" == old:
            return new.removesuffix("s")
        return new if text == old + "s" else None
    return None


def _own_plural(seen: Seen, kind: str) -> bool:
    """Whether the declaration gives an explicit plural."""
    checker = seen.analysis.checker
    return checker is not None and kind in checker.kinds and checker.kinds[kind].plural != plural_of(kind)


def _check_replies(workspace: Workspace, seen: Seen, meaning: Meaning) -> None:
    """Refuse if scenarios choose by this name where it may mean something else."""
    if meaning.sort not in WORDS_OF_CHOICES:
        return
    wanted = ("reply", "decision") if meaning.sort == "variable" else ("reply",)
    for file in scenario_texts(workspace, seen.analysis):
        for part in scenarios_with(workspace, file, meaning.name):
            for other in part_words(workspace, file, part):
                if other.word.meaning.name == meaning.name and other.word.meaning.sort in wanted:
                    message = f'a scenario says "{meaning.name}", and it is unclear which one it means'
                    raise RefusedError(message, extent_of(other.word.span))


# ---------------------------------------------------------------- nothing else may change


def _verify(
    workspace: Workspace, path: Path, seen: Seen, names: dict[Meaning, str], new: str, edits: list[Edit]
) -> None:
    """Check the changed texts.

    Refuse if there is a new error, or a word means something else."""
    texts = {Path(name): changed_text(workspace, name, edits) for name in {edit.extent.path for edit in edits}}
    after = workspace.with_texts(texts)
    variants = set(variant_files(workspace, seen.analysis))
    for file in [path, *(file for file in texts if file in variants and file != path)]:
        _nothing_new(_problems(workspace, file), _problems(after, file), new)
    for file in texts:
        for old, now in _changed_words(workspace, after, file):
            _nothing_new((), now.problems if isinstance(now, Part) and not _broken(old) else (), new)
            _same_meanings(list(_words(workspace, file, old)), list(_words(after, file, now)), names, new)


def _problems(workspace: Workspace, file: Path) -> list[Diagnostic]:
    analysis = workspace.analysis(file)
    return analysis.diagnostics if analysis is not None else []


def _nothing_new(before: Iterable[Diagnostic], after: Iterable[Diagnostic], new: str) -> None:
    known = {(problem.code, problem.message) for problem in before}
    for problem in after:
        if problem.severity == "error" and (problem.code, problem.message) not in known:
            place = extent_of(problem.span) if problem.span is not None else None
            raise RefusedError(f'called "{new}", this would no longer be right: {problem.message}', place)


def _broken(text: Source) -> bool:
    return isinstance(text, Part) and bool(text.problems)


def _changed_words(before: Workspace, after: Workspace, file: Path) -> Iterator[tuple[Source, Source]]:
    """Yield the changed texts, before and after; rules and scenarios part by part."""
    if file.suffix not in (".rules", ".scenario"):
        yield before.files.source(file), after.files.source(file)
        return
    for old, now in zip(before.files.pieces(file), after.files.pieces(file), strict=True):
        if old.text != now.text:
            yield before.files.read(old), after.files.read(now)


def _words(workspace: Workspace, file: Path, text: Source) -> Iterator[Seen]:
    yield from part_words(workspace, file, text) if isinstance(text, Part) else words_in(workspace, file)


def _same_meanings(before: list[Seen], after: list[Seen], names: dict[Meaning, str], new: str) -> None:
    old = {extent_of(seen.word.span): _mapped(seen.word.meaning, names) for seen in before}
    now = {extent_of(seen.word.span): seen.word.meaning for seen in after}
    wanted = [old[place] for place in sorted(old, key=_at)]
    for (place, found), said in zip(sorted(now.items(), key=lambda item: _at(item[0])), wanted, strict=False):
        if (found.sort, found.name) != said:
            raise RefusedError(f'called "{new}", this would mean something else', place)
    if len(now) != len(wanted):
        raise RefusedError(f'called "{new}", some names would no longer mean anything', min(old, key=_at, default=None))


def _at(extent: Extent) -> tuple[int, int]:
    return extent.line, extent.column


def _mapped(found: Meaning, names: dict[Meaning, str]) -> tuple[str, str]:
    if found in names:
        return found.sort, names[found]
    for meaning, new in names.items():
        if found.sort == meaning.sort == "member" and found.of == meaning.of:
            copy = re.fullmatch(rf"{re.escape(meaning.name)}(_[0-9]+)", found.name)
            if copy is not None:
                return found.sort, new + copy.group(1)
    return found.sort, found.name


def changed_text(workspace: Workspace, path: str, edits: list[Edit]) -> str:
    """Apply the edits to a file."""
    source: Source = workspace.files.source(Path(path))
    text = source.text
    own = [edit for edit in edits if edit.extent.path == path]
    for edit in sorted(own, key=lambda edit: _at(edit.extent), reverse=True):
        start = source.offset(edit.extent.line + 1, edit.extent.column + 1)
        end = source.offset(edit.extent.end_line + 1, edit.extent.end_column + 1)
        text = text[:start] + edit.text + text[end:]
    return text

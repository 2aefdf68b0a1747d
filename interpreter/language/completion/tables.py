"""Completion in tables, maps and the manifest, and in rules text embedded in them.

In: a workspace and a position in a YAML file. Out: Items. Layer: language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.declarations.kinds import STANDARD
from interpreter.data.schema import load_schema
from interpreter.ir.types import ListOf, Maybe, Of, Type, YesNo
from interpreter.language.completion.names import routines_of, values_at
from interpreter.language.completion.spot import WORD, Item, Spot
from interpreter.language.workspace import Workspace
from interpreter.syntax.recovery import indentation

KEY = re.compile(r"^\s*(?:-\s+)?(?:\{\s*)?(?:[^#]*[,{]\s*)?([a-z][a-z0-9_]*)?$")
VALUE = re.compile(r"(?:^|[\s{,-])([a-z][a-z0-9_]*):\s+\[?(?:[^\]#]*,\s*)?[a-z0-9_]*$")
TEXT = re.compile(r"^( *)(?:- +)?([a-z][a-z0-9_]*):\s*\|\s*$")


def in_tables(workspace: Workspace, path: Path, line: int, column: int) -> Iterator[Item]:
    home, analysis = workspace.home(path), workspace.analysis(path)
    if home is None or analysis is None or analysis.checker is None:
        return
    lines = workspace.files.source(path).text.split("\n")
    before = lines[line][:column] if line < len(lines) else ""
    if home.role == "manifest":
        yield from _manifest(analysis.checker, lines[:line], before)
        return
    inside = _embedded(lines, line)
    if inside is not None:
        yield from _embedded_words(workspace, analysis.checker, inside, lines, line, before)
        return
    kinds = [kind for kind in analysis.checker.rows if _stands_in(analysis.checker, kind, path)]
    value = VALUE.search(before)
    if value is not None:
        yield from _cell_values(kinds, value.group(1), analysis.checker)
    elif KEY.match(before):
        for kind in kinds:
            yield from (Item(name, "column", kind, True) for name in analysis.checker.kinds[kind].columns)
        yield from (Item(name, "word") for name in sorted(STANDARD))


def _stands_in(checker: Checker, kind: str, path: Path) -> bool:
    return any(row.span.source.path == str(path) for row in checker.rows[kind].rows)


def _cell_values(kinds: Iterable[str], key: str, checker: Checker) -> Iterator[Item]:
    for kind in kinds:
        column = checker.kinds[kind].columns.get(key)
        if column is not None and column.type is not None:
            yield from _of_type(column.type, checker)
        joins = checker.kinds[kind].joins
        if key in ("from", "to") and joins is not None:
            yield from (Item(name, "member", joins, True) for name in checker.kinds[joins].members)
    if key == "source":
        yield from (Item(name, "word") for name in ("rulebook", "stand-in"))


def _of_type(type_: Type, checker: Checker) -> Iterator[Item]:
    match type_:
        case Maybe(inner):
            yield Item("none", "word")
            yield from _of_type(inner, checker)
        case ListOf(inner):
            yield from _of_type(inner, checker)
        case YesNo():
            yield from (Item(name, "word", "", True) for name in ("yes", "no"))
        case Of(kind):
            yield from (Item(name, "member", kind, True) for name in checker.kinds[kind].members)


def _manifest(checker: Checker, above: list[str], before: str) -> Iterator[Item]:
    """List the keys of a manifest, and below `options` the options of the rules."""
    nested = before.startswith(" ") or "{" in before
    opened = next((line for line in reversed([*above, before.split("{")[0]]) if line and not line.startswith(" ")), "")
    if nested and opened.startswith("options"):
        yield from (Item(name, "option", option.title, True) for name, option in checker.options.items())
    elif KEY.match(before):
        yield from (Item(name, "word") for name in load_schema("manifest").get("properties", {}))


def _embedded(lines: list[str], line: int) -> tuple[str, int] | None:
    """Return the key of the rules text that contains a line, and that key's line."""
    width = indentation(lines[line]) if lines[line].strip() else 1000
    for number in range(line - 1, -1, -1):
        found = TEXT.match(lines[number])
        if found is not None and indentation(lines[number]) < width:
            return found.group(2), number
        if lines[number].strip() and indentation(lines[number]) < width:
            return None
    return None


def _embedded_words(
    workspace: Workspace, checker: Checker, inside: tuple[str, int], lines: list[str], line: int, before: str
) -> Iterator[Item]:
    key, first = inside
    width = (
        indentation(lines[first + 1]) if first + 1 < len(lines) and lines[first + 1].strip() else indentation(before)
    )
    text = "\n".join(text[width:] for text in [*lines[first + 1 : line], WORD.sub("", before)])
    parser = workspace.files.parsers.rules
    with workspace.files.lock:
        types = parser.could_follow(text, "laws" if key == "rules" else "cell_steps")
    words = [parser.vocabulary.spelling.get(type_, "") for type_ in types]
    yield from (Item(word, "word") for word in words if word[:1].isalpha())
    if "NAME" in types:
        yield from values_at(Spot(), checker)
        yield from (Item(name, "variable") for name in ("player", "this", "you"))
        yield from (Item(name, "column", kind.name) for kind in checker.kinds.values() for name in kind.columns)
        yield from routines_of(checker)

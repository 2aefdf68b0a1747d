"""Hover: describe the word under the pointer.

In: a workspace and a position. Out: text (Markdown) and the location of the word. Layer: language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.expressions.phrasing import article, written
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.check.names.recorder import Meaning, Word
from interpreter.data import plain
from interpreter.ir import rulebook as rb
from interpreter.ir.types import type_in_words
from interpreter.language.changes import changes
from interpreter.language.cheat_sheet import sentence_of
from interpreter.language.looking import Seen, declaration_of, declaring_node, row_of, word_at
from interpreter.language.parts import Extent, Part, extent_of
from interpreter.language.workspace import Workspace
from interpreter.source import Span
from interpreter.syntax import nodes as n

MAX_LINES = 6  # lines of a declaration that are shown
MAX_CHANGES = 8
LANGUAGE = re.compile(r"[a-z]+")


def hover(workspace: Workspace, path: Path, line: int, column: int) -> tuple[str, Extent] | None:
    seen = word_at(workspace, path, line, column)
    if seen is None:
        return _word_of_the_language(workspace, path, line, column)
    declared = declaration_of(seen)
    parts = [
        _shown(declared, seen), _what(seen), _remarks(declared), _because(declared, seen), _clauses(declared),
        _changed(workspace, seen),
    ]  # fmt: skip
    return "\n\n".join(part for part in parts if part), extent_of(seen.word.span)


def _word_of_the_language(workspace: Workspace, path: Path, line: int, column: int) -> tuple[str, Extent] | None:
    """What a sentence means of which this word is a part, as on the cheat sheet."""
    if path.suffix not in (".rules", ".scenario"):
        return None
    lines = workspace.files.text(path).split("\n")
    text = lines[line] if line < len(lines) else ""
    word = next((found for found in LANGUAGE.finditer(text) if found.start() <= column < found.end()), None)
    if word is None or text[: word.start()].count('"') % 2 or "#" in text[: word.start()]:
        return None
    sentence = sentence_of(word[0], text)
    if sentence is None:
        return None
    forms = "\n".join(sentence.forms)
    said = f"```rulewright\n{forms}\n```\n\n{sentence.means}"
    return said, Extent(str(path), line, word.start(), line, word.end())


# ---------------------------------------------------------------- what it is


def _what(seen: Seen) -> str:
    checker, meaning = seen.analysis.checker, seen.word.meaning
    if checker is None:
        return ""
    match meaning.sort:
        case "variable":
            return f"**{meaning.name}** is {_of_type(seen.word)} here."
        case "function":
            return f"**{meaning.name}** is part of the language: `{FUNCTIONS[meaning.name].form}`"
        case "member":
            return _member(row_of(meaning, seen.analysis), checker)
        case "kind":
            return _kind(meaning, checker)
        case "step" | "way":
            what = "a step of" if meaning.sort == "step" else "one of the ways to choose in"
            return f"**{meaning.name}** is {what} {meaning.of}."
        case "always":
            return f"**{meaning.name}** must hold at all times."
        case "variant":
            return f"**{meaning.name}** is a variant of {seen.analysis.folder.manifest.title}."
        case _:
            return _thing(meaning, checker)


def _of_type(word: Word) -> str:
    return article(type_in_words(word.type)) if word.type is not None else "a value"


def _thing(meaning: Meaning, checker: Checker) -> str:
    name = meaning.name
    match meaning.sort:
        case "keep" if name in checker.keeps:
            keep = checker.keeps[name]
            return f"`{written(name, keep.parameters)}` is kept: {article(type_in_words(keep.type))}{_audience(keep)}."
        case "value" if name in checker.values:
            value = checker.values[name]
            return f"`{written(name, value.parameters)}` is calculated: {article(type_in_words(value.type))}."
        case "option" if name in checker.options:
            return _option(checker.options[name])
        case "routine" if name in checker.routines:
            return _routine(checker.routines[name])
        case "column" if meaning.of in checker.kinds and name in checker.kinds[meaning.of].columns:
            column = checker.kinds[meaning.of].columns[name]
            what = "steps" if column.type is None else article(type_in_words(column.type))
            return f"`{meaning.of}'s {name}` is printed: {what}."
        case _:
            return f"**{name}** is {article(meaning.sort)}."


def _audience(keep: rb.Keep) -> str:
    if not keep.seen:
        return ", seen by everyone"
    return ", seen by nobody" if not any(seen.everyone or seen.by or seen.all_but for seen in keep.seen) else ""


def _option(option: rb.Option) -> str:
    title = f" ({option.title})" if option.title else ""
    return f"**{option.name}**{title} is an option: {article(type_in_words(option.type))}."


def _routine(routine: rb.Routine) -> str:
    given = [parameter for parameter in routine.parameters if parameter.name != "you"]
    form = f"{routine.name}({', '.join(parameter.name for parameter in given)})" if given else routine.name
    gives = f" It gives {article(type_in_words(routine.gives))}." if routine.gives is not None else ""
    return f"`{form}` is {article(routine.word)}.{gives}"


def _kind(meaning: Meaning, checker: Checker) -> str:
    kind = checker.kinds.get(meaning.name)
    if kind is None:
        return ""
    if kind.name == "player":
        return "**player**: those at the table."
    few = ", ".join(kind.members[:12]) + (" …" if len(kind.members) > 12 else "")
    columns = f"\n\nEach has: {', '.join(kind.columns)}" if kind.columns else ""
    return f"**{kind.plural}** ({len(kind.members)}): {few}{columns}"


def _member(meaning: Meaning, checker: Checker) -> str:
    kind = checker.kinds.get(meaning.of)
    if kind is not None and kind.name == "player":
        return f"**{meaning.name}** is a player of this scenario."
    if kind is None or meaning.name not in kind.members:
        return ""
    number = kind.members.index(meaning.name)
    title = kind.titles[number] if number < len(kind.titles) else meaning.name
    lines = [f"**{title}** is {article(kind.name)}."]
    rows = checker.rows.get(kind.name)
    if rows is not None:
        row = rows.rows[number]
        lines += [f"- {key}: {_cell(plain(cell))}" for key, cell in row.cells.items() if key not in ("id", "title")]
    return "\n".join(lines)


def _cell(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    first = text.strip().split("\n")[0]
    return first if first == text.strip() else f"{first} …"


# ---------------------------------------------------------------- where it is declared


def _shown(declared: Word | None, seen: Seen) -> str:
    """Return the first lines of the declaration, as written."""
    if declared is None or seen.word.meaning.sort in ("variable", "member"):
        return ""
    node = declaring_node(declared)
    if node is None or seen.word.meaning.sort in ("column", "step", "way"):
        lines = [declared.span.source.line_text(declared.span.line).strip()]
    else:
        lines = node.span.text.split("\n")
    lines = [line.split("  cites ")[0].rstrip() for line in lines]
    more = ["  …"] if len(lines) > MAX_LINES else []
    return "```rules\n" + "\n".join(lines[:MAX_LINES] + more) + "\n```"


def _remarks(declared: Word | None) -> str:
    """Return the comments right above a declaration."""
    if declared is None or not isinstance(declared.span.source, Part):
        return ""
    found: list[str] = []
    number = declared.span.line - 1
    while number >= 1 and declared.span.source.line_text(number).lstrip().startswith("#"):
        found.insert(0, declared.span.source.line_text(number).lstrip("# ").rstrip())
        number -= 1
    return "\n".join(line for line in found if not line.startswith("--"))


def _because(declared: Word | None, seen: Seen) -> str:
    """Return the `because` reasons of an action or an `always` rule."""
    node = declaring_node(declared) if declared is not None else None
    if node is None or seen.word.meaning.sort not in ("routine", "always"):
        return ""
    reasons = list(dict.fromkeys(_reasons(node)))
    return "because " + "; ".join(reasons) if reasons else ""


def _reasons(node: object) -> Iterator[str]:
    if isinstance(node, n.Always):
        yield node.because.span.text
    elif isinstance(node, n.Action):
        yield from (step.because.span.text for step in node.body if isinstance(step, n.Needs))


def _clauses(declared: Word | None) -> str:
    """Return the clauses of the rulebook that the declaration cites."""
    if declared is None or not isinstance(declared.span.source, Part):
        return ""
    part, span = declared.span.source, _around(declared)
    found = [clause for cited in part.citations if span.line <= cited.line <= span.end_line for clause in cited.clauses]
    return "Rulebook: " + ", ".join(dict.fromkeys(found)) if found else ""


def _around(declared: Word) -> Span:
    node = declaring_node(declared)
    return node.span if node is not None and declared.meaning.sort != "column" else declared.span


def _changed(workspace: Workspace, seen: Seen) -> str:
    found = changes(workspace, seen.analysis).get(row_of(seen.word.meaning, seen.analysis), [])
    lines = [f"- {change.by}: `{change.law}`" for change in found[:MAX_CHANGES]]
    more = [f"- and {len(found) - MAX_CHANGES} more"] if len(found) > MAX_CHANGES else []
    return "\n".join(["Changed by", *lines, *more]) if lines else ""

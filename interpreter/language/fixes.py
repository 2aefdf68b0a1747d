"""Quick fixes: each remedy that a help line names, as an edit.

In: a workspace, a file, a diagnostic. Out: Fixes, each with a title and its edits. Layer: language.
A fix is offered only if the text can be parsed with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.data import read_yaml
from interpreter.language.homes import known_games
from interpreter.language.parts import Extent, Part, extent_of, split
from interpreter.language.renaming import Edit
from interpreter.language.workspace import Workspace
from interpreter.source import Diagnostic, Problems, Source, Span
from interpreter.syntax.recovery import masked

MEANT = re.compile(r'did you mean "([^"]+)"')
MEANT_ONE_OF = re.compile(r"did you mean ([^\"?]+)\?")
QUOTED = re.compile(r'"([^"]+)"')
TICKED = re.compile(r"`([^`]+)`")
WRITE = re.compile(r"(?:^|[;:,] |\b)write(?P<exactly>:)? (?!\")(?!it as )(.+)$")
WRITE_WHAT = re.compile(r"\bwrite [a-z ]+: (.+)$")  # write a plain value: 3
WRITE_TO = re.compile(r"^write ([a-z]+) to [a-z ]+$")  # write stop to leave the procedure
SUCH_AS = re.compile(r"such as (?:\"?)([a-z][a-z0-9_]*)")
DECLARE = re.compile(r"declare it(?: with)?: ([a-z].*?)(?:;| or let .*| or: .*|$)")
ONE_OF_THESE = re.compile(r"^(?:the [a-z ]+ are|there are|it is one of) ([a-z][a-z0-9_, ]*)$")
AFTER_COLON = ("leave the", "if you still", "give them one", "paths begin at", "write the smaller number first: ")
NAME = re.compile(r"[a-z][a-z0-9_]*")
OPEN = re.compile(r"\.\.\.|…|\b[A-Z]{3,}\b")  # a placeholder to fill in
CITES = re.compile(r"\s+cites\s.*$")
BRACKETS = re.compile(r"\([^()]*\)")
ROW = re.compile(r"\brow of -?[0-9]+")
RANGE = re.compile(r"(-?[0-9]+) to (-?[0-9]+)")
LINES = {" -- and indented below it: ": "\n  ", " -- and below it: ": "\n"}  # a sentence that becomes two
MAX_NAMES = 8  # offered one by one; more would be a list to read
WITHOUT_STEPS = ("procedure ", "action ")


@dataclass(frozen=True, slots=True)
class Fix:
    title: str
    edits: tuple[Edit, ...]


def fixes(workspace: Workspace, path: Path, problem: Diagnostic) -> list[Fix]:
    """List every edit that the help of a diagnostic names and that leads to a text that can be parsed."""
    if problem.span is None:
        return []
    if problem.code == "R0007":
        return list(_games(path))
    found = {fix.edits: fix for fix in _tried(workspace, path, problem, problem.span)}
    return list(found.values())


def ways_out(problem: Diagnostic) -> list[tuple[str, list[Edit]]]:
    """List the texts that the help of a diagnostic names, each with its possible locations, the likeliest first."""
    return list(_ways(problem.help or "", problem, problem.span)) if problem.span is not None else []


def _tried(workspace: Workspace, path: Path, problem: Diagnostic, span: Span) -> Iterator[Fix]:
    help = problem.help or ""
    for _, places in _ways(help, problem, span):
        for edit in places:
            if edit.text != _old(workspace.files.source(path), edit) and _leads_on(workspace, path, problem, edit):
                yield Fix(_title(edit, workspace, path), (edit,))
                break


def _ways(help: str, problem: Diagnostic, span: Span) -> Iterator[tuple[str, list[Edit]]]:
    """Yield the texts that a help names, each with its possible locations."""
    meant = MEANT.search(help)
    if meant is not None:
        yield meant.group(1), [_instead(_word(problem, span), meant.group(1))]
        return
    one_of = MEANT_ONE_OF.search(help)
    if one_of is not None:
        yield from ((text, [_instead(span, text)]) for text in one_of.group(1).split(", "))
    if help.startswith(("add `", "leave out `", "leave `")):
        yield from _ticked(help, span)
    elif help.startswith(("delete it and type", "delete", "remove the line")):
        space = " " if "ordinary space" in help else ""
        yield "", [_without_line(span) if "line" in help else _instead(span, space)]
    elif (declared := DECLARE.search(help)) is not None and not OPEN.search(declared.group(1)):
        text = declared.group(1)
        yield text, [_above(span, text + ("\n  stop" if text.startswith(WITHOUT_STEPS) else ""))]
    elif help.startswith("begin it with: "):
        text = help.removeprefix("begin it with: ")
        yield text, [Edit(Extent(span.source.path, 0, 0, 0, 0), text + "\n")]
    elif (named := ONE_OF_THESE.search(help)) is not None:
        names = named.group(1).split(", ")
        if len(names) <= MAX_NAMES:
            space = " " if span.source.line_text(span.line)[: span.column - 1].endswith(":") else ""
            yield from (
                (name, [_instead(_word(problem, span), space + name)]) for name in names if NAME.fullmatch(name)
            )
    else:
        yield from _laid_out(help, span)
        yield from _left_out(help, span)
        yield from _written(help, problem, span)


def _laid_out(help: str, span: Span) -> Iterator[tuple[str, list[Edit]]]:
    """Fix punctuation and indentation."""
    line = span.source.line_text(span.line)
    indent = len(line) - len(line.lstrip())
    begin = Span(span.source, span.line, 1, span.line, indent + 1)
    if help == "indent with spaces":
        yield "", [_instead(begin, line[:indent].replace("\t", "  "))]
    elif help.startswith("line it up with"):
        lines = [above for above in span.source.lines[: span.line - 1] if above.strip()]
        widths = dict.fromkeys(len(above) - len(above.lstrip()) for above in reversed(lines))
        nearest = sorted(widths, key=lambda width: abs(width - indent))[: 1 if "the line above" in help else 2]
        yield from (("", [_instead(begin, " " * width)]) for width in nearest)
    elif help.startswith(("use the plain quote", "use the plain apostrophe")):
        sign = help[-1]
        wrong = Span(span.source, span.line, span.column, span.line, span.column + 1)
        both = re.sub("[\u201c\u201d\u201e\u00ab\u00bb]", '"', line)
        yield sign, [_instead(Span(span.source, span.line, 1, span.line, len(line) + 1), both), _instead(wrong, sign)]
    elif help == "for any number of cards write: pile of" and (found := ROW.search(line)) is not None:
        yield (
            "pile of",
            [_instead(Span(span.source, span.line, found.start() + 1, span.line, found.end() + 1), "pile of")],
        )
    elif help == "a comment begins with #":
        yield "#", [_instead(Span(span.source, span.line, span.column, span.line, span.column + 2), "#")]
    elif help.startswith("an amount is a plain number"):
        yield "", [_instead(span, span.text.lstrip("$@€£₹ "))]
    elif help == "write the smaller number first" and (found := RANGE.search(line, span.column - 1)) is not None:
        numbers = Span(span.source, span.line, found.start() + 1, span.line, found.end() + 1)
        yield "", [_instead(numbers, f"{found.group(2)} to {found.group(1)}")]
    elif help.startswith("put quotation marks around the text"):
        value = re.match(r"(\s*(?:- )?[a-z_]+: +)(.*\S)", line)
        if value is not None and '"' not in value.group(2):
            place = Span(span.source, span.line, value.end(1) + 1, span.line, value.end(2) + 1)
            yield "", [_instead(place, f'"{value.group(2)}"')]
    elif (asked := re.match(r"ask first: (if .+?) \(or: ", help)) is not None:
        yield asked.group(1), [_below_condition(span, asked.group(1))]
    elif (named := re.match(r"name them: ([a-z_]+) [a-z_]+, \1 [a-z_]+$", help)) is not None:
        kind, both = named.group(1), help.removeprefix("name them: ")
        found = re.search(rf"\b{kind}, {kind}\b", line)
        if found is not None:
            yield both, [_instead(Span(span.source, span.line, found.start() + 1, span.line, found.end() + 1), both)]


def _left_out(help: str, span: Span) -> Iterator[tuple[str, list[Edit]]]:
    if help == "leave it out" or help.startswith(("leave it out,", "leave it out:")):
        yield "", [_instead(span, ""), _without_line(span)]
    elif "leave the brackets out" in help and (
        found := BRACKETS.search(span.source.line_text(span.line), span.column - 1)
    ):
        yield "", [_instead(Span(span.source, span.line, found.start() + 1, span.line, found.end() + 1), "")]
    elif help.startswith("leave out: "):
        yield from _ticked(f"leave `{help.removeprefix('leave out: ')}` out", span)


def _below_condition(span: Span, condition: str) -> Edit:
    """Move a sentence, with what is indented below it, under a condition."""
    lines = span.source.lines
    first = lines[span.line - 1]
    indent = len(first) - len(first.lstrip())
    last = span.line
    while last < len(lines) and lines[last].strip() and len(lines[last]) - len(lines[last].lstrip()) > indent:
        last += 1
    inside = "\n".join("  " + line for line in lines[span.line - 1 : last])
    whole = Span(span.source, span.line, 1, last, len(lines[last - 1]) + 1)
    return _instead(whole, f"{' ' * indent}{condition}\n{inside}")


def _written(help: str, problem: Diagnostic, span: Span) -> Iterator[tuple[str, list[Edit]]]:
    """Parse `write "X"`, `write: X`, `write X`, `write a plain value: X`, `such as X`, `leave the brackets out: X`."""
    texts = (
        [text for text in QUOTED.findall(help) if not OPEN.search(text)]
        if problem.code.startswith(("R01", "R04"))
        else []
    )
    texts += [text for text in SUCH_AS.findall(help) if text not in texts]
    texts += [found.group(1) for pattern in (WRITE_WHAT, WRITE_TO) if (found := pattern.search(help)) is not None]
    written = WRITE.search(help)
    if written is not None and texts[:1] != [written.group(2)]:
        said = written.group(2)
        texts += said.split(", or: ") if written.group("exactly") else [said, *_alternatives(said)]
    if ": " in help and help.startswith(AFTER_COLON):
        texts.append(help.rsplit(": ", 1)[1])
    for text in dict.fromkeys(text for text in texts if not OPEN.search(text)):
        yield text, _places(problem, span, text.removeprefix("was ") if help.startswith("if you still") else text)


def _alternatives(text: str) -> list[str]:
    """Split alternatives: `yes or no` names two."""
    return (
        [part.strip(" `") for part in re.split(r", or |, | or ", text)] if " or " in text and ": " not in text else []
    )


def _places(problem: Diagnostic, span: Span, text: str) -> list[Edit]:
    """List candidate edits: replace the error, insert before or after it, or replace the rest of the line."""
    word, line = _word(problem, span), span.source.line_text(span.line)
    end = len(CITES.sub("", masked(line)))
    rest = Span(span.source, span.line, span.column, span.line, max(end + 1, span.column))
    whole = Span(span.source, span.line, len(line) - len(line.lstrip()) + 1, span.line, end + 1)
    for said, meant in LINES.items():
        text = text.replace(said, meant.replace("\n", "\n" + line[: whole.column - 1]))
    found = [
        _instead(_with_what_is_there(span, text), text), _instead(word, text), _at(span, text + " ", before=True),
        _at(span, " " + text, before=False), _instead(rest, text), _instead(whole, text), _end_of_line(span, " " + text),
    ]  # fmt: skip
    whole_line = " " in text and text.split()[0] == line.split()[0] if line.strip() else False
    return [_instead(whole, text), *found] if whole_line else found


def _with_what_is_there(span: Span, text: str) -> Span:
    """Extend the error to the left over words that the new text begins with."""
    before = span.source.line_text(span.line)[: span.column - 1]
    for size in range(len(text) - 1, 0, -1):
        if text[size - 1] == " " and before.endswith(text[:size]):
            return Span(span.source, span.line, span.column - size, span.end_line, span.end_column)
    return span


def _ticked(help: str, span: Span) -> Iterator[tuple[str, list[Edit]]]:
    for text in TICKED.findall(help)[:1]:
        if help.startswith("add"):
            if not OPEN.search(text):
                yield text, [_end_of_line(span, text if text.startswith(",") else " " + text)]
            continue
        line = span.source.line_text(span.line)
        goes_on = (r"[^,]*", r"[^,)]*")
        patterns = [r"[, ]*" + re.escape(text).replace(r"\.\.\.", rest) + r'( "[^"]*")?' for rest in goes_on]
        found = [one for pattern in patterns if (one := re.search(pattern, line)) is not None]
        yield (
            "",
            [_instead(Span(span.source, span.line, one.start() + 1, span.line, one.end() + 1), "") for one in found],
        )


# ---------------------------------------------------------------- edits


def _word(problem: Diagnostic, span: Span) -> Span:
    """Return the word that a message is about: the marked one, or the first quoted one inside it."""
    if NAME.fullmatch(span.text):
        return span
    for name in QUOTED.findall(problem.message):
        word = span.word(name)
        if word.text == name:
            return word
    return span


def _instead(span: Span, text: str) -> Edit:
    return Edit(extent_of(span), text)


def _at(span: Span, text: str, before: bool) -> Edit:
    place = extent_of(span)
    line, column = (place.line, place.column) if before else (place.end_line, place.end_column)
    return Edit(Extent(place.path, line, column, line, column), text)


def _end_of_line(span: Span, text: str) -> Edit:
    place = extent_of(span)
    column = len(CITES.sub("", masked(span.source.line_text(span.line))).rstrip())
    return Edit(Extent(place.path, place.line, column, place.line, column), text)


def _without_line(span: Span) -> Edit:
    place = extent_of(span)
    return Edit(Extent(place.path, place.line, 0, place.line + 1, 0), "")


def _above(span: Span, text: str) -> Edit:
    """Insert a declaration above the one that lacks something."""
    first = span.source.first - 1 if isinstance(span.source, Part) else 0
    indent = "  " if isinstance(span.source, Part) and span.source.inside else ""
    return Edit(Extent(span.source.path, first, 0, first, 0), f"{indent}{text}\n")


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
    """Whether the text parses at least as well with the edit, and better if it did not parse."""
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


def _games(path: Path) -> Iterator[Fix]:
    """Offer the games that a house rule may belong to."""
    for name in known_games(path):
        yield Fix(f"This belongs to {name}", (Edit(Extent(str(path), 0, 0, 0, 0), f"# game: {name}\n"),))

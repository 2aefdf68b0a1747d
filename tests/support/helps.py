"""Take the help of a message at its word: do what it says, and look at what is said then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.source import Diagnostic, Edit
from tests.support.frame import findings, lay_out, variants_in


def followed(text: str, edit: Edit) -> str:
    span, lines = edit.span, text.split("\n")
    if span.text.isidentifier() and span.line == span.end_line:  # a name is misspelt wherever it occurs
        changed = re.sub(rf"\b{span.text}\b", edit.text, lines[span.line - 1])
        return "\n".join([*lines[: span.line - 1], changed, *lines[span.line :]])
    return text[: span.start] + edit.text + text[span.end :]


def said_of(files: Mapping[str, str], folder: Path) -> list[Diagnostic]:
    return [one for one in findings(lay_out(folder, files), variants_in(files)) if one.span is not None]


def file_of(finding: Diagnostic, folder: Path) -> str:
    assert finding.span is not None
    return Path(finding.span.source.path).relative_to(folder).as_posix()


def on_line(found: list[Diagnostic], line: int) -> Iterator[str]:
    return (one.code for one in found if one.span is not None and one.span.line == line)


def not_followed(files: Mapping[str, str], folder: Path) -> list[str]:
    """The helps that leave the mistake where it is, or bring another one, when somebody does what they say."""
    before, found = said_of(files, folder / "before"), []
    for number, finding in enumerate(before):
        assert finding.span is not None
        name = file_of(finding, folder / "before")
        edits = [edit for fix in finding.fixes for edit in fix.edits] if is_meant_literally(finding.help or "") else []
        edits = edits if name in files and name.endswith(".rules") else []
        if edits and not any(cures(edit, finding, before, name, files, folder / f"{number}") for edit in edits):
            found.append(f"{name}:{finding.span.line}: {finding.code} {finding.message} | {finding.help}")
    return found


def cures(
    edit: Edit, finding: Diagnostic, before: list[Diagnostic], name: str, files: Mapping[str, str], folder: Path
) -> bool:
    assert finding.span is not None
    now = said_of({**files, name: followed(files[name], edit)}, folder)
    was = sorted(on_line(before, finding.span.line))
    left = sorted(on_line(now, finding.span.line + edit.text.count("\n")))
    return len(left) < len(was) and all(code in was for code in left)


def is_meant_literally(help: str) -> bool:
    """The others are sentences for people, name what is still to be filled in, or a file that is still to be written."""
    return (help.startswith("write: ") and 'from "' not in help) or help.startswith("did you mean")

"""What a help tells one to write must check: the helps of the bad cases are taken at their word.

A help that names a text (`write: ...`, `did you mean "..."?`) is followed in the file, as an editor would do it:
then the mistake is gone, and its line has no other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from interpreter.language.fixes import ways_out
from interpreter.language.renaming import Edit
from interpreter.source import Diagnostic
from tests.check.frame import CASES, case_files, findings, lay_out, variants_in
from tests.check.test_bad_cases import EXPECTED
from tests.sampling import sampled

BAD = [case for case in sorted((CASES / "bad").iterdir()) if case.suffix == ".rules"]
MOST = 16  # cases that are looked at in every run


@cache
def name_of(case: Path) -> str:
    (name,) = case_files(case)
    return name


def followed(text: str, edit: Edit) -> str:
    lines = text.split("\n")
    first, last = lines[edit.extent.line], lines[edit.extent.end_line]
    changed = first[: edit.extent.column] + edit.text + last[edit.extent.end_column :]
    old = first[edit.extent.column : edit.extent.end_column]
    if old.isidentifier() and first == last:  # a name is misspelt wherever it stands
        changed = re.sub(rf"\b{old}\b", edit.text, first)
    return "\n".join([*lines[: edit.extent.line], *changed.split("\n"), *lines[edit.extent.end_line + 1 :]])


def said_of(text: str, case: Path, folder: Path) -> list[Diagnostic]:
    files = {name_of(case): text}
    return [one for one in findings(lay_out(folder, files), variants_in(files)) if one.span is not None]


def on_line(found: list[Diagnostic], line: int) -> Iterator[str]:
    return (one.code for one in found if one.span is not None and one.span.line == line)


@pytest.mark.parametrize("case", sampled(BAD, MOST, "helps"), ids=lambda case: case.name)
def test_what_a_help_tells_one_to_write_checks(case: Path, tmp_path: Path) -> None:
    (text,) = case_files(case).values()
    plain = "\n".join(EXPECTED.sub("", line).rstrip() for line in text.split("\n"))
    before = said_of(plain, case, tmp_path / "before")
    not_followed = []
    for number, finding in enumerate(before):
        assert finding.span is not None
        edits = [edit for _, places in ways_out(finding) for edit in places] if is_meant_literally(finding.help or "") else []
        added = [edit.text.count("\n") for edit in edits]
        was = sorted(on_line(before, finding.span.line))
        tries = zip(edits, added, strict=True)
        if edits and not any(
            is_cured(finding, was, said_of(followed(plain, edit), case, tmp_path / f"{number}"), more) for edit, more in tries
        ):
            not_followed.append(f"{finding.span.line}: {finding.code} {finding.message} | {finding.help}")
    assert not_followed == []


def is_meant_literally(help: str) -> bool:
    """The others are sentences for people, name what is still to be filled in, or a file that is still to be written."""
    return (help.startswith("write: ") and 'from "' not in help) or help.startswith("did you mean")


def is_cured(finding: Diagnostic, was: list[str], now: list[Diagnostic], more: int) -> bool:
    assert finding.span is not None
    left = sorted(on_line(now, finding.span.line + more))
    return len(left) < len(was) and all(code in was for code in left)

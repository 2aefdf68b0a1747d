"""What a help tells one to write must check: the helps of the bad cases are taken at their word.

A help that names a text (`write: ...`, `did you mean "..."?`) is followed in the file, as an editor would do it:
then the mistake is gone, and its line has no other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from interpreter.language.fixes import ways_out
from interpreter.language.renaming import Edit
from interpreter.source import Diagnostic
from tests.check.frame import CASES, case_files, findings, lay_out, variants_in
from tests.check.test_bad_cases import EXPECTED
from tests.sampling import sampled

BAD = [case for case in sorted((CASES / "bad").iterdir()) if case.suffix == ".rules" or case.is_dir()]
MOST = 16  # cases that are looked at in every run


def followed(text: str, edit: Edit) -> str:
    lines = text.split("\n")
    first, last = lines[edit.extent.line], lines[edit.extent.end_line]
    changed = first[: edit.extent.column] + edit.text + last[edit.extent.end_column :]
    old = first[edit.extent.column : edit.extent.end_column]
    if old.isidentifier() and first == last:  # a name is misspelt wherever it stands
        changed = re.sub(rf"\b{old}\b", edit.text, first)
    return "\n".join([*lines[: edit.extent.line], *changed.split("\n"), *lines[edit.extent.end_line + 1 :]])


def said_of(files: Mapping[str, str], folder: Path) -> list[Diagnostic]:
    return [one for one in findings(lay_out(folder, files), variants_in(files)) if one.span is not None]


def file_of(finding: Diagnostic, folder: Path) -> str:
    assert finding.span is not None
    return Path(finding.span.source.path).relative_to(folder).as_posix()


def on_line(found: list[Diagnostic], line: int) -> Iterator[str]:
    return (one.code for one in found if one.span is not None and one.span.line == line)


@pytest.mark.parametrize("case", sampled(BAD, MOST, "helps"), ids=lambda case: case.name)
def test_what_a_help_tells_one_to_write_checks(case: Path, tmp_path: Path) -> None:
    plain = {name: without_expectations(text) for name, text in case_files(case).items()}
    assert not_followed(plain, tmp_path) == []


def without_expectations(text: str) -> str:
    return "\n".join(EXPECTED.sub("", line).rstrip() for line in text.split("\n"))


def not_followed(files: Mapping[str, str], folder: Path) -> list[str]:
    """The helps that leave the mistake where it is, or bring another one, when somebody does what they say."""
    before, found = said_of(files, folder / "before"), []
    for number, finding in enumerate(before):
        assert finding.span is not None
        name = file_of(finding, folder / "before")
        edits = (
            [edit for _, places in ways_out(finding) for edit in places]
            if is_meant_literally(finding.help or "")
            else []
        )
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

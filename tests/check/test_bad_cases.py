"""Every mistake is found, at its place and once: the cases of tests/cases/check/bad, data/bad and files/bad.

A line that is wrong ends in a comment with what is said about it: `#! R0204 col 7`, several separated by commas.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.source import Diagnostic, render
from interpreter.tools.check.problems import problems
from tests.check.frame import CASES, FRAME, case_files, findings, lay_out, variants_in

FOLDERS = (CASES, CASES.parent / "data", CASES.parent / "files")
BAD = [case for folder in FOLDERS for case in sorted((folder / "bad").iterdir())]
EXPECTED = re.compile(r"#! (?P<said>R\d{4} col \d+(?:, R\d{4} col \d+)*)\s*$")
TextOrigin = tuple[str, int, int, str]  # file, line, column, code


def expected(files: dict[str, str]) -> list[TextOrigin]:
    found: list[TextOrigin] = []
    for name, text in files.items():
        for number, line in enumerate(text.split("\n"), start=1):
            match = EXPECTED.search(line)
            assert match or "#!" not in line, f"{name}:{number}: what is expected cannot be read"
            for said in match["said"].split(", ") if match else ():
                code, _, column = said.split(" ")
                found.append((name, number, int(column), code))
    return sorted(found)


def placed(finding: Diagnostic, folder: Path) -> TextOrigin:
    assert finding.span is not None, f"{finding.code} has no place: {finding.message}"
    name = Path(finding.span.source.path).relative_to(folder).as_posix()
    return name, finding.span.line, finding.span.column, finding.code


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_what_is_wrong_is_said_and_nothing_else(case: Path, tmp_path: Path) -> None:
    files = case_files(case)
    folder = lay_out(tmp_path / "game", files)
    found = findings(folder, variants_in(files))
    said = "\n".join(render(finding) for finding in found)
    assert sorted(placed(finding, folder) for finding in found) == expected(files), f"\n{said}"
    for finding in found:
        check_words(finding)


def test_warnings_reach_the_designer_although_the_game_can_be_played(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", case_files(CASES / "bad" / "R1003_bookkeeping.rules"))
    assert {(found.code, found.severity) for found in problems(folder)} == {("R1003", "warning")}


def check_words(finding: Diagnostic) -> None:
    """A message is one sentence in the designer's words."""
    for words in (finding.message, finding.help or "", *(note.message for note in finding.notes)):
        assert not words.endswith((".", " ")) or words.endswith("..."), words
        assert "\n" not in words
        assert not re.search(r"None|True|False|Unknown|<|object at|[a-z]Type\b|Traceback|[A-Z][a-z]+[A-Z]", words), (
            words
        )


def test_the_frame_itself_is_in_order() -> None:
    assert findings(FRAME, []) == ()
    assert findings(FRAME, ["quick"]) == ()


def test_several_mistakes_are_reported_in_one_run() -> None:
    assert max(len(expected(case_files(case))) for case in BAD) >= 10

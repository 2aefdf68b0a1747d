"""Every mistake is found, at its place and once: the cases of tests/cases/check/bad, data/bad and files/bad.

A line that is wrong ends in a comment with what is said about it: `#! R0204 col 7`, several separated by commas.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source import render
from interpreter.tools.check.problems import problems
from tests.support.bad_cases import BAD, check_words, expected, placed
from tests.support.frame import CASES, FRAME, case_files, findings, lay_out, variants_in


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


def test_the_frame_itself_is_in_order() -> None:
    assert findings(FRAME, []) == ()
    assert findings(FRAME, ["quick"]) == ()


def test_several_mistakes_are_reported_in_one_run() -> None:
    assert max(len(expected(case_files(case))) for case in BAD) >= 10

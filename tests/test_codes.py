"""Every code has a case under tests/cases/**/bad: a line behind which it stands as `#! R0204 col 7` is brought about there.

What runs the cases: tests/check (rules, data, files, scenarios), tests/syntax, tests/runtime (playing), tests/tools
(commands). Faults in play and command lines have no column.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.source import CODES

CASES = Path(__file__).resolve().parent / "cases"
CASE = re.compile(r"#!(.*)")
CODE = re.compile(r"\bR\d{4}\b")
NOT_IN_A_FILE = {
    "R0002": "a file of more than 5 MB is not kept among the tests; tests/source writes one",
    "R0920": "two processes that play one saved game; tests/tools starts them",
    "R0821": "a machine without a compiler; tests/native/test_lockstep.py takes it away",
    "R0911": "a worker process that is ended from outside",
    "R0913": "a library that is not installed; tests/tools/test_simulate_files.py hides one",
    "R0999": "a mistake of our own",
}


def shown() -> set[str]:
    """The codes that stand behind a line of a case."""
    files = [path for path in CASES.rglob("*") if path.is_file() and "bad" in path.parts]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    return {code for text in texts for marked in CASE.findall(text) for code in CODE.findall(marked)}


@pytest.mark.parametrize("code", sorted(set(CODES) - set(NOT_IN_A_FILE)))
def test_every_code_has_a_case(code: str) -> None:
    assert code in shown()


def test_what_cannot_be_shown_by_a_file() -> None:
    assert set(NOT_IN_A_FILE) <= set(CODES) - shown()
    assert len(NOT_IN_A_FILE) <= 6


def test_no_case_names_a_code_that_does_not_exist() -> None:
    assert shown() - set(CODES) == set()

"""What a help tells one to write must check: the helps of the bad cases are taken at their word.

A help that names a text (`write: ...`, `did you mean "..."?`) is followed in the file, as an editor would do it:
then the mistake is gone, and its line has no other one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bad_cases import without_expectations
from tests.support.frame import CASES, case_files
from tests.support.helps import not_followed
from tests.support.sampling import sampled

BAD = [case for case in sorted((CASES / "bad").iterdir()) if case.suffix == ".rules" or case.is_dir()]
MOST = 16  # cases that are looked at in every run


@pytest.mark.parametrize("case", sampled(BAD, MOST, "helps"), ids=lambda case: case.name)
def test_what_a_help_tells_one_to_write_checks(case: Path, tmp_path: Path) -> None:
    plain = {name: without_expectations(text) for name, text in case_files(case).items()}
    assert not_followed(plain, tmp_path) == []

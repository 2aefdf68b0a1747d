"""Mistakes that careful readers once found by hand, put back into copies of the rules, for `explore` to find.

tests/cases/explore/defects.yaml says what they are; `python -m benchmarks.defects` measures how long each takes. Here it is
looked that they still fit the rules, and with RULEWRIGHT_ALL that each is found, as a scenario that fails.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from benchmarks.defects import GAME, Defect, defects, put_back, searched
from interpreter.tools.explore.findings import scenario_text
from tests.support.sampling import EVERYTHING

ALL = defects()
LONG = 300.0  # seconds; it ends when the mistake is found


@pytest.mark.parametrize("defect", ALL, ids=lambda defect: defect.name)
def test_each_defect_can_be_seen(defect: Defect, tmp_path: Path) -> None:
    """A way to it, found by hand: there is something to find, and not in the rules as they are."""
    path = tmp_path / "shown.scenario"
    path.write_text(defect.shown, encoding="utf-8")
    [with_it] = interpreter.run_scenarios(put_back(defect, tmp_path), [path])
    [without] = interpreter.run_scenarios(GAME, [path])
    assert (with_it.passed, defect.says in with_it.report, defect.says in without.report) == (False, True, False)


@pytest.mark.parametrize("defect", ALL, ids=lambda defect: defect.name)
def test_each_defect_fits_the_rules_as_they_are(defect: Defect, tmp_path: Path) -> None:
    """A change that no longer fits is told here, and not by a search that finds nothing."""
    folder = put_back(defect, tmp_path)
    game = interpreter.load(folder, defect.variants)
    if EVERYTHING:
        found = searched(folder, defect, LONG)
        assert found is not None
        path = tmp_path / "found.scenario"
        path.write_text(scenario_text(game, found.finding, defect.variants, ()), encoding="utf-8")
        [result] = interpreter.run_scenarios(str(folder), [path])
        assert not result.passed
        assert found.finding.message in result.report

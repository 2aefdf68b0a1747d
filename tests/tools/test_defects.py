"""Mistakes that careful readers once found by hand, put back into copies of the rules: `explore` finds them.

tests/cases/explore/defects.yaml says what they are. The first is found in every run; the others take up to five minutes on two
cores, so `python -m benchmarks.defects` and RULEWRIGHT_ALL look for them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from benchmarks.defects import Defect, defects, put_back, searched
from interpreter.tools.explore import scenario_text
from tests.sampling import EVERYTHING

ALL = defects()
LONG = 300.0  # seconds


@pytest.mark.parametrize("defect", ALL if EVERYTHING else ALL[:1], ids=lambda defect: defect.name)
def test_explore_finds_a_defect_of_the_audit(defect: Defect, tmp_path: Path) -> None:
    """What is found is a scenario that fails, too; and on sound rules the same scenario cannot even be played so far."""
    folder = put_back(defect, tmp_path)
    found = searched(folder, defect, LONG if EVERYTHING else 60.0)
    assert found is not None
    game = interpreter.load(folder, defect.variants)
    path = tmp_path / "found.scenario"
    path.write_text(scenario_text(game, found.finding, defect.variants, ()), encoding="utf-8")
    [result] = interpreter.run_scenarios(str(folder), [path])
    assert not result.passed
    assert found.finding.message in result.report


@pytest.mark.parametrize("defect", ALL, ids=lambda defect: defect.name)
def test_each_defect_fits_the_rules_as_they_are(defect: Defect, tmp_path: Path) -> None:
    """A change that no longer fits is told here, and not by a search that finds nothing."""
    assert interpreter.load(put_back(defect, tmp_path), defect.variants).available_variants

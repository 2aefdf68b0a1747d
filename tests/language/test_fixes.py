"""Quick fixes in an editor: those that the messages carry, over all bad cases."""

from __future__ import annotations

from pathlib import Path

from interpreter.language.fixes import QuickFix, fixes
from interpreter.language.workspace import Workspace
from tests.support.bad_cases import BAD, without_expectations
from tests.support.frame import CASES, case_files, lay_out

SYNTAX = sorted((CASES.parent / "syntax" / "bad").iterdir())
FEWEST = 299  # when messages began to carry them; 25 more were sentences taken for rules


def offered(workspace: Workspace, folder: Path, case: Path) -> list[QuickFix]:
    files = {name: without_expectations(text) for name, text in case_files(case).items()}
    lay_out(folder, files)
    found: list[QuickFix] = []
    for name in files:
        if name.endswith((".rules", ".yaml")):
            workspace.files.open(folder / name, files[name])
            found += [
                fix for problem in workspace.problems(folder / name) for fix in fixes(workspace, folder / name, problem)
            ]
    return found


def test_no_quick_fix_is_lost(tmp_path: Path) -> None:
    workspace = Workspace()
    cases = [*BAD, *SYNTAX]
    found = [fix for number, case in enumerate(cases) for fix in offered(workspace, tmp_path / str(number), case)]
    assert len(found) >= FEWEST
    assert all(fix.edits for fix in found)

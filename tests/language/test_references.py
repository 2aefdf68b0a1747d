"""References: every file is found, and asking again makes no analysis anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from interpreter.data import Folder
from interpreter.language.analysis import Analysis, analyse
from interpreter.language.homes import Home
from interpreter.language.looking import references
from interpreter.language.workspace import Workspace

VARIANTS = 30  # as many as a large game has
SCENARIOS = 5  # in one file, each with the first variant
RULES = "keep pot: number\nprocedure play\n  raise pot by 1\n  end game\n"
VARIANT = "variant {name}\n  before play\n    raise pot by 2\n"
SCENARIO = 'scenario "{number}"\n  players ann, bob\n  variants v0\n  when\n    play\n  then\n    pot is 3\n\n'


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    names = [f"v{number}" for number in range(VARIANTS)]
    files = {
        "game.yaml": "title: T\nplayers: {min: 2, max: 2}\n",
        "rules/play.rules": RULES,
        **{f"variants/{name}.rules": VARIANT.format(name=name) for name in names},
        "scenarios/s.scenario": "".join(SCENARIO.format(number=number) for number in range(SCENARIOS)),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "rules" / "play.rules"


def test_asking_again_makes_no_analysis_anew(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[int] = Counter()

    def counted(folder: Folder, variants: tuple[Path, ...], *given: Any) -> Analysis:
        made[len(variants)] += 1
        return analyse(folder, variants, *given)

    monkeypatch.setattr("interpreter.language.workspace.analyse", counted)
    workspace = Workspace()
    found = references(workspace, rules, 0, 5)
    per_folder = Counter(Path(place.path).parent.name for place in found)
    assert per_folder == {"rules": 2, "variants": VARIANTS, "scenarios": SCENARIOS}
    assert made == {0: 1, 1: VARIANTS}
    assert references(workspace, rules, 0, 5) == found
    assert made.total() == 1 + VARIANTS


def test_the_rules_of_a_file_of_scenarios_are_looked_up_once(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    look_up = Workspace.scenario_analysis

    def noted(self: Workspace, path: Path, home: Home, names: tuple[str, ...]) -> Analysis | None:
        asked.append(path.name)
        return look_up(self, path, home, names)

    monkeypatch.setattr(Workspace, "scenario_analysis", noted)
    references(Workspace(), rules, 0, 5)
    assert asked == ["s.scenario"]

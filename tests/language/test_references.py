"""References: every file is found, and asking again makes no analysis anew."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from interpreter.check.names.recorder import Word
from interpreter.data import Folder
from interpreter.language.analysis import Analysis, analyse
from interpreter.language.homes import Home
from interpreter.language.looking import prepare, references, words_in
from interpreter.language.parts import read
from interpreter.language.workspace import AbandonedSignal, Workspace
from interpreter.tools.lsp import checks

VARIANTS = 30  # as many as a large game has
SCENARIOS = 5  # in one file, each with the first variant
RULES = "keep pot: number\nprocedure play\n  raise pot by 1\n  end game\nprocedure rest\n  let all = 1\n"
VARIANT = "variant {name}\n  before play\n    raise pot by 2\n"
SCENARIO = 'scenario "{number}"\n  players ann, bob\n  variants v0\n  when\n    play\n  then\n    pot is 3\n\n'
CARDS_RULES = """keep pot: number
keep purse: number
let fee = 1
kind gift from "cards.yaml"
  bonus: steps
procedure play
  raise purse by 1
  raise pot by 1
  each gift in gifts
    gift's bonus
  end game
"""
CARDS = """- id: large
  source: rulebook
  bonus: raise pot by fee
- id: small
  source: rulebook
  bonus: raise pot by 1
"""


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


def test_the_first_search_finds_everything_prepared(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: Counter[str] = Counter()

    def counted_analysis(*given: Any) -> Analysis:
        done["analyses"] += 1
        return analyse(*given)

    def counted_reading(*given: Any) -> None:
        done["texts"] += not given[0].is_read
        read(*given)

    monkeypatch.setattr("interpreter.language.workspace.analyse", counted_analysis)
    monkeypatch.setattr("interpreter.language.files.read_part", counted_reading)
    unprepared = references(Workspace(), rules, 0, 5)
    assert done["analyses"] > VARIANTS
    assert done["texts"] > VARIANTS + SCENARIOS
    workspace = Workspace()
    prepare(workspace, rules)
    done.clear()
    assert references(workspace, rules, 0, 5) == unprepared
    assert not +done


def test_preparing_stops_at_once_for_a_newer_text(rules: Path) -> None:
    workspace = Workspace()
    with pytest.raises(AbandonedSignal):
        prepare(workspace, rules, lambda: len(workspace.game(rules.parent.parent).analyses) < 5)
    assert len(workspace.game(rules.parent.parent).analyses) == 5


def test_searches_are_prepared_when_all_is_quiet(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = threading.Event()
    monkeypatch.setattr(checks, "QUIET", 0.01)
    monkeypatch.setattr(checks, "prepare", lambda *_: prepared.set())
    waiting = checks.Checks(Workspace(), lambda *_: None)
    assert not prepared.is_set()
    waiting.check(rules)
    assert prepared.wait(30)
    waiting.end()


def test_after_an_edit_the_words_of_a_library_are_still_found(tmp_path: Path) -> None:
    """Two bodies in one text that is no part of the rules: one is checked again, the other keeps its words."""
    files = {
        "game.yaml": "title: T\nplayers: {min: 2, max: 2}\n",
        "rules/play.rules": CARDS_RULES,
        "cards.yaml": CARDS,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    path = tmp_path / "rules" / "play.rules"
    workspace = Workspace()
    assert not [problem for problem in workspace.problems(path) if problem.severity == "error"]
    before = references(workspace, path, 0, 5)
    assert Counter(Path(place.path).name for place in before) == {"play.rules": 2, "cards.yaml": 2}
    edited = CARDS_RULES.replace("raise purse by 1", "raise purse by 2").replace("let fee = 1", "let fee = yes")
    workspace.files.open(path, edited)
    workspace.problems(path)
    workspace.files.open(path, CARDS_RULES)
    assert not [problem for problem in workspace.problems(path) if problem.severity == "error"]
    assert references(workspace, path, 0, 5) == before


def test_a_variant_means_the_same_if_the_rules_alone_were_checked_before(rules: Path) -> None:
    variant = rules.parent.parent / "variants" / "v0.rules"
    after = Workspace()
    after.analysis(rules)
    analysis = after.analysis(variant)
    assert analysis is not None
    assert analysis.rechecking is not None
    assert analysis.rechecking.left_out == {"rest"}
    for file in (rules, variant):
        found, alone = (sorted(_said(seen.word) for seen in words_in(one, file)) for one in (after, Workspace()))
        assert found == alone
    fresh = Workspace().analysis(variant)
    assert fresh is not None
    assert set(map(_said, analysis.recorder.words.values())) == set(map(_said, fresh.recorder.words.values()))


def _said(word: Word) -> tuple[str, int, int, str, str]:
    return word.span.source.path, word.span.line, word.span.column, word.meaning.sort, word.meaning.name

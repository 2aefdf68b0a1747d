"""The games of the gallery: each checks, is small and formatted, ends, plays alike in both engines, and has house rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.check.problems import problems
from interpreter.tools.docs.rules_in_words import rules_in_words
from interpreter.tools.fmt.formatting import format_text
from interpreter.tools.rulebook.prose import prose_of
from tests.support.bundled import gallery_games

GALLERY = gallery_games()
GROUPS = {"rulebooks", "board", "cards", "dice", "modern"}
MOST_LINES = 150  # of rules; modern games are larger
MOST_LINES_MODERN = 400
HOUSE_RULES = re.compile(r"^- \[`(\w+)`\]\(variants/(\w+)\.rules\): ", re.MULTILINE)
MOST_DECISIONS = 10_000  # of a random game under a house rule; the longest ones take some hundreds
ids = pytest.mark.parametrize("info", GALLERY, ids=lambda info: info.name)
with_house_rules = ids


def rules_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("rules/*.rules"))


@ids
def test_it_checks_and_has_scenarios(info: interpreter.GameInfo) -> None:
    """`make test` runs the scenarios of every game by itself."""
    assert problems(info.path) == []
    assert interpreter.scenario_files(info.path)


@ids
def test_it_is_small_grouped_and_formatted(info: interpreter.GameInfo) -> None:
    assert info.group in GROUPS
    assert info.about
    lines = [line for file in rules_of(info.path) for line in file.read_text("utf-8").splitlines()]
    written = [line for line in lines if line.strip() and not line.strip().startswith("#")]
    assert len(written) <= (MOST_LINES_MODERN if info.group == "modern" else MOST_LINES)
    for file in [*rules_of(info.path), *info.path.glob("variants/*.rules")]:
        text = file.read_text("utf-8")
        assert format_text(text, file.name) == text


@ids
def test_its_rulebook_is_in_words_of_a_designer(info: interpreter.GameInfo) -> None:
    """Every rule is told by a text that was compared with it, so that none is printed as the program reads it."""
    rules = {rule.name: rule for rule in rules_in_words(info.path)}
    assert {name for text in prose_of(info.path) if text.holds for name in text.tells} == rules.keys()


@ids
def test_it_ends_and_is_the_same_game_in_c(info: interpreter.GameInfo) -> None:
    game = interpreter.load(info.path)
    assert game.native() is not None, game.runs_in_python_because
    for seed in range(2):
        ours = game.start(seed=seed, events=False)
        native = game.start(seed=seed, events=False, engine="native")
        for _ in range(60):
            if ours.request is None:
                break
            assert native.choice_count == ours.choice_count
            assert native.deciding == ours.deciding
            number = ours.decisions % ours.choice_count
            ours.take(number)
            native.take(number)
        assert ours.inspect.key() == native.inspect.key()
        assert native.play_out() >= 0
        assert native.result is not None


def house_rules(info: interpreter.GameInfo) -> list[Path]:
    """Return the files that the README links below "Three house rules to try"."""
    text = (info.path / "README.md").read_text("utf-8")
    assert text.startswith(f"# {info.title}\n")
    links = HOUSE_RULES.findall(text.split("\n## Three house rules to try\n")[1])
    assert all(shown == linked for shown, linked in links)
    return [info.path / "variants" / f"{name}.rules" for name, _ in links]


@with_house_rules
def test_it_has_three_house_rules_to_try(info: interpreter.GameInfo) -> None:
    """Each is played to the end, and has a scenario that passes with it and fails without."""
    files = house_rules(info)
    assert len(files) == len(set(files)) == 3
    for file in files:
        results = list(interpreter.run_scenarios(info.path, [file]))
        assert results
        assert [result.report for result in results if not result.passed] == []
        game = interpreter.load(info.path, [file.stem])
        for seed in range(2):
            state = game.start(seed=seed, events=False)
            state.play_out(most=MOST_DECISIONS)
            assert state.result is not None


@with_house_rules
def test_every_house_rule_is_noticed_by_its_scenarios(info: interpreter.GameInfo, tmp_path: Path) -> None:
    for file in house_rules(info):
        scenarios = tmp_path / f"{file.stem}.scenario"
        scenarios.write_text(file.read_text("utf-8").split("\n\n", 1)[1], "utf-8")
        assert not all(result.passed for result in interpreter.run_scenarios(info.path, [scenarios])), file


@with_house_rules
def test_its_readme_says_where_the_rules_come_from(info: interpreter.GameInfo) -> None:
    text = (info.path / "README.md").read_text("utf-8")
    assert "\n## Where the rules come from\n" in text
    for path in re.findall(r"`(tests/[\w/.]+)`", text):
        assert (Path(__file__).parents[2] / path).is_file()

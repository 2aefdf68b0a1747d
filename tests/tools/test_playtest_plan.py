"""playtest.yaml: read, refused at the cell, and the moments at which people are asked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from interpreter.tools.playtest.moments import Situation, has_come, moment_of
from interpreter.tools.playtest.plan import ALL, FILE, plan_from, plan_of, usual_source, wrong_with
from tests.support.command_line import Run

GAMES = Path(__file__).parents[2] / "games"
HALF = 'variant half "First to fifty"\n  change goal to 50 was 100\n'


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("playtests") / "pig"
    shutil.copytree(GAMES / "pig", folder)
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "half.rules").write_text(HALF, encoding="utf-8")
    return folder


@pytest.fixture
def written(pig: Path) -> Path:
    (pig / FILE).unlink(missing_ok=True)
    return pig / FILE


def test_a_game_without_a_plan_has_the_usual_one(written: Path) -> None:
    plan = plan_of(written.parent)
    assert [question.name for question in plan.questions] == ["experience", "enjoyment", "clarity", "change"]
    assert (plan.bots, plan.record, [side.name for side in plan.sides]) == ("greedy", ALL, ["all tables"])
    assert plan_from(json.loads(json.dumps(plan.to_json()))) == plan


def test_a_plan_of_its_own(written: Path) -> None:
    written.write_text(
        "players: 3\nrecord: [times]\ncompare:\n  - {name: long}\n  - {name: short, variants: [half]}\n"
        "questions:\n  - {ask: Why?, when: player chooses  hold 3 times}\n  - {ask: Well?, when: player's points is at least 20,"
        " scale: [no, yes]}\n",
        encoding="utf-8",
    )
    plan = plan_of(written.parent)
    assert wrong_with(written.parent) == []
    assert [(side.name, side.variants) for side in plan.sides] == [("long", ()), ("short", ("half",))]
    assert [question.when for question in plan.questions] == [
        "player chooses hold 3 times",
        "player's points is at least 20",
    ]
    assert plan.told[-1].startswith("how long you think")
    assert [plan.questions[1].fits(answer) for answer in (0, 1, 5, 6, True, "5")] == [
        False,
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "help"),
    [
        ("plyers: 2", 1, 1, 'the playtest has no key "plyers"', 'did you mean "players"?'),
        ("players: 9", 1, 10, "Pig cannot be played by 9 people", "it is for 2, 3, 4, 5, 6"),
        ("bots: gredy", 1, 7, None, "greedy"),
        ("questions: [{ask: Q, when: someone passes}]", 1, 28, None, '"someone passes" is not a moment'),
        ("questions:\n  - ask: Q\n    when: player chooses hodl", 3, 11, None, 'did you mean "hold"?'),
        ("questions:\n  - ask: Q\n    when: round is 2", 3, 11, None, "there are: pot"),
        ("questions:\n  - ask: Q\n    when: player's pot is 2", 3, 11, None, "player's points"),
        ("questions: [{ask: Q, scale: [a, b], choice: [a, b]}]", 1, 45, None, "a scale or a choice of answers, not both"),
        ("questions: [{ask: Q, name: a}, {ask: R, name: a}]", 1, 47, 'two questions are called "a"', ""),
        ("compare: [{name: a}, {name: b, variants: [haf]}]", 1, 43, 'there is no variant called "haf"', 'did you mean "half"?'),
    ],
)  # fmt: skip
def test_mistakes_are_reported_at_the_cell(
    written: Path, text: str, line: int, column: int, message: str | None, help: str
) -> None:
    written.write_text(text + "\n", encoding="utf-8")
    found = wrong_with(written.parent)
    assert [(one.span.line, one.span.column) for one in found if one.span is not None] == [(line, column)]
    if message is not None:
        assert found[0].message == message
    assert help in f"{found[0].message} {found[0].help}"


def at(moment: str, chosen: tuple[str, ...] = (), year: int = 1, mine: int = 0, over: bool = False) -> bool:
    values = [
        {"name": "year", "entries": [{"keys": [], "value": year}]},
        {"name": "money", "entries": [{"keys": ["ann"], "value": mine}, {"keys": ["bob"], "value": 99}]},
    ]
    found = moment_of(moment)
    assert found is not None
    return has_come(found, Situation(chosen, values, "ann", over))


def test_moments_come_when_they_say() -> None:
    assert at("game starts")
    assert [at("game is over", over=over) for over in (False, True)] == [False, True]
    assert [at("player chooses pass 3 times", ("pass", "go") * times) for times in (2, 3)] == [False, True]
    assert [at("player decides 2 times", ("a",) * times) for times in (1, 2)] == [False, True]
    assert [at("year is at least 2", year=year) for year in (1, 2, 3)] == [False, True, True]
    assert [at("year is 2", year=year) for year in (1, 2, 3)] == [False, True, False]
    assert [at("player's money is more than 5", mine=mine) for mine in (5, 6)] == [False, True]  # not bob's 99
    assert [at("player's money is less than 5", mine=mine) for mine in (5, 4)] == [False, True]
    assert [at("year is at most 1", year=year) for year in (1, 2)] == [True, False]
    assert not at("weather is 2")  # what a player does not see has not come


def test_a_new_playtest_is_written_into_a_game(run: Run, written: Path) -> None:
    result = run("new", "playtest", str(written.parent))
    assert result.exit_code == 0, result.output
    assert written.read_text(encoding="utf-8") == usual_source().text
    assert wrong_with(written.parent) == []
    assert run("new", "playtest", str(written.parent)).exit_code == 2
    refused = run("new", "playtest", "pig")
    assert (refused.exit_code, "--from pig" in refused.output) == (2, True)
